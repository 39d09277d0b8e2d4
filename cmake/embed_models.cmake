# cmake -DOUTPUT=file.cpp -DFILES=a.cat;b.cat -P embed_models.cmake
# Writes the definitions of model/src/compile/embedded_models.h.

set(entries "")
list(LENGTH FILES count)
foreach(file IN LISTS FILES)
  cmake_path(GET file FILENAME name)
  file(READ ${file} text)
  string(APPEND entries "    Entry{\"${name}\", R\"clmm_cat(${text})clmm_cat\"},\n")
endforeach()

file(WRITE ${OUTPUT} "// Generated from model/cat by cmake/embed_models.cmake.

#include \"compile/embedded_models.h\"

#include <array>

namespace clmm::model {
namespace {

struct Entry {
  std::string_view name;
  std::string_view text;
};

constexpr std::array<Entry, ${count}> kModels{
${entries}};

}  // namespace

std::optional<std::string_view> embedded_model(std::string_view name) {
  for (const Entry& entry : kModels) {
    if (entry.name == name) {
      return entry.text;
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> embedded_model_names() {
  std::vector<std::string_view> names;
  names.reserve(kModels.size());
  for (const Entry& entry : kModels) {
    names.push_back(entry.name);
  }
  return names;
}

}  // namespace clmm::model
")

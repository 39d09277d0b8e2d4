# cmake -DOUTPUT=file.cpp -DFILES=a.cat;b.cat -DFOLDER=cat -DNAMESPACE=clmm::model -DNOUN=model
#   -DHEADER=compile/embedded_models.h -P embed_texts.cmake
# Writes the definitions of HEADER.

set(entries "")
list(LENGTH FILES count)
foreach(file IN LISTS FILES)
  cmake_path(GET file FILENAME name)
  file(READ ${file} text)
  string(APPEND entries "    Entry{\"${name}\", R\"clmm_text(${text})clmm_text\"},\n")
endforeach()

file(WRITE ${OUTPUT} "// Generated from ${FOLDER} by cmake/embed_texts.cmake.

#include \"${HEADER}\"

#include <array>

namespace ${NAMESPACE} {
namespace {

struct Entry {
  std::string_view name;
  std::string_view text;
};

constexpr std::array<Entry, ${count}> kTexts{
${entries}};

}  // namespace

std::optional<std::string_view> embedded_${NOUN}(std::string_view name) {
  for (const Entry& entry : kTexts) {
    if (entry.name == name) {
      return entry.text;
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> embedded_${NOUN}_names() {
  std::vector<std::string_view> names;
  names.reserve(kTexts.size());
  for (const Entry& entry : kTexts) {
    names.push_back(entry.name);
  }
  return names;
}

}  // namespace ${NAMESPACE}
")

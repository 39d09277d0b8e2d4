#include "explain/picture_format.h"

#include <algorithm>
#include <filesystem>

namespace clmm::cli {
namespace {

using report::GraphFormat;

struct Extension {
    const char* name;
    GraphFormat format;
};
constexpr Extension kFormats[] = {{"dot", GraphFormat::dot},
                                  {"svg", GraphFormat::svg},
                                  {"png", GraphFormat::png},
                                  {"pdf", GraphFormat::pdf}};

}  // namespace

const char* extension(GraphFormat format) {
    return std::ranges::find(kFormats, format, &Extension::format)->name;
}

std::optional<GraphFormat> format_named(std::string_view name) {
    for (const Extension& each : kFormats)
        if (each.name == name) return each.format;
    return std::nullopt;
}

GraphFormat format_of(const std::string& file, GraphFormat otherwise) {
    const std::string suffix = std::filesystem::path(file).extension().string();
    return suffix.empty() ? otherwise : format_named(suffix.substr(1)).value_or(otherwise);
}

}  // namespace clmm::cli

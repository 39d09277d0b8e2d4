#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/report/graph.h"

namespace CLI {
class App;
}

namespace clmm::cli {

[[nodiscard]] std::optional<report::GraphFormat> format_named(std::string_view name);
/// What is asked for, else what the name of the output says, else `otherwise`.
/// Errors   E-PICTURE where the name says something that no picture can be.
[[nodiscard]] Result<report::GraphFormat> picture_format(const std::string& output,
                                                         std::optional<report::GraphFormat> asked,
                                                         report::GraphFormat otherwise);

/// The output is the standard output: none is named, or `-`.
[[nodiscard]] bool is_standard_output(const std::string& output);

/// Draws and writes pictures of a test: to the standard output; to `output` itself, where it names
/// a file and there is one; to OUTPUT-1.svg, OUTPUT-2.svg, … where it names a file and there are
/// several; else to TEST-1.svg, … in the folder `output`. False, with a message, where that cannot
/// be.
[[nodiscard]] bool write_pictures(const std::vector<report::Graph>& graphs,
                                  report::GraphFormat format, const report::PictureStyle& style,
                                  const std::string& output, const std::string& test,
                                  std::ostream& out, std::ostream& err);

/// Declares how pictures look: --theme, --no-legend.
void declare_picture_style(CLI::App& command, report::PictureStyle& style,
                           const std::string& group);

}  // namespace clmm::cli

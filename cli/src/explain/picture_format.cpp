#include "explain/picture_format.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <ostream>

#include "explain/single_test.h"
#include "output/files.h"
#include "output/problems.h"
#include "process/process.h"

namespace clmm::cli {
namespace {

namespace fs = std::filesystem;
using report::GraphFormat;

struct Extension {
    const char* name;
    GraphFormat format;
};
constexpr Extension kFormats[] = {{"dot", GraphFormat::dot},
                                  {"svg", GraphFormat::svg},
                                  {"png", GraphFormat::png},
                                  {"pdf", GraphFormat::pdf}};

const char* extension(GraphFormat format) {
    return std::ranges::find(kFormats, format, &Extension::format)->name;
}

bool names_folder(const fs::path& output) {
    return fs::is_directory(output) || !output.has_extension();
}

fs::path picture_path(const fs::path& output, const std::string& test, std::size_t index,
                      std::size_t count, GraphFormat format) {
    if (count == 1 && !fs::is_directory(output)) return output;
    const std::string number = "-" + std::to_string(index + 1);
    if (names_folder(output))
        return output / (file_name_of(test) + number + "." + extension(format));
    return output.parent_path() / (output.stem().string() + number + output.extension().string());
}

Diagnostics picture_problem(const char* code, std::string message, std::string hint) {
    return {{Severity::error, code, std::move(message), std::move(hint), nullptr, Span{}}};
}

/// Why pictures cannot go to the standard output; nothing where they can.
Diagnostics stream_problems(std::size_t count, GraphFormat format) {
    if (count > 1 && format != GraphFormat::dot)
        return picture_problem("E-SELECT", "several pictures do not fit one stream",
                               "name a folder: -o DIR");
    if (is_terminal(STDOUT_FILENO) && (format == GraphFormat::png || format == GraphFormat::pdf))
        return picture_problem("E-SELECT", "a picture is no text for a terminal",
                               "name a file: -o FILE");
    return {};
}

}  // namespace

std::optional<GraphFormat> format_named(std::string_view name) {
    for (const Extension& each : kFormats)
        if (each.name == name) return each.format;
    return std::nullopt;
}

bool is_standard_output(const std::string& output) { return output.empty() || output == "-"; }

Result<GraphFormat> picture_format(const std::string& output, std::optional<GraphFormat> asked,
                                   GraphFormat otherwise) {
    if (asked) return *asked;
    const fs::path path(output);
    if (is_standard_output(output) || names_folder(path)) return otherwise;
    const std::string suffix = path.extension().string().substr(1);
    if (const auto named = format_named(suffix)) return *named;
    return Result<GraphFormat>::failure(
        picture_problem("E-PICTURE", output + ": '." + suffix + "' is no picture's name",
                        "names of pictures end in .dot, .svg, .png or .pdf; --format says "
                        "what is written whatever the name, where a command has it"));
}

bool write_pictures(const std::vector<report::Graph>& graphs, GraphFormat format,
                    const report::PictureStyle& style, const std::string& output,
                    const std::string& test, std::ostream& out, std::ostream& err) {
    const bool to_stream = is_standard_output(output);
    if (to_stream)
        if (const Diagnostics problems = stream_problems(graphs.size(), format);
            !problems.empty()) {
            show_problems(problems, err);
            return false;
        }
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        const auto drawn = report::render(graphs[i], format, style);
        if (!drawn) {
            show_problems(drawn.diagnostics(), err);
            return false;
        }
        if (to_stream)
            out << *drawn;
        else if (!write_file(*drawn, picture_path(output, test, i, graphs.size(), format).string(),
                             err))
            return false;
    }
    return true;
}

void declare_picture_style(CLI::App& command, report::PictureStyle& style,
                           const std::string& group) {
    command
        .add_option_function<std::string>(
            "--theme",
            [&style](const std::string& word) {
                style.theme = word == "dark" ? report::GraphTheme::dark : report::GraphTheme::light;
            },
            "colours of pictures (default light)")
        ->type_name("light|dark")
        ->check(CLI::IsMember({"light", "dark"}).description(""))
        ->group(group);
    command
        .add_flag_callback(
            "--no-legend", [&style] { style.legend = false; },
            "without what the relations mean below pictures")
        ->group(group);
}

}  // namespace clmm::cli

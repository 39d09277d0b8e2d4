#include "launch/launch_words.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "check/check_arguments.h"
#include "clmm/base/quoted_words.h"

namespace clmm::cli {
namespace {

std::optional<std::string> parsed(CLI::App& line, std::vector<std::string> words) {
    as_long_options(words);
    line.set_help_flag();
    std::ranges::reverse(words);  // as CLI11 has them
    try {
        line.parse(words);
    } catch (const CLI::ParseError& error) {
        return error.what();
    }
    return std::nullopt;
}

/// The options of a file that begins with one; none of any other file.
std::vector<std::string> options_in(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return {};
    std::ifstream file(path);
    std::string text;
    for (std::string line; std::getline(file, line);)
        if (!line.starts_with('#')) text += line + "\n";
    std::vector<std::string> words = quoted_words(text);
    if (words.empty() || !words.front().starts_with('-')) return {};
    return words;
}

}  // namespace

std::optional<std::string> read_launch_words(std::vector<std::string> words,
                                             litmus::KernelLaunch& launch) {
    CLI::App line("a launch line", "// clmm:");
    declare_launch_options(line, launch, {}, {});
    return parsed(line, std::move(words));
}

std::optional<std::string> read_compiler_words(std::vector<std::string> words,
                                               litmus::KernelLaunch& launch) {
    CLI::App line("options of a compiler", "options");
    declare_compiler_options(line, launch, {});
    return parsed(line, std::move(words));
}

void insert_option_files(std::vector<std::string>& words) {
    std::vector<std::string> out;
    for (std::string& each : words) {
        if (each.size() > 1 && each.starts_with('@'))
            if (auto options = options_in(each.substr(1)); !options.empty()) {
                std::ranges::move(options, std::back_inserter(out));
                continue;
            }
        out.push_back(std::move(each));
    }
    words = std::move(out);
}

void as_long_options(std::vector<std::string>& words) {
    for (std::string& each : words)
        if (each.starts_with("-cl-std=")) each.insert(0, "-");
}

}  // namespace clmm::cli

#include "launch/launch_words.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "check/check_arguments.h"

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

void as_long_options(std::vector<std::string>& words) {
    for (std::string& each : words)
        if (each.starts_with("-cl-std=")) each.insert(0, "-");
}

}  // namespace clmm::cli

#include "describe/described.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

namespace clmm::cli {
namespace {

/// CLI11 puts what it checks of a value behind its name: `N:INT in [1 - 4]`.
std::string without_checks(const std::string& type) {
    bool is_quoted = false;
    for (std::size_t i = 0; i < type.size(); ++i) {
        if (type[i] == '\'') is_quoted = !is_quoted;
        if (type[i] == ':' && !is_quoted) return type.substr(0, i);
    }
    return type;
}

DescribedOption described(const CLI::Option& option) {
    DescribedOption out;
    for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
    if (option.get_items_expected_max() > 0 || !option.nonpositional())
        out.value = without_checks(option.get_type_name());
    if (!option.nonpositional()) out.names.clear();
    out.description = option.get_description();
    out.group = option.get_group();
    out.is_required = option.get_required();
    return out;
}

DescribedCommand described_command(const CLI::App& command) {
    DescribedCommand out{command.get_name(), command.get_description(), command.get_footer(), {}};
    for (const CLI::Option* option : command.get_options())
        if (!option->get_group().empty()) out.options.push_back(described(*option));
    return out;
}

}  // namespace

std::vector<std::string> DescribedOption::choices() const {
    std::vector<std::string> words(1);
    for (const char c : value)
        if (c == '|')
            words.emplace_back();
        else
            words.back() += c;
    const auto is_word = [](const std::string& word) {
        return !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
            return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-' || c == '.';
        });
    };
    if (words.size() < 2 || !std::ranges::all_of(words, is_word)) return {};
    return words;
}

bool DescribedOption::takes_path() const {
    return value.find("FILE") != std::string::npos || value.find("DIR") != std::string::npos;
}

std::vector<DescribedCommand> described(const CLI::App& program) {
    std::vector<DescribedCommand> commands{described_command(program)};
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
        commands.push_back(described_command(*command));
    return commands;
}

}  // namespace clmm::cli

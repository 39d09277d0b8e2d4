#include "process/part.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "clmm/base/joined.h"
#include "clmm/report/part.h"
#include "version.h"

namespace clmm::cli {
namespace {

/// What may differ from part to part: what it is, what it may use, and where else it writes.
constexpr std::array<std::string_view, 11> kOfOnePart{
    "--shard",  "--state", "--parts", "--jobs",  "--memory-limit", "--progress",
    "--output", "--html",  "--sarif", "--junit", "--proof"};
/// What has parts.
constexpr std::array<std::string_view, 4> kSearches{"check", "separate", "generate", "lower"};

/// Without its group, as get_name() has it: that of a hidden option is empty.
std::string long_name(const CLI::Option& option) {
    return option.get_lnames().empty() ? option.get_name() : "--" + option.get_lnames().front();
}

void add_words(const CLI::Option& option, std::vector<std::string>& words) {
    const std::vector<std::string> values = option.results();
    if (option.nonpositional()) {
        if (option.get_expected_max() == 0)
            words.push_back(long_name(option));
        else if (option.get_delimiter() != '\0')
            words.push_back(long_name(option) + "=" +
                            joined(values, std::string(1, option.get_delimiter())));
        else
            for (const std::string& each : values) words.push_back(long_name(option) + "=" + each);
    } else {
        words.insert(words.end(), values.begin(), values.end());
    }
}

}  // namespace

std::vector<std::string> words_of(const CLI::App& command, const std::vector<std::string>& others) {
    std::vector<std::string> words{command.get_name()};
    for (const CLI::Option* const option : command.get_options()) {
        const std::string name = long_name(*option);
        if (option->count() != 0 && std::ranges::find(kOfOnePart, name) == kOfOnePart.end() &&
            std::ranges::find(others, name) == others.end())
            add_words(*option, words);
    }
    return words;
}

bool is_search(const std::vector<std::string>& words) {
    if (words.empty() || std::ranges::find(kSearches, words.front()) == kSearches.end())
        return false;
    return std::ranges::none_of(words, [](const std::string& word) {
        const std::string name = word.substr(0, word.find('='));
        return name == "--compiler" || (word.starts_with('-') && !word.starts_with("--")) ||
               std::ranges::find(kOfOnePart, name) != kOfOnePart.end();
    });
}

std::string part_of(const std::string& state, const CheckArguments& arguments, bool is_finished,
                    const std::vector<std::string>& others) {
    return report::with_head(state, {std::string(version()), arguments.words(others),
                                     arguments.shard.index, arguments.shard.count, is_finished});
}

}  // namespace clmm::cli

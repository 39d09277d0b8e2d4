#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "check/check_arguments.h"

namespace clmm::cli {

/// In the order that help shows.
template <class T>
using Words = std::vector<std::pair<std::string, T>>;

template <class T>
std::string spelled(const Words<T>& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : "|") + word.first;
    return text;
}

/// An option that takes one of a few words.
template <class T>
CLI::Option* add_choice(CLI::App& command, const std::string& names, T& target,
                        const Words<T>& words, const std::string& help) {
    const auto parse = [&target, words](const std::string& word) {
        const auto found = std::find_if(words.begin(), words.end(),
                                        [&](const auto& entry) { return entry.first == word; });
        if (found == words.end())
            throw CLI::ValidationError("'" + word + "' is none of " + spelled(words));
        target = found->second;
    };
    return command.add_option_function<std::string>(names, parse, help)->type_name(spelled(words));
}

inline const Words<Choice> kWhen{
    {"auto", Choice::automatic}, {"always", Choice::always}, {"never", Choice::never}};

}  // namespace clmm::cli

#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clmm::cli {

/// How many command lines have an option.
enum class HowOften : std::uint8_t { often, seldom };

/// A command whose options are declared where a word asks for them: of a small test, declaring all
/// of `check` takes a sixth. CLI11 compares each new option with all that are there, for one whose
/// name is taken; those of a part are compared with one another alone.
class CommandInParts : public CLI::App {
public:
    CommandInParts(std::string description, std::string name, CLI::App* parent)
        : CLI::App(std::move(description), std::move(name), parent) {}

    /// Parts stand in the help in this order.
    void keep_for_later(HowOften how, std::function<void()> declare) {
        later_.push_back({how, std::move(declare)});
    }
    void declare_what_is_asked(const std::vector<std::string>& words) {
        const auto asks_for_help = [](std::string_view word) {
            return word == "-h" || word == "--help";
        };
        if (std::ranges::any_of(words, asks_for_help))
            return declare_those({HowOften::often, HowOften::seldom});
        for (const HowOften how : {HowOften::often, HowOften::seldom})
            if (std::ranges::any_of(words, [&](const auto& word) { return is_unknown(word); }))
                declare_those({how});
    }

private:
    struct Part {
        HowOften how;
        std::function<void()> declare;
    };

    [[nodiscard]] bool is_unknown(const std::string& word) const {
        if (word.size() < 2 || word[0] != '-') return false;
        const std::size_t end = word[1] == '-' ? word.find('=') : 2;
        return get_option_no_throw(word.substr(0, end)) == nullptr;
    }

    void declare_those(std::initializer_list<HowOften> meant) {
        std::vector<CLI::Option_p> declared;
        const auto put_aside = [&] {
            std::ranges::move(options_, std::back_inserter(declared));
            options_.clear();
        };
        for (const Part& part : later_)
            if (std::ranges::find(meant, part.how) != meant.end()) {
                put_aside();
                part.declare();
            }
        put_aside();
        options_ = std::move(declared);
    }

    std::vector<Part> later_;
};

/// Of a command that is not declared in parts, at once, as all are for `clmm manual`, which so
/// finds names taken twice.
inline void declare_where_asked(CLI::App& command, HowOften how, std::function<void()> declare) {
    if (auto* const in_parts = dynamic_cast<CommandInParts*>(&command))
        in_parts->keep_for_later(how, std::move(declare));
    else
        declare();
}

}  // namespace clmm::cli

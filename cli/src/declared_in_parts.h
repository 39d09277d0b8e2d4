#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace clmm::cli {

/// A command whose options may be declared in parts. CLI11 compares each new option with all that
/// are there, for one whose name is taken; for `check` that is a seventh of what a small test
/// takes.
class CommandInParts : public CLI::App {
public:
    CommandInParts(std::string description, std::string name, CLI::App* parent)
        : CLI::App(std::move(description), std::move(name), parent) {}

    /// What is declared from now on is compared with none that is there.
    void begin_part() {
        aside_.insert(aside_.end(), std::make_move_iterator(options_.begin()),
                      std::make_move_iterator(options_.end()));
        options_.clear();
    }
    void end_parts() {
        begin_part();
        options_ = std::exchange(aside_, {});
    }

    /// Options that few command lines have.
    void keep_for_later(std::function<void()> declare) { later_ = std::move(declare); }
    /// … are declared where a word is none of the other options, or asks for help.
    void declare_what_is_asked(const std::vector<std::string>& words) {
        if (later_ && std::ranges::any_of(words, [this](const std::string& word) {
                return word == "-h" || word == "--help" || is_unknown(word);
            }))
            std::exchange(later_, nullptr)();
    }

private:
    [[nodiscard]] bool is_unknown(const std::string& word) const {
        return word.starts_with("--") &&
               get_option_no_throw(word.substr(0, word.find('='))) == nullptr;
    }

    std::vector<CLI::Option_p> aside_;
    std::function<void()> later_;
};

/// Of a command that is not declared in parts, at once.
inline void declare_later(CLI::App& command, std::function<void()> declare) {
    if (auto* const in_parts = dynamic_cast<CommandInParts*>(&command))
        in_parts->keep_for_later(std::move(declare));
    else
        declare();
}

/// Of a command that is declared in parts: each next() ends one, the destructor all. Any other
/// command is declared as a whole, as all are for `clmm manual`, which so finds names taken twice.
class DeclaredInParts {
public:
    explicit DeclaredInParts(CLI::App& command)
        : command_(dynamic_cast<CommandInParts*>(&command)) {}
    ~DeclaredInParts() {
        if (command_ != nullptr) command_->end_parts();
    }
    DeclaredInParts(const DeclaredInParts&) = delete;
    DeclaredInParts& operator=(const DeclaredInParts&) = delete;

    void next() const {
        if (command_ != nullptr) command_->begin_part();
    }

private:
    CommandInParts* command_;
};

}  // namespace clmm::cli

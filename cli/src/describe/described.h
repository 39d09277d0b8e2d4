#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace clmm::cli {

/// An option as people see it.
struct DescribedOption {
    std::vector<std::string> names;  ///< `-m`, `--model`; of what takes no name none
    std::string value;               ///< `NAME|FILE.cat`; empty: it is a flag
    std::string description;
    std::string group;
    bool is_required = false;

    /// The words that a value may be, where it is one of some; else none.
    [[nodiscard]] std::vector<std::string> choices() const;
    [[nodiscard]] bool takes_path() const;
};

/// A command with its options.
struct DescribedCommand {
    std::string name, description, footer;
    std::vector<DescribedOption>
        options;  ///< in the order of their declaration, without hidden ones
};

/// The commands of a program, whose options are all declared; the first is the program itself.
[[nodiscard]] std::vector<DescribedCommand> described(const CLI::App& program);

}  // namespace clmm::cli

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clmm/parser/c_tree.h"

namespace clmm::syntax {

/// Parts of the tree as text: expressions as fully parenthesised C, statements one per line.
class TreeText {
public:
    /// Adds one line, indented to the current depth.
    void line(const std::string& text);
    void statement(const Statement& statement);
    void block(const Block& block);
    void enter() { ++depth_; }
    void leave() { --depth_; }

    [[nodiscard]] std::string take() { return std::move(out_); }

private:
    void branch(const char* name, const StatementPtr& statement);

    std::string out_;
    int depth_ = 0;
};

[[nodiscard]] std::string to_text(const TypeName& type);
[[nodiscard]] std::string to_text(const Expression& expression);
[[nodiscard]] std::string to_text(const Declarator& declarator);
[[nodiscard]] std::string to_text(const Attribute& attribute);
[[nodiscard]] std::string listed(const std::vector<ExpressionPtr>& expressions);
[[nodiscard]] std::string dimensions_text(const std::vector<ExpressionPtr>& dimensions);
[[nodiscard]] std::string enclosed(char open, const std::string& text, char close);
[[nodiscard]] const char* spelling(BinaryOperator op);

}  // namespace clmm::syntax

#pragma once

#include <string>
#include <vector>

#include "clmm/parser/c_tree.h"

namespace clmm::runtime::compiler {

class Program;

/// Rejects attributes of functions and variables that would go unheeded.
void check_attributes(const std::vector<syntax::Attribute>& attributes, Program& program);

/// The names that a block uses, those that it calls too, and those that it declares itself.
struct BlockNames {
    std::vector<std::string> used;
    std::vector<std::string> declared;
};
[[nodiscard]] BlockNames block_names(const syntax::BlockLiteral& literal);

/// The names whose address a function takes: `&name`, `&name.field`, `&name[i]`.
[[nodiscard]] std::vector<std::string> addressed_names(const syntax::Block& body);
/// The names that a function assigns to or steps.
[[nodiscard]] std::vector<std::string> reassigned_names(const syntax::Block& body);

}  // namespace clmm::runtime::compiler

#pragma once

#include <functional>

#include "clmm/parser/c_tree.h"

namespace clmm::litmus {

/// Calls `visit` for each declaration in a body, in the order of the text.
void for_each_declarator(const syntax::Block& body,
                         const std::function<void(const syntax::Declarator&)>& visit);

}  // namespace clmm::litmus

#pragma once

#include <string_view>

namespace clmm::syntax {

/// What a Call calls that is a statement expression, `({ int t = f(); t * t; })`: no name that can
/// be written.
///
/// Shape    its one argument is a BlockLiteral; if the last statement of that is an expression, its
///          value is that of the whole, which has none otherwise. Complete only.
/// Errors   none.
/// Source   GNU C, as compilers of OpenCL C take it.
inline constexpr std::string_view kStatementExpression = "({";

}  // namespace clmm::syntax

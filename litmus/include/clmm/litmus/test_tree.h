#pragma once

#include <memory>

namespace clmm::language {
struct Type;
}

namespace clmm::syntax {
struct LitmusTree;
struct TypeName;
}  // namespace clmm::syntax

namespace clmm::litmus {

struct LitmusTest;

/// The tree that the test was read into: names still as text. It lives as long as the test's code.
/// The test is in OpenCL C or C.
[[nodiscard]] const syntax::LitmusTree& tree_of(const LitmusTest& test);

/// What a name of a type means in that tree: one that is predefined, or the test's own. Structs
/// live as long as the test's code. Errors   Rejected (E-TYPE, E-UNSUPPORTED) for a name that the
/// tree does not have.
[[nodiscard]] std::shared_ptr<const language::Type> type_named(const LitmusTest& test,
                                                               const syntax::TypeName& name);

}  // namespace clmm::litmus

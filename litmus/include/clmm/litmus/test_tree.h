#pragma once

namespace clmm::syntax {
struct LitmusTree;
}

namespace clmm::litmus {

struct LitmusTest;

/// The tree that the test was read into: names still as text. It lives as long as the test's code.
/// The test is in OpenCL C or C.
[[nodiscard]] const syntax::LitmusTree& tree_of(const LitmusTest& test);

}  // namespace clmm::litmus

#include "clmm/lsp/server.h"

#include <gtest/gtest.h>

#include <sstream>

namespace clmm::lsp {
namespace {

// Reading from a tied stream flushes the other one, which the thread of verdicts writes at that
// moment: answers were lost, about one session in a hundred.
TEST(Server, ReadsWithoutTouchingWhatIsWritten) {
    std::ostringstream out;
    std::istringstream in("Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}");
    in.tie(&out);
    EXPECT_FALSE(serve(in, out, {}));
    EXPECT_EQ(in.tie(), nullptr);
}

}  // namespace
}  // namespace clmm::lsp

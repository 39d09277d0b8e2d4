#include <gtest/gtest.h>

#include <iterator>

#include "unit/cli/files.h"
#include "unit/cli/run_clmm.h"

/// The page that `clmm lower --html` writes: what somebody reads there who has nothing else.
namespace clmm::cli {
namespace {

constexpr const char* kStoreBuffering = R"(C SB
{ [x]=0; [y]=0; }
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_seq_cst);
  int r0 = atomic_load_explicit(y, memory_order_seq_cst);
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_seq_cst);
  int r0 = atomic_load_explicit(x, memory_order_seq_cst);
}
exists (0:r0=0 /\ 1:r0=0)
)";

class LowerPage : public InFolder {
protected:
    /// Empty where pictures cannot be drawn.
    std::string page(const std::string& mapping) {
        const std::string file = path("page.html");
        made = clmm(
            {"lower", write("t.litmus", kStoreBuffering), "--mapping", mapping, "--html", file});
        std::ifstream page(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(page), {}};
    }
    [[nodiscard]] bool has_no_pictures() const {
        return made.err.find("built without") != std::string::npos;
    }
    Outcome made;
};

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++found;
    return found;
}

/// The part between two marks, so that what is said of the source is not found at the target.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
    const std::size_t begin = text.find(from);
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find(to, begin) - begin);
}

void expect_has(const std::string& text, const std::vector<std::string>& all) {
    for (const std::string& each : all)
        EXPECT_NE(text.find(each), std::string::npos) << each << "\nin\n" << text;
}

TEST_F(LowerPage, OfABrokenTestHasBothSidesAndTheLineAtFault) {
    const std::string text = page("c11-x86-unfenced");
    if (has_no_pictures()) GTEST_SKIP() << made.err;
    EXPECT_EQ(made.code, ExitCode::expectation_failed);
    expect_has(text, {"<title>SB</title>", "C11 to x86, no fence",
                      "broken: the target ends in 0:r0=0; 1:r0=0; x=1; y=1, which the source "
                      "forbids"});
    const std::string source = between(text, "<h2>Source, rc11</h2>", "<h2>Target");
    const std::string target = between(text, "<h2>Target, x86-tso</h2>", "<h2>Why");
    // Of either side its program and one execution.
    EXPECT_EQ(count(source, "<svg"), 1U);
    EXPECT_EQ(count(target, "<svg"), 1U);
    expect_has(source, {"atomic_store_explicit(x, 1, memory_order_seq_cst);", "Wsc"});
    expect_has(target, {"MOV [x],$1", "MOV EBX,[y]", "W x=1"});
    EXPECT_EQ(target.find("MFENCE"), std::string::npos);
    expect_has(between(text, "<h2>Why the source forbids it</h2>", "<h2>Lines"),
               {"init -&gt; b", "sequential-consistency"});
    // The store's line is where an instruction is missing.
    expect_has(between(text, "<h2>Lines of the mapping</h2>", "</body>"),
               {"store any =&gt; MOV [$A],$V", "wrong: the two placements must not be mixed"});
}

TEST_F(LowerPage, OfASoundTestHasBothPrograms) {
    const std::string text = page("c11-x86-mfence");
    if (has_no_pictures()) GTEST_SKIP() << made.err;
    EXPECT_EQ(made.code, ExitCode::as_expected);
    expect_has(text, {"<p class=\"verdict\">sound</p>", "MFENCE", "memory_order_seq_cst",
                      "store seq_cst =&gt; MOV [$A],$V ; MFENCE"});
    EXPECT_EQ(text.find("Why the source forbids it"), std::string::npos);
    EXPECT_EQ(text.find("{{"), std::string::npos);
}

}  // namespace
}  // namespace clmm::cli

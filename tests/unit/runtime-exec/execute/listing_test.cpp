// Bytecode as text.
#include "clmm/runtime/listing.h"

#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

std::string listed(const std::string& text) {
    const auto program = compile(std::make_shared<const Source>("made.cl", text));
    if (!program.ok()) {
        ADD_FAILURE() << render(program.diagnostics());
        return {};
    }
    return listing(**program);
}

/// The line of the listing with a text; empty if there is none.
std::string line_with(const std::string& listing, const std::string& text) {
    const std::size_t at = listing.find(text);
    if (at == std::string::npos) return {};
    const std::size_t begin = listing.rfind('\n', at) + 1;
    return listing.substr(begin, listing.find('\n', at) - begin);
}

TEST(Listing, NamesKernelsWithTheirParameters) {
    const std::string text =
        listed("kernel void one(global int* x, uint n) { x[0] = n; }\nkernel void two() {}\n");
    EXPECT_TRUE(text.starts_with("kernel one(global int* x: %")) << text;
    EXPECT_NE(text.find(", uint n: %"), std::string::npos) << text;
    EXPECT_NE(text.find("\n\nkernel two()\n"), std::string::npos) << text;
}

TEST(Listing, AnInstructionHasItsPlaceAndText) {
    const std::string line =
        line_with(listed("kernel void k(global int* x) {\n  x[2] = 7;\n}\n"), "store.i32");
    EXPECT_TRUE(line.ends_with("; 2:3 x[2] = 7")) << line;
}

TEST(Listing, AtomicsHaveTypeAndOrder) {
    const std::string text = listed(R"(kernel void k(global atomic_int* x, local atomic_uint* y) {
    atomic_store_explicit(x, 1, memory_order_seq_cst, memory_scope_device);
    atomic_fetch_add_explicit(y, 1u, memory_order_acquire, memory_scope_work_group);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
})");
    EXPECT_NE(line_with(text, "atomic_store.i32").find(" seq_cst "), std::string::npos) << text;
    EXPECT_NE(line_with(text, "atomic_fetch_add.local.u32").find(" acquire "), std::string::npos)
        << text;
    EXPECT_NE(line_with(text, "fence").find(" release "), std::string::npos) << text;
}

TEST(Listing, JumpsNameTheirTargets) {
    const std::string text =
        listed("kernel void k(global int* x) { while (x[0] != 5) x[0] += 1; }\n");
    const std::string line = line_with(text, "jump to ");
    ASSERT_FALSE(line.empty()) << text;
    const std::string target = line.substr(
        line.find("to ") + 3, line.find(' ', line.find("to ") + 3) - line.find("to ") - 3);
    EXPECT_NE(text.find(" " + target + "  join"), std::string::npos) << text;
}

}  // namespace
}  // namespace clmm::runtime::test

// Random programs give the same results whatever work-items run together: alone there is no
// divergence, and nothing uniform or affine to be mistaken.
#include <random>
#include <sstream>

#include "../check/checks_run.h"
#include "run_kernel.h"

namespace clmm::runtime::test {
namespace {

class Generator {
public:
    explicit Generator(unsigned seed) : random_(seed) {}

    std::string program() {
        std::ostringstream out;
        out << "int f(int a, uint b) { int c = 1; " << statements(2, 2) << " return a + c; }\n"
            << "kernel void k(global int* out, global const int* in, int n) {\n"
            << "  int i = get_global_id(0), a = i, c = n, d = 0; uint b = i * 3u; long w = i;\n"
            << "  int t[4] = {1, 2, 3, 4};\n"
            << kernel_statements()
            << "  out[i] = a + 3 * c + 5 * (int)b + 7 * d + (int)w + t[i & 3];\n}\n";
        return out.str();
    }

private:
    unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }

    std::string kernel_statements() {
        in_kernel_ = true;
        return statements(3, 5);
    }

    std::string variable() {
        static constexpr const char* kNames[] = {"a", "b", "c", "d", "w", "t[a & 3]", "t[1]"};
        return kNames[pick(in_kernel_ ? 7 : 3)];
    }

    std::string expression(unsigned depth) {
        if (depth == 0 || pick(5) == 0) {
            if (pick(3) == 0) return std::to_string(static_cast<int>(pick(20)) - 5);
            if (in_kernel_ && pick(4) == 0)
                return pick(2) == 0 ? "in[(a + c) & 63]" : "(int)get_local_size(1) * n";
            return variable();
        }
        static constexpr const char* kOperators[] = {
            "+", "-",  "*",  "/",  "%",  "&",  "|",  "^", "<",
            ">", "<=", "==", "!=", "<<", ">>", "&&", "||"};
        const std::string left = expression(depth - 1);
        switch (pick(8)) {
            case 0:
                return "(" + left + " ? " + expression(depth - 1) + " : " + expression(depth - 1) +
                       ")";
            case 1:
                return "(int)(short)(" + left + ")";
            case 2:
                return "min(abs((int)(" + left + ")) & 255u, (uint)" + std::to_string(pick(300)) +
                       ")";
            case 3:
                if (in_kernel_) return "f(" + left + ", " + expression(depth - 1) + ")";
                return "-(" + left + ")";
            default:
                return "(" + left + " " + kOperators[pick(17)] + " " + expression(depth - 1) + ")";
        }
    }

    std::string statements(unsigned depth, unsigned count) {
        std::string out;
        for (unsigned i = 0; i < count; ++i) out += statement(depth);
        return out;
    }

    std::string statement(unsigned depth) {
        static constexpr const char* kAssignments[] = {"=", "+=", "-=", "^=", "*=", "|="};
        const std::string loop = "l" + std::to_string(loops_);
        switch (depth == 0 ? 0 : pick(8)) {
            case 1:
                return "if (" + expression(2) + ") { " + statements(depth - 1, 2) + "} else { " +
                       statements(depth - 1, 1) + "}\n";
            case 2:
                return "if (" + expression(2) + ") " + statement(depth - 1);
            case 3:
                ++loops_;
                return "for (int " + loop + " = 0; " + loop + " < (" + expression(1) + " & 7); ++" +
                       loop + ") { " + statements(depth - 1, 2) + "if (" + expression(1) +
                       ") break; " + statements(depth - 1, 1) + "}\n";
            case 4:
                ++loops_;
                return "{ int " + loop + " = 0; do { if (" + expression(1) + ") continue; " +
                       statements(depth - 1, 1) + "} while (++" + loop + " < " +
                       std::to_string(1 + pick(4)) + "); }\n";
            case 5:
                return "switch (" + expression(1) + " & 3) { case 0: " + statements(depth - 1, 1) +
                       "case 2: " + statements(depth - 1, 1) +
                       "break; default: " + statements(depth - 1, 1) + "}\n";
            case 6:
                if (!in_kernel_)
                    return "if (" + expression(1) + ") return " + expression(1) + ";\n";
                return variable() + "++;\n";
            default:
                return variable() + " " + kAssignments[pick(6)] + " " + expression(3) + ";\n";
        }
    }

    std::mt19937 random_;
    bool in_kernel_ = false;
    unsigned loops_ = 0;
};

class RandomPrograms : public testing::TestWithParam<unsigned> {};

TEST_P(RandomPrograms, AreTheSameInGroupsOfAnySize) {
    for (unsigned seed = GetParam() * 20; seed < GetParam() * 20 + 20; ++seed) {
        const std::string text = Generator(seed).program();
        SCOPED_TRACE(text);
        Kernels kernels(text);
        std::vector<int> in(64);
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * 37 % 101);
        const auto run = [&](std::uint64_t size) {
            std::vector<int> out(301);
            kernels.run("k", {out.size()}, {size}, {buffer(out), buffer(in), value(11)});
            return out;
        };
        const std::vector<int> alone = run(1);
        for (const std::uint64_t size : {5U, 64U, 301U}) ASSERT_EQ(run(size), alone) << size;
        // Watched, they give the same, and nothing is found.
        const Checked watched = run_checked(text, 301, 7, {Ints(301), in, 11});
        EXPECT_EQ(watched.text(), "");
        EXPECT_EQ(watched.buffers.at(0), run(7));
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, testing::Range(0U, 10U));

}  // namespace
}  // namespace clmm::runtime::test

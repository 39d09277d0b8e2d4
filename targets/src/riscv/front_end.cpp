#include "riscv/front_end.h"

#include <array>

#include "clmm/litmus/event_structure.h"
#include "herd/assembly.h"
#include "riscv/program.h"

namespace clmm::targets::riscv {
namespace {

using litmus::LitmusTest;

class FrontEnd final : public AssemblyOf<Program, parse_program, riscv::unfold> {
public:
    std::string_view name() const override { return "RISC-V assembly"; }
    bool begins_with(std::string_view word) const override { return word == "RISCV"; }

    /// The numbers are those of Set.
    const litmus::Vocabulary& vocabulary() const override {
        static const litmus::Vocabulary words{.sets = {{"AQ", "does not acquire"},
                                                       {"RL", "does not release"},
                                                       {"AMO"},
                                                       {"X"},
                                                       {"PR"},
                                                       {"PW"},
                                                       {"SR"},
                                                       {"SW"},
                                                       {"TSO"}},
                                              .relations = {}};
        return words;
    }
    std::string_view default_model(const LitmusTest& /*test*/) const override { return "rvwmo"; }
    std::vector<std::string_view> models(const LitmusTest& /*test*/) const override {
        return {"sc", "rvwmo"};
    }

    std::string_view header(const LitmusTest& /*test*/) const override { return "RISCV"; }
    std::string_view title(const LitmusTest& /*test*/) const override { return "RISC-V"; }

protected:
    /// Bits: reads before reads, writes before writes, reads before writes, writes before reads.
    std::span<const FenceText> fences() const override {
        static constexpr std::array<FenceText, 6> all{{{"fence r,r", 1},
                                                       {"fence w,w", 2},
                                                       {"fence r,rw", 1 | 4},
                                                       {"fence rw,w", 2 | 4},
                                                       {"fence.tso", 1 | 2 | 4},
                                                       {"fence rw,rw", 1 | 2 | 4 | 8}}};
        return all;
    }
    std::span<const unsigned> widths() const override {
        static constexpr std::array<unsigned, 4> all{32, 8, 16, 64};
        return all;
    }
};

}  // namespace

const litmus::FrontEnd& front_end() {
    static const FrontEnd language;
    return language;
}

}  // namespace clmm::targets::riscv

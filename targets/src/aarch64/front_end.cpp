#include "aarch64/front_end.h"

#include <array>

#include "aarch64/program.h"
#include "clmm/litmus/event_structure.h"
#include "herd/assembly.h"

namespace clmm::targets::aarch64 {
namespace {

using litmus::LitmusTest;

class FrontEnd final : public AssemblyOf<Program, parse_program, aarch64::unfold> {
public:
    std::string_view name() const override { return "AArch64 assembly"; }
    bool begins_with(std::string_view word) const override { return word == "AArch64"; }

    /// The numbers are those of Set and Relation.
    const litmus::Vocabulary& vocabulary() const override {
        static const litmus::Vocabulary words{.sets = {{"A", "does not acquire"},
                                                       {"Q"},
                                                       {"L", "does not release"},
                                                       {"NORET"},
                                                       {"AMO"},
                                                       {"CAS"},
                                                       {"DMB_FULL"},
                                                       {"DMB_LD"},
                                                       {"DMB_ST"},
                                                       {"DSB"},
                                                       {"NSH"},
                                                       {"ISB"}},
                                              .relations = {{"pick"}}};
        return words;
    }
    std::string_view default_model(const LitmusTest& /*test*/) const override { return "armv8"; }
    std::vector<std::string_view> models(const LitmusTest& /*test*/) const override {
        return {"sc", "armv8"};
    }

    std::string_view header(const LitmusTest& /*test*/) const override { return "AArch64"; }
    std::string_view title(const LitmusTest& /*test*/) const override { return "AArch64"; }

protected:
    /// Bits: writes before writes, reads before reads, reads before writes, writes before reads.
    std::span<const FenceText> fences() const override {
        static constexpr std::array<FenceText, 3> all{
            {{"DMB ST", 1}, {"DMB LD", 2 | 4}, {"DMB SY", 1 | 2 | 4 | 8}}};
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

}  // namespace clmm::targets::aarch64

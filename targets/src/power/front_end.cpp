#include "power/front_end.h"

#include <array>

#include "clmm/litmus/event_structure.h"
#include "herd/assembly.h"
#include "power/program.h"

namespace clmm::targets::power {
namespace {

using litmus::LitmusTest;

class FrontEnd final : public AssemblyOf<Program, parse_program, power::unfold> {
public:
    std::string_view name() const override { return "Power assembly"; }
    bool begins_with(std::string_view word) const override { return word == "PPC"; }

    /// The numbers are those of Set.
    const litmus::Vocabulary& vocabulary() const override {
        static const litmus::Vocabulary words{
            .sets = {{"X"}, {"SYNC"}, {"LWSYNC"}, {"ISYNC"}, {"EIEIO"}}, .relations = {}};
        return words;
    }
    std::string_view default_model(const LitmusTest& /*test*/) const override { return "power"; }
    std::vector<std::string_view> models(const LitmusTest& /*test*/) const override {
        return {"sc", "power"};
    }

    std::string_view header(const LitmusTest& /*test*/) const override { return "PPC"; }
    std::string_view title(const LitmusTest& /*test*/) const override { return "Power"; }

protected:
    /// Bits: writes before writes, reads before reads, reads before writes, writes before reads.
    std::span<const FenceText> fences() const override {
        static constexpr std::array<FenceText, 2> all{
            {{"lwsync", 1 | 2 | 4}, {"sync", 1 | 2 | 4 | 8}}};
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

}  // namespace clmm::targets::power

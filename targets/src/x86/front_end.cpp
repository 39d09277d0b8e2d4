#include "x86/front_end.h"

#include <array>

#include "clmm/litmus/event_structure.h"
#include "herd/assembly.h"
#include "x86/program.h"

namespace clmm::targets::x86 {
namespace {

using litmus::LitmusTest;

class FrontEnd final : public AssemblyOf<Program, parse_program, x86::unfold> {
public:
    std::string_view name() const override { return "x86 assembly"; }
    bool begins_with(std::string_view word) const override { return word == "X86"; }

    /// The numbers are those of Set.
    const litmus::Vocabulary& vocabulary() const override {
        static const litmus::Vocabulary words{
            .sets = {{"A", "is not locked"}, {"MFENCE"}, {"LFENCE"}, {"SFENCE"}}, .relations = {}};
        return words;
    }
    std::string_view default_model(const LitmusTest& /*test*/) const override { return "x86-tso"; }
    std::vector<std::string_view> models(const LitmusTest& /*test*/) const override {
        return {"sc", "x86-tso"};
    }

    std::string_view header(const LitmusTest& /*test*/) const override { return "X86"; }
    std::string_view title(const LitmusTest& /*test*/) const override { return "x86"; }

protected:
    std::span<const FenceText> fences() const override {
        static constexpr std::array<FenceText, 1> all{{{"MFENCE"}}};
        return all;
    }
    std::span<const unsigned> widths() const override {
        static constexpr std::array<unsigned, 1> words{32};
        return words;
    }
};

}  // namespace

const litmus::FrontEnd& front_end() {
    static const FrontEnd language;
    return language;
}

}  // namespace clmm::targets::x86

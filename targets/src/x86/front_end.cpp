#include "x86/front_end.h"

#include <array>

#include "clmm/litmus/event_structure.h"
#include "herd/assembly.h"
#include "x86/program.h"

namespace clmm::targets::x86 {
namespace {

using litmus::LitmusTest;

/// What both have in common.
template <Program (*kParse)(std::string_view text)>
class FrontEnd : public AssemblyOf<Program, kParse, x86::unfold> {
public:
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

protected:
    std::span<const FenceText> fences() const override {
        static constexpr std::array<FenceText, 1> all{{{"MFENCE"}}};
        return all;
    }
};

class FrontEnd32 final : public FrontEnd<parse_program> {
public:
    std::string_view name() const override { return "x86 assembly"; }
    bool begins_with(std::string_view word) const override { return word == "X86"; }
    std::string_view header(const LitmusTest& /*test*/) const override { return "X86"; }
    std::string_view title(const LitmusTest& /*test*/) const override { return "x86"; }

protected:
    std::span<const unsigned> widths() const override {
        static constexpr std::array<unsigned, 1> words{32};
        return words;
    }
};

class FrontEnd64 final : public FrontEnd<parse_program_64> {
public:
    std::string_view name() const override { return "x86-64 assembly"; }
    bool begins_with(std::string_view word) const override { return word == "X86_64"; }
    std::string_view header(const LitmusTest& /*test*/) const override { return "X86_64"; }
    std::string_view title(const LitmusTest& /*test*/) const override { return "x86-64"; }

protected:
    std::span<const unsigned> widths() const override {
        static constexpr std::array<unsigned, 2> words{32, 64};
        return words;
    }
};

}  // namespace

const litmus::FrontEnd& front_end() {
    static const FrontEnd32 language;
    return language;
}

const litmus::FrontEnd& front_end_64() {
    static const FrontEnd64 language;
    return language;
}

}  // namespace clmm::targets::x86

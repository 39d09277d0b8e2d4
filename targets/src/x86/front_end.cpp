#include "x86/front_end.h"

#include "clmm/litmus/event_structure.h"
#include "herd/elaborate.h"
#include "herd/reject.h"
#include "x86/program.h"

namespace clmm::targets::x86 {
namespace {

using litmus::Event;
using litmus::EventKind;
using litmus::EventStructure;
using litmus::LitmusTest;

/// Locations that instructions, conditions and so on name, in the order of the text.
std::vector<std::string> mentioned(const Program& program) {
    std::vector<std::string> names;
    for (const auto& thread : program.threads)
        for (const Instruction& instruction : thread)
            for (const Operand& operand : instruction.operands)
                if (operand.kind == Operand::Kind::location) names.push_back(operand.name);
    return names;
}

class FrontEnd final : public litmus::FrontEnd {
public:
    std::string_view name() const override { return "x86 assembly"; }
    bool begins_with(std::string_view word) const override { return word == "X86"; }

    Result<LitmusTest> read(SourcePtr source) const override {
        using Failure = Result<LitmusTest>;
        try {
            auto program = std::make_shared<const Program>(parse_program(source->text()));
            Diagnostics problems;
            LitmusTest test =
                elaborate(source, *this, program->file, mentioned(*program), problems);
            // What its names and addresses mean is known once it is unfolded.
            static_cast<void>(x86::unfold(*this, test, *program));
            if (has_errors(problems)) return Failure::failure(std::move(problems));
            test.program = std::move(program);
            return test;
        } catch (const Rejected& rejected) {
            return Failure::failure(rejected.diagnostic(source));
        }
    }

    Result<std::string> dump_tree(SourcePtr source) const override {
        try {
            return to_text(parse_program(source->text()).file, source->text());
        } catch (const Rejected& rejected) {
            return Result<std::string>::failure(rejected.diagnostic(source));
        }
    }

    Result<EventStructure> unfold(const LitmusTest& test,
                                  const litmus::UnfoldOptions& options) const override {
        EventStructure structure =
            x86::unfold(*this, test, *static_cast<const Program*>(test.program.get()));
        const std::size_t events = structure.size() - structure.initial_count;
        if (events <= options.event_limit) return structure;
        return Result<EventStructure>::failure(
            {Severity::error,
             "E-LIMIT",
             "the test has more than " + std::to_string(options.event_limit) + " events",
             {},
             test.source,
             structure.events[structure.initial_count + options.event_limit].span});
    }

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
    std::string operation(const Event& event) const override {
        if (event.kind == EventKind::fence) return event.barrier_label;
        if (event.initial) return "Winit";
        return (event.kind == EventKind::read ? "R" : "W") + event.barrier_label;
    }
};

}  // namespace

const litmus::FrontEnd& front_end() {
    static const FrontEnd language;
    return language;
}

}  // namespace clmm::targets::x86

#include "clmm/hardware/harness.h"

#include <algorithm>

#include "clmm/base/ensure.h"
#include "clmm/base/reject.h"
#include "clmm/litmus/front_end.h"
#include "clmm/litmus/test_tree.h"
#include "clmm/targets/final_question.h"
#include "clmm/targets/ptx_code.h"
#include "harness/parts.h"
#include "harness/refuse.h"
#include "kernel_text/kernel_text.h"
#include "ptx_text/ptx_text.h"
#include "tuning/limits.h"

namespace clmm::hardware {
namespace {

/// Who waits at a barrier of PTX: whether others come is looked at where the text is written.
bool is_at_barrier(const litmus::EventStructure& structure, Span span) {
    return std::ranges::any_of(structure.events, [&](const litmus::Event& event) {
        return event.kind == litmus::EventKind::barrier_entry && event.span.begin == span.begin;
    });
}

/// A loop that the unfolding left: it may wait for another role, which may be the same work-item.
void check_loops(const litmus::EventStructure& structure, bool but_for_barriers = false) {
    for (const litmus::UnrollBound& bound : structure.bounds)
        if (!structure.terms.is_false(bound.reached) &&
            !(but_for_barriers && is_at_barrier(structure, bound.span)))
            refuse("this loop may wait for another unit without end", bound.span,
                   "devices promise no progress to work-items that wait; bound it by a constant");
}

void check_behaviour(const litmus::EventStructure& structure) {
    for (const litmus::UndefinedBehaviour& each : structure.undefined)
        if (each.kind == "barrier-divergence" && !structure.terms.is_false(each.when))
            refuse("work-items may diverge at this barrier, which devices do not survive",
                   each.span);
}

void check_language(const litmus::LitmusTest& test, const DeviceInfo& device) {
    const bool takes_ptx = device.language == "PTX", takes_x86 = device.language == "X86";
    const bool is_opencl = test.front_end == &litmus::opencl();
    if (takes_ptx ? targets::is_ptx(test) : takes_x86 ? targets::is_x86(test) : is_opencl) return;
    const std::string language(test.front_end->name());
    refuse("'" + device.name + "' executes tests in " +
               (takes_ptx   ? "PTX"
                : takes_x86 ? "x86 assembly"
                            : "OpenCL C") +
               ", and this one is in " + language,
           Span{0, 0},
           targets::is_ptx(test)   ? "--device cuda runs it, on a GPU of NVIDIA's"
           : targets::is_x86(test) ? "--device host-x86 runs it, on an x86-64 processor"
           : is_opencl             ? "--device host or opencl runs it"
                                   : "clmm check decides it");
}

// Locations are pointed to: those of the parts' own structure.

std::string opencl_text(Harness::Parts& parts) {
    const syntax::LitmusTree& tree = litmus::tree_of(parts.test);
    parts.layout = make_layout(tree, parts.test, parts.structure, parts.device, parts.tuning);
    check_behaviour(parts.structure);
    check_loops(parts.structure);
    parts.observed = observed_of(parts.structure, parts.layout);
    return kernel_text({parts.test, tree, parts.structure, parts.device, parts.tuning, parts.layout,
                        parts.observed});
}

std::string ptx_text_of(Harness::Parts& parts, const std::vector<targets::PtxThread>& threads) {
    if (parts.tuning.style != Tuning::Style::parallel)
        refuse_tuning("style: tests in PTX are executed in parallel only");
    parts.layout = make_layout(parts.test, parts.structure, parts.device, parts.tuning);
    check_loops(parts.structure, true);
    parts.observed = observed_of(parts.structure, parts.layout);
    return ptx_text::text(
        {parts.test.name, threads, parts.structure, parts.tuning, parts.layout, parts.observed});
}

/// Machine code has no text but the test's.
void prepare_x86(Harness::Parts& parts) {
    if (parts.tuning.style != Tuning::Style::looping)
        refuse_tuning("style: tests in machine code are executed looping only");
    parts.layout = make_thread_layout(parts.test, parts.structure, parts.device, parts.tuning);
    parts.observed = observed_of(parts.structure, parts.layout);
}

/// What the device is given. Errors   those of the language.
Result<SourcePtr> text_of(Harness::Parts& parts) {
    const litmus::LitmusTest& test = parts.test;
    const auto made = [&](const char* suffix, std::string text) -> Result<SourcePtr> {
        return std::make_shared<const Source>(test.source->name() + suffix, std::move(text));
    };
    if (targets::is_ptx(test)) {
        const auto threads = targets::ptx_code(test);
        if (!threads) return Result<SourcePtr>::failure(threads.diagnostics());
        return made(".ptx", ptx_text_of(parts, *threads));
    }
    if (targets::is_x86(test)) {
        auto threads = targets::x86_code(test);
        if (!threads) return Result<SourcePtr>::failure(threads.diagnostics());
        parts.x86 = std::move(threads).value();
        prepare_x86(parts);
        return test.source;
    }
    return made(".cl", opencl_text(parts));
}

}  // namespace

Result<Harness> Harness::prepare(const litmus::LitmusTest& test,
                                 const litmus::EventStructure& structure, const DeviceInfo& device,
                                 const Tuning& tuning) {
    using Outcome = Result<Harness>;
    if (Diagnostics wrong = check_tuning(tuning, device); has_errors(wrong))
        return Outcome::failure(std::move(wrong));
    try {
        check_language(test, device);
        auto parts =
            std::make_unique<Parts>(Parts{.test = test,
                                          .structure = structure,
                                          .device = device,
                                          .tuning = tuning,
                                          .layout = {},
                                          .observed = {},
                                          .question = targets::final_question(test, structure),
                                          .text = nullptr,
                                          .x86 = {},
                                          .built = nullptr});
        const Result<SourcePtr> text = text_of(*parts);
        if (!text) return Outcome::failure(text.diagnostics());
        parts->text = *text;
        return Harness(std::move(parts));
    } catch (const Rejected& refused) {
        const bool is_tuning = refused.diagnostic.code == "E-TUNING";
        return Outcome::failure(refused.in(is_tuning ? nullptr : test.source));
    }
}

Harness::Harness(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Harness::Harness(Harness&&) noexcept = default;
Harness& Harness::operator=(Harness&&) noexcept = default;
Harness::~Harness() = default;

const SourcePtr& Harness::source() const { return parts_->text; }

Result<std::unique_ptr<DeviceProgram>> Harness::build(Device& device) const {
    return build_program(*parts_, device);
}

Result<Histogram> Harness::run(Device& device, const RunAmount& amount) {
    using Outcome = Result<Histogram>;
    try {
        if (!parts_->built || parts_->built->device() != &device) {
            parts_->built = nullptr;
            auto built = BuiltHarness::build(*parts_, device);
            if (!built) return Outcome::failure(built.diagnostics());
            parts_->built = std::move(built).value();
        }
        return parts_->built->run(amount);
    } catch (const DeviceError& error) {
        parts_->built = nullptr;
        return Outcome::failure({Severity::error, "E-DEVICE", error.what(), "", nullptr, Span{}});
    }
}

}  // namespace clmm::hardware

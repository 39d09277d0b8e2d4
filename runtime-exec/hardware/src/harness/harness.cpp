#include "clmm/hardware/harness.h"

#include "clmm/base/ensure.h"
#include "clmm/litmus/test_tree.h"
#include "harness/parts.h"
#include "harness/refuse.h"
#include "kernel_text/kernel_text.h"
#include "tuning/limits.h"

namespace clmm::hardware {
namespace {

/// A loop that the unfolding left: it may wait for another role, which may be the same work-item.
void check_loops(const litmus::EventStructure& structure) {
    for (const litmus::UnrollBound& bound : structure.bounds)
        if (!structure.terms.is_false(bound.reached))
            refuse("this loop may wait for another unit without end", bound.span,
                   "devices promise no progress to work-items that wait; bound it by a constant");
}

void check_behaviour(const litmus::EventStructure& structure) {
    for (const litmus::UndefinedBehaviour& each : structure.undefined)
        if (each.kind == "barrier-divergence" && !structure.terms.is_false(each.when))
            refuse("work-items may diverge at this barrier, which devices do not survive",
                   each.span);
}

}  // namespace

Result<Harness> Harness::prepare(const litmus::LitmusTest& test,
                                 const litmus::EventStructure& structure, const DeviceInfo& device,
                                 const Tuning& tuning) {
    using Outcome = Result<Harness>;
    if (Diagnostics wrong = check_tuning(tuning, device); has_errors(wrong))
        return Outcome::failure(std::move(wrong));
    try {
        auto parts = std::make_unique<Parts>(Parts{.test = test,
                                                   .tree = litmus::tree_of(test),
                                                   .structure = structure,
                                                   .device = device,
                                                   .tuning = tuning,
                                                   .layout = {},
                                                   .observed = {},
                                                   .question = {test, structure},
                                                   .text = nullptr,
                                                   .built = nullptr});
        // Locations are pointed to: the copy's.
        parts->layout =
            make_layout(parts->tree, parts->test, parts->structure, device, parts->tuning);
        check_behaviour(parts->structure);
        check_loops(parts->structure);
        parts->observed = observed_of(parts->structure, parts->layout);
        parts->text = std::make_shared<const Source>(
            test.source->name() + ".cl",
            kernel_text({parts->tree, parts->structure, device, parts->tuning, parts->layout,
                         parts->observed}));
        return Harness(std::move(parts));
    } catch (Refused& refused) {
        if (refused.diagnostic.code != "E-TUNING") refused.diagnostic.source = test.source;
        return Outcome::failure(std::move(refused.diagnostic));
    }
}

Harness::Harness(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Harness::Harness(Harness&&) noexcept = default;
Harness& Harness::operator=(Harness&&) noexcept = default;
Harness::~Harness() = default;

const SourcePtr& Harness::source() const { return parts_->text; }

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

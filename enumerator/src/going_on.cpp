#include "going_on.h"

#include <algorithm>

#include "clmm/base/ensure.h"

namespace clmm::enumerator {
namespace {

/// What is known to wait for ever, and is not in a structure. Of the original, what was told while
/// it was read is not among its warnings.
std::ptrdiff_t endless(const std::vector<Diagnostic>& warnings) {
    return std::ranges::count(warnings, "W-DEADLOCK", &Diagnostic::code);
}

/// All actions that are no accesses take place.
litmus::TermId all_of(litmus::EventStructure& structure) {
    litmus::TermId all = structure.terms.boolean(true);
    for (const litmus::Event& event : structure.events)
        if (event.kind == litmus::EventKind::other) all = structure.terms.land(all, event.guard);
    return all;
}

}  // namespace

bool GoingOn::as_before(const CheckResult& changed) {
    if (endless(changed.warnings) > endless(original_.warnings)) return false;
    const Often now = how_often(changed.structure);
    if (now == Often::always) return true;
    if (!before_) before_ = how_often(original_.structure);
    return now <= *before_;
}

GoingOn::Often GoingOn::how_often(const litmus::EventStructure& structure) const {
    litmus::EventStructure asked = structure;
    const litmus::TermId all = all_of(asked);
    if (asked.terms.is_true(all)) return Often::always;
    if (exists(asked, asked.terms.lnot(all)) == false) return Often::always;
    return exists(asked, all) == true ? Often::sometimes : Often::never;
}

std::optional<bool> GoingOn::exists(const litmus::EventStructure& structure,
                                    litmus::TermId condition) const {
    litmus::EventStructure asked = structure;
    asked.condition = condition;
    model::EngineRequest request;
    request.outcomes = false;
    request.undefined_behaviour = false;
    request.forbid_thin_air = forbidden_thin_air(model_, options_);
    request.budget = options_.budget;
    auto engine = make_engine(options_.engines.get(), options_.engine);
    ensure(static_cast<bool>(engine), "an engine that has answered answers again");
    return engine.value()->run(asked, model_, request).condition_satisfiable;
}

}  // namespace clmm::enumerator

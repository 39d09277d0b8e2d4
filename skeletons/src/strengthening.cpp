#include "clmm/skeletons/strengthening.h"

#include <algorithm>

#include "axiom_facts.h"
#include "embedding.h"
#include "ways.h"

namespace clmm::skeletons {
namespace {

using litmus::EventStructure;
using Place = std::vector<std::size_t>;

/// Of one structure, and of the other.
bool fits(const AxiomFacts::Use& use, bool before, bool now) {
    return (!use.more || !before || now) && (!use.less || !now || before);
}

bool sets_fit(const AxiomFacts::Use& use, const BitSet& before, const BitSet& now,
              const Place& at) {
    for (std::size_t i = 0; i < at.size(); ++i)
        if (!fits(use, before.test(i), now.test(at[i]))) return false;
    return true;
}

bool relations_fit(const AxiomFacts::Use& use, const BitMatrix& before, const BitMatrix& now,
                   const Place& at) {
    for (std::size_t i = 0; i < at.size(); ++i)
        for (std::size_t j = 0; j < at.size(); ++j)
            if (!fits(use, before.test(i, j), now.test(at[i], at[j]))) return false;
    return true;
}

bool fit(const AxiomFacts& axiom, const AxiomFacts::Values& before, const AxiomFacts::Values& now,
         const Place& at) {
    for (std::size_t i = 0; i < axiom.sets().size(); ++i)
        if (!sets_fit(axiom.sets()[i], before.sets[i], now.sets[i], at)) return false;
    for (std::size_t i = 0; i < axiom.relations().size(); ++i)
        if (!relations_fit(axiom.relations()[i], before.relations[i], now.relations[i], at))
            return false;
    return true;
}

bool have_equal_control(const EventStructure& part, const EventStructure& whole, const Place& at) {
    for (std::size_t i = 0; i < at.size(); ++i)
        for (std::size_t j = 0; j < at.size(); ++j)
            if (part.ctrl.test(i, j) != whole.ctrl.test(at[i], at[j]) ||
                part.ctrl_until_join.test(i, j) != whole.ctrl_until_join.test(at[i], at[j]))
                return false;
    return true;
}

}  // namespace

struct Strengthening::Facts {
    EventStructure structure;
    std::vector<AxiomFacts::Values> values = {};  ///< by axiom
};

Strengthening::Strengthening(const model::MemoryModel& model)
    : model_(model), axioms_(facts_of_axioms(model.program)) {}
Strengthening::~Strengthening() = default;
Strengthening::Strengthening(Strengthening&&) noexcept = default;

const model::Evaluator& Strengthening::evaluated(const EventStructure& structure) {
    if (evaluator_)
        evaluator_->reset(structure);
    else
        evaluator_.emplace(model_, structure);
    evaluator_->evaluate(all_events(structure.size(), model_.program));
    return *evaluator_;
}

std::shared_ptr<const Strengthening::Facts> Strengthening::facts(EventStructure structure) {
    auto made = std::make_shared<Facts>(Facts{std::move(structure)});
    const model::Evaluator& evaluator = evaluated(made->structure);
    for (const AxiomFacts& axiom : axioms_) made->values.push_back(axiom.of(evaluator));
    return made;
}

bool Strengthening::is_stronger(const Facts& than, const Facts& structure) {
    const auto at = embedded(than.structure, structure.structure);
    if (!at) return false;
    const bool has_equal_control = have_equal_control(than.structure, structure.structure, *at);
    for (std::size_t i = 0; i < axioms_.size(); ++i) {
        if (!has_equal_control && axioms_[i].wants_control()) return false;
        if (!fit(axioms_[i], than.values[i], structure.values[i], *at)) return false;
    }
    return at->size() == structure.structure.size() || is_free_for_fences(structure, *at);
}

/// `others`: the events that are not new.
bool Strengthening::is_free_for_fences(const Facts& structure, const Place& others) {
    BitSet fences(structure.structure.size());
    fences.fill();
    for (const std::size_t each : others) fences.reset(each);
    const model::Evaluator& evaluator = evaluated(structure.structure);
    const Ways ways(model_.program, evaluator, fences);
    return std::ranges::all_of(axioms_, [&](const AxiomFacts& axiom) {
        return !axiom.wants_more() && std::ranges::all_of(axiom.ways(), [&](model::NodeId each) {
            return ways.avoid_fences(each);
        });
    });
}

}  // namespace clmm::skeletons

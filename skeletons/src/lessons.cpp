#include "lessons.h"

#include <algorithm>
#include <bit>

namespace clmm::skeletons {
namespace {

using litmus::EventStructure;
using litmus::TermId;

constexpr std::size_t kMostStructures = 64;
constexpr std::size_t kMostClasses = 12;   ///< of an axiom
constexpr std::size_t kMostReasons = 600;  ///< of a structure

/// All of a structure that its executions and the models' own sets and relations depend on.
class StructureKey {
public:
    explicit StructureKey(const EventStructure& structure) {
        put(std::bit_cast<std::uintptr_t>(structure.language));
        put(structure.initial_count);
        put_terms(structure.terms);
        put(structure.events.size());
        for (const litmus::Event& each : structure.events) put(each);
        put(structure.locations.size());
        for (const BitMatrix* each : {&structure.sb, &structure.data, &structure.addr,
                                      &structure.ctrl, &structure.ctrl_until_join, &structure.rmw})
            put(*each);
        put(structure.barriers.size());
        for (const litmus::BarrierPair& each : structure.barriers) {
            put(each.entry.index());
            put(each.exit.index());
            put(each.when);
        }
        put(structure.constraints.size());
        for (const TermId each : structure.constraints) put(each);
        put(structure.filter);
        put(static_cast<std::uint64_t>(structure.control_goes_on));
    }
    std::vector<std::uint64_t> words;

private:
    void put(std::uint64_t word) { words.push_back(word); }
    void put(TermId term) { put(term.valid() ? term.index() : ~std::uint64_t{0}); }
    void put(const litmus::Event& event) {
        put(static_cast<std::uint64_t>(event.kind) * 2 + static_cast<std::uint64_t>(event.initial));
        put(event.unit.valid() ? event.unit.index() : ~std::uint64_t{0});
        put(event.guard);
        put(event.value);
        put(event.targets.size());
        for (const litmus::Target& each : event.targets) {
            put(each.location.index());
            put(each.when);
        }
    }
    void put_terms(const litmus::TermPool& terms) {
        put(terms.size());
        for (std::size_t i = 0; i < terms.size(); ++i) {
            const litmus::Term& term = terms[TermId(i)];
            put(static_cast<std::uint64_t>(term.op) << 8U | term.width);
            put(term.a);
            put(term.b);
            put(term.c);
            put(term.payload);
        }
    }
    void put(const BitMatrix& matrix) {
        put(matrix.size());
        if (matrix.size() != 0)
            words.insert(words.end(), matrix.row(0),
                         matrix.row(0) + matrix.size() * matrix.stride());
    }
};

}  // namespace

Lessons::Lessons(const model::MemoryModel& model)
    : model_(model), axioms_(facts_of_axioms(model.program)) {}

std::vector<model::Reason> Lessons::begin(const EventStructure& structure,
                                          model::Evaluator& evaluator) {
    StructureKey key(structure);
    auto found = known_.find(key.words);
    if (found == known_.end()) {
        if (known_.size() >= kMostStructures) known_.clear();
        found = known_.try_emplace(std::move(key.words)).first;
        found->second.classes.resize(axioms_.size());
    }
    here_ = &found->second;
    evaluator.evaluate(all_events(structure.size(), model_.program));
    values_.clear();
    std::vector<model::Reason> reasons;
    for (std::size_t i = 0; i < axioms_.size(); ++i) {
        values_.push_back(axioms_[i].of(evaluator));
        for (const Class& each : here_->classes[i])
            if (axioms_[i].only_gains(each.values, values_[i]))
                reasons.insert(reasons.end(), each.reasons.begin(), each.reasons.end());
    }
    return reasons;
}

void Lessons::add(std::size_t check, const model::Reason& reason) {
    if (here_->reasons >= kMostReasons) return;
    const auto axiom = static_cast<std::size_t>(
        std::ranges::find(axioms_, check, &AxiomFacts::check) - axioms_.begin());
    std::vector<Class>& classes = here_->classes[axiom];
    auto found = std::ranges::find(classes, values_[axiom], &Class::values);
    if (found == classes.end()) {
        if (classes.size() >= kMostClasses) return;
        found = classes.insert(found, {values_[axiom], {}});
    }
    found->reasons.push_back(reason);
    ++here_->reasons;
}

}  // namespace clmm::skeletons

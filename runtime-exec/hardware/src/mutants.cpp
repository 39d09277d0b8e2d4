#include "clmm/hardware/mutants.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "clmm/enumerator/repair.h"
#include "clmm/litmus/spelling.h"
#include "clmm/litmus/weakenings.h"
#include "clmm/targets/weakenings.h"

namespace clmm::hardware {
namespace {

using enumerator::CheckResult;
using litmus::Change;
using litmus::Changes;
using litmus::WeakeningPlace;

/// The state of the condition is forbidden for certain.
std::string why_not(const CheckResult& original) {
    if (!original.test.quantifier) return "the test has no condition";
    if (!original.answer.undefined.empty())
        return "the test has undefined behaviour (" + original.answer.undefined.front().kind + ")";
    const auto reached = enumerator::reaches_unwanted(original);
    if (!reached) return "it is not known whether the condition's state is allowed";
    return *reached ? "the condition's state is allowed" : "";
}

/// Which places of the text are weakened together: work-items of a group execute one call of a
/// barrier, so the calls of its units, which stand apart in a test, have equal arguments.
class Barriers {
public:
    Barriers(const litmus::EventStructure& structure, const std::vector<WeakeningPlace>& places)
        : places_(places), first_(places.size()) {
        std::iota(first_.begin(), first_.end(), std::size_t{0});
        for (const litmus::BarrierPair& pair : structure.barriers)
            for (std::size_t a = 0; a < places.size(); ++a)
                for (std::size_t b = 0; b < places.size(); ++b)
                    if (is_of(a, structure.events[pair.entry.index()]) &&
                        is_of(b, structure.events[pair.exit.index()]) &&
                        places[a].kind == places[b].kind)
                        unite(a, b);
    }

    /// Whether it stands for those that are weakened with it.
    [[nodiscard]] bool leads(std::size_t place) const { return first_[place] == place; }

    /// The change with what goes along; nothing where a call cannot have the same.
    [[nodiscard]] std::optional<Changes> together(const Change& change) const {
        const litmus::Strength& wanted = places_[change.place].weaker[change.level];
        Changes out{change};
        for (std::size_t other = 0; other < places_.size(); ++other) {
            if (other == change.place || first_[other] != first_[change.place]) continue;
            const WeakeningPlace& place = places_[other];
            const auto level = std::ranges::find(place.weaker, wanted);
            if (level != place.weaker.end())
                out.push_back({other, static_cast<std::size_t>(level - place.weaker.begin())});
            else if (place.now != wanted)
                return std::nullopt;
        }
        return out;
    }

private:
    [[nodiscard]] bool is_of(std::size_t place, const litmus::Event& event) const {
        const Span span = places_[place].span;
        return span.begin >= event.span.begin && span.end <= event.span.end;
    }
    void unite(std::size_t a, std::size_t b) {
        const std::size_t low = std::min(first_[a], first_[b]);
        const std::size_t high = std::max(first_[a], first_[b]);
        std::ranges::replace(first_, high, low);
    }

    const std::vector<WeakeningPlace>& places_;
    std::vector<std::size_t> first_;  ///< by place: the first of those that are one
};

class MutantSearch {
public:
    MutantSearch(const CheckResult& original, const model::MemoryModel& model,
                 const enumerator::CheckOptions& options)
        : original_(original),
          model_(model),
          options_(options),
          space_(targets::weakening_space(original.test, original.structure)),
          barriers_(original.structure, space_.places()) {
        options_.properties.clear();
        options_.outcomes = options_.undefined_behaviour = true;
        options_.progress = {};
    }

    MutantSet operator()() {
        const auto& places = space_.places();
        for (std::size_t place = 0; place < places.size(); ++place)
            for (std::size_t level = 0;
                 barriers_.leads(place) && level < places[place].weaker.size(); ++level) {
                if (stopped()) break;
                const auto changes = barriers_.together({place, level});
                if (changes && try_changes(*changes)) break;
            }
        if (set_.mutants.empty()) try_pairs();
        if (set_.mutants.empty() && set_.stopped.empty())
            set_.none_because = "no weakening of one or two places allows the condition's state";
        return std::move(set_);
    }

private:
    void try_pairs() {
        const auto& places = space_.places();
        for (std::size_t a = 0; a < places.size(); ++a)
            for (std::size_t b = a + 1; b < places.size(); ++b) {
                if (stopped()) return;
                if (is_moot(a, b)) continue;
                if (!barriers_.leads(a) || !barriers_.leads(b)) continue;
                auto changes = barriers_.together(weakest(a));
                const auto others = barriers_.together(weakest(b));
                if (!changes || !others) continue;
                changes->insert(changes->end(), others->begin(), others->end());
                try_changes(*changes);
            }
    }

    /// Beside a fence that is left out, its arguments make no difference; nor does a word in
    /// another one that changes.
    [[nodiscard]] bool is_moot(std::size_t a, std::size_t b) const {
        const WeakeningPlace& one = space_.places()[a];
        const WeakeningPlace& other = space_.places()[b];
        if (one.site != other.site) return false;
        const bool overlap = one.span.begin < other.span.end && other.span.begin < one.span.end;
        return is_removal(a) != is_removal(b) || (overlap && !one.implied && !other.implied);
    }
    [[nodiscard]] bool is_removal(std::size_t place) const {
        return space_.places()[place].kind == litmus::PlaceKind::removed_fence;
    }
    [[nodiscard]] Change weakest(std::size_t place) const {
        return {place, space_.places()[place].weaker.size() - 1};
    }

    bool stopped() {
        if (set_.stopped.empty())
            if (const auto reason = options_.budget.exceeded()) set_.stopped = describe(*reason);
        return !set_.stopped.empty();
    }

    [[nodiscard]] Result<CheckResult> read_and_check(
        const SourcePtr& source, const enumerator::CheckOptions& options) const {
        auto test = original_.test.front_end->read(source);
        if (!test) return Result<CheckResult>::failure(test.diagnostics());
        return enumerator::check(std::move(test).value(), model_, options);
    }

    /// True where the mutant allows the state.
    bool try_changes(const Changes& changes) {
        const auto source =
            std::make_shared<const Source>(original_.test.source->name(), space_.apply(changes));
        // Most are no mutants, and the verdict says so; of the others what a run may show is
        // listed.
        enumerator::CheckOptions verdict = options_;
        verdict.verdict_only = true;
        const auto tried = read_and_check(source, verdict);
        ++set_.tried;
        const auto reached = tried ? enumerator::reaches_unwanted(*tried) : std::nullopt;
        if (!reached.value_or(false)) {
            if (!reached) ++set_.undecided;  // or rejected by the model, or the language
            return false;
        }
        auto result = read_and_check(source, options_);
        if (!result || !enumerator::reaches_unwanted(*result).value_or(false)) {
            ++set_.undecided;
            return false;
        }
        Mutant mutant{kinds(changes), told(changes), std::move(result).value()};
        mutant.result.test.name =
            original_.test.name + "+m" + std::to_string(set_.mutants.size() + 1);
        set_.mutants.push_back(std::move(mutant));
        return true;
    }

    [[nodiscard]] std::string kinds(const Changes& changes) const {
        std::string text;
        for (const Change& change : changes) {
            const std::string kind(litmus::to_string(space_.places()[change.place].kind));
            if (text != kind) text += (text.empty() ? "" : "+") + kind;
        }
        return text;
    }

    [[nodiscard]] std::string told(const Changes& changes) const {
        std::string text;
        for (const Change& change : changes) {
            const WeakeningPlace& place = space_.places()[change.place];
            const auto line = original_.test.source->position(place.span.begin).line;
            text += (text.empty() ? "line " : "; line ") + std::to_string(line) + ": " + place.text;
            text += place.kind == litmus::PlaceKind::removed_fence
                        ? " left out"
                        : " -> " + place.texts[change.level];
        }
        return text;
    }

    const CheckResult& original_;
    const model::MemoryModel& model_;
    enumerator::CheckOptions options_;
    litmus::WeakeningSpace space_;
    Barriers barriers_;
    MutantSet set_;
};

}  // namespace

MutantSet mutants_of(const CheckResult& original, const model::MemoryModel& model,
                     const enumerator::CheckOptions& options) {
    if (std::string reason = why_not(original); !reason.empty())
        return {.mutants = {}, .none_because = std::move(reason), .stopped = {}};
    return MutantSearch(original, model, options)();
}

}  // namespace clmm::hardware

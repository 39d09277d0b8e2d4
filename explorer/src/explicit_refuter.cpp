#include "clmm/explorer/explicit_refuter.h"

#include <algorithm>

#include "clmm/model/candidates.h"
#include "clmm/model/possible_sources.h"
#include "clmm/model/thin_air.h"
#include "encoding.h"
#include "proposals.h"

namespace clmm::explorer {
namespace {

using model::Execution;
using model::Reason;
using model::RefutationLimits;
using model::Refuted;

/// What the clauses of a test allow, without the model as a theory.
class ExplicitCandidates final : public model::Candidates, private Judge {
public:
    ExplicitCandidates(const EventStructure& structure, const model::MemoryModel& model,
                       const RefutationLimits& limits, const Sources& sources,
                       const ValueDomains& domains)
        : budget_(limits.budget),
          evaluator_(model, structure),
          encoding_(sat_, structure, sources, domains, evaluator_, model.program, std::nullopt,
                    limits.budget) {
        // Whatever the model says of a literal by itself.
        encoding_.assert_orders([](Lit) { return false; });
        if (const auto reason = encoding_.cut()) stopped_ = describe(*reason);
        if (stopped_) return;
        if (limits.forbid_thin_air != model::ThinAir::none)
            forbidden_.emplace(structure, limits.forbid_thin_air);
        for (const litmus::UnrollBound& bound : structure.bounds)
            sat_.add({~encoding_.term(bound.reached)});
        sat_.add({encoding_.term(structure.filter)});
    }

    [[nodiscard]] Choice fresh() override { return Proposals::choice(sat_.fresh()); }
    [[nodiscard]] Choice holds(TermId term) override {
        return Proposals::choice(encoding_.term(term));
    }
    [[nodiscard]] Choice literal(const model::Literal& literal) override {
        return Proposals::choice(encoding_.literal(literal));
    }
    void require(const Choices& some) override { sat_.add(Proposals::literals(some)); }
    void require(const Choices& some, const Reason& refuted) override {
        Clause clause = encoding_.clause(refuted);
        for (const Lit each : Proposals::literals(some)) clause.push_back(each);
        sat_.add(clause);
    }

    [[nodiscard]] std::optional<Execution> find(const Choices& all) override {
        found_.reset();
        if (!stop()) (void)sat_.solve(Proposals::literals(all), *this);
        return std::move(found_);
    }
    [[nodiscard]] std::vector<std::size_t> core(const Choices& all) override;

    [[nodiscard]] Reason forbidden_cycle(const Execution& execution) const override {
        return forbidden_ ? forbidden_->find(execution) : Reason{};
    }
    [[nodiscard]] model::Evaluator& evaluator() override { return evaluator_; }
    [[nodiscard]] const std::optional<std::string>& stopped() const override { return stopped_; }

private:
    [[nodiscard]] bool accept() override {
        Execution execution = encoding_.relations();
        encoding_.complete(execution);
        found_ = std::move(execution);
        return true;
    }
    [[nodiscard]] bool stop() override {
        if (const auto reason = budget_.exceeded()) stopped_ = describe(*reason);
        return stopped_.has_value();
    }

    Budget budget_;
    std::optional<std::string> stopped_;
    Sat sat_;
    model::Evaluator evaluator_;
    Encoding encoding_;
    std::optional<model::ThinAirCycles> forbidden_;
    std::optional<Execution> found_;
};

/// Leaves out what is not needed: long stretches first, then shorter ones.
std::vector<std::size_t> ExplicitCandidates::core(const Choices& all) {
    std::vector<std::size_t> places(all.size());
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
    for (std::size_t length = places.size() / 2; length > 0 && !stopped_; length /= 2)
        for (std::size_t end = places.size(); end > 0;) {
            const std::size_t begin = end > length ? end - length : 0;
            std::vector<std::size_t> rest;
            for (std::size_t i = 0; i < places.size(); ++i)
                if (i < begin || i >= end) rest.push_back(places[i]);
            Choices some;
            for (const std::size_t place : rest) some.push_back(all[place]);
            if (!find(some) && !stopped_) places = std::move(rest);
            end = begin;
        }
    return places;
}

Refuted unknown(const std::string& why) {
    Refuted result;
    result.incomplete = "the explicit engine gives no reasons for this test: " + why;
    return result;
}

}  // namespace

Refuted ExplicitRefuter::refute(const EventStructure& structure, const model::MemoryModel& model,
                                const std::vector<TermId>& wanted, const RefutationLimits& limits) {
    const Sources sources = model::possible_sources(structure);
    const ValueDomains domains(structure, sources, limits.budget);
    if (domains.refusal()) return unknown(*domains.refusal());
    if (domains.has_cycles() || domains.choices().has_definitions() || domains.has_open_values())
        return unknown("without the model, its values may depend on themselves");
    ExplicitCandidates candidates(structure, model, limits, sources, domains);
    return model::refute(candidates, wanted, limits.arguments);
}

}  // namespace clmm::explorer

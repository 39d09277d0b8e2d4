#pragma once

#include <map>
#include <string>
#include <vector>

#include "clmm/report/explanation.h"
#include "explanation/phrases.h"

namespace clmm::report {

inline constexpr const char* kNothingElse = "the test allows nothing else";

/// Inferences told as a chain of steps: one for each fact that the model has a name for, and one
/// for each that the execution decides.
///
/// Idea     operators without a name are passed over to what they are made of. A fact that rests on
///          one other about the same pair, under another name, is told once: by the name that the
///          model shows, with the paragraph of the innermost rule. What the test fixes (program
///          order, sets, scopes) stands beside a step and is none itself.
class StepTeller {
public:
    StepTeller(const NodeNames& names, const Phrases& phrases, const model::Program& program,
               const std::vector<model::Inference>& inferences)
        : names_(names), phrases_(phrases), program_(program), inferences_(inferences) {}

    /// A step for what the execution decides, before any of `tell`. All else that it decides is
    /// taken to follow from these.
    void given(const model::Literal& literal, ToldStep step);

    /// Tells a fact and all that it rests on; returns the steps that say so.
    std::vector<std::size_t> tell(std::size_t inference);

    /// The pairs that a fact is about, those of a path in place of its closure; of what is absent
    /// the pairs that keep it out.
    [[nodiscard]] std::vector<Highlight> pairs(std::size_t inference) const;
    /// The same for what an axiom is about, of which also what the test rules out by itself counts.
    [[nodiscard]] std::vector<Highlight> outer_pairs(std::size_t inference) const;

    [[nodiscard]] std::vector<ToldStep>& steps() { return steps_; }

private:
    /// What a fact comes to: steps, and phrases beside them.
    struct Parts {
        std::vector<std::size_t> steps;
        std::vector<std::string> phrases;
        void add(const Parts& other);
    };

    /// Of what an axiom or race is about, also what the test rules out by itself.
    Parts outer_parts(std::size_t inference);
    Parts parts_of(std::size_t inference);
    Parts premises_of(std::size_t inference);
    Parts literal_parts(const model::Inference& inference);
    Parts named_step(std::size_t inference);
    std::size_t literal_step(const model::Literal& literal);
    std::size_t add(const model::Literal& literal, ToldStep step);

    /// The named facts and facts of base relations that a fact rests on, through operators that
    /// have no name.
    [[nodiscard]] std::vector<std::size_t> named_premises(std::size_t inference) const;
    /// The fact at the end of a chain of names for one pair, and what the chain is called.
    struct Chain {
        std::size_t end = 0;
        std::string name, citation;
    };
    [[nodiscard]] Chain chain_of(std::size_t inference) const;
    [[nodiscard]] bool is_named(std::size_t inference) const;
    [[nodiscard]] bool is_silent(std::size_t inference) const;

    const NodeNames& names_;
    const Phrases& phrases_;
    const model::Program& program_;
    const std::vector<model::Inference>& inferences_;
    std::vector<ToldStep> steps_;
    std::map<model::Literal, std::size_t> literals_;
    std::vector<std::size_t> given_;
    std::map<std::size_t, Parts> known_;
};

}  // namespace clmm::report

#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "clmm/model/flags.h"
#include "clmm/model/proposals.h"

namespace clmm::model {

/// Searches executions that raise the model's flags (races) or the test's own undefined
/// behaviour, one witness for each offending pair up to a limit. Executions need not end: a unit
/// that waits for ever undoes nothing of what has happened.
///
/// Idea     a pair that may be flagged gets a choice "this is the pair". A consistent
///          execution in which the chosen pair is not flagged says why not; that reason,
///          negated, is what the pair needs. Races are so found or excluded without
///          enumerating executions.
///          Where that takes long, executions are looked at in parts, beside one another.
/// Shape    of pairs that are flagged, the first in the order of events: which those are does not
///          depend on which executions a solver happens to propose.
class UndefinedSearch {
public:
    UndefinedSearch(Proposals& proposals, EngineAnswer& answer)
        : proposals_(proposals), answer_(answer) {}

    /// `wanted`: kinds to search; empty: all.
    void run(const std::function<bool(std::string_view kind)>& wanted);

private:
    using Choice = Proposals::Choice;
    using Choices = Proposals::Choices;
    struct Chosen {
        SuspectClass suspects;
        Choice choice;
        bool open = true;
    };

    void search_flags(const std::function<bool(std::string_view kind)>& wanted);
    void search_terms(const std::function<bool(std::string_view kind)>& wanted);
    void search_flag(std::size_t check);
    void search_by_enumeration(std::size_t check);
    void search_term(const litmus::UndefinedBehaviour& behaviour);
    /// Whether some execution has any of them; true where that is not known.
    bool some_holds(const std::vector<const litmus::UndefinedBehaviour*>& behaviours);
    [[nodiscard]] FlagWitnesses witnesses_of(const Check& check);
    [[nodiscard]] std::vector<Chosen> choices_of(const Check& check);
    /// Under this choice some suspect is chosen.
    [[nodiscard]] Choice choose_among(const std::vector<Chosen>& suspects);
    /// Looks at all suspects in an execution.
    void look_at(const Check& check, std::vector<Chosen>& suspects, const Execution& execution,
                 FlagWitnesses& witnesses);
    void close(Chosen& suspect);
    /// Closes those that no execution flags, found out in parts; whether it was.
    [[nodiscard]] bool close_refuted(const Check& check, std::vector<Chosen>& suspects,
                                     Choice active);
    [[nodiscard]] std::optional<Execution> next(Choice active);

    Proposals& proposals_;
    EngineAnswer& answer_;
};

/// Whether something is left open that more time may settle.
[[nodiscard]] bool has_open_undefined(const EngineAnswer& answer);
/// Takes over what a search with more time says of undefined behaviour and of loops' bounds; what
/// was found before stays found.
void take_over_undefined(EngineAnswer& answer, EngineAnswer later);

}  // namespace clmm::model

#pragma once

#include <functional>
#include <string_view>

#include "clmm/model/flags.h"
#include "search.h"

namespace clmm::explorer {

/// Searches executions that raise the model's flags (races) or the test's own undefined
/// behaviour, one witness for each offending pair up to a limit. Executions need not end: a unit
/// that waits for ever undoes nothing of what has happened.
///
/// Idea     a pair that may be flagged gets a literal "this is the pair". A consistent
///          execution in which the chosen pair is not flagged says why not; that reason,
///          negated, is what the pair needs. Races are so found or excluded without
///          enumerating executions.
class UndefinedSearch {
public:
    UndefinedSearch(Search& search, model::EngineAnswer& answer);

    /// `wanted`: kinds to search; empty: all.
    void run(const std::function<bool(std::string_view kind)>& wanted);

private:
    struct Suspect : model::Suspect {
        Lit chosen;
        bool open = true;
    };

    void search_flags(const std::function<bool(std::string_view kind)>& wanted);
    void search_terms(const std::function<bool(std::string_view kind)>& wanted);
    void search_flag(std::size_t check);
    void search_by_enumeration(std::size_t check);
    void search_term(const litmus::UndefinedBehaviour& behaviour);
    /// Whether some execution has any of them; true where that is not known.
    bool some_holds(const std::vector<const litmus::UndefinedBehaviour*>& behaviours);
    [[nodiscard]] std::vector<Suspect> suspects_of(const model::Check& check);
    [[nodiscard]] model::FlagWitnesses witnesses_of(const model::Check& check);
    /// Assumptions under which some suspect is chosen.
    [[nodiscard]] Clause choose_among(const std::vector<Suspect>& suspects);
    /// Looks at all suspects in an execution.
    void look_at(const model::Check& check, std::vector<Suspect>& suspects,
                 const model::Execution& execution, model::FlagWitnesses& witnesses);
    void close(Suspect& suspect);

    Search& search_;
    model::EngineAnswer& answer_;
};

}  // namespace clmm::explorer

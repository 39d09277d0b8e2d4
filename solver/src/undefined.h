#pragma once

#include <functional>
#include <string_view>

#include "clmm/model/flags.h"
#include "search.h"

namespace clmm::solver {

/// Searches executions that raise the model's flags (races) or the test's own undefined
/// behaviour, one witness for each offending pair up to a limit. Executions need not end: a unit
/// that waits for ever undoes nothing of what has happened.
///
/// Idea     a pair that may be flagged gets a Boolean "this is the pair". A consistent
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
        z3::expr chosen;
        bool open = true;
    };

    void search_flag(std::size_t check);
    void search_by_enumeration(std::size_t check);
    void search_term(const litmus::UndefinedBehaviour& behaviour);
    /// Whether some execution has any of them; true where that is not known.
    bool some_holds(const std::vector<const litmus::UndefinedBehaviour*>& behaviours);
    [[nodiscard]] std::vector<Suspect> suspects_of(const model::Check& check);
    [[nodiscard]] model::FlagWitnesses witnesses_of(const model::Check& check);

    Search& search_;
    model::EngineAnswer& answer_;
};

}  // namespace clmm::solver

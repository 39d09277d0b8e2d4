#pragma once

#include <string>
#include <vector>

#include "clmm/base/diagnostic.h"
#include "clmm/enumerator/verdict.h"
#include "clmm/model/memory_model.h"

namespace clmm::enumerator {

struct CheckResult;

/// One switch of a model set to another value, the rest as it was, and what that changes.
///
/// Units    outcomes are counted, a thin-air family as one.
/// Source   `question` and `citation` are the comment above the switch's first `variant` statement
///          in the model, without and within its last brackets; `note` is the value's own comment.
struct Ambiguity {
    std::string name;
    std::string value;
    std::string question, citation, note;

    std::string rejected;  ///< code of the error under this value; then there is nothing below
    Verdict verdict = Verdict::unknown;
    std::size_t outcomes = 0, added = 0, removed = 0;
    std::vector<std::string> undefined;  ///< kinds, sorted
    bool incomplete = false;             ///< under either value

    bool changes_verdict = false, changes_undefined = false;
    [[nodiscard]] bool changes() const {
        return !rejected.empty() || changes_verdict || changes_undefined || added + removed != 0;
    }
};

/// The kinds of undefined behaviour found, sorted, each once.
[[nodiscard]] std::vector<std::string> undefined_kinds(const model::EngineAnswer& answer);

/// What the other reading of a switch changes. Outcomes are compared by their values: both
/// results are about one test.
[[nodiscard]] Ambiguity compare(const model::Switch& of, const model::Switch::Value& value,
                                const CheckResult& as_chosen, const CheckResult& otherwise);
/// … where the test or the model is not accepted under it.
[[nodiscard]] Ambiguity rejected(const model::Switch& of, const model::Switch::Value& value,
                                 const Diagnostics& problems);

}  // namespace clmm::enumerator

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clmm/base/source.h"
#include "clmm/enumerator/check.h"

/// The smallest tests that tell two models apart among those that a written test contains.
namespace clmm::separation {

/// In which way a text separates; the weaker model is the one that allows more.
enum class Manner : std::uint8_t {
    condition,  ///< the weaker one allows the condition; both are free of undefined behaviour
    undefined,  ///< undefined behaviour under the weaker one alone
    rejected    ///< the stronger one says that the text is no test
};

/// A text that separates, and of which no text that is one step smaller does so in the same way.
struct ContainedSeparation {
    std::size_t weaker = 0;  ///< 0: the first model; 1: the second
    Manner manner = Manner::condition;
    std::string text;
};

struct ContainedOptions {
    bool both = false;   ///< also what the second model allows and the first does not
    bool states = true;  ///< separations by conditions, and by what is no test
    bool races = true;   ///< those by undefined behaviour
    enumerator::CheckOptions check;
};

/// What has been shown.
///
/// Shape    `texts` = decided + unknown. Where it is complete, `found` has one for each way in
/// which
///          the test separates: what is left after steps, the first that goes each time.
struct ContainedResult {
    std::string whole;  ///< the test's text, without what it expects of models
    std::uint64_t texts = 0, decided = 0, unknown = 0;
    std::vector<ContainedSeparation> found;
    std::map<std::string, std::uint64_t> open;  ///< why texts are unknown
    std::string ended;                          ///< why not all were looked at; else empty

    [[nodiscard]] bool is_complete() const { return ended.empty() && unknown == 0; }
};

/// The texts that are one step smaller than a test's.
///
/// Steps    a statement, a unit, a function, an entry of the initial state or a part of the
///          condition is left out (what the condition says of registers that are gone goes with
///          them); a branch is always taken; an order, scope or flag is weakened, a fence left out
///          (clmm/litmus/weakenings.h).
/// Shape    each once; not all of them are tests.
/// Errors   none: of what is no test there are no steps.
[[nodiscard]] std::vector<std::string> smaller_texts(const SourcePtr& test,
                                                     const model::MemoryModel& model,
                                                     const enumerator::CheckOptions& check);

/// Errors   the test cannot be read, is under neither model a test, or is about another language.
/// Tests    tests/unit/separation/contained_test.cpp, tests/golden/separation
[[nodiscard]] Result<ContainedResult> separate_contained(const SourcePtr& test,
                                                         const model::MemoryModel& first,
                                                         const model::MemoryModel& second,
                                                         const ContainedOptions& options);

}  // namespace clmm::separation

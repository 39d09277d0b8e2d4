#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "clmm/enumerator/check.h"
#include "clmm/enumerator/explanation.h"
#include "clmm/report/html.h"

/// What a page has of a test besides the answer under its model: what other models say, what each
/// axiom forbids, and why.
namespace clmm::report {

/// A study on its way, and what its explanations point into.
struct StudiedTest {
    HtmlStudy study;
    std::list<enumerator::StateExplanation> states;
    std::list<enumerator::RaceExplanation> races;
};

/// How the next check is made: what is left of the time may become less from one to the next.
using NextCheck = std::function<enumerator::CheckOptions()>;
/// A model by its word. What it yields must live as long as the study.
using FindModel =
    std::function<std::shared_ptr<const Result<model::MemoryModel>>(const std::string& word)>;

/// The models of a page, its own first. Of several that are asked for, the others stand beside it;
/// where one or none is, those of the test's language do.
[[nodiscard]] std::vector<std::string> models_of_page(const litmus::LitmusTest& test,
                                                      const std::vector<std::string>& asked);

/// Fills in `models` and `chosen`. `words` are those of models_of_page(); where nobody asked for
/// several, they stand in the language's own order.
/// Errors   in the study, where they occur.
void look_aside(const litmus::LitmusTest& test, const std::vector<std::string>& words,
                bool are_asked_for, const FindModel& find, const NextCheck& next, HtmlStudy& study);

/// Fills in `axioms`: the test without each of them.
void leave_out_axioms(const litmus::LitmusTest& test, const NextCheck& next, HtmlStudy& study);

/// Fills in `explanations`: of the condition, and of the first few places of undefined behaviour.
/// What would exclude them is looked for in small tests only; `clmm explain` looks in any.
void explain(const NextCheck& next, StudiedTest& studied);

}  // namespace clmm::report

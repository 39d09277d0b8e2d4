// assert(c), whose failure is reported like undefined behaviour, and clmm_assume(c), which leaves
// out the executions in which c does not hold there.
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

/// As written, whatever a preprocessor has made of it.
std::string text_of(const Source& source, Span span) {
    const Source::Written place = source.written(span);
    return std::string(
        place.source.text().substr(place.span.begin, place.span.end - place.span.begin));
}

}  // namespace

std::optional<Value> Interpreter::call_assertion(const syntax::Call& call, Span span) {
    const bool is_assertion = call.function == "assert";
    if (!is_assertion && call.function != "clmm_assume") return std::nullopt;
    require_arguments(call, 1, 1);
    const Value condition = evaluate_arguments(call).front();
    const TermId holds = truth(condition, call.arguments.front()->span);
    if (!is_assertion) unfolding_.assumes = true;
    if (is_assertion)
        undefined("assertion-failure",
                  "assert(" + text_of(*unfolding_.test.source, call.arguments.front()->span) +
                      ") fails in " + unfolding_.structure.units[unit_.index()].name,
                  terms().lnot(holds), span);
    else
        constrain(holds);
    return number(0, void_type());
}

}  // namespace clmm::litmus

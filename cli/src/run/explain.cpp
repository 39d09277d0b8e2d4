#include "run/explain.h"

#include <filesystem>
#include <ostream>

#include "clmm/report/explanation.h"
#include "explain/single_test.h"
#include "output/files.h"
#include "output/problems.h"

namespace clmm::cli {
namespace {

using hardware::RunRecord;
using hardware::StateVerdict;

constexpr std::size_t kMostExplained = 3;

class ForbiddenStates {
public:
    ForbiddenStates(enumerator::CheckResult& result, const ExplainForbidden& how, RunRecord& record,
                    std::ostream& err)
        : result_(result), how_(how), record_(record), err_(err) {}

    void operator()() {
        std::size_t number = 0;
        for (const RunRecord::State& state : record_.states) {
            if (state.verdict != StateVerdict::forbidden) continue;
            if (++number <= kMostExplained) explain(state.text, number);
        }
        if (number > kMostExplained)
            record_.explanation +=
                "\n… and " + std::to_string(number - kMostExplained) + " more forbidden states\n";
    }

private:
    void explain(const std::string& state, std::size_t number) {
        auto question = enumerator::question_of_state(result_.structure, state);
        if (!question) {
            show_problems(question.diagnostics(), err_);
            return;
        }
        enumerator::ExplainOptions options{.check = how_.check, .expected = false};
        options.check.outcomes = false;
        const auto why = enumerator::explain_state(result_.structure, how_.model,
                                                   std::move(question).value(), options);
        const auto told = report::tell(result_, how_.model, why);
        record_.explanation +=
            (record_.explanation.empty() ? "" : "\n") + report::to_text(told, result_);
        const auto graphs = report::draw(told, result_, how_.model);
        for (std::size_t i = 0; i < graphs.size(); ++i) draw(graphs[i], number, i);
    }

    void draw(const report::Graph& graph, std::size_t state, std::size_t index) {
        if (record_.picture.empty())
            if (auto svg = report::render(graph, report::GraphFormat::svg, how_.style))
                record_.picture = std::move(svg).value();
        if (how_.folder.empty()) return;
        const std::string name = file_name_of(record_.test.name) + "-" + std::to_string(state) +
                                 "-" + std::to_string(index + 1) + ".dot";
        const auto dot = report::render(graph, report::GraphFormat::dot, how_.style);
        if (dot)
            (void)write_file(*dot, (std::filesystem::path(how_.folder) / name).string(), err_);
        else
            show_problems(dot.diagnostics(), err_);
    }

    enumerator::CheckResult& result_;
    const ExplainForbidden& how_;
    RunRecord& record_;
    std::ostream& err_;
};

}  // namespace

void explain_forbidden(enumerator::CheckResult& result, const ExplainForbidden& how,
                       RunRecord& record, std::ostream& err) {
    ForbiddenStates(result, how, record, err)();
}

}  // namespace clmm::cli

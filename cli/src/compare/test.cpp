#include "compare/test.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <limits>
#include <list>
#include <new>

#include "clmm/base/printable.h"
#include "clmm/report/comparison.h"
#include "clmm/report/explanation.h"
#include "clmm/report/value.h"
#include "clmm/targets/languages.h"
#include "explain/indented.h"
#include "process/many_tests.h"
#include "process/parcel.h"

namespace clmm::cli {
namespace {

using comparison::Answer;
using comparison::Membership;
using enumerator::CheckResult;

std::string first_message(const Diagnostics& problems) {
    for (const Diagnostic& each : problems)
        if (each.severity == Severity::error) return each.message;
    return "not decided";
}

/// A test under several models.
class Comparer {
public:
    Comparer(const Session& session, const CompareArguments& arguments, const Input& input,
             CompareRun& run)
        : session_(session),
          arguments_(arguments),
          input_(input),
          run_(run),
          limit_(session.apart ? hard_limits(arguments.check, true) : HardLimit::Limits()) {
        // What is told is there twice in the process that reads it, beside the one that decides.
        constexpr std::size_t kPart = 8;
        if (arguments.check.memory_limit_mib != 0)
            room_ = (arguments.check.memory_limit_mib << 20U) / kPart;
    }

    void operator()() {
        if (is_kernel_file(arguments_.check, input_.path))
            return reject(
                {{Severity::error, "E-USAGE",
                  "'" + input_.path + "' is a plain kernel, and litmus tests are compared",
                  "clmm check takes it under several models", nullptr, Span{}}});
        const Result<SourcePtr> source = read_source(input_.path);
        if (!source) return reject(source.diagnostics());
        const auto test = targets::read_test(*source);
        if (!test) return reject(test.diagnostics());
        say(test.diagnostics());
        run_.path = input_.path;
        run_.name = test->name;
        run_.condition = test->quantifier ? test->condition_text : "";
        for (const std::string& word : words(*test)) decide(*test, word);
        if (arguments_.explain) explain();
    }

private:
    /// A model that has decided the test.
    struct Decided {
        std::string word;
        const model::MemoryModel* model;
        CheckResult result;
    };

    void say(const Diagnostics& diagnostics) { run_.err += render(diagnostics, session_.colour); }

    void reject(const Diagnostics& problems) {
        say(problems);
        run_.code = worst(run_.code, ExitCode::bad_input);
    }

    [[nodiscard]] std::vector<std::string> words(const litmus::LitmusTest& test) const {
        if (!arguments_.check.models.empty()) return arguments_.check.models;
        const std::vector<std::string_view> names = test.front_end->models(test);
        return {names.begin(), names.end()};
    }

    void decide(const litmus::LitmusTest& test, const std::string& word) {
        const ModelWord parsed = parse_model_word(word);
        const ModelStore::Loaded model = session_.models.get(parsed.model, parsed.switches);
        Answer& answer = run_.answers.emplace_back(word, Answer{}).second;
        if (!*model) return fail(answer, model->diagnostics());
        enumerator::CheckOptions options = arguments_.check.check;
        options.budget = session_.budget;
        limit_.restart();
        auto result = enumerator::check(test, **model, options);
        limit_.pause();
        if (!result) return fail(answer, result.diagnostics());
        answer = report::answer_of(*result, room_);
        for (const std::string& state : answer.states) room_ -= state.size();
        if (!answer.complete) run_.code = worst(run_.code, ExitCode::unknown);
        decided_.push_back({word, &**model, std::move(result).value()});
    }

    void fail(Answer& answer, const Diagnostics& problems) {
        answer.problem = first_message(problems);
        reject(problems);
    }

    // ---- why they differ ----

    void explain() {
        comparison::Row row{run_.name, run_.condition, {}};
        for (const auto& [word, answer] : run_.answers) row.cells.emplace_back(answer);
        const comparison::Differences found = comparison::differences(row);
        if (found.states.empty()) return;
        const comparison::StateDifference& wanted = shown(found);
        for (std::size_t i = 0; i < run_.answers.size(); ++i)
            if (wanted.in[i] == Membership::absent)
                for (Decided& each : decided_)
                    if (each.word == run_.answers[i].first) explain(each, wanted.state);
    }

    /// A state that satisfies the condition, if there is one on which they differ.
    [[nodiscard]] const comparison::StateDifference& shown(
        const comparison::Differences& found) const {
        for (const comparison::StateDifference& each : found.states)
            if (satisfying(each.state)) return each;
        return found.states.front();
    }

    [[nodiscard]] bool satisfying(const std::string& state) const {
        const auto outcome = find(state);
        return outcome && outcome->second.satisfies_condition;
    }

    /// Who has the state, and as what.
    [[nodiscard]] std::optional<std::pair<const Decided*, model::OutcomeEntry>> find(
        const std::string& state) const {
        for (const Decided& each : decided_)
            for (const model::OutcomeEntry& outcome : each.result.answer.outcomes)
                if (comparison::normal_state(
                        report::format_state(each.result.structure, outcome)) == state)
                    return std::pair(&each, outcome);
        return std::nullopt;
    }

    void explain(Decided& by, const std::string& state) {
        const auto outcome = find(state);
        if (!outcome || outcome->second.family) return;
        const std::string text =
            report::format_state(outcome->first->result.structure, outcome->second);
        auto question = enumerator::question_of_state(by.result.structure, text);
        if (!question) return;
        enumerator::ExplainOptions options{.check = arguments_.check.check, .expected = false};
        options.check.budget = session_.budget;
        options.check.outcomes = false;
        if (options.check.timeout) options.check.budget.set_timeout(*options.check.timeout);
        limit_.restart();
        explanations_.push_back(enumerator::explain_state(by.result.structure, *by.model,
                                                          std::move(question).value(), options));
        const auto told = report::tell(by.result, *by.model, explanations_.back());
        run_.explanation += "\n  under " + by.word + ":\n" + indented(to_text(told, by.result));
    }

    const Session& session_;
    const CompareArguments& arguments_;
    const Input& input_;
    CompareRun& run_;
    HardLimit limit_;
    std::size_t room_ = std::numeric_limits<std::size_t>::max();  ///< bytes, for states
    std::list<Decided> decided_;
    std::list<enumerator::StateExplanation> explanations_;  ///< what is told points into these
};

void put_answer(Packer& packer, const Answer& answer) {
    packer.put(answer.observation);
    packer.put(answer.states.size());
    for (const std::string& state : answer.states) packer.put_text(state);
    packer.put(answer.count.small().value_or(0));
    packer.put(answer.complete);
    packer.put(answer.racy ? (*answer.racy ? 1 : 0) : 2);
    packer.put_text(answer.problem);
    packer.put_text(answer.open);
}

Answer get_answer(Unpacker& unpacker) {
    Answer answer;
    answer.observation = unpacker.get<enumerator::Observation>();
    const auto states = unpacker.get<std::size_t>();
    for (std::size_t i = 0; i < states; ++i) answer.states.push_back(unpacker.get_text());
    answer.count = unpacker.get<std::uint64_t>();
    answer.complete = unpacker.get<bool>();
    if (const int racy = unpacker.get<int>(); racy != 2) answer.racy = racy == 1;
    answer.problem = unpacker.get_text();
    answer.open = unpacker.get_text();
    return answer;
}

}  // namespace

std::string pack(const CompareRun& run) {
    Packer packer;
    packer.put_text(run.path);
    packer.put_text(run.name);
    packer.put_text(run.condition);
    packer.put(run.answers.size());
    for (const auto& [word, answer] : run.answers) {
        packer.put_text(word);
        put_answer(packer, answer);
    }
    packer.put_text(run.explanation);
    packer.put_text(run.err);
    packer.put(run.code);
    return packer.take();
}

void unpack(std::string_view bytes, CompareRun& run) {
    Unpacker unpacker(bytes);
    run.path = unpacker.get_text();
    run.name = unpacker.get_text();
    run.condition = unpacker.get_text();
    const auto answers = unpacker.get<std::size_t>();
    for (std::size_t i = 0; i < answers; ++i) {
        std::string word = unpacker.get_text();
        run.answers.emplace_back(std::move(word), get_answer(unpacker));
    }
    run.explanation = unpacker.get_text();
    run.err = unpacker.get_text();
    run.code = unpacker.get<ExitCode>();
}

CompareRun crashed(const Input& input, const std::string& how) {
    CompareRun run;
    run.err = "clmm: internal error: " + printable(input.path + ": " + how) + "\n";
    run.code = ExitCode::internal_error;
    return run;
}

CompareRun left_unknown(const CompareArguments& arguments, const Input& input, StopReason reason) {
    CompareRun run;
    run.path = input.path;
    run.name = std::filesystem::path(input.path).stem().string();
    for (const std::string& word : arguments.check.models) {
        Answer& answer = run.answers.emplace_back(word, Answer{}).second;
        answer.complete = false;
        answer.problem = describe(reason);
    }
    run.err = "clmm: " + printable(input.path) + ": unknown: " + describe(reason) + "\n";
    run.code = ExitCode::unknown;
    return run;
}

CompareRun run_compare_test(const Session& session, const CompareArguments& arguments,
                            const Input& input) noexcept {
    CompareRun run;
    try {
        Comparer(session, arguments, input, run)();
        return run;
    } catch (const std::bad_alloc&) {
        return crashed(input, "out of memory");
    } catch (const std::exception& error) {
        return crashed(input, error.what());
    }
}

}  // namespace clmm::cli

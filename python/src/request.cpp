#include "request.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "clmm/inputs/model_store.h"
#include "clmm/inputs/model_word.h"
#include "clmm/inputs/read_source.h"
#include "clmm/inputs/shown_relations.h"
#include "clmm/report/comparison.h"
#include "clmm/report/json.h"
#include "clmm/report/selection.h"
#include "clmm/report/told_test.h"
#include "clmm/targets/languages.h"

namespace clmm::python {
namespace {

using inputs::ModelStore;

Diagnostic mistake(std::string message, std::string hint) {
    return {Severity::error, "E-USAGE", std::move(message), std::move(hint), nullptr, Span{}};
}

/// One request on its way: the reply grows with each step that succeeds.
class Asked {
public:
    Asked(const Request& request, const Budget& budget)
        : request_(request), models_(request.switches) {
        options_.engines = engines::built_in();
        options_.budget = budget;
        options_.unroll = request.unroll;
        options_.all_executions = request.executions;
        if (request.timeout)
            options_.timeout =
                std::chrono::milliseconds(static_cast<std::int64_t>(*request.timeout * 1000));
    }

    [[nodiscard]] Reply check() {
        if (!read() || !load() || !decide(kernel_options())) return take();
        reply_.json = report::to_json(*result_, {.witness = true});
        return take();
    }

    [[nodiscard]] Reply explain(const std::string& state, std::size_t reasons) {
        if (!read() || !load()) return take();
        enumerator::ExplainOptions options{options_, reasons};
        options.check.outcomes = false;
        set_time(options.check);
        if (!decide(options.check)) return take();
        const auto told = report::tell_test(*result_, *model_, state, options);
        if (!accept(told)) return take();
        reply_.json = report::explanations_to_json(told->told, *result_, CLMM_VERSION);
        if (state.empty()) reply_.unknown = report::why_undefined_incomplete(*result_);
        return take();
    }

    [[nodiscard]] Reply draw(const DrawRequest& how) {
        if (how.format != "svg" && how.format != "dot")
            return refuse({mistake("format: '" + how.format + "' is no text of a picture",
                                   "there are svg and dot")});
        if (how.theme != "light" && how.theme != "dark")
            return refuse(
                {mistake("theme: '" + how.theme + "' is none", "there are light and dark")});
        if (!read() || !load(how.show)) return take();
        const report::GraphOptions shown{
            {how.show.begin(), how.show.end()}, {how.hide.begin(), how.hide.end()}, how.initial};
        if (Diagnostics wrong = report::unknown_relations(*model_, shown); !wrong.empty())
            return refuse(wrong);
        enumerator::CheckOptions limits = options_;
        set_time(limits);
        enumerator::CheckOptions options = limits;
        options.witnesses = model::Witnesses::all;
        if (!decide(options)) return take();
        const auto drawn = report::draw_selected(*result_, *model_, how.select, shown, limits);
        if (!accept(drawn)) return take();
        reply_.unknown = drawn->unknown;
        render(drawn->graphs, how);
        return take();
    }

    [[nodiscard]] Reply compare() {
        if (!read()) return take();
        std::vector<std::string> words = request_.models;
        if (words.empty()) {
            const auto names = test_->front_end->models(*test_);
            words.assign(names.begin(), names.end());
        }
        comparison::Table table{words, {{test_->name, "", {}}}};
        comparison::Row& row = table.rows.front();
        if (test_->quantifier) row.condition = test_->condition_text;
        for (const std::string& word : words) {
            const auto parsed = inputs::parse_model_word(word);
            const ModelStore::Loaded model = models_.get(parsed.model, parsed.switches);
            if (!accept(*model)) return take();
            auto result = enumerator::check(*test_, **model, options_);
            if (!accept(result)) return take();
            row.cells.emplace_back(report::answer_of(*result));
        }
        reply_.json = report::to_json(table, CLMM_VERSION);
        return take();
    }

private:
    // ---- steps; false where the reply says what is wrong ----

    bool read() {
        const auto engine = enumerator::parse_engine(request_.engine);
        if (!engine)
            return refused({mistake("engine: '" + request_.engine + "' is no engine",
                                    "there are auto, smt and explicit")});
        options_.engine = *engine;
        const Result<SourcePtr> source =
            request_.text ? std::make_shared<const Source>(request_.name, *request_.text)
                          : inputs::read_source(request_.name);
        if (!accept(source)) return false;
        auto test = is_kernel() ? litmus::read_kernel(*source, request_.launch)
                                : targets::read_test(*source);
        if (!accept(test)) return false;
        warn(test.diagnostics());
        test_ = std::move(test).value();
        return true;
    }

    bool load(const std::vector<std::string>& shown = {}) {
        if (request_.models.size() > 1)
            return refused({mistake("this is about one model", "compare() takes several")});
        const std::string word = request_.models.empty()
                                     ? std::string(enumerator::default_model(*test_))
                                     : request_.models.front();
        auto model = inputs::model_showing(models_, word, shown);
        if (!accept(model)) return false;
        warn(model.diagnostics());
        model_ = std::move(model).value();
        return true;
    }

    bool decide(const enumerator::CheckOptions& options) {
        auto result = enumerator::check(*test_, *model_, options);
        if (!accept(result)) return false;
        result_ = std::move(result).value();
        warn(result_->warnings);
        return true;
    }

    void render(const std::vector<report::Graph>& graphs, const DrawRequest& how) {
        const auto format =
            how.format == "dot" ? report::GraphFormat::dot : report::GraphFormat::svg;
        const auto theme =
            how.theme == "dark" ? report::GraphTheme::dark : report::GraphTheme::light;
        for (const report::Graph& graph : graphs) {
            const auto picture = report::render(graph, format, {theme, how.legend});
            if (!accept(picture)) return;
            reply_.pictures.push_back(*picture);
        }
    }

    // ---- options ----

    [[nodiscard]] bool is_kernel() const {
        return request_.name.ends_with(".cl") || !request_.launch.kernel.empty();
    }

    [[nodiscard]] enumerator::CheckOptions kernel_options() const {
        enumerator::CheckOptions options = options_;
        if (!is_kernel()) return options;
        options.outcomes = request_.outcomes;
        options.properties = enumerator::all_properties();
        return options;
    }

    /// One time for all steps of an answer, from now on.
    static void set_time(enumerator::CheckOptions& options) {
        if (options.timeout) options.budget.set_timeout(*options.timeout);
    }

    // ---- the reply ----

    template <class T>
    bool accept(const Result<T>& result) {
        return result || refused(result.diagnostics());
    }

    bool refused(const Diagnostics& problems) {
        reply_.problems = {report::rejection_to_json(request_.name, "", problems),
                           clmm::render(problems)};
        return false;
    }

    Reply refuse(const Diagnostics& problems) {
        (void)refused(problems);
        return take();
    }

    void warn(const Diagnostics& problems) { reply_.warnings += clmm::render(problems); }

    Reply take() {
        if (reply_.problems) reply_.json.clear();
        return std::move(reply_);
    }

    const Request& request_;
    ModelStore models_;
    enumerator::CheckOptions options_;
    std::optional<litmus::LitmusTest> test_;
    std::optional<model::MemoryModel> model_;
    std::optional<enumerator::CheckResult> result_;
    Reply reply_;
};

}  // namespace

Reply check(const Request& request, const Budget& budget) { return Asked(request, budget).check(); }

Reply explain(const Request& request, const std::string& state, std::size_t reasons,
              const Budget& budget) {
    return Asked(request, budget).explain(state, reasons);
}

Reply draw(const Request& request, const DrawRequest& how, const Budget& budget) {
    return Asked(request, budget).draw(how);
}

Reply compare(const Request& request, const Budget& budget) {
    return Asked(request, budget).compare();
}

}  // namespace clmm::python

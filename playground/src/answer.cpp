#include "answer.h"

#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"
#include "clmm/enumerator/repair.h"
#include "clmm/inputs/without_axioms.h"
#include "clmm/model/memory_model.h"
#include "clmm/report/html.h"
#include "clmm/report/json.h"
#include "clmm/report/problems.h"
#include "clmm/report/repair.h"
#include "clmm/report/study.h"
#include "clmm/targets/languages.h"

namespace clmm::playground {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;
using Loaded = std::shared_ptr<const Result<model::MemoryModel>>;
using Clock = std::chrono::steady_clock;

/// The word of the model that stands in the page.
constexpr std::string_view kOwn = "own.cat";

std::string text_of(const Json& reply) {
    return reply.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// `own.cat:2:7: `
std::string place_of(const Diagnostic& problem) {
    const auto at = problem.source->position(problem.span.begin);
    return problem.source->name() + ":" + std::to_string(at.line) + ":" +
           std::to_string(at.column) + ": ";
}

/// A text that is no test, since it begins with no language's name, but declares a kernel.
bool is_kernel(std::string_view text, const Diagnostics& problems) {
    return !problems.empty() && problems.front().message.starts_with("unknown dialect") &&
           text.find("kernel void") != std::string_view::npos;
}

Json problems_to_json(const Diagnostics& problems, const SourcePtr& source) {
    Json list = Json::array();
    for (const Diagnostic& each : problems) {
        // Of another text than the test's it is said where.
        const bool is_elsewhere = source && each.source && each.source != source;
        Json problem{{"severity", to_string(each.severity)},
                     {"code", each.code},
                     {"message", (is_elsewhere ? place_of(each) : "") + each.message},
                     {"hint", each.hint}};
        if (source && each.source == source) {
            problem["begin"] = each.span.begin;
            problem["end"] = each.span.end;
        }
        list.push_back(std::move(problem));
    }
    return list;
}

Json about() {
    Json models = Json::array();
    for (const model::ShippedModel& each : model::shipped_models())
        models.push_back({{"name", each.name}, {"summary", each.summary}});
    return {{"version", CLMM_VERSION}, {"models", std::move(models)}};
}

/// The model that stands in the page, or one that is shipped.
Result<model::MemoryModel> model_of(const std::string& word, const std::string& cat,
                                    const model::LoadOptions& options = {}) {
    if (word != kOwn) return model::shipped_model(word, options);
    return model::load_model(std::make_shared<const Source>(std::string(kOwn), cat), options);
}

Json describe(const std::string& word, const std::string& cat) {
    const auto model = model_of(word, cat);
    if (!model) return {{"problems", problems_to_json(model.diagnostics(), nullptr)}};
    Json switches = Json::array(), axioms = Json::array();
    for (const model::Switch& each : model->switches) {
        Json values = Json::array();
        for (const model::Switch::Value& value : each.values)
            values.push_back({{"value", value.value}, {"note", value.note}});
        switches.push_back({{"name", each.name}, {"value", each.value}, {"values", values}});
    }
    for (const model::Check& check : model->program.checks)
        if (check.role == model::CheckRole::axiom)
            axioms.push_back({{"name", check.name}, {"citation", check.citation}});
    return {{"name", model->name},
            {"documentation", model->documentation},
            {"switches", std::move(switches)},
            {"axioms", std::move(axioms)}};
}

/// A test on its way to its answer.
class Asked {
public:
    explicit Asked(const Json& request)
        : source_(std::make_shared<const Source>(request.at("name").get<std::string>(),
                                                 request.at("text").get<std::string>())),
          word_(request.value("model", "")),
          cat_(request.value("cat", "")),
          switches_(request.value("switches", Words())),
          without_(request.value("without", Words())),
          unroll_(request.value("unroll", 4U)) {
        if (const auto timeout = request.value("timeout", std::int64_t{0}); timeout > 0)
            timeout_ = std::chrono::milliseconds(timeout);
    }

    [[nodiscard]] Json check() {
        if (!read() || !decide(model::Witnesses::deciding)) return take();
        reply_["summary"] = Json::parse(report::html_summary(studied_.study));
        reply_["repairable"] =
            enumerator::needed_repair(studied_.study.result, studied_.study.model->program)
                .has_value();
        return take();
    }

    [[nodiscard]] Json page() {
        if (!read() || !decide(model::Witnesses::all)) return take();
        const auto next = [this] { return options(model::Witnesses::all); };
        report::HtmlStudy& study = studied_.study;
        report::look_aside(
            *test_, report::models_of_page(*test_, {word_}), false,
            [this](const std::string& word) { return find(word); }, next, study);
        report::leave_out_axioms(*test_, next, study);
        report::explain(next, studied_);
        reply_["html"] =
            report::to_html(test_->name, CLMM_VERSION, {report::html_test(study)}, {study.model});
        return take();
    }

    [[nodiscard]] Json repair() {
        if (!read()) return take();
        const Loaded model = find(word_);
        if (!*model) return refuse(model->diagnostics());
        const auto result = enumerator::repair(
            *test_, **model, {.goal = {}, .check = options(model::Witnesses::deciding)});
        if (!result) return refuse(result.diagnostics());
        reply_["told"] = report::repair_to_text(*result);
        if (!result->repairs.empty()) reply_["repaired"] = result->repairs.front().text;
        return take();
    }

private:
    Json refuse(const Diagnostics& problems) {
        (void)reject(problems);
        return take();
    }

    bool read() {
        auto test = targets::read_test(source_);
        if (!test && is_kernel(source_->text(), test.diagnostics()))
            return reject({{Severity::error, "E-KERNEL",
                            "kernels are not decided in this page: it has no preprocessor and no "
                            "properties of kernels",
                            "clmm check K.cl --global 8 --local 4 decides them", nullptr, Span{}}});
        if (!test) return reject(test.diagnostics());
        remarks_ = test.diagnostics();
        say(remarks_);
        test_ = std::move(test).value();
        const std::string_view usual = enumerator::default_model(*test_);
        if (word_.empty()) word_ = usual;
        reply_["default_model"] = usual;
        reply_["usual"] = test_->front_end->models(*test_);
        return true;
    }

    bool decide(model::Witnesses witnesses) {
        const Loaded model = find(word_);
        if (!*model) return reject(model->diagnostics());
        auto result = enumerator::check(*test_, **model, options(witnesses));
        if (!result) return reject(result.diagnostics());
        say(result->warnings);
        reply_["result"] = Json::parse(report::to_json(*result));
        report::HtmlStudy& study = studied_.study;
        study.source = source_;
        study.model = &**model;
        study.result = std::move(result).value();
        Diagnostics& warnings = study.result.warnings;
        warnings.insert(warnings.begin(), remarks_.begin(), remarks_.end());
        study.unexpected =
            enumerator::unexpected_kinds(study.result.answer, study.result.claims, *study.model);
        for (const enumerator::ClaimResult& claim : study.result.claims)
            if (claim.status != enumerator::ClaimStatus::met)
                say({report::claim_problem(study.result, claim)});
        say(report::undefined_problems(study.result, study.unexpected));
        return true;
    }

    /// Models of the page have its switches as far as they know them; axioms are left out of the
    /// one that is asked about.
    Loaded find(const std::string& word) {
        Loaded& found = models_[word];
        if (found) return found;
        std::set<std::string> variants(switches_.begin(), switches_.end());
        if (word != word_) variants = known(word, variants);
        auto model = model_of(word, cat_, {.variants = variants, .includes = {}});
        if (model && word == word_ && !without_.empty())
            model = inputs::without_axioms(*model, without_);
        found = std::make_shared<const Result<model::MemoryModel>>(std::move(model));
        return found;
    }

    [[nodiscard]] std::set<std::string> known(const std::string& word,
                                              std::set<std::string> variants) const {
        const auto plain = model_of(word, cat_);
        if (!plain) return {};
        std::erase_if(variants, [&](const std::string& each) {
            return plain->value_of(each.substr(0, each.find('='))).empty();
        });
        return variants;
    }

    [[nodiscard]] enumerator::CheckOptions options(model::Witnesses witnesses) const {
        enumerator::CheckOptions options;
        options.engines = engines::built_in();
        options.unroll = unroll_;
        options.witnesses = witnesses;
        if (timeout_) {
            const auto spent =
                std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
            options.timeout = std::max(*timeout_ - spent, std::chrono::milliseconds(1));
        }
        return options;
    }

    void say(const Diagnostics& problems) {
        for (Json& each : problems_to_json(problems, source_)) problems_.push_back(std::move(each));
    }

    bool reject(const Diagnostics& problems) {
        say(problems);
        reply_["result"] = Json::parse(report::rejection_to_json(source_->name(), word_, problems));
        return false;
    }

    Json take() {
        reply_["problems"] = std::move(problems_);
        reply_["model"] = word_;
        return std::move(reply_);
    }

    SourcePtr source_;
    std::string word_, cat_;
    Words switches_, without_;
    unsigned unroll_;
    std::optional<std::chrono::milliseconds> timeout_;
    Clock::time_point start_ = Clock::now();

    std::optional<litmus::LitmusTest> test_;
    Diagnostics remarks_;
    std::map<std::string, Loaded> models_;
    report::StudiedTest studied_;
    Json reply_ = Json::object();
    Json problems_ = Json::array();
};

}  // namespace

std::string answer(std::string_view request) {
    const Json asked = Json::parse(request);
    const auto kind = asked.at("ask").get<std::string>();
    if (kind == "about") return text_of(about());
    if (kind == "model")
        return text_of(describe(asked.at("model").get<std::string>(), asked.value("cat", "")));
    if (kind == "page") return text_of(Asked(asked).page());
    if (kind == "repair") return text_of(Asked(asked).repair());
    return text_of(Asked(asked).check());
}

}  // namespace clmm::playground

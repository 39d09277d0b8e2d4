#include "clmm/enumerator/engines.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <utility>
#include <vector>

namespace clmm::enumerator {
namespace {

using model::Engine;
using model::EngineKind;
using model::Engines;
using model::Refuter;

struct NamedChoice {
    EngineChoice choice;
    std::string_view name;
};
constexpr std::array kChoices = {
    NamedChoice{EngineChoice::automatic, "auto"},
    NamedChoice{EngineChoice::smt, "smt"},
    NamedChoice{EngineChoice::explicit_search, "explicit"},
};

/// Behind another sentence.
std::string as_also(const Diagnostics& missing) {
    std::string text;
    for (const Diagnostic& each : missing) text += "; " + each.message;
    return text;
}

/// Several engines as one. Each is made once those before it have declined a test: to make one may
/// mean to load a library.
class FirstToDecide final : public Engine {
public:
    /// `missing` are those before the first that cannot be made.
    FirstToDecide(std::unique_ptr<Engine> first, Engines others, const Diagnostics& missing)
        : others_(std::move(others)) {
        engines_.push_back(std::move(first));
        note(missing);
    }

    [[nodiscard]] std::string_view name() const override { return engines_[answered_]->name(); }
    [[nodiscard]] model::EngineAnswer run(const model::EventStructure& structure,
                                          const model::MemoryModel& model,
                                          const model::EngineRequest& request) override {
        for (answered_ = 0;; ++answered_) {
            model::EngineAnswer answer = engines_[answered_]->run(structure, model, request);
            if (!answer.declined) return answer;
            if (there_is_one_after(answered_)) continue;
            *answer.declined += missing_;
            return answer;
        }
    }

private:
    bool there_is_one_after(std::size_t number) {
        while (number + 1 == engines_.size() && !others_.empty()) {
            auto made = others_.front().make();
            others_.erase(others_.begin());
            if (made)
                engines_.push_back(std::move(made).value());
            else
                note(made.diagnostics());
        }
        return number + 1 < engines_.size();
    }

    void note(const Diagnostics& missing) { missing_ += as_also(missing); }

    std::vector<std::unique_ptr<Engine>> engines_;
    Engines others_;       ///< not made yet
    std::string missing_;  ///< why some cannot be made
    std::size_t answered_ = 0;
};

/// One that may decline what another would not, which cannot be made.
class WithoutAnother final : public Refuter {
public:
    WithoutAnother(std::unique_ptr<Refuter> made, const Diagnostics& missing)
        : made_(std::move(made)), missing_(as_also(missing)) {}

    [[nodiscard]] model::Refuted refute(const model::EventStructure& structure,
                                        const model::MemoryModel& model,
                                        const std::vector<litmus::TermId>& wanted,
                                        const model::RefutationLimits& limits) override {
        model::Refuted refuted = made_->refute(structure, model, wanted, limits);
        if (refuted.incomplete) *refuted.incomplete += missing_;
        return refuted;
    }

private:
    std::unique_ptr<Refuter> made_;
    std::string missing_;
};

Diagnostic no_engine(std::string message) {
    return {Severity::error,
            "E-ENGINE",
            std::move(message),
            "give CheckOptions::engines those of clmm::engines::built_in()",
            nullptr,
            Span{}};
}

template <class T>
Result<T> none_of_kind(EngineChoice choice) {
    return Result<T>::failure(
        no_engine("this program has no engine '" + std::string(to_string(choice)) + "'"));
}

const EngineKind* find(const Engines& engines, EngineChoice choice) {
    const auto found = std::ranges::find(engines, to_string(choice), &EngineKind::name);
    return found == engines.end() ? nullptr : &*found;
}

}  // namespace

std::string_view to_string(EngineChoice choice) {
    return std::ranges::find(kChoices, choice, &NamedChoice::choice)->name;
}

std::optional<EngineChoice> parse_engine(std::string_view word) {
    const auto found = std::ranges::find(kChoices, word, &NamedChoice::name);
    return found == kChoices.end() ? std::nullopt : std::optional(found->choice);
}

Result<std::unique_ptr<Engine>> make_engine(const Engines* engines, EngineChoice choice) {
    using Made = Result<std::unique_ptr<Engine>>;
    if (engines == nullptr || engines->empty())
        return Made::failure(no_engine("no engine is given"));
    if (choice != EngineChoice::automatic) {
        const EngineKind* kind = find(*engines, choice);
        return kind != nullptr ? kind->make() : none_of_kind<std::unique_ptr<Engine>>(choice);
    }
    Diagnostics missing;
    for (auto kind = engines->begin(); kind != engines->end(); ++kind) {
        Made made = kind->make();
        if (made)
            return std::unique_ptr<Engine>(std::make_unique<FirstToDecide>(
                std::move(made).value(), Engines(std::next(kind), engines->end()), missing));
        missing.insert(missing.end(), made.diagnostics().begin(), made.diagnostics().end());
    }
    return Made::failure(missing);
}

Result<std::unique_ptr<Refuter>> make_refuter(const Engines* engines, EngineChoice choice) {
    using Made = Result<std::unique_ptr<Refuter>>;
    if (engines == nullptr || engines->empty())
        return Made::failure(no_engine("no engine is given"));
    if (const EngineKind* kind = find(*engines, choice); kind != nullptr && kind->make_refuter)
        return kind->make_refuter();
    Diagnostics missing;
    // The last one declines nothing.
    for (const EngineKind& kind : std::views::reverse(*engines)) {
        if (!kind.make_refuter) continue;
        Made made = kind.make_refuter();
        if (made && missing.empty()) return made;
        if (made)
            return std::unique_ptr<Refuter>(
                std::make_unique<WithoutAnother>(std::move(made).value(), missing));
        missing.insert(missing.end(), made.diagnostics().begin(), made.diagnostics().end());
    }
    if (missing.empty()) missing.push_back(no_engine("no engine of this program gives reasons"));
    return Made::failure(missing);
}

std::string_view default_model(const litmus::LitmusTest& test) {
    return test.front_end->default_model(test);
}

}  // namespace clmm::enumerator

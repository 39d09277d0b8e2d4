#include "clmm/enumerator/engines.h"

#include <algorithm>
#include <array>
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

/// Several engines as one.
class FirstToDecide final : public Engine {
public:
    explicit FirstToDecide(std::vector<std::unique_ptr<Engine>> engines)
        : engines_(std::move(engines)) {}

    [[nodiscard]] std::string_view name() const override { return engines_[answered_]->name(); }
    [[nodiscard]] model::EngineAnswer run(const model::EventStructure& structure,
                                          const model::MemoryModel& model,
                                          const model::EngineRequest& request) override {
        for (answered_ = 0;; ++answered_) {
            model::EngineAnswer answer = engines_[answered_]->run(structure, model, request);
            if (!answer.declined || answered_ + 1 == engines_.size()) return answer;
        }
    }

private:
    std::vector<std::unique_ptr<Engine>> engines_;
    std::size_t answered_ = 0;
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
    std::vector<std::unique_ptr<Engine>> able;
    Diagnostics why_not;
    for (const EngineKind& kind : *engines)
        if (Made made = kind.make())
            able.push_back(std::move(made).value());
        else
            why_not = made.diagnostics();
    if (able.empty()) return Made::failure(why_not);
    if (able.size() == 1) return std::move(able.front());
    return std::unique_ptr<Engine>(std::make_unique<FirstToDecide>(std::move(able)));
}

Result<std::unique_ptr<Refuter>> make_refuter(const Engines* engines, EngineChoice choice) {
    using Made = Result<std::unique_ptr<Refuter>>;
    if (engines == nullptr || engines->empty())
        return Made::failure(no_engine("no engine is given"));
    if (const EngineKind* kind = find(*engines, choice); kind != nullptr && kind->make_refuter)
        return kind->make_refuter();
    Diagnostics why_not{no_engine("no engine of this program gives reasons")};
    for (const EngineKind& kind : *engines) {
        if (!kind.make_refuter) continue;
        if (Made made = kind.make_refuter())
            return made;
        else
            why_not = made.diagnostics();
    }
    return Made::failure(why_not);
}

std::string_view default_model(const litmus::LitmusTest& test) {
    return test.front_end->default_model(test);
}

}  // namespace clmm::enumerator

#include "waiting_once.h"

#include <algorithm>
#include <utility>

#include "by_parts.h"
#include "clmm/model/left_out_reads.h"

namespace clmm::enumerator {
namespace {

/// With fewer iterations, of all loops together, a test is decided as quickly with all of them.
constexpr std::size_t kFewIterations = 16;

/// Most of these are verified without a search, which needs memory for relations alone.
constexpr std::size_t kEventsWaitingOnce = 2 * litmus::kUsualEvents;

bool asks_for_properties(const CheckOptions& options) {
    return !options.outcomes && !options.properties.empty();
}

bool is_settled(const CheckResult& result) {
    return std::ranges::none_of(result.properties, [](const PropertyResult& each) {
        return each.status == PropertyStatus::unknown;
    });
}

/// What no execution shows under fewer axioms, none shows; of nothing else is it known.
void take_over(CheckResult& result, const std::optional<CheckResult>& with_fewer) {
    for (std::size_t i = 0; i < result.properties.size(); ++i) {
        PropertyStatus& status = result.properties[i].status;
        if (status == PropertyStatus::refuted) continue;
        const bool is_verified =
            with_fewer && with_fewer->properties[i].status == PropertyStatus::verified;
        status = is_verified ? PropertyStatus::verified : PropertyStatus::unknown;
    }
    result.verdict = verdict(result.properties);
}

/// With fewer axioms values may come out of thin air: what is declined for that is not worth the
/// time of an engine that follows them.
std::unique_ptr<model::Engine> quick_engine(const CheckOptions& options) {
    auto engine = make_engine(options.engines.get(), options.engine == EngineChoice::automatic
                                                         ? EngineChoice::explicit_search
                                                         : options.engine);
    if (!engine) engine = make_engine(options.engines.get(), options.engine);
    return engine ? std::move(engine).value() : nullptr;
}

}  // namespace

litmus::UnfoldOptions few_waits(litmus::UnfoldOptions unfolding, const CheckOptions& options) {
    if (asks_for_properties(options)) unfolding.most_waiting = kFewIterations;
    return unfolding;
}

bool may_wait_once(const Result<litmus::EventStructure>& structure, const CheckOptions& options) {
    return asks_for_properties(options) &&
           (!structure || structure->waiting_iterations > kFewIterations);
}

std::optional<CheckResult> check_waiting_once(const litmus::LitmusTest& test,
                                              const model::MemoryModel& model,
                                              const CheckOptions& options) {
    auto engine = make_engine(options.engines.get(), options.engine);
    litmus::UnfoldOptions unfolding = unfold_options(model, options);
    unfolding.waits_once = true;
    unfolding.event_limit = options.event_limit.value_or(kEventsWaitingOnce);
    auto structure = unfold_with(test, model, unfolding);
    if (!engine || !structure || structure->cut || structure->waits.empty()) return std::nullopt;
    const auto ask = [&](const model::MemoryModel& of, model::Engine& whom) {
        CheckResult result = decide(test, *structure, of, whom, options);
        result.warnings = structure.diagnostics();
        return result;
    };
    std::optional<CheckResult> first;
    if (const auto fewer = model::for_waits_once(model, *structure))
        first = ask(*fewer, *quick_engine(options));
    if (first && first->verdict == Verdict::holds) return first;
    const bool is_large = structure->size() - structure->initial_count > litmus::kUsualEvents;
    CheckResult result = ask(model, is_large ? *quick_engine(options) : *engine.value());
    take_over(result, first);
    return is_settled(result) ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace clmm::enumerator

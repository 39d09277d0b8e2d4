#include "clmm/hardware/record.h"

#include "record/words.h"

namespace clmm::hardware {

std::string_view to_string(RunStatus status) {
    switch (status) {
        case RunStatus::finished:
            return "finished";
        case RunStatus::skipped:
            return "skipped";
        case RunStatus::unsupported:
            return "unsupported";
        case RunStatus::failed:
            return "failed";
        case RunStatus::interrupted:
            return "interrupted";
    }
    return "";
}

std::optional<RunStatus> parse_run_status(std::string_view word) {
    return parse_word(kStatuses, word);
}

std::string_view quantifier_word(std::optional<litmus::Quantifier> quantifier) {
    if (!quantifier) return "";
    switch (*quantifier) {
        case litmus::Quantifier::exists:
            return "exists";
        case litmus::Quantifier::not_exists:
            return "~exists";
        case litmus::Quantifier::forall:
            break;
    }
    return "forall";
}

std::optional<litmus::Quantifier> parse_quantifier(std::string_view word) {
    using litmus::Quantifier;
    for (const Quantifier each : {Quantifier::exists, Quantifier::not_exists, Quantifier::forall})
        if (quantifier_word(each) == word) return each;
    return std::nullopt;
}

std::optional<std::uint64_t> RunRecord::weak_count() const {
    if (!test.quantifier || !has_histogram()) return std::nullopt;
    const bool wanted = *test.quantifier != litmus::Quantifier::forall;
    std::uint64_t count = 0;
    for (const State& state : states)
        if (state.verdict != StateVerdict::filtered && state.satisfies == wanted)
            count += state.count;
    return count;
}

namespace {

double a_second(std::uint64_t count, const RunRecord& record) {
    const auto time = record.device_time.count() > 0 ? record.device_time : record.wall_time;
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

}  // namespace

double RunRecord::weak_rate() const { return a_second(weak_count().value_or(0), *this); }
double RunRecord::instance_rate() const { return a_second(instances, *this); }

RunRecord::Device device_of(const DeviceInfo& info) {
    return {info.backend, info.name,     info.vendor,       info.driver,
            info.version, info.platform, info.compute_units};
}

std::vector<RunRecord::Placement> placements_of(const Histogram& histogram,
                                                std::optional<litmus::Quantifier> quantifier) {
    std::vector<RunRecord::Placement> out;
    for (const SeenPlacement& seen : histogram.placements) {
        RunRecord::Placement placement{.name = seen.name,
                                       .processors = {},
                                       .launches = seen.launches,
                                       .instances = seen.instances};
        for (const unsigned each : seen.processors)
            placement.processors.append(placement.processors.empty() ? "" : " ")
                .append(std::to_string(each));
        if (quantifier)
            placement.weak =
                *quantifier == litmus::Quantifier::forall ? seen.violating : seen.satisfying;
        out.push_back(std::move(placement));
    }
    return out;
}

ObservedTest observed(const RunRecord& record) {
    ObservedTest test{.name = record.test.name,
                      .quantifier = record.test.quantifier,
                      .condition = record.test.condition,
                      .hash = record.test.hash,
                      .states = {},
                      .seconds = {}};
    for (const RunRecord::State& state : record.states) {
        if (state.verdict == StateVerdict::filtered)
            test.filtered += state.count;
        else if (state.count > 0)
            test.states.push_back({state.text, state.count, state.satisfies});
    }
    test.seconds = std::chrono::duration<double>(record.wall_time).count();
    return test;
}

}  // namespace clmm::hardware

#include "by_parts.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

#include "clmm/base/counted.h"

namespace clmm::enumerator {
namespace {

using litmus::LaunchParts;
using Items = std::vector<std::uint64_t>;

/// Smaller launches are decided at once: witnesses then show all of them.
constexpr std::size_t kFewEvents = 400;

/// A shipped model, whatever its switches are set to, perhaps without some of its axioms.
bool is_shipped(const model::MemoryModel& model) {
    const std::string_view name =
        std::string_view(model.name).substr(0, model.name.find_first_of(" +"));
    model::LoadOptions options;
    for (const model::Switch& each : model.switches)
        options.variants.insert(each.name + "=" + each.value);
    const auto shipped = model::shipped_model(name, options);
    const auto same = [](const model::Check& a, const model::Check& b) {
        return a.kind == b.kind && a.negated == b.negated && a.role == b.role && a.node == b.node;
    };
    return shipped && shipped->program.nodes == model.program.nodes &&
           std::ranges::all_of(model.program.checks, [&](const model::Check& check) {
               return std::ranges::any_of(shipped->program.checks, [&](const model::Check& other) {
                   return same(check, other);
               });
           });
}

/// All axioms and flags of shipped models are about pairs of actions that share a location, are of
/// one unit or meet in a barrier, and about cycles of such pairs; a total order of all actions is
/// put together from those of the parts. But whether revision 2.0 has an order S hangs on all
/// operations.
bool looks_at_pairs(const model::MemoryModel& model) {
    return model.value_of("order-S") != "text-2.0" && is_shipped(model);
}

bool refutes(const CheckResult& result, Property property) {
    return std::ranges::any_of(result.properties, [&](const PropertyResult& each) {
        return each.property == property && each.status == PropertyStatus::refuted;
    });
}

/// What one part leaves open, the launch does.
void leave_open(CheckResult& result, const CheckResult& part) {
    model::EngineAnswer& answer = result.answer;
    if (part.answer.race_free != true && answer.race_free == true)
        answer.race_free = part.answer.race_free;
    answer.unsearched.insert(answer.unsearched.end(), part.answer.unsearched.begin(),
                             part.answer.unsearched.end());
    if (!answer.undefined_incomplete)
        answer.undefined_incomplete = part.answer.undefined_incomplete;
    answer.bound_reached = answer.bound_reached || part.answer.bound_reached;
    if (result.reason.empty()) result.reason = part.reason;
}

/// Parts that nobody has asked about.
void leave_open(CheckResult& result, StopReason stopped) {
    result.answer.bound_reached = true;
    result.answer.race_free.reset();
    if (result.reason.empty()) result.reason = describe(stopped);
    if (!result.answer.undefined_incomplete) result.answer.undefined_incomplete = result.reason;
}

/// What a part does is done in the launch if the others have an execution beside it.
void leave_open_assumed(CheckResult& result) {
    model::EngineAnswer& answer = result.answer;
    if (answer.undefined.empty()) return;
    for (const model::UndefinedEntry& entry : answer.undefined)
        answer.unsearched.push_back(entry.kind);
    answer.undefined.clear();
    answer.race_free.reset();
    result.reason = "what was found of some work-items may be left out by clmm_assume of others";
    answer.undefined_incomplete = result.reason;
}

Diagnostic note(std::string message) {
    return {Severity::note, {}, std::move(message), {}, nullptr, {}};
}

/// Questions about the parts of one launch, one after another.
class Parts {
public:
    Parts(const litmus::LitmusTest& test, const LaunchParts& parts, const model::MemoryModel& model,
          const CheckOptions& options)
        : test_(test), parts_(parts), model_(model), options_(options) {}

    Result<CheckResult> operator()() {
        std::optional<StopReason> stopped;
        for (const Items& items : parts_.parts) {
            if (is_settled()) break;
            if (!kinds_.empty() && (stopped = options_.budget.exceeded())) break;
            if (!ask(items)) return Result<CheckResult>::failure(std::move(problems_));
        }
        CheckResult result = shown();
        for (const Kind& kind : kinds_) leave_open(result, kind.result);
        if (stopped) leave_open(result, *stopped);
        if (parts_.assumes) leave_open_assumed(result);
        result.properties = judge(options_.properties, result.answer);
        if (!parts_.assumes) add_refuted_elsewhere(result);
        result.verdict = verdict(result.properties);
        result.racy = racy(result.answer);
        warnings_.push_back(note("decided by parts: " + counted(parts_.parts.size(), "part") +
                                 " without memory in common, of which " +
                                 std::to_string(kinds_.size()) +
                                 (kinds_.size() == 1 ? " was searched" : " were searched")));
        result.warnings = std::move(warnings_);
        result.times = times_;
        return result;
    }

private:
    /// What is known of a part, and of all that are like it.
    struct Kind {
        const Items* items;
        CheckResult result;
    };

    bool ask(const Items& items) {
        litmus::LitmusTest part = litmus::part_of(test_, items);
        const auto start = Budget::Clock::now();
        auto structure = unfold_for(part, model_, options_);
        times_.unfold +=
            std::chrono::duration_cast<std::chrono::microseconds>(Budget::Clock::now() - start);
        auto engine = make_engine(options_.engines.get(), options_.engine);
        if (!structure || !engine) {
            problems_ = structure ? engine.diagnostics() : structure.diagnostics();
            return false;
        }
        for (const Diagnostic& each : structure.diagnostics())
            if (said_.emplace(each.code, each.span.begin).second) warnings_.push_back(each);
        const std::size_t likeness = litmus::likeness(*structure);
        const auto [first, last] = by_likeness_.equal_range(likeness);
        if (std::any_of(first, last, [&](const auto& known) {
                return litmus::are_alike(kinds_[known.second].result.structure, *structure);
            }))
            return true;
        by_likeness_.emplace(likeness, kinds_.size());
        kinds_.push_back({&items, decide(std::move(part), std::move(structure).value(), model_,
                                         *engine.value(), options_)});
        CheckResult& result = kinds_.back().result;
        times_.decide += result.times.decide;
        const bool may_be_shown = kinds_.size() == 1 || result.verdict == Verdict::fails;
        if (!may_be_shown) result.test = {};
        return true;
    }

    /// The first kind that refutes it.
    [[nodiscard]] const Kind* refuting(Property property) const {
        const auto found = std::ranges::find_if(
            kinds_, [&](const Kind& kind) { return refutes(kind.result, property); });
        return found == kinds_.end() ? nullptr : &*found;
    }

    /// Nothing is left to be found.
    [[nodiscard]] bool is_settled() const {
        return std::ranges::all_of(
            options_.properties, [&](Property property) { return refuting(property) != nullptr; });
    }

    /// A result that shows all that is refuted: of one part, or of several that are asked about
    /// once more as one, if that is not too large.
    CheckResult shown() {
        std::set<std::uint64_t> items;
        std::vector<const Kind*> chosen;
        for (const Property property : options_.properties) {
            const Kind* kind = refuting(property);
            const bool is_shown = std::ranges::any_of(
                chosen, [&](const Kind* other) { return refutes(other->result, property); });
            if (kind == nullptr || is_shown) continue;
            chosen.push_back(kind);
            items.insert(kind->items->begin(), kind->items->end());
        }
        if (chosen.size() > 1) {
            auto together = check_whole(litmus::part_of(test_, Items(items.begin(), items.end())),
                                        model_, options_);
            if (together) return std::move(together).value();
        }
        return chosen.empty() ? kinds_.front().result : chosen.front()->result;
    }

    /// What only a part shows that is not shown.
    void add_refuted_elsewhere(CheckResult& result) {
        for (PropertyResult& each : result.properties) {
            if (each.status == PropertyStatus::refuted || refuting(each.property) == nullptr)
                continue;
            each.status = PropertyStatus::refuted;
            const std::string name(to_string(each.property));
            warnings_.push_back(note(name + " is refuted by other work-items than those shown: " +
                                     "--property " + name + " shows them"));
        }
    }

    const litmus::LitmusTest& test_;
    const LaunchParts& parts_;
    const model::MemoryModel& model_;
    const CheckOptions& options_;
    std::vector<Kind> kinds_;
    std::unordered_multimap<std::size_t, std::size_t> by_likeness_;  ///< into kinds_
    Diagnostics problems_, warnings_;
    std::set<std::pair<std::string, std::uint32_t>> said_;
    CheckTimes times_;
};

}  // namespace

bool is_large(const litmus::EventStructure& structure) {
    return structure.size() - structure.initial_count > kFewEvents;
}

std::optional<LaunchParts> parts_to_decide(const litmus::LitmusTest& test,
                                           const model::MemoryModel& model,
                                           const CheckOptions& options) {
    if (options.outcomes || options.properties.empty()) return std::nullopt;
    auto parts = litmus::launch_parts(test, unfold_options(model, options));
    if (!parts || parts->parts.size() < 2 || !looks_at_pairs(model)) return std::nullopt;
    return parts;
}

Result<CheckResult> check_parts(const litmus::LitmusTest& test, const LaunchParts& parts,
                                const model::MemoryModel& model, const CheckOptions& options) {
    return Parts(test, parts, model, options)();
}

}  // namespace clmm::enumerator

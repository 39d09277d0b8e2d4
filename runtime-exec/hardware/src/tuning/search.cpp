#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "clmm/hardware/tuning_search.h"

namespace clmm::hardware {
namespace {

constexpr int kPatience = 12;     ///< changes without gain before a new start
constexpr int kTurnsOfFinal = 4;  ///< measurements of the best and of the first, in turns
constexpr int kMostSkipped = 64;  ///< proposals in a row that are known or do not fit

using Choices = std::vector<std::uint32_t>;

struct Field {
    std::uint32_t Tuning::*member;
    Choices choices;
};

const Choices kPercentages{0, 10, 25, 50, 75, 90, 100};
const Choices kTurns{16, 64, 128, 256, 512, 1'024, 4'096};

bool can_place(const DeviceInfo& device) { return !device.topology.processors.empty(); }

/// The fields that are numbers, and what is tried for each.
std::vector<Field> fields_for(const DeviceInfo& device) {
    Choices groups;
    for (std::uint32_t size = 1; size <= std::min<std::uint64_t>(device.max_work_group_size, 1024);
         size *= 2)
        groups.push_back(size);
    std::vector<Field> fields{{&Tuning::instances, {1'024, 4'096, 16'384, 65'536, 262'144}},
                              {&Tuning::work_group_size, groups},
                              {&Tuning::stride, {1, 2, 4, 8, 16, 32, 64}},
                              {&Tuning::location_offset, {1, 2, 8, 16, 32, 64, 256, 1'024}},
                              {&Tuning::permutation, {1, 3, 31, 419, 1'031, 10'007}},
                              {&Tuning::location_permutation, {1, 7, 61, 1'031, 5'003}},
                              {&Tuning::shuffle_percent, kPercentages},
                              {&Tuning::barrier_percent, kPercentages},
                              {&Tuning::spin_limit, kTurns},
                              {&Tuning::stress_groups, {0, 1, 4, 16, 64, 256}},
                              {&Tuning::stress_percent, kPercentages},
                              {&Tuning::stress_iterations, kTurns},
                              {&Tuning::scratch_size, {512, 2'048, 8'192, 65'536}},
                              {&Tuning::stress_line, {16, 32, 64, 128, 256}},
                              {&Tuning::stress_targets, {1, 2, 4, 8, 16}},
                              {&Tuning::pre_stress_percent, kPercentages},
                              {&Tuning::pre_stress_iterations, kTurns},
                              {&Tuning::batch, {1, 4, 16, 64, 256, 1'024}},
                              {&Tuning::random_delay, {0, 2, 4, 16, 64, 256}}};
    if (can_place(device)) fields.push_back({&Tuning::affinity_step, {1, 2, 4, 8, 16, 32}});
    return fields;
}

class Search {
public:
    Search(const Tuning& first, const DeviceInfo& device, std::uint64_t seed,
           const MeasureTuning& measure, const std::function<bool()>& done)
        : fields_(fields_for(device)),
          can_place_(can_place(device)),
          random_(seed),
          measure_(measure),
          done_(done) {
        found_.tuning = first;
    }

    FoundTuning operator()() {
        const Tuning first = found_.tuning;
        Tuning start = first;
        if (const auto rate = measured(start)) {
            found_.first_rate = found_.rate = *rate;
            climb(start, *rate);
        }
        for (int skipped = 0; !done_() && skipped < kMostSkipped; ++skipped) {
            start = random_tuning();
            if (const auto rate = measured(start)) {
                skipped = 0;
                note(start, *rate);
                climb(start, *rate);
            }
        }
        if (found_.tuning != first && !wins_again(first)) {
            found_.tuning = first;
            found_.rate = found_.first_rate;
        }
        if (found_.rate > 0)
            if (const auto again = measure_(found_.tuning))
                found_.rate = std::min(found_.rate, *again);
        return found_;
    }

private:
    /// Whether what was found is better than the first in turns, since a machine is not always
    /// equally busy.
    bool wins_again(const Tuning& first) {
        double found = 0, before = 0;
        for (int turn = 0; turn < kTurnsOfFinal; ++turn) {
            found += measure_(found_.tuning).value_or(0);
            before += measure_(first).value_or(0);
        }
        return found > before;
    }

    void climb(Tuning at, double rate) {
        int failures = 0;
        for (int skipped = 0; !done_() && failures < kPatience && skipped < kMostSkipped;) {
            Tuning next = at;
            change_one(next);
            const auto reached = measured(next);
            if (!reached) {
                ++skipped;
                continue;
            }
            skipped = 0;
            failures = *reached > rate ? 0 : failures + 1;
            if (*reached < rate) continue;
            at = next;
            rate = *reached;
            note(at, rate);
        }
    }

    void note(const Tuning& tuning, double rate) {
        if (rate <= found_.rate) return;
        found_.tuning = tuning;
        found_.rate = rate;
    }

    std::optional<double> measured(const Tuning& tuning) {
        if (!known_.insert(to_json(tuning)).second) return std::nullopt;
        const auto rate = measure_(tuning);
        if (rate) ++found_.measured;
        return rate;
    }

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }

    template <class T>
    T one_of(const std::vector<T>& choices) {
        return choices[below(choices.size())];
    }

    /// A field, or one of those that are no numbers.
    void change_one(Tuning& tuning) {
        const std::size_t others = can_place_ ? 6 : 5;
        const std::size_t which = below(fields_.size() + others);
        if (which < fields_.size()) {
            tuning.*fields_[which].member = one_of(fields_[which].choices);
            return;
        }
        switch (which - fields_.size()) {
            case 0:
                tuning.style = tuning.style == Tuning::Style::parallel ? Tuning::Style::looping
                                                                       : Tuning::Style::parallel;
                break;
            case 1:
                tuning.stress_pattern = pattern();
                break;
            case 2:
                tuning.pre_stress_pattern = pattern();
                break;
            case 3:
                tuning.preload = !tuning.preload;
                break;
            case 4:
                tuning.indirection = !tuning.indirection;
                break;
            default:
                tuning.affinity = affinity();
        }
    }

    Tuning random_tuning() {
        Tuning tuning = found_.tuning;
        for (const Field& field : fields_) tuning.*field.member = one_of(field.choices);
        tuning.stress_pattern = pattern();
        tuning.pre_stress_pattern = pattern();
        tuning.preload = below(2) == 0;
        tuning.indirection = below(2) == 0;
        if (can_place_) tuning.affinity = affinity();
        return tuning;
    }

    /// A sweep is for looking, not for speed.
    Tuning::Affinity affinity() {
        constexpr std::array kAll{Tuning::Affinity::none, Tuning::Affinity::incremental,
                                  Tuning::Affinity::random};
        return kAll[below(kAll.size())];
    }

    StressPattern pattern() {
        constexpr std::array kAll{StressPattern::store_store, StressPattern::store_load,
                                  StressPattern::load_store, StressPattern::load_load};
        return kAll[below(kAll.size())];
    }

    std::vector<Field> fields_;
    bool can_place_;
    std::mt19937_64 random_;
    const MeasureTuning& measure_;
    const std::function<bool()>& done_;
    std::set<std::string> known_;
    FoundTuning found_;
};

}  // namespace

FoundTuning search_tuning(const Tuning& first, const DeviceInfo& device, std::uint64_t seed,
                          const MeasureTuning& measure, const std::function<bool()>& done) {
    return Search(first, device, seed, measure, done)();
}

}  // namespace clmm::hardware

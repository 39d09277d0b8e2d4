#include "placements.h"

#include <algorithm>
#include <map>

namespace clmm::hardware {
namespace {

constexpr std::size_t kMostClasses = 256;
constexpr std::size_t kMostPlacements = 200'000;

/// What each pair of work-groups shares, in the order (0,1), (0,2), (1,2), (0,3) …
using Signature = std::vector<Nearness>;

class Enumeration {
public:
    Enumeration(const Topology& topology, std::size_t groups)
        : topology_(topology), groups_(groups) {}

    std::map<Signature, std::vector<std::vector<unsigned>>> operator()() {
        for (const Processor& first : topology_.processors) {
            chosen_ = {&first};
            extend();
        }
        return std::move(found_);
    }

private:
    void extend() {
        if (chosen_.size() == groups_) return note();
        std::vector<Signature> tried;
        const std::size_t before = signature_.size();
        for (const Processor& next : topology_.processors) {
            if (visited_ >= kMostPlacements) return;
            if (std::ranges::find(chosen_, &next) != chosen_.end()) continue;
            Signature shared;
            for (const Processor* each : chosen_) shared.push_back(nearness(*each, next));
            if (std::ranges::find(tried, shared) != tried.end()) continue;
            signature_.insert(signature_.end(), shared.begin(), shared.end());
            chosen_.push_back(&next);
            extend();
            chosen_.pop_back();
            signature_.resize(before);
            tried.push_back(std::move(shared));
        }
    }

    void note() {
        ++visited_;
        if (found_.size() >= kMostClasses && !found_.contains(signature_)) return;
        std::vector<unsigned> numbers;
        for (const Processor* each : chosen_) numbers.push_back(each->number);
        found_[signature_].push_back(std::move(numbers));
    }

    const Topology& topology_;
    std::size_t groups_;
    std::vector<const Processor*> chosen_;
    Signature signature_;
    std::size_t visited_ = 0;
    std::map<Signature, std::vector<std::vector<unsigned>>> found_;
};

std::string class_name(const Signature& signature, const Topology& topology,
                       const std::vector<std::string>& groups) {
    if (groups.size() == 1) return "alone";
    const bool alike =
        std::ranges::all_of(signature, [&](Nearness each) { return each == signature.front(); });
    if (alike) return (groups.size() == 2 ? "" : "all ") + name_of(signature.front(), topology);
    std::string text;
    std::size_t pair = 0;
    for (std::size_t b = 1; b < groups.size(); ++b)
        for (std::size_t a = 0; a < b; ++a)
            text += (text.empty() ? "" : ", ") + groups[a] + " " + groups[b] + " " +
                    name_of(signature[pair++], topology);
    return text;
}

/// Every step-th processor, round and round, until each was taken once.
std::vector<unsigned> in_steps(const Topology& topology, std::uint32_t step) {
    const std::size_t count = topology.processors.size();
    std::vector<unsigned> out;
    std::vector<bool> taken(count, false);
    for (std::size_t at = 0; out.size() < count; at = (at + step) % count) {
        while (taken[at]) at = (at + 1) % count;
        taken[at] = true;
        out.push_back(topology.processors[at].number);
    }
    return out;
}

}  // namespace

std::vector<PlacementClass> placement_classes(const Topology& topology,
                                              const std::vector<std::string>& groups) {
    if (groups.empty() || topology.processors.size() < groups.size()) return {};
    std::vector<PlacementClass> out;
    for (auto& [signature, members] : Enumeration(topology, groups.size())())
        out.push_back({class_name(signature, topology, groups), std::move(members)});
    return out;
}

Placements::Placements(const Tuning& tuning, const DeviceInfo& device,
                       const std::vector<std::string>& groups)
    : affinity_(tuning.affinity), compute_units_(device.compute_units) {
    if (affinity_ == Tuning::Affinity::none || device.topology.processors.empty()) return;
    processors_ = in_steps(device.topology, tuning.affinity_step);
    if (affinity_ == Tuning::Affinity::sweep) classes_ = placement_classes(device.topology, groups);
}

Placements::Launch Placements::next(std::mt19937_64& random) {
    if (processors_.empty()) return {};
    if (affinity_ == Tuning::Affinity::sweep) return swept(random);
    if (affinity_ == Tuning::Affinity::random)
        for (std::size_t i = processors_.size(); i > 1; --i)
            std::swap(processors_[i - 1], processors_[random() % i]);
    Launch launch;
    for (unsigned unit = 0; unit < compute_units_; ++unit)
        launch.processors.push_back(processors_[unit % processors_.size()]);
    return launch;
}

/// The test's work-groups are executed by the first compute units. The others, which may disturb,
/// are where no unit of the test is, if there is such a place.
Placements::Launch Placements::swept(std::mt19937_64& random) {
    const std::size_t number = launches_++ % classes_.size();
    const auto& members = classes_[number].members;
    Launch launch{members[random() % members.size()], number};
    std::vector<unsigned> others;
    for (const unsigned each : processors_)
        if (std::ranges::find(launch.processors, each) == launch.processors.end())
            others.push_back(each);
    if (others.empty()) others = processors_;
    for (std::size_t i = 0; launch.processors.size() < compute_units_; ++i)
        launch.processors.push_back(others[i % others.size()]);
    return launch;
}

}  // namespace clmm::hardware

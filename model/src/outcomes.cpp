#include "clmm/model/outcomes.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "clmm/base/ensure.h"

namespace clmm::model {
namespace {

OutcomeMark mark_of(const OutcomeEntry& entry) {
    return {entry.satisfies_condition, entry.out_of_thin_air, entry.executions};
}

}  // namespace

const Execution& OutcomeEntry::execution() const {
    ensure(witness != nullptr, "the execution of an outcome was asked for");
    return *witness;
}

Outcomes::Outcomes(std::vector<OutcomeEntry> entries) {
    std::vector<std::pair<OutcomeValues, OutcomeMark>> ordinary;
    for (OutcomeEntry& entry : entries) {
        if (entry.family) {
            families_.push_back(std::move(entry));
            continue;
        }
        if (entry.witness) witnesses_.emplace(entry.values, std::move(entry.witness));
        const OutcomeMark mark = mark_of(entry);
        ordinary.emplace_back(std::move(entry.values), mark);
    }
    std::ranges::stable_sort(families_, {}, &OutcomeEntry::values);
    ordinary_ = OutcomeSet::of(std::move(ordinary));
}

void Outcomes::set_witness(const OutcomeValues& values, std::shared_ptr<const Execution> witness) {
    ensure(ordinary_.contains(values), "a witness is of an outcome");
    witnesses_[values] = std::move(witness);
}

bool OutcomeEntry::fits(const OutcomeValues& other) const {
    std::map<int, std::uint64_t> of_group;
    for (std::size_t i = 0; i < other.size(); ++i) {
        const int group = family->free_group[i];
        const std::uint64_t expected =
            group < 0 ? values[i] : of_group.emplace(group, other[i]).first->second;
        if (other[i] != expected) return false;
    }
    return true;
}

void drop_members_of_families(std::vector<OutcomeEntry>& entries) {
    std::vector<OutcomeEntry> families;
    std::ranges::copy_if(entries, std::back_inserter(families), [](const OutcomeEntry& each) {
        return each.family && each.family->extent == Extent::every;
    });
    std::erase_if(entries, [&](const OutcomeEntry& each) {
        return !each.family && std::ranges::any_of(families, [&](const OutcomeEntry& all) {
            return all.satisfies_condition == each.satisfies_condition &&
                   (each.out_of_thin_air || !all.out_of_thin_air) && all.fits(each.values);
        });
    });
}

Natural Outcomes::size() const { return ordinary_.size() + families_.size(); }

Natural Outcomes::sum(const std::function<std::uint64_t(const OutcomeMark&)>& worth) const {
    Natural sum = ordinary_.sum(worth);
    for (const OutcomeEntry& family : families_) sum += worth(mark_of(family));
    return sum;
}

OutcomeEntry Outcomes::operator[](std::size_t place) const {
    for (const OutcomeEntry& entry : *this)
        if (place-- == 0) return entry;
    ensure(false, "an outcome's place is below their number");
    return {};
}

std::vector<OutcomeEntry> Outcomes::with_witness() const {
    std::vector<OutcomeEntry> entries;
    for (const auto& [values, witness] : witnesses_) {
        const OutcomeMark mark = *ordinary_.find(values);
        entries.push_back({values, mark.satisfies_condition, mark.out_of_thin_air, std::nullopt,
                           mark.executions, witness});
    }
    std::ranges::copy_if(families_, std::back_inserter(entries),
                         [](const OutcomeEntry& family) { return family.witness != nullptr; });
    return entries;
}

std::vector<OutcomeEntry> Outcomes::list() const {
    std::vector<OutcomeEntry> entries;
    for (const OutcomeEntry& entry : *this) entries.push_back(entry);
    return entries;
}

Outcomes::Iterator::Iterator(const Outcomes& of) : of_(&of), walk_(of.ordinary_), at_end_(false) {
    look();
}

Outcomes::Iterator& Outcomes::Iterator::operator++() {
    if (walk_.at_outcome())
        walk_.advance();
    else
        ++family_;
    look();
    return *this;
}

void Outcomes::Iterator::look() {
    if (!walk_.at_outcome()) {
        at_end_ = family_ == of_->families_.size();
        if (!at_end_) entry_ = of_->families_[family_];
        return;
    }
    const OutcomeMark& mark = walk_.mark();
    entry_.values = walk_.values();
    entry_.satisfies_condition = mark.satisfies_condition;
    entry_.out_of_thin_air = mark.out_of_thin_air;
    entry_.executions = mark.executions;
    const auto known = of_->witnesses_.find(entry_.values);
    entry_.witness = known == of_->witnesses_.end() ? nullptr : known->second;
}

void WitnessKeeper::keep(std::vector<OutcomeEntry>& entries, std::size_t number,
                         const Execution& witness) {
    OutcomeEntry& entry = entries[number];
    if (wanted_ == Witnesses::families && !entry.family) return;
    if (wanted_ == Witnesses::deciding && !entry.family) {
        auto& least =
            least_[(entry.satisfies_condition ? 1U : 0U) + (entry.out_of_thin_air ? 2U : 0U)];
        if (least && entries[*least].values < entry.values) return;
        if (least) entries[*least].witness.reset();
        least = number;
    }
    entry.witness = std::make_shared<const Execution>(witness);
}

}  // namespace clmm::model

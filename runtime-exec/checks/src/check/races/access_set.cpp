#include "check/races/access_set.h"

#include <algorithm>
#include <tuple>

namespace clmm::runtime::check {

// ---- stamps ----

std::size_t Stamps::Hash::operator()(const Stamp& stamp) const {
    std::uint64_t hash = 0;
    const auto mix = [&](std::uint64_t part) {
        hash = (hash ^ part) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29U;
    };
    mix(std::uint64_t{stamp.launch} << 32U | stamp.epoch);
    mix(std::uint64_t{stamp.phase} << 32U | stamp.sub_phase);
    mix(std::uint64_t{stamp.barriers} << 32U | stamp.site.index());
    mix((stamp.write ? 1U : 0U) | static_cast<unsigned>(stamp.order) << 1U |
        static_cast<unsigned>(stamp.scope) << 8U);
    return hash;
}

StampId Stamps::number(const Stamp& stamp) {
    if (stamps_[last_] == stamp && last_ != kNoStamp) return last_;
    const auto [found, is_new] = numbers_.try_emplace(stamp, static_cast<StampId>(stamps_.size()));
    if (is_new) stamps_.push_back(stamp);
    last_ = found->second;
    return last_;
}

// ---- runs ----

/// The run becomes part of the last one.
bool Bucket::extend(const Run& run) {
    Run& last = last_;
    const bool both_single = last.count == 1 && run.count == 1;
    if (last.first == run.first && last.count == run.count &&
        (both_single || last.stride == run.stride)) {
        last.stamp = run.stamp;
        return true;
    }
    if (last.stamp != run.stamp) return false;
    if (run.count == 1 && last.has(run.first)) return true;
    if (run.first <= last.last()) return false;
    const std::uint32_t step = run.first - last.last();
    const bool last_fits = last.count == 1 || last.stride == step;
    const bool run_fits = run.count == 1 || run.stride == step;
    if (!last_fits || !run_fits) return false;
    last.stride = step;
    last.count += run.count;
    return true;
}

void Bucket::add(const Run& run, RunStore& store) {
    if (extend(run)) return;
    store.push(earlier_, last_);
    last_ = run;
    if (earlier_.size >= compact_at_) compact(store);
}

Bucket Bucket::copy(RunStore& store) const {
    Bucket made = *this;
    made.earlier_ = store.copy(earlier_);
    return made;
}

namespace {

constexpr std::size_t kSpread = 4;  ///< items for each run, up to which they are written out

/// The latest run of those with the same items.
void keep_latest(std::vector<Run>& runs) {
    const auto items = [](const Run& run) { return std::tuple(run.first, run.stride, run.count); };
    std::ranges::stable_sort(runs, {}, items);
    std::vector<Run> kept;
    for (const Run& run : runs) {
        if (!kept.empty() && items(kept.back()) == items(run))
            kept.back() = run;
        else
            kept.push_back(run);
    }
    runs = std::move(kept);
}

/// The latest access of each work-item, as ascending runs of one.
std::vector<Run> written_out(const std::vector<Run>& runs) {
    std::vector<Run> single;
    for (const Run& run : runs)
        for (std::uint32_t i = 0; i < run.count; ++i)
            single.push_back({run.first + i * run.stride, 1, 1, run.stamp});
    keep_latest(single);
    return single;
}

}  // namespace

void Bucket::compact(RunStore& store) {
    std::vector<Run> all(earlier_.all().begin(), earlier_.all().end());
    all.push_back(last_);
    earlier_.size = 0;
    std::size_t items = 0;
    for (const Run& run : all) items += run.count;
    if (items <= kSpread * all.size())
        all = written_out(all);
    else
        keep_latest(all);
    last_ = all.front();
    for (std::size_t i = 1; i < all.size(); ++i)
        if (!extend(all[i])) {
            store.push(earlier_, last_);
            last_ = all[i];
        }
    compact_at_ = std::max<std::uint32_t>(64, earlier_.size * 2);
}

// ---- sets ----

void Buckets::push_back(const Bucket& bucket) {
    if (empty() && !many_) {
        one_ = bucket;
        has_one_ = true;
        return;
    }
    if (!many_) {
        many_ = std::make_unique<std::vector<Bucket>>(1, one_);
        has_one_ = false;
    }
    many_->push_back(bucket);
}

void Buckets::clear() {
    if (many_) many_->clear();
    has_one_ = false;
}

std::uint32_t AccessSets::take() {
    if (free_.empty()) {
        sets_.emplace_back();
        return static_cast<std::uint32_t>(sets_.size() - 1);
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return number;
}

void AccessSets::clear(AccessSet& set) {
    for (Bucket& bucket : set.buckets) bucket.give_back(store_);
    buckets_ -= set.buckets.size();
    set.buckets.clear();
}

void AccessSets::give_back(std::uint32_t number) {
    clear(sets_[number]);
    sets_[number].atomic_object = 0;
    sets_[number].quiet = {};
    free_.push_back(number);
}

std::uint32_t AccessSets::copy(std::uint32_t number) {
    const std::uint32_t made = take();
    for (const Bucket& bucket : sets_[number].buckets)
        sets_[made].buckets.push_back(bucket.copy(store_));
    buckets_ += sets_[made].buckets.size();
    return made;
}

bool AccessSets::add(AccessSet& set, const BucketKey& key, const Run& run) {
    for (Bucket& bucket : set.buckets) {
        if (bucket.key() != key) continue;
        add(bucket, run);
        return false;
    }
    set.buckets.push_back({key, run});
    ++buckets_;
    return true;
}

}  // namespace clmm::runtime::check

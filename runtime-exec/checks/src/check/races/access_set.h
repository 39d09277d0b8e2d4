#pragma once

#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "check/races/run_store.h"
#include "check/races/units.h"

namespace clmm::runtime::check {

/// All about an access but which work-item did it and where: shared by many accesses, and numbered.
struct Stamp {
    LaunchId launch = kNoLaunch;
    std::uint32_t epoch = 0;
    std::uint32_t phase = 0;  ///< see Moment
    std::uint32_t sub_phase = 0;
    std::uint32_t barriers = 0;  ///< of its group, with any flags
    SiteId site;
    bool write = false;
    Order order = Order::none;  ///< none: not atomic
    Scope scope = Scope::none;  ///< narrowed
    [[nodiscard]] bool is_atomic() const { return order != Order::none; }
    friend bool operator==(const Stamp&, const Stamp&) = default;
};

/// Stamps by number.
class Stamps {
public:
    [[nodiscard]] StampId number(const Stamp& stamp);
    [[nodiscard]] const Stamp& operator[](StampId id) const { return stamps_[id]; }
    [[nodiscard]] std::uint64_t bytes() const { return stamps_.size() * 3 * sizeof(Stamp); }

private:
    struct Hash {
        std::size_t operator()(const Stamp& stamp) const;
    };
    std::deque<Stamp> stamps_ = std::deque<Stamp>(1);
    std::unordered_map<Stamp, StampId, Hash> numbers_;
    StampId last_ = kNoStamp;  ///< asked for
};

/// Accesses that stand in the same way to any other: of one kernel-instance, all reads or all
/// writes, plain or atomic, of one scope (and for scopes below the device, of one group).
struct BucketKey {
    LaunchId launch = kNoLaunch;
    bool write = false;
    bool atomic = false;
    Scope scope = Scope::none;
    std::uint32_t place = 0;  ///< work-group or sub-group, where the scope is that narrow
    friend bool operator==(const BucketKey&, const BucketKey&) = default;
};

/// Runs of accesses; of each work-item the latest is kept, earlier ones may be. Its runs belong to
/// a store, which is to get them back: see AccessSets.
class Bucket {
public:
    Bucket() = default;
    Bucket(const BucketKey& key, const Run& run) : key_(key), last_(run) {}

    void add(const Run& run, RunStore& store);
    /// Takes the place of the last run.
    void replace_last(const Run& run) { last_ = run; }
    void give_back(RunStore& store) { store.give_back(earlier_); }
    [[nodiscard]] Bucket copy(RunStore& store) const;

    [[nodiscard]] const BucketKey& key() const { return key_; }
    [[nodiscard]] const Run& last() const { return last_; }
    template <class Work>
    void for_each(Work&& work) const {
        for (const Run& run : earlier_.all()) work(run);
        work(last_);
    }
    [[nodiscard]] std::size_t runs() const { return earlier_.size + 1; }

private:
    [[nodiscard]] bool extend(const Run& run);
    void compact(RunStore& store);

    BucketKey key_;
    Run last_;
    RunList earlier_;
    std::uint32_t compact_at_ = 64;
};

/// The buckets of a set: one, mostly.
class Buckets {
public:
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] std::size_t size() const { return many_ ? many_->size() : has_one_ ? 1 : 0; }
    [[nodiscard]] Bucket* begin() { return many_ ? many_->data() : &one_; }
    [[nodiscard]] Bucket* end() { return begin() + size(); }
    [[nodiscard]] const Bucket* begin() const { return many_ ? many_->data() : &one_; }
    [[nodiscard]] const Bucket* end() const { return begin() + size(); }
    [[nodiscard]] Bucket& front() { return *begin(); }

    void push_back(const Bucket& bucket);
    void clear();
    template <class Unneeded>
    void erase_if(Unneeded&& unneeded) {
        if (many_)
            std::erase_if(*many_, unneeded);
        else if (has_one_)
            has_one_ = !unneeded(one_);
    }

private:
    Bucket one_;
    bool has_one_ = false;
    /// Then all are there. It stays once it was needed: sets are used again.
    std::unique_ptr<std::vector<Bucket>> many_;
};

/// The accesses of a few bytes that nothing later stands for, but the last plain write.
struct AccessSet {
    Buckets buckets;
    std::uint32_t atomic_object = 0;  ///< 0: none begins here
    /// While there is none: the last atomic write, a relaxed one that is in no release sequence.
    struct QuietWrite {
        std::uint32_t number = 0;  ///< of the unit
        StampId stamp = kNoStamp;  ///< none: there is no such write
    };
    QuietWrite quiet = {};
};

/// Access sets by number.
class AccessSets {
public:
    [[nodiscard]] std::uint32_t take();
    void give_back(std::uint32_t number);
    [[nodiscard]] std::uint32_t copy(std::uint32_t number);
    [[nodiscard]] AccessSet& operator[](std::uint32_t number) { return sets_[number]; }
    /// Adds to the bucket of the key, which may be new (then it says so).
    bool add(AccessSet& set, const BucketKey& key, const Run& run);
    void add(Bucket& bucket, const Run& run) { bucket.add(run, store_); }
    void clear(AccessSet& set);
    /// Nothing but this.
    void restart(AccessSet& set, const BucketKey& key, const Run& run) {
        clear(set);
        add(set, key, run);
    }
    template <class Unneeded>
    void erase_if(AccessSet& set, Unneeded&& unneeded) {
        set.buckets.erase_if([&](Bucket& bucket) {
            if (!unneeded(bucket.key())) return false;
            bucket.give_back(store_);
            --buckets_;
            return true;
        });
    }
    [[nodiscard]] std::uint64_t bytes() const {
        return sets_.size() * sizeof(AccessSet) + store_.bytes() + buckets_ * sizeof(Bucket);
    }

private:
    std::deque<AccessSet> sets_;
    std::vector<std::uint32_t> free_;
    RunStore store_;
    std::uint64_t buckets_ = 0;
};

}  // namespace clmm::runtime::check

#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "check/races/units.h"

namespace clmm::runtime::check {

inline bool acquires(Order order) {
    return order == Order::acquire || order == Order::acq_rel || order == Order::seq_cst;
}
inline bool releases(Order order) {
    return order == Order::release || order == Order::acq_rel || order == Order::seq_cst;
}

/// The release sequences that a write of an atomic object is in: by whom they are headed, told
/// apart as far as scopes, fences and orders do.
///
/// Idea     a reader needs all heads with which it has an inclusive scope. So heads are kept by
///          level (those that joined a sub-group, a work-group, a kernel-instance, all), each
///          with what all of them up to some write know: a read costs O(kinds of heads).
class Sequences {
public:
    /// Heads of one kind at one level and place.
    struct Kind {
        Scope level = Scope::none;  ///< none: any scope (atomic-sync=text)
        UnitPosition place;         ///< of one of them
        struct Entry {
            std::uint32_t write = 0;
            Head head;  ///< what all up to this write know; the action of the last
        };
        std::vector<Entry> entries;
    };

    void add(const Head& head, std::uint32_t write, const UnitPosition& place, const Rules& rules,
             KnowledgeStore& store, std::size_t history);
    /// Calls `work(kind's level, head)` for the heads up to `write` that an action of this scope
    /// at the place joins at the level (none: of any scope).
    template <class Work>
    void for_each(Scope level, std::uint32_t write, const UnitPosition& place, Memory memory,
                  const Rules& rules, Work&& work) const {
        const auto visit = [&](const Kind& kind) {
            for (auto entry = kind.entries.rbegin(); entry != kind.entries.rend(); ++entry)
                if (entry->write <= write) {
                    work(entry->head);
                    return;
                }
        };
        if (level == Scope::sub_group || level == Scope::work_group) {
            const auto found = narrow_.find(narrow_key(level, place));
            if (found == narrow_.end()) return;
            for (const Kind& kind : found->second) visit(kind);
            return;
        }
        for (const Kind& kind : wide_)
            if (kind.level == level &&
                (level == Scope::none || together(kind.place, place, level, memory, rules)))
                visit(kind);
    }

    /// The last head, whatever its scope.
    struct Last {
        Head head;
        Unit unit;
    };
    std::optional<Last> last;

private:
    [[nodiscard]] static std::uint64_t narrow_key(Scope level, const UnitPosition& place);
    void add_at(Scope level, const Head& head, std::uint32_t write, const UnitPosition& place,
                KnowledgeStore& store, std::size_t history);

    std::vector<Kind> wide_;
    std::unordered_map<std::uint64_t, std::vector<Kind>> narrow_;
};

/// An atomic object: its last modifications, in modification order, and who has read which.
struct AtomicObject {
    struct Write {
        std::uint32_t number = 0;  ///< 0: the initial value
        Unit unit;
        bool plain = true;  ///< the initial value, or a write that is not in modification order
        Moment moment;
        Action action;
        std::uint64_t time = 0;
        /// Null: none. Of a plain write: those that a read-modify-write goes on with.
        std::shared_ptr<Sequences> sequences;
    };
    struct Read {
        Moment moment;
        std::uint32_t write = 0;
    };
    std::uint64_t serial = 0;  ///< no other object has had it
    Region region = Region::global;
    Memory memory = Memory::buffer;
    bool atomic_type = true;                            ///< plain writes are in modification order
    std::vector<Write> writes = std::vector<Write>(1);  ///< the last few; the last is the newest
    std::vector<Read> reads;                            ///< the last few
    std::uint32_t oldest = 0;  ///< no read may take an older write than this
    /// The last write that is no read-modify-write, and the last such by another unit.
    std::uint32_t last_store = 0;
    Unit last_storer;
    std::uint32_t store_of_others = 0;

    [[nodiscard]] const Write& newest() const { return writes.back(); }
    [[nodiscard]] const Write& write(std::uint32_t wanted) const;
    /// The last write that is no read-modify-write, by others than the unit; 0 if none.
    [[nodiscard]] std::uint32_t last_store_by_others(Unit unit) const {
        return last_storer == unit ? store_of_others : last_store;
    }
};

/// Synchronisation through atomic objects and fences, by the rules.
class Atomics {
public:
    Atomics(const Rules& rules, std::size_t history, Units& units)
        : rules_(rules), history_(history), units_(units) {}

    [[nodiscard]] std::uint32_t add(Region region, Memory memory, bool atomic_type);
    void remove(std::uint32_t object);
    /// The unit has written it, relaxed and in no release sequence: its first write.
    void begin_with(std::uint32_t object, Unit unit, const Moment& moment, const Action& action);
    [[nodiscard]] const AtomicObject& operator[](std::uint32_t object) const {
        return objects_[object];
    }
    /// A plain write of the unit has changed the value.
    void overwritten(Actor& actor, std::uint32_t object);

    /// The unit reads this write, and synchronises.
    void read(Actor& actor, std::uint32_t object, std::uint32_t write, const Action& action,
              bool read_modify_write);
    /// The unit modifies the object, and releases. Returns the number of the write.
    std::uint32_t write(Actor& actor, std::uint32_t object, const Action& action,
                        bool read_modify_write);
    void fence(Actor& actor, const Action& fence);
    /// A barrier that all work-items of a group or sub-group have reached; of a scope beyond them
    /// it is also a fence.
    void barrier(LaunchId launch, std::uint32_t group, std::optional<std::uint32_t> sub_group,
                 const Action& barrier);

    /// Which writes a load may read.
    [[nodiscard]] WriteRange readable(const Actor& actor, std::uint32_t object, Order order);
    [[nodiscard]] std::uint64_t bytes() const {
        return objects_.size() * sizeof(AtomicObject) + writes_ * 2 * sizeof(AtomicObject::Write);
    }

private:
    [[nodiscard]] bool crosses(const Action& from, const Action& to) const;
    [[nodiscard]] Regions synchronising(const Action& action) const;
    void acquire(Actor& actor, Region region, const Head& head, const Action& to);
    void acquire_from(Actor& actor, const AtomicObject& object, const AtomicObject::Write& write,
                      const Action& action);
    bool keep_pending(Actor& actor, const AtomicObject& object, const AtomicObject::Write& write,
                      const Action& action);
    void note_missing_release(Actor& actor, const AtomicObject& object,
                              const AtomicObject::Write& write, const Action& action);
    void note_scopes(Actor& actor, const AtomicObject& object, const AtomicObject::Write& write,
                     const Action& action);
    [[nodiscard]] std::vector<Head> heads(Actor& actor, const AtomicObject& object,
                                          const Action& action);
    [[nodiscard]] std::shared_ptr<Sequences> sequences_after(Actor& actor,
                                                             const AtomicObject& object,
                                                             const std::vector<Head>& heads,
                                                             bool read_modify_write);
    void keep_own(Actor& actor, std::uint64_t object, std::uint32_t write, const Head& head);
    void push_store(Actor& actor, AtomicObject& object, AtomicObject::Write write,
                    bool read_modify_write);
    void push(AtomicObject& object, AtomicObject::Write write);
    void release_fence(Actor& actor, const Action& fence);
    void acquire_fence(Actor& actor, const Action& fence);
    [[nodiscard]] bool is_ordered(const Actor& actor, const AtomicObject& object,
                                  const Moment& moment);
    void remember_read(const Actor& actor, AtomicObject& object, std::uint32_t write);

    Rules rules_;
    std::size_t history_;
    Units& units_;
    std::deque<AtomicObject> objects_ = std::deque<AtomicObject>(1);
    std::vector<std::uint32_t> free_;
    std::uint64_t time_ = 0;           ///< of writes and fences
    std::uint64_t last_sc_fence_ = 0;  ///< of any unit
    std::uint64_t serial_ = 0;
    std::uint64_t writes_ = 0;  ///< that are remembered
};

}  // namespace clmm::runtime::check

#include <algorithm>
#include <bit>

#include "check/races_state.h"

/// Rows of accesses by consecutive work-items: the tight loops.
namespace clmm::runtime::check {

using State = RaceState;

namespace {

/// What all work-items of a row know of accesses with one stamp; remembers the last answer.
struct Verdict {
    StampId stamp = kNoStamp;
    bool same_launch = false;
    bool always = false;    ///< ordered before them, whoever did it
    bool in_group = false;  ///< … if it was in their group
    bool of_one = false;    ///< of `number` only: a command or host thread
    std::uint32_t number = 0;
};

}  // namespace

/// Work-items of one row that know the same: one group, no knowledge of their own, one epoch and
/// sub-group phase.
class RaceState::EvenRow {
public:
    EvenRow(State& state, const Row& row, Shadow::Object& object)
        : state_(state), row_(row), object_(object) {
        actor_ = state.units.actor({row.launch, row.first});
        doing_.object = &object;
        doing_.id = row.object;
        doing_.size = row.size;
        doing_.stamp = state.stamp(actor_, object.region, row.site, row.write, Order::none,
                                   Scope::none, doing_.about);
        group_size_ = actor_.launch->shape.items_per_group;
        group_begin_ = actor_.group_number * group_size_;
    }

    void run() {
        const std::uint64_t size = row_.size;
        const bool one_cell = std::has_single_bit(size) && size <= Shadow::kPage &&
                              row_.offset % size == 0 &&
                              row_.stride % static_cast<std::int64_t>(size) == 0;
        if (row_.stride == 0 && !row_.write && row_.count > 1)
            uniform();
        else if (one_cell && row_.stride == static_cast<std::int64_t>(size))
            consecutive();
        else
            one_by_one();
    }

private:
    [[nodiscard]] bool is_before(Verdict& cached, StampId stamp, std::uint32_t number,
                                 std::uint32_t item) {
        if (cached.stamp != stamp || (cached.of_one && cached.number != number))
            judge(cached, stamp, number);
        return cached.always || (cached.same_launch && number == item) ||
               (cached.in_group && number - group_begin_ < group_size_);
    }

    void judge(Verdict& cached, StampId id, std::uint32_t number) {
        const Stamp& stamp = state_.stamps[id];
        cached = {.stamp = id, .same_launch = stamp.launch == row_.launch};
        cached.in_group = cached.same_launch &&
                          stamp.phase < actor_.group->common.phase[index_of(object_.region)];
        cached.of_one = stamp.launch == kNoLaunch;
        cached.number = number;
        if (cached.of_one) {
            // What a command has written, all work-items know or none.
            doing_.actor = &actor_;
            cached.always = state_.is_ordered(doing_, id, number);
            return;
        }
        cached.always = !cached.same_launch &&
                        state_.units.is_launch_ordered(actor_, stamp.launch,
                                                       State::needs_strict(object_, stamp.write));
    }

    /// Cells that follow one another, each accessed by the next work-item.
    void consecutive() {
        std::uint64_t offset = row_.offset;
        std::uint32_t item = row_.first;
        const std::uint32_t end = row_.first + row_.count;
        while (item < end && !state_.stopped()) {
            Shadow::Page& page = state_.shadow.page_for(object_, offset, row_.size);
            const std::uint64_t left = (Shadow::kPage - offset % Shadow::kPage) / row_.size;
            const auto count =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(end - item, left));
            if (std::uint64_t{1} << page.shift == row_.size)
                walk(&page.cells[offset % Shadow::kPage >> page.shift], item, count);
            else
                for (std::uint32_t i = 0; i < count; ++i) one(item + i, offset + i * row_.size);
            item += count;
            offset += std::uint64_t{count} * row_.size;
        }
    }

    void walk(Cell* cells, std::uint32_t first, std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            Cell& cell = cells[i];
            const std::uint32_t item = first + i;
            const bool after_write =
                cell.write == kNoStamp || is_before(writes_, cell.write, cell.writer, item);
            const bool done = after_write && (row_.write ? write(cell, item) : read(cell, item));
            if (!done) in_full(cell, item);
        }
    }

    [[nodiscard]] bool write(Cell& cell, std::uint32_t item) {
        if (cell.read != kNoStamp &&
            (cell.read == kManyReads || !is_before(reads_, cell.read, cell.reader, item)))
            return false;
        cell = {.writer = item, .write = doing_.stamp};
        return true;
    }

    [[nodiscard]] bool read(Cell& cell, std::uint32_t item) {
        if (cell.read == kManyReads) return add(cell, {item, 1, 1, doing_.stamp});
        if (cell.read != kNoStamp && !is_before(reads_, cell.read, cell.reader, item)) return false;
        cell.reader = item;
        cell.read = doing_.stamp;
        return true;
    }

    /// To a set that holds nothing but plain reads of this kernel-instance.
    [[nodiscard]] bool add(Cell& cell, const Run& run) {
        AccessSet& set = state_.shadow.sets()[cell.reader];
        if (set.buckets.size() != 1) return false;
        const BucketKey& key = set.buckets.front().key();
        if (key.write || key.atomic || key.launch != row_.launch) return false;
        doing_.actor = &actor_;
        state_.add(doing_, set, run);
        return true;
    }

    void in_full(Cell& cell, std::uint32_t item) {
        Actor actor = state_.units.actor({row_.launch, item});
        doing_.actor = &actor;
        doing_.offset =
            row_.offset +
            static_cast<std::uint64_t>(static_cast<std::int64_t>(item - row_.first) * row_.stride);
        doing_.reported = false;
        if (row_.write)
            state_.plain_write(doing_, cell);
        else
            state_.plain_read(doing_, cell);
        doing_.actor = &actor_;
    }

    void one(std::uint32_t item, std::uint64_t offset) {
        state_.for_each_cell(object_, offset, row_.size, [&](Cell& cell) { in_full(cell, item); });
    }

    void one_by_one() {
        std::uint64_t offset = row_.offset;
        for (std::uint32_t i = 0; i < row_.count; ++i) {
            one(row_.first + i, offset);
            offset += static_cast<std::uint64_t>(row_.stride);
        }
    }

    /// All read the same place. The one that wrote it may be among them.
    void uniform() {
        const std::uint32_t end = row_.first + row_.count;
        state_.for_each_cell(object_, row_.offset, row_.size, [&](Cell& cell) {
            const std::uint32_t other = cell.writer == row_.first ? end - 1 : row_.first;
            if (cell.write != kNoStamp && !is_before(writes_, cell.write, cell.writer, other)) {
                in_full(cell, other);
                return;
            }
            const Run run{row_.first, 1, row_.count, doing_.stamp};
            if (cell.read == kManyReads && add(cell, run)) return;
            Actor actor = actor_;
            doing_.actor = &actor;
            AccessSet& set = state_.set_of(doing_, cell);
            state_.check_set(doing_, set);
            state_.add(doing_, set, run);
        });
    }

    State& state_;
    const Row& row_;
    Shadow::Object& object_;
    Actor actor_;
    Doing doing_;
    Verdict writes_, reads_;
    std::uint32_t group_begin_ = 0;
    std::uint32_t group_size_ = 0;
};

/// Splits the row where work-items know different things.
void State::row(const Row& row, Shadow::Object& object) {
    const Actor first = units.actor({row.launch, row.first});
    const Group& group = *first.group;
    if (group.items.empty() && group.sub_groups.empty()) {
        EvenRow(*this, row, object).run();
        return;
    }
    const std::size_t r = index_of(object.region);
    const auto state_at = [&](std::uint32_t i) -> const UnitState* {
        return group.items.empty() ? nullptr : group.items[first.local + i].get();
    };
    const auto sub_group_at = [&](std::uint32_t i) {
        return (first.local + i) / first.launch->shape.sub_group_size;
    };
    const auto alike = [&](std::uint32_t a, std::uint32_t b) {
        const UnitState* of_a = state_at(a);
        const UnitState* of_b = state_at(b);
        if ((of_a != nullptr && of_a->known[r]) || (of_b != nullptr && of_b->known[r]))
            return false;
        return (of_a == nullptr ? 0 : of_a->epoch) == (of_b == nullptr ? 0 : of_b->epoch) &&
               (group.sub_groups.empty() || sub_group_at(a) == sub_group_at(b));
    };
    Row part = row;
    for (std::uint32_t begin = 0; begin < row.count; begin += part.count) {
        part.first = row.first + begin;
        part.offset = row.offset + static_cast<std::uint64_t>(begin * row.stride);
        part.count = 1;
        while (begin + part.count < row.count && alike(begin, begin + part.count)) ++part.count;
        EvenRow(*this, part, object).run();
    }
}

}  // namespace clmm::runtime::check

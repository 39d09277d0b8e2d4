#include <algorithm>
#include <bit>
#include <utility>

#include "check/races/even.h"

/// Rows of accesses by consecutive work-items: the tight loops.
namespace clmm::runtime::check {

using State = RaceState;

/// Rows of work-items that know the same: one group, no knowledge of their own, one epoch and
/// sub-group phase.
class RaceState::EvenRows : private EvenItems {
public:
    /// Of rows like this one.
    EvenRows(State& state, const Row& row, Shadow::Object& object)
        : EvenItems(state, {row.launch, row.first}, object),
          launch_(row.launch),
          size_(row.size),
          write_(row.write) {
        doing_.object = &object;
        doing_.id = row.object;
        doing_.size = row.size;
        doing_.stamp = state.stamp(actor_, object.region, row.site, row.write, Order::none,
                                   Scope::none, doing_.about);
        is_even_size_ = std::has_single_bit(size_) && size_ <= Shadow::kPage;
    }

    void run(const Row& row) {
        state_.check_memory();
        if (state_.incomplete) return;
        const bool one_cell = is_even_size_ && row.offset % size_ == 0 &&
                              row.stride % static_cast<std::int64_t>(size_) == 0;
        const std::uint32_t all = row.count * row.times;
        if (row.stride == 0 && !write_ && all > 1)
            together(row.offset, {row.first, 1, all, doing_.stamp}, one_cell);
        else if (row.times > 1 && !write_)
            for (std::uint32_t i = 0; i < row.count; ++i)
                together(offset_of(row, i), {row.first + i, row.count, row.times, doing_.stamp},
                         one_cell);
        else if (one_cell && row.stride == static_cast<std::int64_t>(size_))
            for (std::uint32_t time = 0; time < row.times; ++time)
                consecutive(row, row.first + time * row.count);
        else
            for (std::uint32_t i = 0; i < all; ++i)
                one(row.first + i, offset_of(row, i % row.count), one_cell);
    }

private:
    static constexpr std::size_t kFew = 8;  ///< runs that are looked at one by one

    [[nodiscard]] static std::uint64_t offset_of(const Row& row, std::uint32_t i) {
        return row.offset + static_cast<std::uint64_t>(row.stride) * i;
    }
    /// Cells that follow one another, each accessed by the next work-item.
    void consecutive(const Row& row, std::uint32_t item) {
        std::uint64_t offset = row.offset;
        const std::uint32_t end = item + row.count;
        while (item < end) {
            Shadow::Page& page = state_.shadow.page_for(object_, offset, size_);
            const std::uint64_t left = (Shadow::kPage - offset % Shadow::kPage) / size_;
            const auto count =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(end - item, left));
            if (std::uint64_t{1} << page.shift == size_) {
                Cell* cells = &page.cells[offset % Shadow::kPage >> page.shift];
                for (std::uint32_t i = 0; i < count; ++i)
                    access(cells[i], item + i, offset + i * size_);
            } else {
                for (std::uint32_t i = 0; i < count; ++i) one(item + i, offset + i * size_, false);
            }
            item += count;
            offset += std::uint64_t{count} * size_;
        }
    }

    void one(std::uint32_t item, std::uint64_t offset, bool one_cell) {
        if (Cell* cell = one_cell ? cell_at(offset) : nullptr) return access(*cell, item, offset);
        state_.for_each_cell(object_, offset, size_,
                             [&](Cell& cell) { in_full(cell, item, offset); });
    }

    /// The cell that is all of the access; null: there are several.
    [[nodiscard]] Cell* cell_at(std::uint64_t offset) {
        Shadow::Page& page = state_.shadow.page_for(object_, offset, size_);
        if (std::uint64_t{1} << page.shift != size_) return nullptr;
        return &page.cells[offset % Shadow::kPage >> page.shift];
    }

    void access(Cell& cell, std::uint32_t item, std::uint64_t offset) {
        const bool after_write =
            cell.write == kNoStamp || is_before(writes_, cell.write, cell.writer, item);
        const bool done = after_write && (write_ ? write(cell, item) : read(cell, item));
        if (!done) in_full(cell, item, offset);
    }

    [[nodiscard]] bool write(Cell& cell, std::uint32_t item) {
        if (cell.read == kManyReads) {
            if (!are_before(cell.reader)) return false;
            state_.shadow.sets().give_back(cell.reader);
        } else if (cell.read != kNoStamp && !is_before(reads_, cell.read, cell.reader, item)) {
            return false;
        }
        cell = {.writer = item, .write = doing_.stamp};
        return true;
    }

    [[nodiscard]] bool read(Cell& cell, std::uint32_t item) {
        if (cell.read == kManyReads) return add(cell, {item, 1, 1, doing_.stamp});
        if (cell.read != kNoStamp && !is_before(reads_, cell.read, cell.reader, item)) {
            if (!reads_.same_launch) return false;
            Bucket& bucket = begin_set(cell, {cell.reader, 1, 1, cell.read});
            state_.shadow.sets().add(bucket, {item, 1, 1, doing_.stamp});
            return true;
        }
        cell.reader = item;
        cell.read = doing_.stamp;
        return true;
    }

    /// The plain reads of one kernel-instance, if the set holds nothing else.
    [[nodiscard]] Bucket* reads_of(std::uint32_t number) {
        AccessSet& set = state_.shadow.sets()[number];
        if (set.buckets.size() != 1 || set.atomic_object != 0) return nullptr;
        Bucket& bucket = set.buckets.front();
        const BucketKey& key = bucket.key();
        if (key.write || key.atomic || key.launch == kNoLaunch) return nullptr;
        return &bucket;
    }

    /// Whether all work-items of the row come after the last of the reads; of an earlier
    /// kernel-instance, after all.
    [[nodiscard]] bool is_last_before(const Bucket& bucket) {
        const Run& last = bucket.last();
        if (reads_.stamp != last.stamp) reads_ = verdict(last.stamp, last.first);
        return reads_.always || (reads_.in_group && is_of_group(last));
    }

    /// Whether the set holds nothing but plain reads before this row.
    [[nodiscard]] bool are_before(std::uint32_t number) {
        const Bucket* bucket = reads_of(number);
        return bucket != nullptr && is_last_before(*bucket) &&
               (reads_.always || bucket->runs() == 1);
    }

    /// To a set that holds nothing but plain reads of one kernel-instance.
    [[nodiscard]] bool add(Cell& cell, const Run& run) {
        Bucket* bucket = reads_of(cell.reader);
        if (bucket == nullptr) return add_to_atomics(state_.shadow.sets()[cell.reader], run);
        // What another work-item of the group read before a barrier, a later write must also
        // come after this.
        const bool stands_for = is_last_before(*bucket);
        if (reads_.always) {
            state_.shadow.sets().restart(state_.shadow.sets()[cell.reader], {.launch = launch_},
                                         run);
            return true;
        }
        if (!reads_.same_launch) return false;
        if (stands_for)
            bucket->replace_last(run);
        else
            state_.shadow.sets().add(*bucket, run);
        return true;
    }

    /// To a set with atomics, all of them of this group and before the row.
    [[nodiscard]] bool add_to_atomics(AccessSet& set, const Run& run) {
        if (write_) return false;
        for (const Bucket& bucket : set.buckets) {
            if (!bucket.key().write) continue;
            if (bucket.runs() > kFew || bucket.key().launch != launch_) return false;
            bool before = true;
            bucket.for_each([&](const Run& each) {
                if (reads_.stamp != each.stamp) reads_ = verdict(each.stamp, each.first);
                before = before && reads_.in_group && is_of_group(each);
            });
            if (!before) return false;
        }
        doing_.actor = &actor_;
        state_.add(doing_, set, run);
        return true;
    }

    void in_full(Cell& cell, std::uint32_t item, std::uint64_t offset) {
        Actor actor = state_.units.actor({launch_, item});
        doing_.actor = &actor;
        doing_.offset = offset;
        doing_.reported = false;
        if (write_)
            state_.plain_write(doing_, cell);
        else
            state_.plain_read(doing_, cell);
        doing_.actor = &actor_;
    }

    /// Several read the same place.
    void together(std::uint64_t offset, const Run& run, bool one_cell) {
        if (Cell* cell = one_cell ? cell_at(offset) : nullptr) return together(*cell, offset, run);
        state_.for_each_cell(object_, offset, size_,
                             [&](Cell& cell) { together(cell, offset, run); });
    }

    /// The one that wrote it may be among them.
    void together(Cell& cell, std::uint64_t offset, const Run& run) {
        const std::uint32_t other = cell.writer == run.first ? run.last() : run.first;
        if (cell.write != kNoStamp && !is_before(writes_, cell.write, cell.writer, other)) {
            in_full(cell, other, offset);
            return;
        }
        if (cell.read == kManyReads) {
            if (add(cell, run)) return;
            if (has_writes(cell.reader)) {
                for (std::uint32_t i = 0; i < run.count; ++i)
                    in_full(cell, run.first + i * run.stride, offset);
                return;
            }
        } else if (cell.read == kNoStamp || is_before_all(cell.read, cell.reader)) {
            begin_set(cell, run);
            return;
        }
        doing_.actor = &actor_;
        state_.add(doing_, state_.set_of(doing_, cell), run);
    }

    /// A set of plain reads of this kernel-instance, in place of what the cell remembers.
    Bucket& begin_set(Cell& cell, const Run& run) {
        AccessSets& sets = state_.shadow.sets();
        cell.reader = sets.take();
        cell.read = kManyReads;
        object_.has_sets = true;
        AccessSet& set = sets[cell.reader];
        sets.add(set, {.launch = launch_}, run);
        return set.buckets.front();
    }

    /// Whether a read comes before all work-items of the row.
    [[nodiscard]] bool is_before_all(StampId stamp, std::uint32_t number) {
        if (reads_.stamp != stamp || reads_.of_one) reads_ = verdict(stamp, number);
        return reads_.always || (reads_.in_group && number - group_begin_ < group_size_);
    }

    /// Atomic ones, which may be of some of those that read now.
    [[nodiscard]] bool has_writes(std::uint32_t number) {
        return std::ranges::any_of(state_.shadow.sets()[number].buckets,
                                   [](const Bucket& bucket) { return bucket.key().write; });
    }

    LaunchId launch_;
    std::uint32_t size_;
    bool write_;
    bool is_even_size_;
    Doing doing_;
    Verdict writes_, reads_;
};

void State::rows(std::span<const Row> rows, Shadow::Object& object) {
    const Actor first = units.actor({rows.front().launch, rows.front().first});
    if (EvenItems::are_even(first)) {
        EvenRows even(*this, rows.front(), object);
        for (const Row& row : rows) even.run(row);
        return;
    }
    for (Row row : rows) {
        const std::uint32_t times = std::exchange(row.times, 1);
        for (std::uint32_t i = 0; i < times; ++i) {
            uneven_row(row, object);
            row.first += row.count;
        }
    }
}

/// Splits the row where work-items know different things.
void State::uneven_row(const Row& row, Shadow::Object& object) {
    const Actor first = units.actor({row.launch, row.first});
    const Group& group = *first.group;
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
        EvenRows(*this, part, object).run(part);
    }
}

}  // namespace clmm::runtime::check

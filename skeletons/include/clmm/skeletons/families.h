#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace clmm::skeletons {

/// One part of a space: every so many-th of the families (generator::Draft), in the order of their
/// first programs.
class Part {
public:
    /// The `shard`-th of `shards`, counted from 1.
    Part(std::size_t shard, std::size_t shards) : shard_(shard), shards_(shards) {}

    /// To be asked of each program, in the order of the space.
    [[nodiscard]] bool has(std::uint64_t family);

private:
    std::size_t shard_, shards_;
    std::unordered_map<std::uint64_t, std::uint64_t> families_;  ///< by first mention
};

/// Says which worker decides which tasks of a batch: those of a family one, and the one that had
/// the family in earlier batches, unless others have nothing else to do.
///
/// Threads  next() may be called at the same time.
class FamilyWorkers {
public:
    explicit FamilyWorkers(unsigned workers) : of_owners_(workers) {}

    /// The next batch: its tasks by index, with their families.
    void begin(const std::vector<std::uint64_t>& families);
    /// How often there is a next group.
    [[nodiscard]] std::size_t groups() const { return groups_.size(); }
    /// Tasks that a worker is to do, in their order.
    [[nodiscard]] const std::vector<std::size_t>& next(unsigned worker);

private:
    struct Group {
        std::uint64_t family;
        std::vector<std::size_t> tasks;
    };
    using Queue = std::deque<std::size_t>;  ///< groups that nobody was given
    [[nodiscard]] Queue& queue_for(unsigned worker);

    std::vector<Group> groups_;  ///< large ones first
    std::mutex mutex_;
    std::vector<Queue> of_owners_;
    Queue of_nobody_;
    std::unordered_map<std::uint64_t, unsigned> owners_;
};

}  // namespace clmm::skeletons

#pragma once

#include <algorithm>
#include <map>
#include <tuple>

#include "check/races/atomics.h"
#include "check/races/races.h"
#include "check/races/shadow.h"

namespace clmm::runtime::check {

struct ClockSnapshot {
    std::shared_ptr<KnowledgeStore> store;  ///< which outlives what it made
    Known known;
};

/// The detector's parts, and how accesses are checked against what the shadow remembers.
struct RaceState {
    explicit RaceState(const RaceDetector::Options& chosen)
        : options(chosen), units(chosen.rules), atomics(chosen.rules, chosen.history, units) {}

    /// An access that is being made.
    struct Doing {
        Actor* actor = nullptr;
        Shadow::Object* object = nullptr;
        ObjectId id;
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        StampId stamp = kNoStamp;
        Stamp about;
        bool reported = false;  ///< a race of it has been counted
    };

    [[nodiscard]] StampId stamp(const Actor& actor, Region region, SiteId site, bool write,
                                Order order, Scope scope, Stamp& made);
    [[nodiscard]] BucketKey key_of(const Stamp& stamp, std::uint32_t number) const;
    [[nodiscard]] Moment moment_of(const Stamp& stamp, std::uint32_t number) const;
    [[nodiscard]] static bool needs_strict(const Shadow::Object& object, bool write);

    /// Calls `work(cell)` for each cell of the access.
    template <class Work>
    void for_each_cell(Shadow::Object& object, std::uint64_t offset, std::uint64_t size,
                       Work&& work) {
        while (size > 0 && !stopped()) {
            const std::uint64_t begin = offset % Shadow::kPage;
            const std::uint64_t here = std::min(size, Shadow::kPage - begin);
            Shadow::Page& page = shadow.page_for(object, offset, here);
            for (std::uint64_t i = begin >> page.shift; i < (begin + here) >> page.shift; ++i)
                work(page.cells[i]);
            offset += here;
            size -= here;
        }
    }

    // One access to a cell.
    void plain_write(Doing& doing, Cell& cell);
    void plain_read(Doing& doing, Cell& cell);
    void atomic_access(Doing& doing, Cell& cell);
    [[nodiscard]] AccessSet& set_of(Doing& doing, Cell& cell);
    class EvenRows;
    void rows(std::span<const Row> rows, Shadow::Object& object);
    void uneven_row(const Row& row, Shadow::Object& object);

    [[nodiscard]] WriteId atomic(const Atomic& operation);
    [[nodiscard]] Action action_of(const Atomic& operation, const Shadow::Object& object) const;
    void atomic_row(const AtomicRow& row);
    class QuietAtomics;
    [[nodiscard]] bool is_quiet(const Actor& actor, AtomicKind kind, Order order,
                                const AccessSet& set) const;
    [[nodiscard]] AccessSet& set_at(Shadow::Object& object, std::uint64_t offset,
                                    std::uint64_t size);
    [[nodiscard]] std::uint32_t atomic_object(const Shadow::Object& object, const Atomic& operation,
                                              AccessSet& set);

    void check_write(Doing& doing, const Cell& cell);
    void check_set(Doing& doing, AccessSet& set);
    [[nodiscard]] bool is_ordered(const Doing& doing, StampId stamp, std::uint32_t number);
    [[nodiscard]] std::optional<bool> is_exempt(const Doing& doing, const BucketKey& key) const;
    [[nodiscard]] std::optional<std::uint32_t> unordered(const Doing& doing, const Run& run,
                                                         bool may_be_exempt);
    void add(Doing& doing, AccessSet& set, const Run& run);
    void drop_subsumed(const Doing& doing, AccessSet& set, const BucketKey& key);

    void report(Doing& doing, StampId stamp, std::uint32_t number);
    [[nodiscard]] InsufficientOrder explain(const Doing& doing, const Stamp& earlier,
                                            std::uint32_t number);
    [[nodiscard]] static InsufficientOrder explain_barriers(const Actor& actor, Region region,
                                                            const Stamp& earlier,
                                                            const Moment& moment);
    [[nodiscard]] std::optional<InsufficientOrder> explain_attempts(const Doing& doing,
                                                                    const Moment& moment);
    [[nodiscard]] std::optional<InsufficientOrder> explain_by(const UnitState& state, Region region,
                                                              const Moment& moment);

    void check_memory();
    [[nodiscard]] bool stopped();
    [[nodiscard]] std::uint64_t bytes() const;
    [[nodiscard]] Token token(Known known) const;

    RaceDetector::Options options;
    Units units;
    Atomics atomics;
    Shadow shadow;
    Stamps stamps;
    /// The last access of a command found to be ordered before a whole kernel-instance.
    struct BeforeLaunch {
        LaunchId launch = kNoLaunch;  ///< none: nothing
        StampId stamp = kNoStamp;
        std::uint32_t number = 0;
        bool strict = false;
        friend bool operator==(const BeforeLaunch&, const BeforeLaunch&) = default;
    };
    BeforeLaunch before_launch;
    std::vector<Race> races;
    std::map<std::tuple<SiteId, SiteId, unsigned>, std::size_t> by_sites;  ///< index into races
    std::optional<std::string> incomplete;
    std::uint32_t until_check = 0;
};

}  // namespace clmm::runtime::check

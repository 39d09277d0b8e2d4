#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "check/races/knowledge.h"
#include "check/races/scopes.h"

namespace clmm::runtime::check {

/// The region whose happens-before orders an access.
enum class Region : std::uint8_t { global, local };
constexpr Region kRegions[] = {Region::global, Region::local};
constexpr std::size_t index_of(Region region) { return static_cast<std::size_t>(region); }
constexpr Region other(Region region) {
    return region == Region::global ? Region::local : Region::global;
}
inline bool has(Regions flags, Region region) {
    return region == Region::global ? flags.global : flags.local;
}
inline bool has_both(Regions flags) { return flags.global && flags.local; }

using KnownByRegion = std::array<Known, 2>;

/// What stands for an action that synchronises, in a report.
struct Action {
    SiteId site;
    Order order = Order::none;
    Scope scope = Scope::none;
    Regions flags;  ///< of a fence or barrier; of an atomic operation, the region of its object
    bool is_fence = false;
};

/// An action that releases, with what is known where it stands.
struct Head {
    Action action;
    KnownByRegion known;  ///< of a region that it can synchronise on
};

/// What a unit has read from release sequences and not acquired: an acquire fence may, later.
struct Pending {
    Scope level = Scope::none;  ///< at which the fence needs to join; see has_level
    Memory memory = Memory::buffer;
    Head head;
    Action read;
    std::optional<Action> tried;  ///< a fence that did not do
    bool acquired = false;        ///< some fence did
    bool crossed = false;         ///< … and so on the other region
};

/// A synchronisation that took place, or that something was missing for.
struct Attempt {
    MissingOrder missing = MissingOrder::nothing;
    Region region = Region::global;
    Known known = {};  ///< what it passed on, or would have
    Unit writer = {};  ///< where there was no release: who wrote, in which epoch
    std::uint32_t epoch = 0;
    Action from = {}, to = {};
};

/// What a unit has of its own. Few work-items have: those that use atomics with orders, or fences.
struct UnitState {
    std::uint32_t epoch = 0;   ///< goes up with each release
    KnownByRegion known;       ///< acquired, beside what is known to all of the group
    std::vector<Head> fences;  ///< release fences, the last of each kind
    std::vector<Pending> pending;
    /// Heads of release sequences of its own, by atomic object: the last of each kind.
    struct Own {
        std::uint64_t object = 0;  ///< its serial number
        std::uint32_t write = 0;
        Head head;
    };
    std::vector<Own> own;
    std::vector<Attempt> attempts;  ///< the last few
    std::optional<std::uint32_t> device;
};

/// What barriers of one group, or sub-group, have made common.
struct Phases {
    std::array<std::uint32_t, 2> phase = {0, 0};  ///< barriers with each region's flag
    std::uint32_t barriers = 0;                   ///< with any flags
    KnownByRegion known;
};

struct Group {
    struct Barrier {
        Regions flags;
        SiteId site;
    };
    /// A barrier that is also a fence of wide scope, of those that have no state of their own.
    struct WideEntry {
        Action action;
        std::array<std::uint32_t, 2> phase;
        KnownByRegion known;
    };
    Phases common;
    std::vector<std::unique_ptr<UnitState>> items;         ///< by local linear ID; empty: none yet
    std::unordered_map<std::uint32_t, Phases> sub_groups;  ///< those that had barriers
    std::vector<Barrier> barriers;                         ///< the last few
    std::vector<WideEntry> wide;
};

struct Launch {
    LaunchShape shape;
    Unit command;
    Known base;  ///< what was ordered before it, globally
    std::vector<LaunchId> ancestors;
    std::unordered_map<std::uint32_t, std::unique_ptr<Group>> groups;
    std::vector<Known> ended;  ///< what its ended groups knew
    /// Whether earlier kernel-instances are ordered before it, as far as it was asked: by the last
    /// bits of their numbers.
    struct Answer {
        LaunchId launch = kNoLaunch;
        std::array<std::optional<bool>, 2> ordered;  ///< [1]: strict
    };
    std::vector<Answer> answers;
    bool running = true;
    std::uint32_t sub_groups_per_group = 1;
};

/// A unit with all that the detector keeps of it.
struct Actor {
    Unit unit;
    Launch* launch = nullptr;  ///< null: a host thread or command
    Group* group = nullptr;
    Phases* sub_group = nullptr;  ///< null: it had no barrier
    UnitState* state = nullptr;   ///< null: nothing of its own
    std::uint32_t group_number = 0;
    std::uint32_t local = 0;
    std::uint32_t sub_group_number = 0;

    [[nodiscard]] std::uint32_t epoch() const { return state == nullptr ? 0 : state->epoch; }
};

/// Forgets the oldest of more than twice as many as are to be kept. Returns how many.
template <class T>
std::size_t trim(std::vector<T>& all, std::size_t keep) {
    if (all.size() <= 2 * keep) return 0;
    const std::size_t many = all.size() - keep;
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(many));
    return many;
}

/// All units, and what is ordered before them.
///
/// Threads  one.
class Units {
public:
    explicit Units(const Rules& rules) : rules_(rules) {}

    [[nodiscard]] Unit add(std::optional<std::uint32_t> device);
    [[nodiscard]] LaunchId begin_launch(Unit command, const LaunchShape& shape);
    void end_launch(LaunchId launch);
    /// What is known, globally, at its end.
    Known end_group(LaunchId launch, std::uint32_t group);

    [[nodiscard]] Actor actor(Unit unit);
    /// Gives it a state of its own.
    UnitState& own_state(Actor& actor);
    [[nodiscard]] UnitPosition place(Unit unit) const;
    [[nodiscard]] UnitPosition place_of(const Actor& actor) const;
    [[nodiscard]] const Launch& launch(LaunchId id) const { return launches_[id]; }

    /// What an access by the unit is remembered by.
    [[nodiscard]] Moment moment(const Actor& actor, Region region) const;
    /// Whether what happened at the moment is ordered before what the unit does now. `strict`: see
    /// Knowledge; of writes that a child kernel does not see by its enqueuing alone.
    [[nodiscard]] bool is_ordered(const Actor& actor, Region region, const Moment& moment,
                                  bool strict);
    [[nodiscard]] bool is_launch_ordered(const Actor& actor, LaunchId launch, bool strict);
    /// Whether the unit can know anything of other groups of its own kernel-instance.
    [[nodiscard]] static bool knows_beyond_base(const Actor& actor, Region region);

    /// What the unit has done and knows, as knowledge; then its next epoch begins.
    [[nodiscard]] KnownByRegion release(Actor& actor, Regions regions);
    void learn(Actor& actor, Region region, const Known& known);

    /// All work-items of the group, or those of one sub-group, wait at a barrier.
    void synchronise(LaunchId launch, std::uint32_t group, std::optional<std::uint32_t> sub_group,
                     const Action& barrier);
    /// Work-items of the group (or of a sub-group) that have states, or all (they get one).
    [[nodiscard]] std::vector<Actor> items(LaunchId launch, std::uint32_t group,
                                           std::optional<std::uint32_t> sub_group, bool all);
    /// Remembered for reports.
    void note(Actor& actor, const Attempt& attempt);

    /// A barrier is also a fence of wide scope, of all in the group that have no state.
    void add_wide(LaunchId launch, std::uint32_t group, const Action& barrier);
    [[nodiscard]] bool has_sub_group_barriers(LaunchId launch, std::uint32_t group);

    [[nodiscard]] KnowledgeStore& knowledge() { return *store_; }
    [[nodiscard]] std::shared_ptr<KnowledgeStore> shared_knowledge() const { return store_; }
    [[nodiscard]] Account bytes() const { return bytes_ + store_->account(); }

private:
    [[nodiscard]] Group& group(LaunchId launch, std::uint32_t number);
    [[nodiscard]] Known knowledge_of(const Actor& actor, Region region);
    [[nodiscard]] Head head_of_wide(const Group::WideEntry& entry, const Actor& actor);
    void gather(Phases& into, Group& from, Region region, std::uint32_t first, std::uint32_t count);

    Rules rules_;
    std::shared_ptr<KnowledgeStore> store_ = std::make_shared<KnowledgeStore>();
    std::deque<UnitState> others_;  ///< host threads and commands, by number
    std::deque<Launch> launches_ = std::deque<Launch>(1);
    LaunchId last_launch_ = kNoLaunch;  ///< of the group found last
    std::uint32_t last_group_ = 0;
    Group* last_ = nullptr;
    Account bytes_ = 0;
};

}  // namespace clmm::runtime::check

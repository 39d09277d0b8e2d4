#include "check/races/races.h"

#include "check/races/state.h"
#include "clmm/base/ensure.h"

namespace clmm::runtime::check {
namespace {

constexpr std::uint32_t kChecksApart = 1024;  ///< calls between looks at the memory

}  // namespace

using State = RaceState;

void State::check_memory() {
    if (until_check-- != 0) return;
    until_check = kChecksApart;
    static_cast<void>(stopped());
}

bool State::stopped() {
    if (incomplete) return true;
    if (bytes() <= options.memory_limit) return false;
    incomplete = "the race detector reached its memory limit of " +
                 std::to_string(options.memory_limit >> 20U) + " MiB";
    return true;
}

std::uint64_t State::bytes() const {
    return units.bytes() + atomics.bytes() + shadow.bytes() + stamps.bytes();
}

Token State::token(Known known) const {
    auto made = std::make_shared<ClockSnapshot>();
    made->store = units.shared_knowledge();
    made->known = std::move(known);
    return Token(std::move(made));
}

RaceDetector::RaceDetector() : RaceDetector(Options()) {}
RaceDetector::RaceDetector(const Options& options) : state_(std::make_unique<RaceState>(options)) {}
RaceDetector::~RaceDetector() = default;
RaceDetector::RaceDetector(RaceDetector&&) noexcept = default;
RaceDetector& RaceDetector::operator=(RaceDetector&&) noexcept = default;

// ---- units and the order of commands ----

Unit RaceDetector::add_host_thread() { return state_->units.add(std::nullopt); }
Unit RaceDetector::add_command(std::uint32_t device) { return state_->units.add(device); }

Token RaceDetector::release(Unit unit) {
    if (state_->incomplete) return {};
    Actor actor = state_->units.actor(unit);
    return state_->token(state_->units.release(actor, {.global = true})[0]);
}

void RaceDetector::acquire(Unit unit, const Token& token) {
    if (state_->incomplete || token.get() == nullptr) return;
    Actor actor = state_->units.actor(unit);
    state_->units.learn(actor, Region::global, token.get()->known);
}

Token RaceDetector::enqueue_child(Unit item) {
    if (state_->incomplete) return {};
    Actor actor = state_->units.actor(item);
    const Known known = state_->units.release(actor, {.global = true})[0];
    return state_->token(state_->units.knowledge().enqueued(known, item.launch));
}

LaunchId RaceDetector::begin_launch(Unit command, const LaunchShape& shape) {
    return state_->units.begin_launch(command, shape);
}

void RaceDetector::end_launch(LaunchId launch) { state_->units.end_launch(launch); }

Token RaceDetector::end_group(LaunchId launch, std::uint32_t group) {
    return state_->token(state_->units.end_group(launch, group));
}

// ---- objects ----

ObjectId RaceDetector::add_object(std::uint64_t bytes, Memory memory) {
    return state_->shadow.add(bytes, memory);
}

ObjectId RaceDetector::add_local(std::uint64_t bytes) {
    return state_->shadow.add(bytes, Memory::local);
}

void RaceDetector::remove_object(ObjectId object) {
    state_->shadow.remove(object, [&](std::uint32_t atomic) { state_->atomics.remove(atomic); });
}

// ---- plain accesses ----

void RaceDetector::access(Unit unit, ObjectId id, std::uint64_t offset, std::uint64_t size,
                          bool write, SiteId site) {
    State& state = *state_;
    if (state.incomplete) return;
    state.check_memory();
    Shadow::Object& object = state.shadow.object(id);
    ensure(offset <= object.bytes && size <= object.bytes - offset,
           "the access is inside of its object");
    Actor actor = state.units.actor(unit);
    State::Doing doing{
        .actor = &actor, .object = &object, .id = id, .offset = offset, .size = size, .about = {}};
    doing.stamp =
        state.stamp(actor, object.region, site, write, Order::none, Scope::none, doing.about);
    // Of a command: what another did, or a kernel-instance that it knows of as a whole, asked once.
    struct Verdict {
        StampId stamp = kNoStamp;
        std::uint32_t number = 0;
        bool of_launch = false;
        bool ordered = false;
    };
    const auto is_before = [&](Verdict& known, StampId stamped, std::uint32_t number) {
        if (stamped == kNoStamp) return true;
        if (stamped == kManyReads || actor.launch != nullptr) return false;
        if (known.stamp != stamped || (!known.of_launch && known.number != number)) {
            const Stamp& stamp = state.stamps[stamped];
            known = {stamped, number, stamp.launch != kNoLaunch};
            known.ordered = known.of_launch
                                ? state.units.is_launch_ordered(
                                      actor, stamp.launch, State::needs_strict(object, stamp.write))
                                : state.is_ordered(doing, stamped, number);
        }
        return known.ordered;
    };
    Verdict writes, reads;
    // A set of what such kernel-instances did; this access stands for all of it then.
    const auto was_before = [&](const Cell& cell) {
        if (cell.read != kManyReads) return is_before(reads, cell.read, cell.reader);
        AccessSet& set = state.shadow.sets()[cell.reader];
        if (set.atomic_object != 0 || (!write && set.quiet.stamp != kNoStamp)) return false;
        const bool all = std::ranges::all_of(set.buckets, [&](const Bucket& bucket) {
            return bucket.key().launch != kNoLaunch && (write || !bucket.key().write) &&
                   is_before(reads, bucket.last().stamp, bucket.last().first);
        });
        if (all) state.shadow.sets().give_back(cell.reader);
        return all;
    };
    state.for_each_cell(object, offset, size, [&](Cell& cell) {
        if (is_before(writes, cell.write, cell.writer) && was_before(cell)) {
            if (write)
                cell = {.writer = unit.number, .write = doing.stamp};
            else
                cell.reader = unit.number, cell.read = doing.stamp;
        } else if (write)
            state.plain_write(doing, cell);
        else
            state.plain_read(doing, cell);
    });
}

void RaceDetector::access(std::span<const Row> rows) {
    State& state = *state_;
    if (state.incomplete || rows.empty()) return;
    Shadow::Object& object = state.shadow.object(rows.front().object);
    for (const Row& row : rows) {
        const std::uint64_t last =
            row.offset + static_cast<std::uint64_t>((row.count - 1) * row.stride);
        ensure(row.count > 0 && row.offset < object.bytes &&
                   row.size <= object.bytes - row.offset && last < object.bytes &&
                   row.size <= object.bytes - last,
               "the accesses are inside of their object");
    }
    state.rows(rows, object);
}

// ---- synchronisation ----

WriteId RaceDetector::atomic(const Atomic& operation) {
    State& state = *state_;
    if (state.incomplete) return {};
    state.check_memory();
    return state.atomic(operation);
}

void RaceDetector::atomics(const AtomicRow& row) {
    State& state = *state_;
    if (state.incomplete) return;
    state.check_memory();
    state.atomic_row(row);
}

WriteId State::atomic(const Atomic& operation) {
    Shadow::Object& object = shadow.object(operation.object);
    ensure(operation.offset < object.bytes && operation.size <= object.bytes - operation.offset,
           "the atomic operation is inside of its object");
    Actor actor = units.actor(operation.unit);
    const Action action = action_of(operation, object);
    const bool write = operation.kind != AtomicKind::load;
    Doing doing{.actor = &actor,
                .object = &object,
                .id = operation.object,
                .offset = operation.offset,
                .size = operation.size,
                .about = {}};
    doing.stamp = stamp(actor, object.region, operation.site, write, operation.order, action.scope,
                        doing.about);
    const auto check_and_remember = [&] {
        for_each_cell(object, operation.offset, operation.size,
                      [&](Cell& cell) { atomic_access(doing, cell); });
    };
    AccessSet& set = set_at(object, operation.offset, operation.size);
    if (is_quiet(actor, operation.kind, operation.order, set)) {
        check_and_remember();
        if (write) set.quiet = {actor.unit.number, doing.stamp};
        return {};
    }
    const std::uint32_t number = atomic_object(object, operation, set);
    const bool rmw = operation.kind == AtomicKind::read_modify_write;
    std::uint32_t read = atomics[number].newest().number;
    if (!rmw && operation.reads_from.valid())
        read = static_cast<std::uint32_t>(operation.reads_from.index());
    if (operation.kind != AtomicKind::store) atomics.read(actor, number, read, action, rmw);
    check_and_remember();
    return WriteId(write ? atomics.write(actor, number, action, rmw) : read);
}

/// Whether nothing synchronises by the operation, now or later: it is relaxed, of a unit without a
/// release fence, on what is in no release sequence. Where the last write is all that is ever
/// read, there is no need for an atomic object then. A load of another's write is told in reports.
bool State::is_quiet(const Actor& actor, AtomicKind kind, Order order, const AccessSet& set) const {
    if (options.history > 1 || order != Order::relaxed || set.atomic_object != 0) return false;
    if (kind == AtomicKind::load && set.quiet.stamp != kNoStamp) return false;
    const bool fenced = actor.state != nullptr && !actor.state->fences.empty();
    return !fenced && (actor.group == nullptr || actor.group->wide.empty());
}

Action State::action_of(const Atomic& operation, const Shadow::Object& object) const {
    const bool by_host = operation.unit.launch == kNoLaunch && !units.place(operation.unit).device;
    return {.site = operation.site,
            .order = operation.order,
            .scope = narrowed(operation.scope, object.memory, by_host, options.rules),
            .flags = {.global = object.region == Region::global,
                      .local = object.region == Region::local}};
}

/// Of the first cell there.
AccessSet& State::set_at(Shadow::Object& object, std::uint64_t offset, std::uint64_t size) {
    const Shadow::Page& page = shadow.page_for(object, offset, size);
    Cell& cell = page.cells[offset % Shadow::kPage >> page.shift];
    return shadow.set_of(object, cell, [&](StampId id) { return key_of(stamps[id], cell.reader); });
}

/// The atomic object that begins there, with what was quietly written last.
std::uint32_t State::atomic_object(const Shadow::Object& object, const Atomic& operation,
                                   AccessSet& set) {
    if (set.atomic_object != 0) return set.atomic_object;
    set.atomic_object = atomics.add(object.region, object.memory, operation.atomic_type);
    if (set.quiet.stamp != kNoStamp) {
        const Stamp& stamp = stamps[set.quiet.stamp];
        atomics.begin_with(set.atomic_object, {stamp.launch, set.quiet.number},
                           moment_of(stamp, set.quiet.number),
                           {.site = stamp.site,
                            .order = stamp.order,
                            .scope = stamp.scope,
                            .flags = {.global = object.region == Region::global,
                                      .local = object.region == Region::local}});
        set.quiet = {};
    }
    return set.atomic_object;
}

WriteRange RaceDetector::readable(const Atomic& load) const {
    State& state = *state_;
    if (state.incomplete) return {};
    Shadow::Object& memory = state.shadow.object(load.object);
    const std::uint32_t object =
        state.atomic_object(memory, load, state.set_at(memory, load.offset, load.size));
    const Actor actor = state.units.actor(load.unit);
    return state.atomics.readable(actor, object, load.order);
}

void RaceDetector::fence(Unit unit, Regions flags, Order order, Scope scope, SiteId site) {
    State& state = *state_;
    if (state.incomplete) return;
    state.check_memory();
    Actor actor = state.units.actor(unit);
    const bool by_host = unit.launch == kNoLaunch;
    state.atomics.fence(actor, {.site = site,
                                .order = order,
                                .scope = by_host ? Scope::all : scope,
                                .flags = flags,
                                .is_fence = true});
}

void RaceDetector::barrier(LaunchId launch, std::uint32_t group, Regions flags, Scope scope,
                           SiteId site) {
    if (state_->incomplete) return;
    state_->check_memory();
    state_->atomics.barrier(launch, group, std::nullopt,
                            {.site = site, .scope = scope, .flags = flags, .is_fence = true});
}

void RaceDetector::sub_group_barrier(LaunchId launch, std::uint32_t group, std::uint32_t sub_group,
                                     Regions flags, Scope scope, SiteId site) {
    if (state_->incomplete) return;
    state_->check_memory();
    state_->atomics.barrier(launch, group, sub_group,
                            {.site = site, .scope = scope, .flags = flags, .is_fence = true});
}

// ---- results ----

const std::vector<Race>& RaceDetector::races() const { return state_->races; }
const std::optional<std::string>& RaceDetector::incomplete() const { return state_->incomplete; }
std::uint64_t RaceDetector::memory_used() const { return state_->bytes(); }

}  // namespace clmm::runtime::check

#include "controlled/run.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include "clmm/base/ensure.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

/// Steps without an effect after which a work-item lets others go on.
constexpr unsigned kFair = 1000;
/// Accesses to memory of its own after which a work-item that has made no step is asked for the
/// time.
constexpr std::uint64_t kManyStops = 1U << 14U;

/// Whether what a step accesses is memory: one or two aligned words. The system looks at what it is
/// given, but for null, before it finds that there is no such request.
bool is_readable(const Step& step) {
    constexpr int kNoRequest = -1;
    constexpr std::size_t kWord = 8;
    const std::uint64_t first = step.address / kWord;
    const std::uint64_t last = (step.address + step.size - 1) / kWord;
    const auto is_memory = [](std::uint64_t word) {
        if (word == 0) return false;
        syscall(SYS_rt_sigprocmask, kNoRequest, pointer_to<const void>(word * kWord), nullptr,
                kWord);
        return errno == EINVAL;
    };
    return is_memory(first) && (last == first || is_memory(last));
}

/// What a step may change, to see whether it did. Through null, and where there is no memory,
/// nothing is: checks say so when the step is taken.
std::vector<std::byte> contents(const Step& step, bool may_miss_memory) {
    constexpr std::uint64_t kPage = 4096;
    if (step.kind != Step::Kind::update || step.address < kPage) return {};
    if (may_miss_memory && !is_readable(step)) return {};
    const auto* from = pointer_to<const std::byte>(step.address);
    return {from, from + step.size};
}

/// Since these were its contents.
bool has_changed(const Step& step, const std::vector<std::byte>& contents) {
    return !std::ranges::equal(
        contents, std::span(pointer_to<const std::byte>(step.address), contents.size()));
}

}  // namespace

ControlledRun::ControlledRun(Schedule& schedule, const ControlOptions& options,
                             const std::atomic<bool>& cancelled)
    : schedule_(schedule), writes_(schedule), options_(options), cancelled_(cancelled) {}

RunEnd ControlledRun::operator()() {
    while (true)
        if (const auto end = step()) return *end;
}

std::optional<RunEnd> ControlledRun::step() {
    while (!is_late_ && !is_cut_ && start_group()) {
    }
    if (is_late_) return RunEnd::late;
    if (is_cut_) return RunEnd::cut;
    if (cancelled_.load(std::memory_order_relaxed)) return RunEnd::cancelled;
    if (ready_.empty())
        return resident_.empty() && agents_.empty() ? RunEnd::finished : RunEnd::stuck;
    if (steps_ >= options_.most_steps) return RunEnd::cut;
    ++steps_;
    const std::span<const Step> steps = fair_steps();
    const auto chosen = schedule_.choose_step(steps);
    if (!chosen) return RunEnd::given_up;
    take(Step(steps[*chosen]));
    return std::nullopt;
}

// ---- work-groups ----

std::unique_ptr<ControlledGroup> ControlledRun::next_group() {
    while (!sources_.empty()) {
        if (auto group = sources_.front().groups(sources_.front().next++)) return group;
        sources_.pop_front();
    }
    return nullptr;
}

bool ControlledRun::start_group() {
    if (resident_.size() >= options_.resident_groups) return false;
    if (!resident_.empty() && resident_items_ >= options_.resident_items) return false;
    auto code = next_group();
    if (!code) return false;
    auto group = std::make_unique<Group>();
    group->code = std::move(code);
    group->first_item = next_item_;
    group->items.resize(group->code->items());
    group->going = group->code->items();
    next_item_ += group->code->items();
    resident_items_ += group->code->items();
    resident_.push_back(std::move(group));
    Group& added = *resident_.back();
    guarded(added, [&] {
        for (unsigned i = 0; i < added.items.size(); ++i) settle(added, i, false);
        settle_group(added);
    });
    remove_cancelled();
    return true;
}

bool ControlledRun::is_cancelled(const Group& group) const {
    return cancelled_.load(std::memory_order_relaxed) || group.code->is_cancelled();
}

bool ControlledRun::is_late() { return is_late_ = is_late_ || options_.budget.exceeded(); }

/// Barriers that open count as a step: a loop may have no other.
bool ControlledRun::may_open() {
    constexpr std::uint64_t kLook = 64;
    is_cut_ = is_cut_ || steps_ >= options_.most_steps;
    if (is_cut_ || is_late_ || (steps_ % kLook == 0 && is_late())) return false;
    ++steps_;
    return true;
}

/// What goes wrong in a group is its own.
template <class Work>
void ControlledRun::guarded(Group& group, Work&& work) {
    ControlledGroup& code = *group.code;
    try {
        work();
    } catch (...) {
        if (!code.failed(std::current_exception())) throw;
    }
}

/// Lets a work-item go on to where it stops next.
void ControlledRun::settle(Group& group, unsigned item, bool leave) {
    if (is_late_) return;
    const Block::Stop* stops = group.code->points(item).stops();
    arrive(group, item, group.code->block(item).run_to_stop(stops, leave));
}

void ControlledRun::arrive(Group& group, unsigned item, Block::Outcome outcome) {
    Block& block = group.code->block(item);
    const Points& points = group.code->points(item);
    Item& self = group.items[item];
    for (std::uint64_t stops = 1; outcome != Block::Outcome::finished; ++stops) {
        if (is_cancelled(group)) return;
        // A loop without a step, which may stop at accesses of its own: nobody else would ask.
        const bool is_long = outcome == Block::Outcome::out_of_turn || stops % kManyStops == 0;
        if (is_long && is_late()) return;
        const bool stopped = outcome == Block::Outcome::waiting;
        if (stopped && points.stops()[block.place()] == Block::Stop::together) {
            self.state = Item::State::waiting;
            self.visits.clear();
            --group.going;
            return;
        }
        if (stopped)
            if (const auto step = points.step_at(block, block.place()))
                return stop_at_step(group, item, *step);
        outcome = block.run_to_stop(points.stops(), stopped);
    }
    self.state = Item::State::ended;
    --group.going;
}

void ControlledRun::stop_at_step(Group& group, unsigned item, const Step& step) {
    Item& self = group.items[item];
    group.code->check(item, step);
    self.step = step;
    self.step.item = group.first_item + item;
    const bool reads = step.kind == Step::Kind::read || step.kind == Step::Kind::update;
    Block& block = group.code->block(item);
    if (reads && repeats(self, block.place(), state_of(block), 1)) {
        self.state = Item::State::spinning;
        return;
    }
    self.state = Item::State::stopped;
    insert_ready(self.step);
}

/// Whether it was here before as it is now, so often, and nothing has been done since. With weak
/// memory, or where something has failed for no reason, it goes round once more then, reads the
/// last writes, and nothing fails so.
bool ControlledRun::repeats(Item& self, std::uint32_t place, std::vector<std::byte> state,
                            unsigned enough) {
    Visit& visit = self.visits[place];
    if (visit.effects != effects_ || visit.state != state) {
        visit = {std::move(state), effects_};
        return false;
    }
    if (++visit.times < enough) return false;
    visit.times = 0;
    const bool was_last = self.reads_last || (!options_.weak_memory && !self.has_failed);
    self.reads_last = true;
    return was_last;
}

/// Barriers that all have reached open; what has ended makes room.
void ControlledRun::settle_group(Group& group) {
    while (group.going == 0 || group.code->release_sub_groups()) {
        const bool all_ended = std::ranges::all_of(
            group.items, [](const Item& item) { return item.state == Item::State::ended; });
        if (all_ended || is_cancelled(group) || !may_open()) break;
        if (group.going == 0 && !group.code->release_sub_groups()) group.code->release();
        for (unsigned i = 0; i < group.items.size(); ++i) {
            if (group.items[i].state != Item::State::waiting || group.code->block(i).waits())
                continue;
            ++group.going;
            settle(group, i, false);
        }
    }
    remove_ended();
}

/// They go before others learn of it.
template <class Condition>
void ControlledRun::remove_groups(const Condition& condition) {
    const auto kept = std::stable_partition(
        resident_.begin(), resident_.end(),
        [&](const std::unique_ptr<Group>& group) { return !condition(*group); });
    std::vector<std::unique_ptr<Group>> removed(std::make_move_iterator(kept),
                                                std::make_move_iterator(resident_.end()));
    resident_.erase(kept, resident_.end());
    for (const auto& group : removed) {
        const auto count = static_cast<std::uint32_t>(group->items.size());
        resident_items_ -= count;
        std::erase_if(ready_, [&](const Step& step) {
            return step.item >= group->first_item && step.item - group->first_item < count;
        });
        group->code->ended();
    }
}

void ControlledRun::remove_ended() {
    remove_groups([](const Group& group) {
        return group.going == 0 && std::ranges::all_of(group.items, [](const Item& item) {
                   return item.state == Item::State::ended;
               });
    });
}

void ControlledRun::remove_cancelled() {
    remove_groups([](const Group& group) { return group.code->is_cancelled(); });
}

// ---- agents ----

void ControlledRun::add(std::shared_ptr<ControlledAgent> agent) {
    agents_[next_item_++] = {std::move(agent), {.state = Item::State::waiting}};
}

void ControlledRun::look_at_agents() {
    for (auto each = agents_.begin(); each != agents_.end();) {
        Agent& agent = each->second;
        if (agent.item.state == Item::State::waiting) {
            agent.item.step.item = each->first;
            settle(agent);
        }
        each = agent.code->has_ended() ? agents_.erase(each) : std::next(each);
    }
}

/// Lets it go on to where it stops. What its expressions hold in between is not known, so one turn
/// of a loop does not show that the next is the same.
void ControlledRun::settle(Agent& agent) {
    constexpr unsigned kTurns = 2;
    Item& self = agent.item;
    const std::uint32_t number = self.step.item;
    const auto step = agent.code->next();
    if (!step) {
        self.state = Item::State::waiting;
        return;
    }
    self.step = *step;
    self.step.item = number;
    const bool reads = step->kind == Step::Kind::read || step->kind == Step::Kind::update;
    if (reads && repeats(self, agent.code->place(), agent.code->knowledge(), kTurns)) {
        self.state = Item::State::spinning;
        return;
    }
    self.state = Item::State::stopped;
    insert_ready(self.step);
}

void ControlledRun::take_agent(Agent& agent, const Step& step) {
    const std::vector<std::byte> before = contents(step, true);
    agent.item.state = Item::State::waiting;
    writes_.has_failed = false;
    agent.code->take();
    if (writes_.has_failed) agent.item.has_failed = true;
    note_effect(step, before, agent.item);
}

// ---- steps ----

/// A work-item that goes round in a loop for long lets the others go on.
std::span<const Step> ControlledRun::fair_steps() {
    if (streak_ < kFair || ready_.size() == 1) return ready_;
    others_ = ready_;
    std::erase_if(others_, [&](const Step& step) { return step.item == last_; });
    return others_;
}

void ControlledRun::take(const Step& step) {
    if (last_ != step.item) streak_ = 0;
    last_ = step.item;
    ++streak_;
    erase_ready(step.item);
    if (const auto agent = agents_.find(step.item); agent != agents_.end()) {
        writes_.last_only = agent->second.item.reads_last;
        return take_agent(agent->second, step);
    }
    const auto [group, item] = find(step.item);
    writes_.last_only = group->items[item].reads_last;
    guarded(*group, [&, group = group, item = item] { take_item(*group, item, step); });
    remove_cancelled();
}

void ControlledRun::take_item(Group& group, unsigned item, const Step& step) {
    const std::vector<std::byte> before = contents(step, group.code->may_miss_memory());
    Block& block = group.code->block(item);
    writes_.has_failed = false;
    block.have_failures(&writes_);
    const Block::Outcome outcome = block.run_to_stop(group.code->points(item).stops(), true);
    block.have_failures(nullptr);
    if (writes_.has_failed) group.items[item].has_failed = true;
    // What the step did must be known before the work-item stops again.
    note_effect(step, before, group.items[item]);
    arrive(group, item, outcome);
    settle_group(group);
}

void ControlledRun::note_effect(const Step& step, const std::vector<std::byte>& before,
                                Item& item) {
    const bool none = step.kind == Step::Kind::read || step.kind == Step::Kind::fence ||
                      (step.kind == Step::Kind::update && !has_changed(step, before));
    if (none) return;
    ++effects_;
    streak_ = 0;
    item.visits.clear();
    wake_all();
}

void ControlledRun::wake_all() {
    const auto wake = [&](Item& item) {
        item.reads_last = item.has_failed = false;
        if (item.state != Item::State::spinning) return;
        item.state = Item::State::stopped;
        insert_ready(item.step);
    };
    for (const auto& group : resident_)
        for (Item& item : group->items) wake(item);
    for (auto& [number, agent] : agents_) wake(agent.item);
}

std::pair<ControlledRun::Group*, unsigned> ControlledRun::find(std::uint32_t item) {
    auto behind = std::ranges::upper_bound(
        resident_, item, {}, [](const std::unique_ptr<Group>& group) { return group->first_item; });
    ensure(behind != resident_.begin(), "a work-item of a resident group");
    Group& group = **--behind;
    return {&group, item - group.first_item};
}

void ControlledRun::insert_ready(const Step& step) {
    ready_.insert(std::ranges::lower_bound(ready_, step.item, {}, &Step::item), step);
}

void ControlledRun::erase_ready(std::uint32_t item) {
    const auto found = std::ranges::lower_bound(ready_, item, {}, &Step::item);
    ensure(found != ready_.end() && found->item == item, "a work-item that can go on");
    ready_.erase(found);
}

std::vector<ControlledRun::ItemPosition> ControlledRun::places() {
    std::vector<ItemPosition> out;
    for (const auto& group : resident_)
        for (unsigned i = 0; i < group->items.size(); ++i)
            if (group->items[i].state != Item::State::ended) {
                Block& block = group->code->block(i);
                out.push_back(
                    {&block, block.place(), group->items[i].state == Item::State::spinning});
            }
    return out;
}

}  // namespace clmm::runtime

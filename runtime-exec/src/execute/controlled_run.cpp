#include "execute/controlled_run.h"

#include <algorithm>
#include <cstring>

#include "clmm/base/ensure.h"

namespace clmm::runtime {
namespace {

/// Steps without an effect after which a work-item lets others go on.
constexpr unsigned kFair = 1000;

/// What a step may change, to see whether it did.
std::vector<std::byte> contents(const Step& step) {
    if (step.kind != Step::Kind::update) return {};
    const auto* from =
        reinterpret_cast<const std::byte*>(static_cast<std::uintptr_t>(step.address));
    return {from, from + step.size};
}

/// Registers and private memory of a block of one lane.
std::vector<std::byte> state_of(Block& block) {
    const Code& code = block.code();
    std::vector<std::byte> bytes(block.private_memory(),
                                 block.private_memory() + code.private_bytes);
    for (std::uint32_t reg = 0; reg < code.registers.size(); ++reg) {
        const unsigned size = code.registers[reg].size;
        const std::uint64_t bits = only_value(block, reg, size);
        const auto* from = reinterpret_cast<const std::byte*>(&bits);
        bytes.insert(bytes.end(), from, from + size);
    }
    return bytes;
}

}  // namespace

ControlledRun::ControlledRun(Schedule& schedule, const ControlOptions& options,
                             const std::atomic<bool>& cancelled, Groups groups)
    : schedule_(schedule),
      writes_(schedule),
      options_(options),
      cancelled_(cancelled),
      groups_(std::move(groups)) {}

RunEnd ControlledRun::operator()() {
    while (true) {
        while (more_groups_ && start_group()) {
        }
        if (cancelled_.load(std::memory_order_relaxed)) return RunEnd::cancelled;
        if (ready_.empty()) return resident_.empty() ? RunEnd::finished : RunEnd::stuck;
        if (steps_++ == options_.most_steps) return RunEnd::cut;
        const std::span<const Step> steps = fair_steps();
        const auto chosen = schedule_.choose_step(steps);
        if (!chosen) return RunEnd::given_up;
        take(Step(steps[*chosen]));
    }
}

bool ControlledRun::start_group() {
    if (resident_.size() >= options_.resident_groups) return false;
    if (!resident_.empty() && resident_items_ >= options_.resident_items) return false;
    auto code = groups_(next_group_++);
    if (!code) {
        more_groups_ = false;
        return false;
    }
    auto group = std::make_unique<Group>();
    group->code = std::move(code);
    group->first_item = next_item_;
    group->items.resize(group->code->items());
    group->going = group->code->items();
    next_item_ += group->code->items();
    resident_items_ += group->code->items();
    resident_.push_back(std::move(group));
    Group& added = *resident_.back();
    for (unsigned i = 0; i < added.items.size(); ++i) settle(added, i, false);
    settle_group(added);
    return true;
}

/// Lets a work-item go on to where it stops next.
void ControlledRun::settle(Group& group, unsigned item, bool leave) {
    const Block::Stop* stops = group.code->points(item).stops();
    arrive(group, item, group.code->block(item).run_to_stop(stops, leave));
}

void ControlledRun::arrive(Group& group, unsigned item, Block::Outcome outcome) {
    Block& block = group.code->block(item);
    const Points& points = group.code->points(item);
    Item& self = group.items[item];
    while (outcome != Block::Outcome::finished) {
        if (cancelled_.load(std::memory_order_relaxed)) return;
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
    if (repeats(group, item)) {
        self.state = Item::State::spinning;
        return;
    }
    self.state = Item::State::stopped;
    insert_ready(self.step);
}

/// Whether the work-item was here before as it is now, and nothing has been done since. With weak
/// memory it goes round once more then, and reads the last writes.
bool ControlledRun::repeats(Group& group, unsigned item) {
    Item& self = group.items[item];
    if (self.step.kind != Step::Kind::read && self.step.kind != Step::Kind::update) return false;
    Block& block = group.code->block(item);
    std::vector<std::byte> state = state_of(block);
    Visit& visit = self.visits[block.place()];
    if (visit.effects == effects_ && visit.state == state) {
        const bool was_last = self.reads_last || !options_.weak_memory;
        self.reads_last = true;
        return was_last;
    }
    visit = {std::move(state), effects_};
    return false;
}

/// Barriers that all have reached open; what has ended makes room.
void ControlledRun::settle_group(Group& group) {
    while (group.going == 0 || group.code->release_sub_groups()) {
        const bool all_ended = std::ranges::all_of(
            group.items, [](const Item& item) { return item.state == Item::State::ended; });
        if (all_ended || cancelled_.load(std::memory_order_relaxed)) break;
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

void ControlledRun::remove_ended() {
    std::erase_if(resident_, [&](const std::unique_ptr<Group>& group) {
        const bool ended =
            group->going == 0 && std::ranges::all_of(group->items, [](const Item& item) {
                return item.state == Item::State::ended;
            });
        if (ended) {
            group->code->ended();
            resident_items_ -= static_cast<std::uint32_t>(group->items.size());
        }
        return ended;
    });
}

/// A work-item that goes round in a loop for long lets the others go on.
std::span<const Step> ControlledRun::fair_steps() {
    if (streak_ < kFair || ready_.size() == 1) return ready_;
    others_ = ready_;
    std::erase_if(others_, [&](const Step& step) { return step.item == last_; });
    return others_;
}

void ControlledRun::take(const Step& step) {
    const auto [group, item] = find(step.item);
    Item& self = group->items[item];
    const std::vector<std::byte> before = contents(step);
    if (last_ != step.item) streak_ = 0;
    last_ = step.item;
    ++streak_;
    erase_ready(step.item);
    writes_.last_only = self.reads_last;
    const Block::Outcome outcome =
        group->code->block(item).run_to_stop(group->code->points(item).stops(), true);
    // What the step did must be known before the work-item stops again.
    note_effect(step, before, self);
    arrive(*group, item, outcome);
    settle_group(*group);
}

void ControlledRun::note_effect(const Step& step, const std::vector<std::byte>& before,
                                Item& item) {
    const bool none = step.kind == Step::Kind::read || step.kind == Step::Kind::fence ||
                      (step.kind == Step::Kind::update && contents(step) == before);
    if (none) return;
    ++effects_;
    streak_ = 0;
    item.visits.clear();
    wake_all();
}

void ControlledRun::wake_all() {
    for (const auto& group : resident_)
        for (Item& item : group->items) {
            item.reads_last = false;
            if (item.state != Item::State::spinning) continue;
            item.state = Item::State::stopped;
            insert_ready(item.step);
        }
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

std::vector<ControlledRun::Place> ControlledRun::places() {
    std::vector<Place> out;
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

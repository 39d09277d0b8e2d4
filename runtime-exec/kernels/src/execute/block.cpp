#include "execute/block.h"

#include <algorithm>
#include <cstring>

#include "clmm/base/ensure.h"
#include "execute/group_run.h"

namespace clmm::runtime {
namespace {

constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
/// Turns of loops after which the other blocks of the group get their turn.
constexpr std::int64_t kBudget = 100'000;
/// The same for watched code, which keeps all other groups from running too.
constexpr std::int64_t kWatchedBudget = 2'000;
/// Of registers, and of private memory: the widest type, 16 numbers of 64 bits, asks for it.
constexpr std::size_t kAlignment = 128;

std::byte* aligned(std::vector<std::byte>& memory) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
    return memory.data() + (kAlignment - address % kAlignment) % kAlignment;
}

template <class T>
void fill_affine(Register& reg, const std::uint32_t* x, const std::uint32_t* y,
                 const std::uint32_t* z, unsigned count) {
    const auto base = static_cast<T>(reg.affine.base);
    const auto sx = static_cast<T>(reg.affine.stride[0]);
    const auto sy = static_cast<T>(reg.affine.stride[1]);
    const auto sz = static_cast<T>(reg.affine.stride[2]);
    T* out = reg.elements<T>();
    if (sy == 0 && sz == 0) {
        for (unsigned i = 0; i < count; ++i) out[i] = base + sx * static_cast<T>(x[i]);
        return;
    }
    for (unsigned i = 0; i < count; ++i)
        out[i] = base + sx * static_cast<T>(x[i]) + sy * static_cast<T>(y[i]) +
                 sz * static_cast<T>(z[i]);
}

}  // namespace

Block::Block(const Code& code, unsigned lanes)
    : code_(code),
      capacity_((lanes + 15) / 16 * 16),
      memory_(std::size_t{code.register_bytes} * capacity_ + kAlignment),
      registers_(code.registers.size()),
      private_(std::size_t{code.private_bytes} * capacity_ + kAlignment),
      list_(capacity_),
      mask_(capacity_) {
    private_memory_ = aligned(private_);
    std::byte* base = aligned(memory_);
    for (std::size_t i = 0; i < registers_.size(); ++i)
        registers_[i].data = base + std::size_t{code.registers[i].offset} * capacity_;
    for (auto& ids : local_ids_) ids.resize(capacity_);
    for (auto& buffer : scratch_) buffer.resize(std::size_t{capacity_} * 8);
    for (const ConstantRegister& constant : code.constants) {
        std::memcpy(registers_[constant.reg].data, &constant.bits, sizeof constant.bits);
        registers_[constant.reg].become_uniform();
    }
}

void Block::start(GroupRun& group, unsigned first, unsigned count) {
    group_ = &group;
    first_ = first;
    count_ = count;
    find_local_ids();
    ended_ = {};
    live_ = LaneSet::first(count);
    pending_.clear();
    pending_.push_back({0, State::ready, live_});
}

void Block::find_local_ids() {
    const Index3& size = group_->group().size;
    if (ids_of_ == size && ids_first_ == first_ && ids_count_ >= count_) return;
    ids_of_ = size;
    ids_first_ = first_;
    ids_count_ = count_;
    for (unsigned lane = 0; lane < count_; ++lane) {
        const std::uint64_t item = first_ + lane;
        local_ids_[0][lane] = static_cast<std::uint32_t>(item % size[0]);
        local_ids_[1][lane] = static_cast<std::uint32_t>(item / size[0] % size[1]);
        local_ids_[2][lane] = static_cast<std::uint32_t>(item / size[0] / size[1]);
    }
}

Block::Outcome Block::run() {
    budget_ = group_->monitor() != nullptr ? kWatchedBudget : kBudget;
    const Instruction* code = code_.instructions.data();
    while (take_next()) {
        stopped_ = false;
        while (!stopped_) {
            const Instruction& next = code[at_];
            ++at_;
            next.run(*this, next);
        }
        if (budget_ <= 0) return Outcome::out_of_turn;
    }
    return pending_.empty() ? Outcome::finished : Outcome::waiting;
}

Block::Outcome Block::run_to_stop(const Stop* stops, bool leave) {
    ensure(count_ == 1, "a block of one lane");
    budget_ = kBudget;
    const Instruction* code = code_.instructions.data();
    while (!pending_.empty()) {
        take(0);
        stopped_ = false;
        while (!stopped_) {
            const Stop stop = stops[at_];
            if (stop != Stop::none && !leave) {
                suspend(stop == Stop::together ? State::waiting : State::ready, at_);
                return Outcome::waiting;
            }
            leave = false;
            const Instruction& next = code[at_];
            ++at_;
            next.run(*this, next);
        }
        if (budget_ <= 0) return Outcome::out_of_turn;
    }
    return Outcome::finished;
}

/// The fragment that is furthest back, of those that have not stepped back if there are such.
bool Block::take_next() {
    std::size_t best = pending_.size();
    for (std::size_t i = 0; i < pending_.size(); ++i)
        if (pending_[i].state == State::ready &&
            (best == pending_.size() || pending_[i].at < pending_[best].at))
            best = i;
    if (best != pending_.size()) {
        take(best);
        return true;
    }
    bool any = false;
    for (Fragment& each : pending_)
        if (each.state == State::stepped_back) {
            each.state = State::ready;
            any = true;
        }
    // All that can go on have had their turn: the other blocks of the group get theirs.
    if (any) budget_ -= (group_->monitor() != nullptr ? kWatchedBudget : kBudget) / 8;
    return any && take_next();
}

void Block::take(std::size_t index) {
    const Fragment fragment = pending_[index];
    pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(index));
    at_ = fragment.at;
    turns_ = 0;
    activate(fragment.lanes);
    merge_here(at_);
    note_pending();
}

void Block::activate(const LaneSet& lanes) {
    set_ = lanes;
    active_.begin = lanes.begin();
    active_.end = lanes.end();
    active_.count = lanes.count();
    active_.is_range = active_.end - active_.begin == active_.count;
    has_list_ = has_mask_ = false;
    active_.all_live = set_ == live_;
}

void Block::make_list() {
    unsigned at = 0;
    set_.for_each([&](unsigned lane) { list_[at++] = static_cast<std::uint16_t>(lane); });
    has_list_ = true;
}

void Block::make_mask() {
    for (unsigned first = 0; first < active_.end; first += 64) {
        const std::uint64_t bits = set_.word(first / 64);
        const unsigned count = std::min(64U, capacity_ - first);
        for (unsigned k = 0; k < count; ++k)
            mask_[first + k] = static_cast<std::uint8_t>(bits >> k & 1U);
    }
    has_mask_ = true;
}

void Block::note_pending() {
    first_pending_ = kNowhere;
    for (const Fragment& each : pending_)
        if (each.state == State::ready) first_pending_ = std::min(first_pending_, each.at);
}

void Block::suspend(State state, std::uint32_t at) {
    pending_.push_back({at, state, set_});
    stopped_ = true;
}

void Block::merge_here(std::uint32_t at) {
    LaneSet all = set_;
    const auto is_here = [&](const Fragment& each) {
        if (each.at != at || each.state == State::waiting) return false;
        all |= each.lanes;
        return true;
    };
    if (std::erase_if(pending_, is_here) > 0) activate(all);
}

void Block::split(const LaneSet& taken, std::uint32_t target) {
    LaneSet rest = set_;
    rest.remove(taken);
    const bool backward = target < at_;
    pending_.push_back({backward ? at_ : target, State::ready, backward ? rest : taken});
    activate(backward ? taken : rest);
    if (backward) at_ = target;
    note_pending();
}

void Block::join(std::int64_t turns) {
    const std::uint32_t here = at_ - 1;
    if (turns != 0 && --budget_ <= 0) return suspend(State::ready, here);
    if (pending_.empty()) return;
    if (first_pending_ < here) return suspend(State::ready, here);
    merge_here(here);
    note_pending();
    if (turns != 0 && ++turns_ > turns) {
        turns_ = 0;
        const bool others = std::ranges::any_of(
            pending_, [](const Fragment& each) { return each.state != State::waiting; });
        if (others) suspend(State::stepped_back, here);
    }
}

void Block::finish() {
    ended_ |= set_;
    live_.remove(set_);
    stopped_ = true;
}

void Block::park() { suspend(State::waiting, at_ - 1); }

std::vector<Block::Waiting> Block::waiting() const {
    std::vector<Waiting> out;
    for (const Fragment& each : pending_) {
        if (each.state != State::waiting) continue;
        const auto same = std::ranges::find(out, each.at, &Waiting::at);
        if (same == out.end())
            out.push_back({each.at, each.lanes});
        else
            same->lanes |= each.lanes;
    }
    std::ranges::sort(out, {}, &Waiting::at);
    return out;
}

void Block::release(std::uint32_t at, const LaneSet& lanes) {
    for (Fragment& each : pending_)
        if (each.at == at && each.state == State::waiting) each.lanes.remove(lanes);
    std::erase_if(pending_, [](const Fragment& each) { return each.lanes.empty(); });
    pending_.push_back({at + 1, State::ready, lanes});
}

void Block::fill(Register& reg, unsigned size) {
    if (reg.shape == Shape::general || reg.filled) return;
    reg.filled = true;
    const auto ids = [&](unsigned d) { return local_ids_[d].data(); };
    if (reg.shape == Shape::affine) {
        if (size == 4)
            fill_affine<std::uint32_t>(reg, ids(0), ids(1), ids(2), count_);
        else
            fill_affine<std::uint64_t>(reg, ids(0), ids(1), ids(2), count_);
        return;
    }
    switch (size) {
        case 1:
            std::fill_n(reg.elements<std::uint8_t>() + 1, capacity_ - 1,
                        *reg.elements<std::uint8_t>());
            break;
        case 2:
            std::fill_n(reg.elements<std::uint16_t>() + 1, capacity_ - 1,
                        *reg.elements<std::uint16_t>());
            break;
        case 4:
            std::fill_n(reg.elements<std::uint32_t>() + 1, capacity_ - 1,
                        *reg.elements<std::uint32_t>());
            break;
        default:
            std::fill_n(reg.elements<std::uint64_t>() + 1, capacity_ - 1,
                        *reg.elements<std::uint64_t>());
    }
}

std::uint64_t only_value(Block& block, std::uint32_t index, unsigned size) {
    Register& reg = block.reg(index);
    block.fill(reg, size);
    std::uint64_t bits = 0;
    std::memcpy(&bits, reg.data, size);
    return bits;
}

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

}  // namespace clmm::runtime

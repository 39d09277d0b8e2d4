#include "execute/pure.h"

#include <array>
#include <cstring>

#include "execute/handlers.h"
#include "execute/loops/loop.h"

namespace clmm::runtime {
namespace {

/// Packing pays when so few of the lanes in their range are active.
constexpr unsigned kSparse = 4;

struct OperandRegisters {
    std::array<Register*, 3> reg{};
    unsigned count = 0;
};

OperandRegisters operands_of(Block& block, const Instruction& i) {
    OperandRegisters out;
    const std::array<std::uint32_t, 3> names = {i.a, i.b, i.c};
    out.count = i.operands;
    for (unsigned k = 0; k < out.count; ++k) out.reg[k] = &block.reg(names[k]);
    return out;
}

bool all_uniform(const OperandRegisters& operands) {
    for (unsigned k = 0; k < operands.count; ++k)
        if (operands.reg[k]->shape != Shape::uniform) return false;
    return true;
}

void run_loop(const Instruction& i, Register& d, const OperandRegisters& operands, unsigned begin,
              unsigned end) {
    const auto at = [&](unsigned k) {
        return k < operands.count ? operands.reg[k]->data + std::size_t{begin} * i.sizes[k + 1]
                                  : nullptr;
    };
    i.loop(d.data + std::size_t{begin} * i.sizes[0], at(0), at(1), at(2), end - begin);
}

template <class T>
void gather(std::byte* to, const std::byte* from, const std::uint16_t* list, unsigned count) {
    auto* out = reinterpret_cast<T*>(to);
    const auto* in = reinterpret_cast<const T*>(from);
    for (unsigned i = 0; i < count; ++i) out[i] = in[list[i]];
}

template <class T>
void scatter(std::byte* to, const std::byte* from, const std::uint16_t* list, unsigned count) {
    auto* out = reinterpret_cast<T*>(to);
    const auto* in = reinterpret_cast<const T*>(from);
    for (unsigned i = 0; i < count; ++i) out[list[i]] = in[i];
}

template <class Work>
void with_size(unsigned size, Work&& work) {
    switch (size) {
        case 1:
            return work(std::uint8_t{});
        case 2:
            return work(std::uint16_t{});
        case 4:
            return work(std::uint32_t{});
        default:
            return work(std::uint64_t{});
    }
}

void run_packed(Block& block, const Instruction& i, Register& d, const OperandRegisters& operands) {
    const unsigned count = block.active().count;
    for (unsigned k = 0; k < operands.count; ++k)
        with_size(i.sizes[k + 1], [&](auto element) {
            gather<decltype(element)>(block.scratch(k + 1), operands.reg[k]->data, block.list(),
                                      count);
        });
    i.loop(block.scratch(0), block.scratch(1), block.scratch(2), block.scratch(3), count);
    with_size(i.sizes[0], [&](auto element) {
        scatter<decltype(element)>(d.data, block.scratch(0), block.list(), count);
    });
}

template <class T>
constexpr auto kTake =
    [](std::uint8_t active, T fresh, T old) { return active != 0 ? fresh : old; };

/// Computes all lanes of the range beside the register, then takes over the active ones.
void run_masked(Block& block, const Instruction& i, Register& d, const OperandRegisters& operands) {
    const Block::Active& active = block.active();
    Register beside;
    beside.data = block.scratch(0);
    run_loop(i, beside, operands, active.begin, active.end);
    with_size(i.sizes[0], [&](auto element) {
        using T = decltype(element);
        T* to = d.elements<T>() + active.begin;
        loop3<kTake<T>, T, std::uint8_t, T, T>(to, block.mask() + active.begin,
                                               beside.elements<T>() + active.begin, to,
                                               active.end - active.begin);
    });
}

}  // namespace

void run_pure(Block& block, const Instruction& i) {
    Register& d = block.reg(i.d);
    const OperandRegisters operands = operands_of(block, i);
    const bool freely = block.writes_freely(i);
    if (freely && all_uniform(operands)) {
        run_loop(i, d, operands, 0, 1);
        d.become_uniform();
        return;
    }
    for (unsigned k = 0; k < operands.count; ++k) block.fill(*operands.reg[k], i.sizes[k + 1]);
    const Block::Active& active = block.active();
    block.keep_others(d, i);
    if (!active.is_range && active.count * kSparse < active.end - active.begin)
        run_packed(block, i, d, operands);
    else if (active.is_range || freely)
        run_loop(i, d, operands, active.begin, active.end);
    else
        run_masked(block, i, d, operands);
}

namespace {

void run_move(Block& block, const Instruction& i) {
    Register& d = block.reg(i.d);
    const Register& a = block.reg(i.a);
    if (a.shape == Shape::affine && block.writes_freely(i)) return d.become_affine(a.affine);
    run_pure(block, i);
}

}  // namespace

namespace handlers {

Handler pure() { return &run_pure; }
Handler move() { return &run_move; }

}  // namespace handlers
}  // namespace clmm::runtime

#include "execute/points.h"

#include <algorithm>
#include <map>

#include "execute/atomics.h"
#include "execute/block.h"
#include "execute/enqueue.h"
#include "execute/handlers.h"
#include "execute/images.h"
#include "execute/pipes.h"
#include "execute/together.h"

namespace clmm::runtime {
namespace {

using handlers::AtomicOperation;
using handlers::MemoryOrder;
using Kind = Step::Kind;

/// What an instruction does to memory, by its handler.
struct Effect {
    Kind kind = Kind::other;
    unsigned size = 0;    ///< of the access
    bool atomic = false;  ///< the address has no offset; `immediate` is the order
    bool copy = false;    ///< of `immediate` bytes from b to a
};

class Effects {
public:
    Effects() {
        for (const Scalar scalar :
             {Scalar::i8, Scalar::u8, Scalar::i16, Scalar::u16, Scalar::i32, Scalar::u32,
              Scalar::i64, Scalar::u64, Scalar::f16, Scalar::f32, Scalar::f64}) {
            add(handlers::load(scalar), {.kind = Kind::read, .size = memory_size(scalar)});
            add(handlers::store(scalar), {.kind = Kind::write, .size = memory_size(scalar)});
            add_atomics(scalar);
        }
        add(handlers::copy(), {.copy = true});
        add(handlers::fence(), {.kind = Kind::fence, .atomic = true});
        for (const Handler each :
             {handlers::read_pipe(), handlers::write_pipe(), handlers::reserved_packet(),
              handlers::query_pipe(), handlers::read_image(), handlers::write_image(),
              handlers::enqueue_kernel(), handlers::enqueue_marker()})
            add(each, {});
        using handlers::PipeScope;
        for (const bool reads : {false, true}) {
            add(handlers::reserve_pipe(reads, PipeScope::work_item), {});
            add(handlers::commit_pipe(reads, PipeScope::work_item), {});
        }
    }

    [[nodiscard]] const Effect* of(const Instruction& instruction) const {
        const auto found = effects_.find(instruction.run);
        return found == effects_.end() ? nullptr : &found->second;
    }

private:
    void add(Handler handler, const Effect& effect) {
        if (handler != nullptr) effects_.emplace(handler, effect);
    }
    void add_atomics(Scalar scalar) {
        for (const bool local : {false, true})
            for (auto operation = AtomicOperation::load;
                 operation <= AtomicOperation::compare_exchange;
                 operation = static_cast<AtomicOperation>(static_cast<unsigned>(operation) + 1)) {
                const Kind kind = operation == AtomicOperation::load    ? Kind::read
                                  : operation == AtomicOperation::store ? Kind::write
                                                                        : Kind::update;
                add(handlers::atomic(operation, scalar, local),
                    {.kind = kind, .size = memory_size(scalar), .atomic = true});
            }
    }

    std::map<Handler, Effect, std::less<>> effects_;
};

const Effects& effects() {
    static const Effects kEffects;
    return kEffects;
}

bool is_private(Block& block, std::uint64_t address) {
    const auto first =
        static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(block.private_memory()));
    return address >= first && address - first < block.code().private_bytes;
}

std::optional<Step> visible(Block& block, Step step) {
    if (is_private(block, step.address)) return std::nullopt;
    return step;
}

/// A copy in which one side is private is an access to the other.
std::optional<Step> copy_step(Block& block, const Instruction& i) {
    const std::uint64_t to = only_value(block, i.a, 8);
    const std::uint64_t from = only_value(block, i.b, 8);
    const auto size = static_cast<std::uint64_t>(i.immediate);
    if (is_private(block, from))
        return visible(block, {.kind = Kind::write, .address = to, .size = size});
    if (is_private(block, to)) return Step{.kind = Kind::read, .address = from, .size = size};
    return Step{.kind = Kind::other};
}

}  // namespace

Points::Points(const Code& code, bool fences)
    : code_(code), stops_(code.instructions.size(), Stop::none) {
    for (std::size_t at = 0; at < stops_.size(); ++at) {
        const Instruction& i = code.instructions[at];
        if (is_together(i)) {
            stops_[at] = Stop::together;
        } else if (const Effect* effect = effects().of(i)) {
            const bool is_step =
                effect->kind != Kind::fence ||
                (fences && static_cast<MemoryOrder>(i.immediate) == MemoryOrder::seq_cst);
            if (is_step) stops_[at] = Stop::step;
        }
    }
}

std::optional<Step> Points::step_at(Block& block, std::uint32_t at) const {
    const Instruction& i = code_.instructions[at];
    const Effect& effect = *effects().of(i);
    if (effect.copy) return copy_step(block, i);
    Step step{.kind = effect.kind, .size = effect.size};
    if (effect.atomic) step.seq_cst = static_cast<MemoryOrder>(i.immediate) == MemoryOrder::seq_cst;
    if (effect.kind == Kind::other || effect.kind == Kind::fence) return step;
    step.address = only_value(block, i.a, 8);
    if (!effect.atomic) step.address += static_cast<std::uint64_t>(i.immediate);
    return visible(block, step);
}

bool is_together(const Instruction& instruction) {
    for (const Handler each :
         {handlers::barrier(), handlers::sub_group_barrier(), handlers::group_function(),
          handlers::sub_group_function(), handlers::group_copy(), handlers::group_copy_strided()})
        if (instruction.run == each) return true;
    return std::ranges::find(pipe_entries(), instruction.run, &TogetherEntry::handler) !=
           pipe_entries().end();
}

std::uint64_t only_value(Block& block, std::uint32_t index, unsigned size) {
    Register& reg = block.reg(index);
    block.fill(reg, size);
    std::uint64_t bits = 0;
    std::memcpy(&bits, reg.data, size);
    return bits;
}

}  // namespace clmm::runtime

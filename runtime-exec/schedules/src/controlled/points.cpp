#include "controlled/points.h"

#include <algorithm>
#include <map>

#include "execute/block.h"
#include "execute/handlers.h"
#include "execute/handlers/atomics.h"
#include "execute/handlers/enqueue.h"
#include "execute/handlers/images.h"
#include "execute/handlers/pipes.h"
#include "execute/handlers/together.h"
#include "execute/handlers/watch.h"
#include "values/address.h"

namespace clmm::runtime {

using handlers::AtomicOperation;
using handlers::MemoryOrder;
using Kind = Step::Kind;

/// What an instruction does to memory, by its handler.
struct Points::Effect {
    Kind kind = Kind::other;
    unsigned size = 0;     ///< of the access
    bool plain = false;    ///< an access of code that is not watched; else a site may tell more
    bool atomic = false;   ///< the address has no offset; `immediate` is the order, or the site
    bool watched = false;  ///< `immediate` is the site
    bool copy = false;     ///< of `immediate` bytes from b to a
};

namespace {

using Effect = Points::Effect;

class Effects {
public:
    Effects() {
        for (const Scalar scalar :
             {Scalar::i8, Scalar::u8, Scalar::i16, Scalar::u16, Scalar::i32, Scalar::u32,
              Scalar::i64, Scalar::u64, Scalar::f16, Scalar::f32, Scalar::f64}) {
            add(handlers::load(scalar),
                {.kind = Kind::read, .size = memory_size(scalar), .plain = true});
            add(handlers::store(scalar),
                {.kind = Kind::write, .size = memory_size(scalar), .plain = true});
            add_atomics(scalar);
        }
        add(handlers::copy(), {.plain = true, .copy = true});
        add(handlers::fence(), {.kind = Kind::fence, .atomic = true});
        add(handlers::watch(), {.kind = Kind::read, .watched = true});
        add(handlers::watched_fence(), {.kind = Kind::fence, .atomic = true, .watched = true});
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
        for (unsigned each = 0; each < handlers::kAtomicOperations; ++each) {
            const auto operation = static_cast<AtomicOperation>(each);
            const Kind kind = operation == AtomicOperation::load    ? Kind::read
                              : operation == AtomicOperation::store ? Kind::write
                                                                    : Kind::update;
            Effect effect{.kind = kind, .size = memory_size(scalar), .atomic = true};
            for (const bool local : {false, true})
                add(handlers::atomic(operation, scalar, local), effect);
            effect.watched = true;
            add(handlers::watched_atomic(operation, scalar), effect);
        }
    }

    std::map<Handler, Effect, std::less<>> effects_;
};

const Effects& effects() {
    static const Effects kEffects;
    return kEffects;
}

bool is_private(Block& block, std::uint64_t address) {
    const auto first = address_of(block.private_memory());
    return address >= first && address - first < block.code().private_bytes;
}

MemoryOrder order_of(const Code& code, const Effect& effect, const Instruction& i) {
    return effect.watched ? code.sites[static_cast<std::size_t>(i.immediate)].order
                          : static_cast<MemoryOrder>(i.immediate);
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

Points::Points(const Code& code, bool fences, Quiet quiet)
    : code_(code), quiet_(quiet), stops_(code.instructions.size(), Stop::none) {
    for (std::size_t at = 0; at < stops_.size(); ++at) {
        const Instruction& i = code.instructions[at];
        const Effect* effect = effects().of(i);
        if (is_together(i))
            stops_[at] = Stop::together;
        else if (effect != nullptr && is_step(i, *effect, fences))
            stops_[at] = Stop::step;
    }
}

/// Accesses of watched code have an instruction before them that is the step.
bool Points::is_step(const Instruction& i, const Effect& effect, bool fences) const {
    if (effect.plain) return !code_.watched;
    if (effect.kind != Kind::fence) return true;
    return fences && order_of(code_, effect, i) == MemoryOrder::seq_cst;
}

std::optional<Step> Points::step_at(Block& block, std::uint32_t at) const {
    const Instruction& i = code_.instructions[at];
    const Effect& effect = *effects().of(i);
    if (effect.copy) return copy_step(block, i);
    Step step{.kind = effect.kind, .size = effect.size};
    if (effect.atomic) step.seq_cst = order_of(code_, effect, i) == MemoryOrder::seq_cst;
    if (effect.kind == Kind::other || effect.kind == Kind::fence) return step;
    step.address = only_value(block, i.a, 8);
    if (effect.plain) step.address += static_cast<std::uint64_t>(i.immediate);
    if (effect.watched && !effect.atomic) {
        const Site& site = code_.sites[static_cast<std::size_t>(i.immediate)];
        step.kind = !site.writes ? Kind::read : site.reads ? Kind::update : Kind::write;
        step.address += static_cast<std::uint64_t>(site.offset);
        step.size = site.size;
    }
    if (step.address >= quiet_.begin && step.address < quiet_.end) return std::nullopt;
    return visible(block, step);
}

bool is_together(const Instruction& instruction) {
    for (const Handler each :
         {handlers::barrier(), handlers::sub_group_barrier(), handlers::group_function(),
          handlers::sub_group_function(), handlers::group_copy(), handlers::group_copy_strided(),
          handlers::watched_group_copy(), handlers::group_wait()})
        if (instruction.run == each) return true;
    return std::ranges::any_of(
        std::array{pipe_entries(), sub_group_entries()}, [&](const auto& entries) {
            return std::ranges::find(entries, instruction.run, &TogetherEntry::handler) !=
                   entries.end();
        });
}

}  // namespace clmm::runtime

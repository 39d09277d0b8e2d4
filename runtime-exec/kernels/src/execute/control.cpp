// Jumps, and queries of the work-item's place.
#include <algorithm>

#include "execute/affine.h"
#include "execute/block.h"
#include "execute/group_run.h"
#include "execute/handlers.h"
#include "execute/loops/loop.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

void run_jump(Block& block, const Instruction& i) { block.jump(i.immediate); }
void run_join(Block& block, const Instruction& i) { block.join(i.immediate); }
void run_finish(Block& block, const Instruction& /*i*/) { block.finish(); }

/// Eight bytes of 0 or 1 as bits.
std::uint64_t packed(std::uint64_t bytes) { return bytes * 0x0102040810204080U >> 56U; }

/// The lanes whose element is not 0.
LaneSet lanes_where(Block& block, const Register& condition) {
    std::byte* bytes = block.scratch(0);
    constexpr auto kTest = [](std::int32_t v) { return v != 0 ? 1 : 0; };
    const unsigned end = block.active().end;
    loop1<kTest, std::uint8_t, std::int32_t>(bytes, condition.data, nullptr, nullptr, end);
    // Packing wants whole words of 0 and 1.
    std::fill(bytes + end, bytes + (end + 63) / 64 * 64, std::byte{0});
    LaneSet out;
    for (unsigned word = 0; word * 64 < end; ++word) {
        std::uint64_t bits = 0;
        for (unsigned k = 0; k < 8; ++k)
            bits |= packed(read_bytes<std::uint64_t>(bytes + word * 64 + k * 8)) << (k * 8);
        out.set_word(word, bits);
    }
    return out &= block.active_set();
}

template <bool kValue>
void run_branch(Block& block, const Instruction& i) {
    Register& condition = block.reg(i.a);
    if (condition.shape == Shape::uniform) {
        if ((*condition.elements<std::int32_t>() != 0) == kValue) block.jump(i.immediate);
        return;
    }
    block.fill(condition, 4);
    LaneSet taken = lanes_where(block, condition);
    if (!kValue) {
        const LaneSet set = taken;
        taken = block.active_set();
        taken.remove(set);
    }
    if (taken.empty()) return;
    if (taken == block.active_set()) return block.jump(i.immediate);
    block.split(taken, static_cast<std::uint32_t>(i.immediate));
}

using handlers::ItemQuery;

Affine constant(std::uint64_t value) { return {static_cast<std::int64_t>(value), {0, 0, 0}}; }

Affine along(unsigned dimension, std::uint64_t base) {
    Affine out = constant(base);
    out.stride[dimension] = 1;
    return out;
}

/// What depends on a dimension; `otherwise` is the answer for dimensions that the range lacks.
Affine of_dimension(GroupRun& run, ItemQuery what, std::uint64_t dimension) {
    const WorkGroup& group = run.group();
    const NdRange& range = run.instance().range;
    const bool is_size = what == ItemQuery::global_size || what == ItemQuery::local_size ||
                         what == ItemQuery::enqueued_local_size ||
                         what == ItemQuery::number_of_groups;
    if (dimension >= range.work_dimensions) return constant(is_size ? 1 : 0);
    const auto d = static_cast<unsigned>(dimension);
    switch (what) {
        case ItemQuery::global_id:
            return along(d, group.base[d] + range.global_offset[d]);
        case ItemQuery::local_id:
            return along(d, 0);
        case ItemQuery::group_id:
            return constant(group.id[d]);
        case ItemQuery::global_size:
            return constant(range.global_size[d]);
        case ItemQuery::local_size:
            return constant(group.size[d]);
        case ItemQuery::enqueued_local_size:
            return constant(group.enqueued_size[d]);
        case ItemQuery::number_of_groups:
            return constant(group.number_of_groups[d]);
        default:
            return constant(range.global_offset[d]);
    }
}

Affine local_linear(const WorkGroup& group) {
    const auto x = static_cast<std::int64_t>(group.size[0]);
    return {0, {1, x, x * static_cast<std::int64_t>(group.size[1])}};
}

Affine global_linear(GroupRun& run) {
    const WorkGroup& group = run.group();
    const Index3& size = run.instance().range.global_size;
    Affine out;
    out.stride = {1, static_cast<std::int64_t>(size[0]),
                  static_cast<std::int64_t>(size[0] * size[1])};
    for (unsigned d = 0; d < 3; ++d)
        out.base += static_cast<std::int64_t>(group.base[d]) * out.stride[d];
    return out;
}

/// Addresses, and what is the same for all or affine.
Affine without_dimension(Block& block, ItemQuery what, std::int64_t immediate) {
    GroupRun& run = block.group();
    const InstanceView& instance = run.instance();
    const auto address = [&](const std::byte* base) {
        return constant(address_of(base) + static_cast<std::uint64_t>(immediate));
    };
    switch (what) {
        case ItemQuery::work_dimensions:
            return constant(instance.range.work_dimensions);
        case ItemQuery::global_linear_id:
            return global_linear(run);
        case ItemQuery::local_linear_id:
            return local_linear(run.group());
        case ItemQuery::max_sub_group_size:
            return constant(std::min<std::uint64_t>(
                run.sub_group_size(), instance.range.local_size[0] * instance.range.local_size[1] *
                                          instance.range.local_size[2]));
        case ItemQuery::number_of_sub_groups:
            return constant(number_of_sub_groups(instance.range, run.group()));
        case ItemQuery::enqueued_number_of_sub_groups:
            return constant(enqueued_number_of_sub_groups(instance.range));
        case ItemQuery::local_address:
            return address(run.local_memory());
        case ItemQuery::private_address: {
            Affine out = address(block.private_memory());
            const auto size = static_cast<std::int64_t>(instance.code->private_bytes);
            const Affine item = local_linear(run.group());
            out.base -= size * static_cast<std::int64_t>(block.first_item());
            for (unsigned d = 0; d < 3; ++d) out.stride[d] = size * item.stride[d];
            return out;
        }
        default:
            return address(instance.program_scope);
    }
}

void write_affine(Block& block, const Instruction& i, const Affine& value) {
    Register& d = block.reg(i.d);
    if (block.writes_freely(i)) return become<std::uint64_t>(d, value);
    block.keep_others(d, i);
    block.for_active([&](unsigned lane) {
        auto sum = static_cast<std::uint64_t>(value.base);
        for (unsigned k = 0; k < 3; ++k)
            sum += static_cast<std::uint64_t>(value.stride[k]) * block.local_ids(k)[lane];
        d.elements<std::uint64_t>()[lane] = sum;
    });
}

std::uint64_t sub_group_answer(GroupRun& run, ItemQuery what, std::uint64_t item) {
    const NdRange& range = run.instance().range;
    const std::uint32_t id = sub_group_id(range, item);
    if (what == ItemQuery::sub_group_id) return id;
    if (what == ItemQuery::sub_group_size) return sub_group_size(range, run.group(), id);
    return sub_group_local_id(range, item);
}

template <ItemQuery kWhat>
void run_query(Block& block, const Instruction& i) {
    if constexpr (kWhat == ItemQuery::sub_group_id || kWhat == ItemQuery::sub_group_local_id ||
                  kWhat == ItemQuery::sub_group_size) {
        Register& d = block.reg(i.d);
        block.keep_others(d, i);
        block.for_active([&](unsigned lane) {
            d.elements<std::uint64_t>()[lane] =
                sub_group_answer(block.group(), kWhat, block.first_item() + lane);
        });
    } else if constexpr (kWhat <= ItemQuery::global_offset) {
        write_affine(block, i,
                     of_dimension(block.group(), kWhat, static_cast<std::uint64_t>(i.immediate)));
    } else {
        write_affine(block, i, without_dimension(block, kWhat, i.immediate));
    }
}

/// The dimension is not known when the kernel is compiled.
template <ItemQuery kWhat>
void run_query_dimension(Block& block, const Instruction& i) {
    Register& dimension = block.reg(i.a);
    block.fill(dimension, 4);
    Register& d = block.reg(i.d);
    block.keep_others(d, i);
    block.for_active([&](unsigned lane) {
        const Affine value =
            of_dimension(block.group(), kWhat, dimension.elements<std::uint32_t>()[lane]);
        auto sum = static_cast<std::uint64_t>(value.base);
        for (unsigned k = 0; k < 3; ++k)
            sum += static_cast<std::uint64_t>(value.stride[k]) * block.local_ids(k)[lane];
        d.elements<std::uint64_t>()[lane] = sum;
    });
}

template <std::size_t... kIndices>
Handler query_of(ItemQuery what, std::index_sequence<kIndices...>) {
    static constexpr std::array<Handler, sizeof...(kIndices)> kHandlers = {
        &run_query<static_cast<ItemQuery>(kIndices)>...};
    return kHandlers.at(static_cast<std::size_t>(what));
}

template <std::size_t... kIndices>
Handler query_dimension_of(ItemQuery what, std::index_sequence<kIndices...>) {
    static constexpr std::array<Handler, sizeof...(kIndices)> kHandlers = {
        &run_query_dimension<static_cast<ItemQuery>(kIndices)>...};
    return kHandlers.at(static_cast<std::size_t>(what));
}

constexpr std::size_t kQueries = static_cast<std::size_t>(ItemQuery::program_address) + 1;
constexpr std::size_t kDimensionQueries = static_cast<std::size_t>(ItemQuery::global_offset) + 1;

}  // namespace

namespace handlers {

Handler jump() { return &run_jump; }
Handler branch_true() { return &run_branch<true>; }
Handler branch_false() { return &run_branch<false>; }
Handler join() { return &run_join; }
Handler finish() { return &run_finish; }
Handler query(ItemQuery what) { return query_of(what, std::make_index_sequence<kQueries>()); }
Handler query_dimension(ItemQuery what) {
    return query_dimension_of(what, std::make_index_sequence<kDimensionQueries>());
}

}  // namespace handlers
}  // namespace clmm::runtime

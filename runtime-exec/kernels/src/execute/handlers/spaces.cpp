#include "execute/handlers/spaces.h"

#include <cstring>

#include "clmm/runtime/error.h"
#include "execute/block.h"
#include "execute/group_run.h"
#include "values/address.h"

namespace clmm::runtime {
namespace {

constexpr std::uint32_t kLocalFence = 1;
constexpr std::uint32_t kGlobalFence = 2;

bool is_within(std::uint64_t address, const std::byte* begin, std::uint64_t size) {
    const auto first = address_of(begin);
    return address >= first && address - first < size;
}

std::uint32_t fence_for(Block& block, std::uint64_t address) {
    const std::uint64_t own = std::uint64_t{block.code().private_bytes} * block.lanes();
    if (is_within(address, block.private_memory(), own)) return 0;
    GroupRun& run = block.group();
    return is_within(address, run.local_memory(), run.instance().local_bytes) ? kLocalFence
                                                                              : kGlobalFence;
}

void run_fence_of(Block& block, const Instruction& i) {
    block.fill(block.reg(i.a), 8);
    block.keep_others(block.reg(i.d), i);
    const auto* address = block.reg(i.a).elements<std::uint64_t>();
    auto* result = block.reg(i.d).elements<std::uint32_t>();
    block.for_active([&](unsigned lane) { result[lane] = fence_for(block, address[lane]); });
}

void run_any_value(Block& block, const Instruction& i) {
    const unsigned size = i.sizes[0];
    Register& d = block.reg(i.d);
    block.keep_others(d, i);
    block.for_active(
        [&](unsigned lane) { std::memset(d.data + std::size_t{lane} * size, 0, size); });
}

const char* text_of(handlers::Wanted wanted) {
    switch (wanted) {
        case handlers::Wanted::order:
            return " is no memory_order";
        case handlers::Wanted::order_of_load:
            return " is no memory_order of a load";
        case handlers::Wanted::order_of_store:
            return " is no memory_order of a store";
        case handlers::Wanted::order_of_failure:
            return " is no memory_order of a compare-exchange that fails";
        case handlers::Wanted::flags:
            return " is no cl_mem_fence_flags";
        default:
            return " is no memory_scope";
    }
}

void run_refuse(Block& block, const Instruction& i) {
    block.fill(block.reg(i.a), 4);
    std::int32_t value = 0;
    block.for_active([&](unsigned lane) { value = block.reg(i.a).elements<std::int32_t>()[lane]; });
    const Source::Written at = block.code().source->written(i.span);
    const Source::Position place = at.position();
    throw Error(ErrorCode::invalid_operation,
                at.source.name() + ":" + std::to_string(place.line) + ":" +
                    std::to_string(place.column) + ": " + std::to_string(value) +
                    text_of(static_cast<handlers::Wanted>(i.immediate)));
}

}  // namespace

namespace handlers {

Handler fence_of() { return &run_fence_of; }
Handler any_value() { return &run_any_value; }
Handler refuse() { return &run_refuse; }

}  // namespace handlers
}  // namespace clmm::runtime

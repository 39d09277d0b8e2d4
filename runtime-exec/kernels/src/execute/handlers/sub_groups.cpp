// What the work-items of a sub-group do together beyond barriers and group functions: shuffles, and
// the pointers of block accesses.
#include <array>
#include <cstring>

#include "clmm/language/ballots.h"
#include "execute/group_run.h"
#include "execute/handlers.h"
#include "execute/handlers/together.h"

namespace clmm::runtime {
namespace {

/// d = the a of the work-item of the sub-group whose place in it is b; of places behind the largest
/// sub-group c, if there is one. 0 where that work-item is not there.
void shuffle(GroupRun& run, Block& block, const Instruction& i) {
    const unsigned size = i.sizes[0];
    block.fill(block.reg(i.b), 8);
    std::array<const std::byte*, 2> from = {};
    const std::array<std::uint32_t, 2> values = {i.a, i.c};
    const unsigned sides = i.operands > 2 ? 2 : 1;
    for (unsigned side = 0; side < sides; ++side) {
        block.fill(block.reg(values[side]), size);
        from[side] = block.reg(values[side]).data;
    }
    Register& d = block.reg(i.d);
    block.keep_others(d, i);
    const auto* places = block.reg(i.b).elements<std::uint64_t>();
    std::byte* out = block.scratch(0);
    const std::uint32_t width = run.sub_group_size();
    block.for_active([&](unsigned lane) {
        const std::uint64_t side = places[lane] / width;
        const std::uint64_t other = lane / width * width + places[lane] % width;
        std::byte* own = out + std::size_t{lane} * size;
        if (side < sides && other < block.lanes() &&
            block.active_set().contains(static_cast<unsigned>(other)))
            std::memcpy(own, from[side] + other * size, size);
        else
            std::memset(own, 0, size);
    });
    block.for_active([&](unsigned lane) {
        std::memcpy(d.data + std::size_t{lane} * size, out + std::size_t{lane} * size, size);
    });
}

/// d = the bits of the work-items of the sub-group that come here and whose a is not 0: of the
/// `immediate`th 32 of them.
void ballot(GroupRun& run, Block& block, const Instruction& i) {
    block.fill(block.reg(i.a), 4);
    const auto* truths = block.reg(i.a).elements<std::int32_t>();
    Register& d = block.reg(i.d);
    block.keep_others(d, i);
    auto* words = d.elements<std::uint32_t>();
    const std::uint32_t width = run.sub_group_size();
    block.for_active([&](unsigned lane) {
        const unsigned first = lane / width * width;
        std::uint32_t word = 0;
        for (unsigned bit = 0; bit < 32; ++bit) {
            const std::uint64_t place = static_cast<std::uint64_t>(i.immediate) * 32 + bit;
            const std::uint64_t other = first + place;
            if (place < width && other < block.lanes() &&
                block.active_set().contains(static_cast<unsigned>(other)) && truths[other] != 0)
                word |= std::uint32_t{1} << bit;
        }
        words[lane] = word;
    });
}

/// d = a word of language::ballot_mask, for each work-item: the number of the word, and four times
/// the kind.
void run_mask(Block& block, const Instruction& i) {
    Register& d = block.reg(i.d);
    block.keep_others(d, i);
    auto* words = d.elements<std::uint32_t>();
    const std::uint32_t width = block.group().sub_group_size();
    const auto kind = static_cast<language::BallotFunction::Kind>(i.immediate / 4);
    block.for_active([&](unsigned lane) {
        words[lane] = language::ballot_mask(kind, lane % width, width)
                          .at(static_cast<std::size_t>(i.immediate % 4));
    });
}

void pass_pointer(GroupRun& run, Block& block, const Instruction& i) {
    demand_same_in_sub_groups(run, block, i.a, i, "pointer");
}

constexpr std::array<TogetherEntry, 3> kSubGroupEntries = {{
    {&run_in_sub_group<shuffle>, &shuffle, true, true},
    {&run_in_sub_group<pass_pointer>, &pass_pointer, true},
    {&run_in_sub_group<ballot>, &ballot, true, true},
}};

}  // namespace

std::span<const TogetherEntry> sub_group_entries() { return kSubGroupEntries; }

namespace handlers {

Handler sub_group_shuffle() { return kSubGroupEntries[0].handler; }
Handler sub_group_pointer() { return kSubGroupEntries[1].handler; }
Handler sub_group_ballot() { return kSubGroupEntries[2].handler; }
Handler sub_group_mask() { return &run_mask; }

}  // namespace handlers
}  // namespace clmm::runtime

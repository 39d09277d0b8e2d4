#include "x86/weakenings.h"

#include <algorithm>

#include "x86/front_end.h"
#include "x86/program.h"

namespace clmm::targets::x86 {

std::vector<litmus::WeakeningPlace> weakenings(const litmus::LitmusTest& test) {
    if (test.front_end != &front_end() && test.front_end != &front_end_64()) return {};
    std::vector<litmus::WeakeningPlace> places;
    const std::string_view text = test.source->text();
    const auto leave_out = [&](litmus::PlaceKind kind, Span span) {
        places.push_back({.kind = kind,
                          .span = span,
                          .text = std::string(text.substr(span.begin, span.end - span.begin)),
                          .now = {},
                          .weaker = {litmus::Strength{}},
                          .texts = {""},
                          .site = places.size()});
    };
    constexpr std::uint32_t kPrefix = 4;  // LOCK
    const auto& program =
        *static_cast<const Program*>(static_cast<const targets::Program*>(test.program.get()));
    for (const auto& thread : program.threads)
        for (const Instruction& each : thread) {
            const bool is_fence = each.opcode == Opcode::mfence || each.opcode == Opcode::lfence ||
                                  each.opcode == Opcode::sfence;
            if (is_fence) leave_out(litmus::PlaceKind::removed_fence, each.span);
            // XCHG with memory locks without the word.
            if (each.has_prefix && each.opcode != Opcode::xchg)
                leave_out(litmus::PlaceKind::order, {each.span.begin, each.span.begin + kPrefix});
        }
    std::ranges::stable_sort(places, {}, [](const auto& each) { return each.span.begin; });
    return places;
}

}  // namespace clmm::targets::x86

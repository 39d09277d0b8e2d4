#include <array>
#include <utility>

#include "machines/ptx/execution.h"

/// State spaces: which memory an instruction names, and which an address is of.
///
/// Source   PTX ISA, sections "State Spaces" and "Generic Addressing"; ld, st, atom, cvta: "If no
///          state space is given, perform the load using Generic Addressing"; "the resulting
///          address is undefined in cases where the generic address does not fall within the
///          address window of the specified state space"
namespace clmm::compilers::nvidia {
namespace {

using Words = std::pair<std::string_view, Space>;
// The memory of the CTA itself is in the windows of both: tests have no clusters.
constexpr std::array kSpaces{Words{"global", Space::global}, Words{"shared", Space::shared},
                             Words{"shared::cta", Space::shared},
                             Words{"shared::cluster", Space::shared}, Words{"local", Space::local}};

std::string word_of(Space space) {
    const auto found = std::ranges::find(kSpaces, space, &Words::second);
    return found == kSpaces.end() ? "a generic address" : "." + std::string(found->first);
}

}  // namespace

std::optional<Space> space_of(std::string_view word) {
    const auto found = std::ranges::find(kSpaces, word, &Words::first);
    return found == kSpaces.end() ? std::nullopt : std::optional(found->second);
}

Space Execution::named_space() const {
    std::optional<Space> named;
    for (const std::string_view word : words_) {
        const auto space = space_of(word);
        if (space && named) unknown_instruction(line_);
        if (space) named = space;
    }
    return named.value_or(Space::generic);
}

std::optional<Space> Execution::space_at(std::uint64_t base) const {
    const World& world = machine_.world();
    if (world.local_objects.contains(base)) return Space::shared;
    if (world.is_own(base)) return Space::local;
    const bool is_global = world.objects.contains(base) || base == terms_[world.out].value;
    return is_global ? std::optional(Space::global) : std::nullopt;
}

TermId Execution::place(std::size_t at) {
    const TermId given = address(at);
    const auto known = terms_.address(given);
    if (!known) return given;
    const Span span = operand(at).span;
    const Space named = named_space();
    const auto window = machine_.world().window_of(known->base);
    const auto space = space_at(window ? terms_[*window].value : known->base);
    if (!space) return given;
    if (named == Space::generic) {
        if (window)
            return terms_.binary(Op::add, *window,
                                 terms_.constant(static_cast<std::uint64_t>(known->offset)));
        if (*space == Space::global) return given;
        refuse("without a state space this is a generic address, and what it has is one of " +
                   word_of(*space),
               span, "cvta" + word_of(*space) + " makes a generic address of it");
    }
    if (*space != named)
        refuse("this is an access of " + word_of(named) + ", and the address points to " +
                   word_of(*space),
               span, "outside of the window of the state space its behaviour is undefined");
    if (window)
        refuse("this is an access of " + word_of(named) + ", and what it has is a generic address",
               span, "cvta.to" + word_of(named) + " makes an address of the window of it");
    return given;
}

void Execution::convert_address() {
    const bool is_to_window = words_.size() > 1 && words_[1] == "to";
    if (words_.size() != (is_to_window ? 4 : 3)) unknown_instruction(line_);
    const auto named = space_of(words_[is_to_window ? 2 : 1]);
    if (!named) unknown_instruction(line_);
    const TermId given = value(1, 64);
    const auto known = terms_.address(given);
    const auto window = known ? machine_.world().window_of(known->base) : std::nullopt;
    const auto space =
        known ? space_at(window ? terms_[*window].value : known->base) : std::nullopt;
    if (!space) return write(0, given);
    if (*space != *named)
        refuse("the address is none of " + word_of(*named) + ", it points to " + word_of(*space),
               operand(1).span, "the resulting address is undefined");
    if (*space == Space::global) return write(0, given);
    if (window.has_value() != is_to_window)
        refuse(is_to_window ? "the address is one of the window already"
                            : "the address is a generic one already",
               operand(1).span);
    const auto offset = static_cast<std::uint64_t>(known->offset);
    const TermId start = terms_.binary(Op::subtract, given, terms_.constant(offset));
    const TermId base = is_to_window ? *window : machine_.world().generic(start);
    write(0, terms_.binary(Op::add, base, terms_.constant(offset)));
}

}  // namespace clmm::compilers::nvidia

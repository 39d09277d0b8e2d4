#include <algorithm>

#include "walk/machine.h"

namespace clmm::compilers {

TermId World::label(const std::string& name) {
    const auto [found, is_new] = label_terms_.try_emplace(name, TermId{});
    if (is_new) {
        found->second = terms.base();
        labels_.emplace(terms[found->second].value, name);
    }
    return found->second;
}

TermId World::code(std::size_t place) {
    const auto [found, is_new] = code_terms_.try_emplace(place, TermId{});
    if (is_new) {
        found->second = terms.base();
        places_.emplace(terms[found->second].value, place);
    }
    return found->second;
}

TermId World::own(const std::string& name) {
    const auto [found, is_new] = own_terms_.try_emplace(name, TermId{});
    if (is_new) {
        found->second = terms.base();
        private_bases.insert(terms[found->second].value);
    }
    return found->second;
}

bool World::is_own(std::uint64_t base) const {
    return std::ranges::any_of(own_terms_,
                               [&](const auto& each) { return terms[each.second].value == base; });
}

TermId World::generic(TermId window) {
    const auto [found, is_new] = generic_terms_.try_emplace(window, TermId{});
    if (is_new) {
        found->second = terms.base();
        windows_.emplace(terms[found->second].value, window);
    }
    return found->second;
}

std::optional<TermId> World::window_of(std::uint64_t generic) const {
    const auto found = windows_.find(generic);
    return found == windows_.end() ? std::nullopt : std::optional(found->second);
}

const std::string* World::label_of(std::uint64_t base) const {
    const auto found = labels_.find(base);
    return found == labels_.end() ? nullptr : &found->second;
}

const std::size_t* World::place_of(std::uint64_t base) const {
    const auto found = places_.find(base);
    return found == places_.end() ? nullptr : &found->second;
}

TermId World::code_offset(const CodeOffset& offset, unsigned width) {
    const auto [found, is_new] = offset_terms_.try_emplace(std::pair(offset, width), TermId{});
    if (is_new) {
        found->second = terms.base(width);
        offsets_.emplace(terms[found->second].value, offset);
    }
    return found->second;
}

/// The entry that was extended and shifted to this.
const CodeOffset* World::offset_of(TermId value, unsigned shift) const {
    const Term* term = &terms[value];
    if (shift > 0) {
        if (term->op != Op::shift_left || terms.known(term->b) != shift) return nullptr;
        term = &terms[term->a];
    }
    while (term->op == Op::zero_extend || term->op == Op::sign_extend) term = &terms[term->a];
    const auto found = term->op == Op::base ? offsets_.find(term->value) : offsets_.end();
    return found == offsets_.end() || found->second.shift != shift ? nullptr : &found->second;
}

std::optional<std::string> World::target(TermId value) const {
    if (const auto address = terms.address(value); address && address->offset == 0)
        if (const std::string* const label = label_of(address->base)) return *label;
    if (const CodeOffset* const code = offset_of(value, 0); code != nullptr && code->from.empty())
        return code->label;
    const Term& sum = terms[value];
    if (sum.op != Op::add) return std::nullopt;
    for (const auto& [from, offset] : {std::pair(sum.a, sum.b), std::pair(sum.b, sum.a)})
        for (unsigned shift = 0; shift <= 4; ++shift) {
            const CodeOffset* const code = offset_of(offset, shift);
            if (code == nullptr || terms[from].op != Op::base) continue;
            const std::string* const label = label_of(terms[from].value);
            if (label != nullptr && *label == code->from) return code->label;
        }
    return std::nullopt;
}

}  // namespace clmm::compilers

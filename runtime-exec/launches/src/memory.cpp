#include "memory.h"

#include <algorithm>

namespace clmm::runtime::launches {

MemoryMap::MemoryMap(Formulas& formulas, const std::vector<Parameter>& parameters, const Code& code)
    : formulas_(formulas) {
    const auto base = [&](Extent extent) { return formulas.symbols().fresh(64, extent); };
    add({.kind = Memory::Kind::local, .name = "local memory", .base = base(Extent::group)});
    add({.kind = Memory::Kind::private_memory,
         .name = "private memory",
         .base = base(Extent::item)});
    add({.kind = Memory::Kind::program, .name = "program", .base = base(Extent::launch)});
    add({.kind = Memory::Kind::nowhere, .name = "null"});
    for (std::uint32_t i = 0; i < parameters.size(); ++i) {
        const Parameter& each = parameters[i];
        const bool local = each.address_space == AddressSpace::local;
        if (each.kind == ParameterKind::pointer)
            add({.kind = local ? Memory::Kind::local_argument : Memory::Kind::buffer,
                 .parameter = i,
                 .name = each.name,
                 .base = base(local ? Extent::group : Extent::launch)});
        else if (each.kind == ParameterKind::image)
            add({.kind = Memory::Kind::image,
                 .parameter = i,
                 .name = each.name,
                 .base = base(Extent::launch)});
        else if (code.parameters[i].by_address)
            add({.kind = Memory::Kind::value,
                 .parameter = i,
                 .name = each.name,
                 .base = base(Extent::launch)});
    }
    find_written(parameters, code);
}

void MemoryMap::know_bases() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
        if (all_[i].kind == Memory::Kind::nowhere) continue;
        formulas_.know(formulas_.differ(all_[i].base, formulas_.number(0, 64)));
        for (std::size_t k = 0; k < i; ++k)
            if (all_[i].kind == Memory::Kind::buffer && all_[k].kind == Memory::Kind::buffer)
                formulas_.know(formulas_.differ(all_[i].base, all_[k].base));
    }
}

/// What no place in the text may write stays as it is.
void MemoryMap::find_written(const std::vector<Parameter>& parameters, const Code& code) {
    for (Memory& memory : all_) {
        const auto writes = [&](const Site& site) {
            if (!site.writes && site.kind != SiteKind::enqueue) return false;
            if (site.kind == SiteKind::enqueue) return true;
            const bool generic = site.space == AddressSpace::generic;
            switch (site.root.kind) {
                case Root::Kind::parameter:
                    return (memory.kind == Memory::Kind::buffer ||
                            memory.kind == Memory::Kind::local_argument) &&
                           memory.parameter == site.root.parameter;
                case Root::Kind::program:
                    return memory.kind == Memory::Kind::program;
                case Root::Kind::local:
                    return memory.kind == Memory::Kind::local;
                case Root::Kind::private_memory:
                    return false;
                default:
                    break;
            }
            if (memory.is_local()) return generic || site.space == AddressSpace::local;
            const bool constant =
                memory.kind == Memory::Kind::buffer &&
                parameters[memory.parameter].address_space == AddressSpace::constant;
            return !constant && (generic || site.space == AddressSpace::global);
        };
        memory.written = memory.kind != Memory::Kind::value &&
                         (memory.is_local() || memory.kind == Memory::Kind::private_memory ||
                          std::ranges::any_of(code.sites, writes));
    }
}

TermId MemoryMap::base(Memory::Kind kind) const {
    return std::ranges::find(all_, kind, &Memory::kind)->base;
}

std::optional<std::size_t> MemoryMap::of_parameter(std::uint32_t parameter) const {
    for (std::size_t i = 0; i < all_.size(); ++i)
        if (all_[i].kind != Memory::Kind::local && all_[i].kind != Memory::Kind::program &&
            all_[i].kind != Memory::Kind::private_memory && all_[i].kind != Memory::Kind::nowhere &&
            all_[i].parameter == parameter)
            return i;
    return std::nullopt;
}

/// A sum with one base in it. What a pointer to local memory is offset by stands for its argument.
std::optional<MemoryMap::Place> MemoryMap::place(TermId address) {
    std::vector<std::pair<TermId, bool>> rest;
    std::vector<std::size_t> found;
    for (const auto& [term, plus] : formulas_.summands(address)) {
        const auto memory = std::ranges::find(all_, term, &Memory::base);
        if (memory != all_.end() && !plus) return std::nullopt;
        if (memory == all_.end())
            rest.emplace_back(term, plus);
        else
            found.push_back(static_cast<std::size_t>(memory - all_.begin()));
    }
    const auto is_argument = [&](std::size_t memory) {
        return all_[memory].kind == Memory::Kind::local_argument;
    };
    if (found.size() == 2 && is_argument(found[0])) std::swap(found[0], found[1]);
    if (found.size() == 2 && all_[found[0]].kind == Memory::Kind::local && is_argument(found[1]))
        found.erase(found.begin());
    if (found.size() != 1) return std::nullopt;
    return Place{formulas_.terms().boolean(true), found[0], formulas_.sum(rest, 64)};
}

bool MemoryMap::is_number(TermId term) {
    const std::vector<std::uint64_t>& choices = formulas_.symbols().choices(term);
    return std::ranges::none_of(all_, [&](const Memory& each) {
        return each.base.valid() &&
               std::ranges::binary_search(choices, formulas_.terms()[each.base].payload);
    });
}

std::size_t MemoryMap::nowhere() const {
    return static_cast<std::size_t>(std::ranges::find(all_, Memory::Kind::nowhere, &Memory::kind) -
                                    all_.begin());
}

/// Whether it may be the address of something.
bool MemoryMap::points(TermId term) {
    return std::ranges::any_of(places(term),
                               [this](const Place& each) { return each.memory != nowhere(); });
}

/// Null, with a small number added.
bool MemoryMap::is_null(TermId address) const {
    constexpr std::uint64_t kPage = 4096;
    const TermPool& terms = formulas_.terms();
    return terms.is_constant(address) && terms[address].payload < kPage;
}

std::vector<MemoryMap::Place> MemoryMap::places(TermId address) {
    constexpr std::size_t kMost = 8;
    TermPool& terms = formulas_.terms();
    if (formulas_.width(address) != 64) return {};  // a number
    std::vector<Place> out;
    struct Pending {
        TermId when, address;
        bool null = false;  ///< null has been chosen in place of a pointer
    };
    std::vector<Pending> pending{{terms.boolean(true), address}};
    while (!pending.empty()) {
        const auto [when, term, null] = pending.back();
        pending.pop_back();
        if (out.size() + pending.size() > kMost) return {};
        if (auto one = place(term)) {
            one->when = when;
            out.push_back(*one);
            continue;
        }
        // One summand may choose between pointers.
        auto summands = formulas_.summands(term);
        const auto chooser = std::ranges::find_if(summands, [&](const auto& each) {
            return each.second && terms[each.first].op == TermOp::if_then_else;
        });
        if (chooser == summands.end() && !null && !is_null(term)) return {};
        if (chooser == summands.end()) {
            out.push_back({when, nowhere(), term});
            continue;
        }
        const Term node = terms[chooser->first];
        for (const bool yes : {false, true}) {
            chooser->first = yes ? node.b : node.c;
            const TermId condition = yes ? node.a : terms.lnot(node.a);
            const bool is_zero =
                terms.is_constant(chooser->first) && terms[chooser->first].payload == 0;
            pending.push_back({terms.land(when, condition), formulas_.sum(summands, 64),
                               null || (is_zero && points(yes ? node.c : node.b))});
        }
    }
    return out;
}

std::optional<std::size_t> MemoryMap::memory_of(TermId address) {
    const std::vector<Place> all = places(address);
    if (all.empty()) return std::nullopt;
    for (const Place& each : all)
        if (each.memory != all.front().memory || each.memory == nowhere()) return std::nullopt;
    return all.front().memory;
}

}  // namespace clmm::runtime::launches

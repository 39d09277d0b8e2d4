// What goes round in circles of reads whose values are made of one another.
#include <utility>

#include "value_domains.h"

namespace clmm::explorer {
namespace {

using litmus::Term;
using litmus::TermOp;

/// The read's value is that of `from` and `added`.
struct Addition {
    EventId from;
    std::uint64_t added = 0;
};
/// By event index.
using Additions = std::vector<std::vector<Addition>>;

/// A read's value to which constants are added, of as many bits.
std::optional<Addition> addition_of(const litmus::TermPool& terms, TermId value) {
    Addition addition;
    for (;;) {
        const Term& term = terms[value];
        if (term.op == TermOp::read_value) {
            addition.from = EventId(term.payload);
            return addition;
        }
        if (term.op != TermOp::add && term.op != TermOp::subtract) return std::nullopt;
        const bool is_swapped = term.op == TermOp::add && terms[term.a].op == TermOp::constant;
        const auto [rest, number] =
            is_swapped ? std::pair(term.b, term.a) : std::pair(term.a, term.b);
        if (terms[number].op != TermOp::constant) return std::nullopt;
        addition.added += term.op == TermOp::add ? terms[number].payload : -terms[number].payload;
        value = rest;
    }
}

/// Whether no way along the additions comes back to where it began with nothing added.
class NoneAddsNothing {
public:
    NoneAddsNothing(const EventStructure& structure, const Additions& additions)
        : structure_(structure), additions_(additions), is_on_way_(additions.size()) {}

    /// False also where there are too many ways to look at.
    bool operator()() {
        for (begin_ = 0; begin_ < additions_.size(); ++begin_)
            if (!go(begin_, 0)) return false;
        return true;
    }

private:
    static constexpr std::size_t kMostLookedAt = 10'000;

    /// Each circle is found from its first read.
    bool go(std::size_t at, std::uint64_t added) {
        is_on_way_[at] = true;
        for (const Addition& each : additions_[at]) {
            const std::size_t to = each.from.index();
            if (++looked_at_ > kMostLookedAt) return false;
            if (to == begin_ && is_nothing(added + each.added)) return false;
            if (to > begin_ && !is_on_way_[to] && !go(to, added + each.added)) return false;
        }
        is_on_way_[at] = false;
        return true;
    }

    [[nodiscard]] bool is_nothing(std::uint64_t added) const {
        const unsigned width = structure_.terms[structure_.events[begin_].value].width;
        return (added << (64U - width)) == 0;
    }

    const EventStructure& structure_;
    const Additions& additions_;
    std::vector<bool> is_on_way_;
    std::size_t begin_ = 0;
    std::size_t looked_at_ = 0;
};

}  // namespace

Circles ValueDomains::circles() const {
    Additions additions(structure_.size());
    bool keeps = true;
    for (const litmus::Event& read : structure_.events) {
        if (read.kind != litmus::EventKind::read || !is_cyclic(read.id)) continue;
        for (const EventId write : sources_[read.id.index()]) {
            const TermId value = structure_[write].value;
            bool is_on_circle = false;
            made_of(value).for_each([&](std::size_t other) {
                is_on_circle = is_on_circle || other == read.id.index() ||
                               depends_.test(other, read.id.index());
            });
            if (!is_on_circle) continue;
            const auto addition = addition_of(structure_.terms, value);
            if (!addition || structure_.terms[value].width != structure_.terms[read.value].width)
                return Circles::may_have_values;
            additions[read.id.index()].push_back(*addition);
            keeps = keeps && addition->added == 0;
        }
    }
    if (keeps) return Circles::keep_values;
    return NoneAddsNothing(structure_, additions)() ? Circles::have_no_values
                                                    : Circles::may_have_values;
}

}  // namespace clmm::explorer

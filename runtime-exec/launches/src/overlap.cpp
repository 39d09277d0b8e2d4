#include "overlap.h"

#include <map>
#include <numeric>
#include <optional>

#include "clmm/base/odd_inverse.h"

namespace clmm::runtime::launches {
namespace {

/// `known`, and so many times each part.
struct Linear {
    std::uint64_t known = 0;
    std::vector<std::pair<TermId, std::uint64_t>> parts;
};

Linear linear(const TermPool& terms, TermId offset) {
    Linear out;
    std::vector<std::pair<TermId, std::uint64_t>> pending{{offset, 1}};
    while (!pending.empty()) {
        const auto [term, times] = pending.back();
        pending.pop_back();
        const Term node = terms[term];
        if (node.op == TermOp::constant) {
            out.known += times * node.payload;
        } else if (node.op == TermOp::add || node.op == TermOp::subtract) {
            pending.emplace_back(node.b, node.op == TermOp::add ? times : 0 - times);
            pending.emplace_back(node.a, times);
        } else if (node.op == TermOp::multiply && terms.is_constant(node.b)) {
            pending.emplace_back(node.a, times * terms[node.b].payload);
        } else {
            out.parts.emplace_back(term, times);
        }
    }
    return out;
}

/// A factor of it.
std::uint64_t factor_of(const Formulas& formulas, TermId term, std::uint64_t times) {
    std::uint64_t twos = 16;
    while (twos > 1 && !formulas.is_multiple(term, twos)) twos /= 2;
    return (static_cast<std::int64_t>(times) < 0 ? 0 - times : times) * twos;
}

/// Without what is known, and without an odd factor of all parts. Those that are taken equally
/// often stand together.
TermId reduced(Formulas& formulas, const Linear& of, std::uint64_t factor) {
    std::map<std::uint64_t, TermId> sums;
    for (const auto& [term, times] : of.parts) {
        TermId& sum =
            sums.try_emplace(times * inverse_of_odd(factor), formulas.number(0, 64)).first->second;
        sum = formulas.add(sum, term);
    }
    TermId out = formulas.number(0, 64);
    for (const auto& [times, sum] : sums)
        out = formulas.add(out, formulas.product(sum, formulas.number(times, 64)));
    return out;
}

/// Numbers of bytes that `one` may begin behind `other` by when they meet, without what is known of
/// them, where these are few: so many times `twos`.
std::optional<std::vector<std::uint64_t>> distances(const TermPool& terms, const Bytes& one,
                                                    const Bytes& other, std::uint64_t known,
                                                    std::uint64_t twos) {
    constexpr std::size_t kMost = 4;
    constexpr std::uint64_t kLargest = 4096;
    for (const Bytes* each : {&one, &other})
        if (!terms.is_constant(each->size) || terms[each->size].payload > kLargest)
            return std::nullopt;
    std::vector<std::uint64_t> out;
    const std::uint64_t before = terms[one.size].payload;
    const std::uint64_t after = terms[other.size].payload;
    for (std::uint64_t at = 1; at < before + after && out.size() <= kMost; ++at)
        if ((at - before - known) % twos == 0) out.push_back(at - before - known);
    return out.size() > kMost ? std::nullopt : std::optional(out);
}

/// The second begins within the first.
TermId begins_within(Formulas& formulas, const Bytes& first, const Bytes& second) {
    return formulas.less(formulas.subtract(second.offset, first.offset), first.size, false);
}

}  // namespace

TermId overlap(Formulas& formulas, const Bytes& one, const Bytes& other) {
    TermPool& terms = formulas.terms();
    const Linear a = linear(terms, one.offset);
    const Linear b = linear(terms, other.offset);
    std::uint64_t common = 0;
    for (const Linear* each : {&a, &b})
        for (const auto& [term, times] : each->parts)
            common = std::gcd(common, factor_of(formulas, term, times));
    if (common == 0) common = std::uint64_t{1} << 63U;  // of no parts
    const std::uint64_t twos = common & (0 - common);
    const auto apart = distances(terms, one, other, a.known - b.known, twos);
    if (!apart)
        return terms.lor(begins_within(formulas, one, other), begins_within(formulas, other, one));
    const std::uint64_t odd = common / twos;
    const TermId first = reduced(formulas, a, odd);
    const TermId second = reduced(formulas, b, odd);
    TermId out = terms.boolean(false);
    for (const std::uint64_t distance : *apart)
        out = terms.lor(
            out, terms.equal(first, formulas.add(second, formulas.number(
                                                             distance * inverse_of_odd(odd), 64))));
    return out;
}

}  // namespace clmm::runtime::launches

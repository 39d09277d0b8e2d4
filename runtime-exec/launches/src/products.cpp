#include "products.h"

#include <algorithm>
#include <array>

namespace clmm::runtime::launches {
namespace {

constexpr std::uint64_t kSmall = std::uint64_t{1} << 31U;
/// Of factors; the last one is the most that a size may be.
constexpr std::array<std::uint64_t, 6> kBounds = {1U << 8U,  1U << 12U, 1U << 16U,
                                                  1U << 20U, 1U << 24U, (1U << 31U) - 1};
constexpr std::size_t kMostRelated = 24;  ///< products that are held against one another

bool is_product(const TermPool& terms, const Term& node) {
    return node.op == TermOp::multiply && !terms.is_constant(node.a) &&
           !terms.is_constant(node.b) && node.width == 64;
}

}  // namespace

TermId Products::replaced(TermId term) {
    std::vector<TermId> pending{term};
    TermPool& terms = symbols_.terms();
    while (!pending.empty()) {
        const TermId top = pending.back();
        if (memo_.contains(top)) {
            pending.pop_back();
            continue;
        }
        const Term node = terms[top];
        const std::size_t before = pending.size();
        for (const TermId operand : {node.a, node.b, node.c})
            if (operand.valid() && !memo_.contains(operand)) pending.push_back(operand);
        if (pending.size() != before) continue;
        pending.pop_back();
        if (!node.a.valid()) {
            memo_[top] = top;
            continue;
        }
        const auto of = [&](TermId operand) {
            return operand.valid() ? memo_.at(operand) : operand;
        };
        TermId made = rebuilt(terms, node, of(node.a), of(node.b), of(node.c));
        if (is_product(terms, terms[made])) {
            const Term factors = terms[made];
            const auto known = memo_.find(made);
            const TermId value = known != memo_.end() && known->second != made
                                     ? known->second
                                     : symbols_.fresh(64, Extent::launch);
            products_.try_emplace(value, Product{factors.a, factors.b, value});
            memo_[made] = value;
            made = value;
        }
        memo_[top] = made;
    }
    return memo_.at(term);
}

TermId Products::without(TermId term, std::vector<TermId>& used) {
    const TermId out = replaced(term);
    std::vector<std::uint64_t> pending = symbols_.choices(out);
    std::vector<TermId> found;
    for (const auto& [value, product] : products_) {
        const std::uint64_t number = symbols_.terms()[value].payload;
        if (std::ranges::binary_search(pending, number)) found.push_back(value);
    }
    std::ranges::sort(found);
    used.insert(used.end(), found.begin(), found.end());
    return out;
}

TermId Products::is_small(TermId term) {
    TermPool& terms = symbols_.terms();
    return terms.land(terms.binary(TermOp::signed_less_equal, terms.constant(0 - kSmall, 64), term),
                      terms.binary(TermOp::signed_less_equal, term, terms.constant(kSmall, 64)));
}

void Products::of_one(const Product& product, Lemmas extent, std::vector<TermId>& out) {
    TermPool& terms = symbols_.terms();
    const TermId zero = terms.constant(0, 64);
    const TermId one = terms.constant(1, 64);
    const TermId small = terms.land(is_small(product.a), is_small(product.b));
    const auto when = [&](TermId condition, TermId says) {
        out.push_back(terms.lor(terms.lnot(terms.land(small, condition)), says));
    };
    const auto at_least = [&](TermId a, TermId b) {
        return terms.binary(TermOp::signed_less_equal, b, a);
    };
    for (const auto& [x, y] : {std::pair{product.a, product.b}, std::pair{product.b, product.a}}) {
        when(terms.equal(x, zero), terms.equal(product.value, zero));
        when(terms.equal(x, one), terms.equal(product.value, y));
        when(terms.land(at_least(x, one), at_least(y, zero)), at_least(product.value, y));
    }
    const TermId positive = terms.land(at_least(product.a, zero), at_least(product.b, zero));
    when(positive, at_least(product.value, zero));
    if (extent == Lemmas::few) return;
    for (const std::uint64_t a : kBounds)
        for (const std::uint64_t b : kBounds) {
            const auto number = [&](std::uint64_t value) { return terms.constant(value, 64); };
            when(terms.land(positive, terms.land(at_least(number(a), product.a),
                                                 at_least(number(b), product.b))),
                 at_least(number(a * b), product.value));
        }
}

/// Of p = x·y and q = z·y.
void Products::of_common(TermId same, TermId x, TermId p, TermId z, TermId q, TermId y,
                         std::vector<TermId>& out) {
    TermPool& terms = symbols_.terms();
    const auto less = [&](TermId a, TermId b) { return terms.binary(TermOp::signed_less, a, b); };
    const auto less_equal = [&](TermId a, TermId b) {
        return terms.binary(TermOp::signed_less_equal, a, b);
    };
    TermId when = terms.land(same, less_equal(terms.constant(0, 64), y));
    for (const TermId each : {x, z, y}) when = terms.land(when, is_small(each));
    const auto add = [&](TermId condition, TermId says) {
        out.push_back(terms.lor(terms.lnot(terms.land(when, condition)), says));
    };
    add(terms.equal(x, z), terms.equal(p, q));
    add(less(x, z), less_equal(terms.binary(TermOp::add, p, y), q));
    add(less(z, x), less_equal(terms.binary(TermOp::add, q, y), p));
}

void Products::of_two(const Product& one, const Product& other, Lemmas extent,
                      std::vector<TermId>& out) {
    TermPool& terms = symbols_.terms();
    for (const auto& [y1, x] : {std::pair{one.a, one.b}, std::pair{one.b, one.a}})
        for (const auto& [y2, z] : {std::pair{other.a, other.b}, std::pair{other.b, other.a}}) {
            const TermId same = terms.equal(y1, y2);
            if (extent == Lemmas::all ? !terms.is_false(same) : y1 == y2)
                of_common(same, x, one.value, z, other.value, y1, out);
        }
}

std::vector<TermId> Products::lemmas(std::vector<TermId> used, Lemmas extent) {
    // Factors may be products themselves.
    for (std::size_t i = 0; i < used.size(); ++i) {
        const Product& product = products_.at(used[i]);
        for (const TermId factor : {product.a, product.b}) {
            std::vector<TermId> more;
            static_cast<void>(without(factor, more));
            for (const TermId each : more)
                if (std::ranges::find(used, each) == used.end()) used.push_back(each);
        }
    }
    std::ranges::sort(used);
    used.erase(std::unique(used.begin(), used.end()), used.end());
    std::vector<TermId> out;
    for (const TermId value : used) of_one(products_.at(value), extent, out);
    const std::size_t related = std::min(used.size(), kMostRelated);
    for (std::size_t i = 0; i < related; ++i)
        for (std::size_t k = i + 1; k < related; ++k)
            of_two(products_.at(used[i]), products_.at(used[k]), extent, out);
    return out;
}

}  // namespace clmm::runtime::launches

// Taking out of a reason what the rest of it says already.
#include <algorithm>

#include "evaluate/explain.h"

namespace clmm::model {

namespace k = kernels;
using LiteralKind = Literal::Kind;

namespace {

/// More literals "does not read from" about one read than this are said by its source instead.
/// Fewer exclude more executions as they are.
constexpr std::size_t kManySources = 4;

void sort_out(Reason& reason) {
    std::sort(reason.begin(), reason.end());
    reason.erase(std::unique(reason.begin(), reason.end()), reason.end());
}

bool contains(const Reason& reason, const Literal& literal) {
    return std::find(reason.begin(), reason.end(), literal) != reason.end();
}

}  // namespace

void Explainer::simplify(Reason& reason) const {
    sort_out(reason);
    if (reason.size() < 2) return;
    drop_implied_reads(reason);
    drop_implied_orders(reason);
    drop_implied_executed(reason);
}

/// A read has one source.
void Explainer::drop_implied_reads(Reason& reason) const {
    std::vector<Literal> sources;
    for (const Literal& literal : reason) {
        if (literal.kind != LiteralKind::reads_from || literal.positive) continue;
        const auto same_read = [&](const Literal& other) {
            return other.kind == LiteralKind::reads_from && !other.positive && other.b == literal.b;
        };
        const auto others =
            static_cast<std::size_t>(std::count_if(reason.begin(), reason.end(), same_read));
        const std::size_t read = literal.b.index();
        const bool all =
            others + 1 == source_counts_[read] && k::test(state_.facts.sure.data(), read);
        if (!all && others <= kManySources) continue;
        for (std::size_t write = 0; write < shape_.n; ++write)
            if (state_.reads_from().test(write, read))
                sources.push_back({LiteralKind::reads_from, true, 0, EventId(write), literal.b});
    }
    reason.insert(reason.end(), sources.begin(), sources.end());
    sort_out(reason);
    std::erase_if(reason, [known = reason](const Literal& literal) {
        return literal.kind == LiteralKind::reads_from && !literal.positive &&
               std::any_of(known.begin(), known.end(), [&](const Literal& other) {
                   return other.kind == LiteralKind::reads_from && other.positive &&
                          other.b == literal.b;
               });
    });
}

/// Orders are transitive; what reads from or precedes another write has the same location.
void Explainer::drop_implied_orders(Reason& reason) const {
    const auto ordered = [](const Literal& literal) {
        return literal.positive && (literal.kind == LiteralKind::modification_order ||
                                    literal.kind == LiteralKind::total_order);
    };
    const auto relates = [](const Literal& other, const Literal& literal) {
        return other.positive &&
               (other.kind == LiteralKind::reads_from ||
                other.kind == LiteralKind::modification_order) &&
               std::minmax(other.a, other.b) == std::minmax(literal.a, literal.b);
    };
    std::erase_if(reason, [&, known = reason](const Literal& literal) {
        return std::any_of(known.begin(), known.end(), [&](const Literal& other) {
            if (literal.kind == LiteralKind::same_location && literal.positive)
                return relates(other, literal);
            if (!ordered(literal) || other.kind != literal.kind || !other.positive) return false;
            if (other.order != literal.order || other.a != literal.a || other.b == literal.b)
                return false;
            return contains(known, {literal.kind, true, literal.order, other.b, literal.b});
        });
    });
}

/// Literals about pairs hold only if both events take place, and guards imply one another.
void Explainer::drop_implied_executed(Reason& reason) const {
    const Words& implies = state_.facts.knowledge.implies;
    const auto implied = [&](EventId by, EventId event) {
        return k::test(shape_, implies.data(), by.index(), event.index());
    };
    const auto says = [&](const Literal& other, const Literal& literal) {
        if (other == literal) return false;
        if (!literal.positive)
            return other.kind == LiteralKind::executed && !other.positive &&
                   implied(literal.a, other.a);
        if (!other.positive) return false;
        return implied(other.a, literal.a) || (other.b.valid() && implied(other.b, literal.a));
    };
    for (std::size_t i = 0; i < reason.size();) {
        const bool superfluous =
            reason[i].kind == LiteralKind::executed &&
            std::any_of(reason.begin(), reason.end(),
                        [&](const Literal& other) { return says(other, reason[i]); });
        if (superfluous)
            reason.erase(reason.begin() + static_cast<std::ptrdiff_t>(i));
        else
            ++i;
    }
}

}  // namespace clmm::model

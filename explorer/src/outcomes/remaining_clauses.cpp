#include "outcomes/remaining_clauses.h"

#include <algorithm>

namespace clmm::explorer {

namespace {

/// Bits, one after another, as words.
class Bits {
public:
    explicit Bits(std::vector<std::uint64_t>& words) : words_(words) {}
    ~Bits() {
        if (count_ != 0) words_.push_back(word_);
    }
    Bits(const Bits&) = delete;
    Bits& operator=(const Bits&) = delete;

    void add(bool bit) {
        word_ |= std::uint64_t{bit ? 1U : 0U} << count_;
        if (++count_ < 64) return;
        words_.push_back(word_);
        word_ = 0;
        count_ = 0;
    }

private:
    std::vector<std::uint64_t>& words_;
    std::uint64_t word_ = 0;
    unsigned count_ = 0;
};

}  // namespace

RemainingClauses::RemainingClauses(Sat& sat) : sat_(sat) {
    sat.for_each_clause([&](std::span<const Lit> clause) {
        if (std::ranges::any_of(clause, [&](Lit each) { return sat.fixed(each) > 0; })) return;
        for (const Lit each : clause) {
            if (sat.fixed(each) < 0) continue;
            literals_.push_back(each);
            variables_.push_back({2 * each.variable()});
        }
        ends_.push_back(literals_.size());
    });
    std::ranges::sort(variables_);
    variables_.erase(std::unique(variables_.begin(), variables_.end()), variables_.end());
}

void RemainingClauses::append(std::span<const Lit> asked, Key& key) const {
    Bits bits(key);
    std::size_t at = 0;
    for (const std::size_t end : ends_) {
        while (at < end && !sat_.holds(literals_[at])) ++at;
        bits.add(at < end);
        at = end;
    }
    for (const Lit each : variables_) bits.add(sat_.value(each) == 0);
    for (const Lit each : asked) {
        bits.add(sat_.value(each) > 0);
        bits.add(sat_.value(each) < 0);
    }
}

}  // namespace clmm::explorer

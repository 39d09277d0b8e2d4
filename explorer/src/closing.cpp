#include "closing.h"

#include <algorithm>

namespace clmm::explorer {

using model::ConditionalBounds;

namespace {
constexpr std::size_t kMostRefutations = 20'000;
constexpr std::size_t kMostDeeper = 400;
/// Events³ · words of a set.
constexpr std::size_t kMostWork = 2'000'000;
constexpr std::size_t kMostWords = 64;
constexpr std::size_t kStepsUnasked = 64;
}  // namespace

Closing::Closing(Sat& sat, const Axioms& axioms, ClosingEffort effort,
                 std::function<bool()> should_stop)
    : sat_(sat), axioms_(axioms), effort_(effort), should_stop_(std::move(should_stop)) {}

bool Closing::run() {
    const std::optional<std::size_t> axioms = ConditionalBounds::axioms(axioms_.graph());
    if (!axioms || !sat_.propose({})) return false;
    number_variables();
    if (words_ > kMostWords || !is_affordable()) return false;
    probe();
    if (!sat_.propose({})) return false;
    ConditionalBounds bounds(axioms_.graph(), conditions());
    for (std::size_t axiom = 0; axiom < *axioms; ++axiom)
        if (!bounds.refute(axiom, [&](const LiteralSet& way) {
                return is_refuted({}, way) || is_refuted_within(axiom, way);
            }))
            return false;
    sat_.keep_learnt();
    return true;
}

/// Asked for now and then: a question takes longer than most refutations.
bool Closing::is_over() {
    is_over_ = is_over_ || (++steps_ % kStepsUnasked == 0 && should_stop_());
    return is_over_;
}

void Closing::probe() {
    for (bool again = true; again;) {
        again = false;
        for (const std::uint32_t variable : variables_)
            for (const Lit each : {Lit{2 * variable}, Lit{2 * variable + 1}}) {
                if (is_over()) return;
                if (sat_.fixed(each) != 0 || sat_.propose({each})) continue;
                sat_.add({~each});
                again = sat_.propose({});
            }
    }
}

bool Closing::is_affordable() const {
    const std::size_t events = axioms_.events();
    return effort_ == ClosingEffort::any || events * events * events * words_ <= kMostWork;
}

void Closing::number_variables() {
    for (const Clause& conjuncts : axioms_.conjuncts())
        for (const Lit each : conjuncts)
            if (sat_.value(each) == 0 &&
                number_of_.try_emplace(each.variable(), variables_.size()).second)
                variables_.push_back(each.variable());
    words_ = 2 * std::max<std::size_t>(1, (variables_.size() + 63) / 64);
}

ConditionalBounds::Conditions Closing::conditions() {
    needed_by_.clear();
    ConditionalBounds::Conditions result{words_, {}};
    for (const Clause& conjuncts : axioms_.conjuncts()) {
        std::optional<LiteralSet>& needed = result.by_input.emplace_back(LiteralSet(words_));
        for (const Lit each : conjuncts) {
            const std::optional<LiteralSet>& more = needed_by(each);
            if (!more) {
                needed.reset();
                break;
            }
            for (std::size_t i = 0; i < words_; ++i) (*needed)[i] |= (*more)[i];
        }
    }
    return result;
}

const std::optional<model::LiteralSet>& Closing::needed_by(Lit literal) {
    const auto [known, is_new] = needed_by_.try_emplace(literal);
    if (!is_new) return known->second;
    const std::optional<Clause> implied = sat_.implied(literal);
    if (!implied) return known->second;
    LiteralSet& set = known->second.emplace(words_);
    for (const Lit each : *implied) {
        const auto number = number_of_.find(each.variable());
        if (number == number_of_.end()) continue;
        const std::size_t half = each.is_negated() ? words_ / 2 : 0;
        set[half + number->second / 64] |= std::uint64_t{1} << (number->second % 64);
    }
    return known->second;
}

Clause Closing::literals_of(const LiteralSet& set) const {
    Clause literals;
    for (std::size_t word = 0; word < words_; ++word)
        for (std::uint64_t bits = set[word]; bits != 0; bits &= bits - 1) {
            const bool is_negated = word >= words_ / 2;
            const std::size_t number = (is_negated ? word - words_ / 2 : word) * 64 +
                                       static_cast<std::size_t>(std::countr_zero(bits));
            literals.push_back({2 * variables_[number] + (is_negated ? 1U : 0U)});
        }
    return literals;
}

bool Closing::is_refuted(const Clause& assumptions, const LiteralSet& literals) {
    if (is_over() || (effort_ == ClosingEffort::usual && ++refutations_ > kMostRefutations))
        return false;
    Clause all = assumptions;
    const Clause more = literals_of(literals);
    all.insert(all.end(), more.begin(), more.end());
    return !sat_.propose(all);
}

bool Closing::is_refuted_within(std::size_t axiom, const LiteralSet& literals) {
    if (is_over() || ++deeper_ > kMostDeeper) return false;
    const Clause assumed = literals_of(literals);
    if (!sat_.propose(assumed)) return true;
    ConditionalBounds bounds(axioms_.graph(), conditions(), axiom);
    return bounds.refute(axiom, [&](const LiteralSet& way) { return is_refuted(assumed, way); });
}

}  // namespace clmm::explorer

#include "questions.h"

#include <algorithm>
#include <iterator>

namespace clmm::runtime::launches {
// ---- copies ----

bool Copies::is_common(std::uint64_t choice) const {
    const Extent extent = symbols_.extent(choice);
    return extent == Extent::launch || (extent == Extent::group && couple_ != Couple::other_groups);
}

const Copies::Origin* Copies::origin(std::uint64_t choice) const {
    const auto found = origins_.find(choice);
    return found == origins_.end() ? nullptr : &found->second;
}

TermId Copies::copied_choice(TermId term, unsigned item) {
    const Term node = symbols_.terms()[term];
    if (symbols_.extent(node.payload) == Extent::launch) return term;
    if (item == 1 && is_common(node.payload)) return copy(term, 0);
    const TermId made = symbols_.fresh(node.width, Extent::launch);
    origins_[symbols_.terms()[made].payload] = {node.payload, item};
    return made;
}

TermId Copies::copy(TermId term, unsigned item) {
    auto& memo = memo_[item];
    TermPool& terms = symbols_.terms();
    std::vector<TermId> pending{term};
    while (!pending.empty()) {
        const TermId top = pending.back();
        if (memo.contains(top)) {
            pending.pop_back();
            continue;
        }
        const Term node = terms[top];
        const std::size_t before = pending.size();
        for (const TermId operand : {node.a, node.b, node.c})
            if (operand.valid() && !memo.contains(operand)) pending.push_back(operand);
        if (pending.size() != before) continue;
        pending.pop_back();
        const auto of = [&](TermId operand) {
            return operand.valid() ? memo.at(operand) : operand;
        };
        const TermId made = node.op == TermOp::choice ? copied_choice(top, item)
                            : node.op == TermOp::constant
                                ? top
                                : rebuilt(terms, node, of(node.a), of(node.b), of(node.c));
        memo[top] = made;
    }
    return memo.at(term);
}

// ---- knowledge ----

namespace {

/// Adds to a question what is known of the choices that matter in it.
class Collector {
public:
    Collector(Symbols& symbols, const Knowledge& knowledge, Copies& copies,
              const Question& question, std::vector<TermId>& together)
        : symbols_(symbols),
          terms_(symbols.terms()),
          knowledge_(knowledge),
          copies_(copies),
          question_(question),
          items_(question.couple == Couple::one ? 1 : 2),
          together_(together),
          has_alike_(knowledge.alike.size()) {
        for (unsigned item = 0; item < 2; ++item) {
            has_fact_[item].resize(knowledge.facts.size());
            has_function_[item].resize(knowledge.functions.size());
            has_count_[item].resize(knowledge.counts.size());
        }
    }

    void operator()() {
        for (const TermId term : question_.together)
            for (const std::uint64_t choice : symbols_.choices(term)) {
                const Copies::Origin* origin = copies_.origin(choice);
                need(origin == nullptr ? choice : origin->choice,
                     origin == nullptr ? 0 : origin->item);
            }
        for (bool more = true; more;) {
            more = false;
            for (unsigned item = 0; item < items_; ++item)
                more = add_facts(item) || add_functions(item) || add_counts(item) || more;
            more = (question_.couple == Couple::same_group && add_alike()) || more;
        }
        relate_functions();
        relate_counts();
    }

private:
    void need(std::uint64_t choice, unsigned item) {
        (copies_.is_common(choice) ? common_ : choices_[item]).insert(choice);
    }
    void need_all(TermId term, unsigned item) {
        const std::vector<std::uint64_t> all = symbols_.choices(term);
        for (const std::uint64_t choice : all) need(choice, item);
    }
    [[nodiscard]] bool matters(std::uint64_t choice, unsigned item) const {
        return choices_[item].contains(choice) || common_.contains(choice);
    }
    [[nodiscard]] bool some_matter(TermId term, unsigned item) {
        return std::ranges::any_of(symbols_.choices(term),
                                   [&](std::uint64_t choice) { return matters(choice, item); });
    }

    bool add_facts(unsigned item) {
        bool more = false;
        for (std::size_t i = 0; i < knowledge_.facts.size(); ++i) {
            const Knowledge::Fact& fact = knowledge_.facts[i];
            const auto is_needed = [&](std::uint64_t choice) { return matters(choice, item); };
            if (has_fact_[item][i] || std::ranges::none_of(fact.about, is_needed)) continue;
            has_fact_[item][i] = more = true;
            need_all(fact.term, item);
            together_.push_back(copies_.copy(fact.term, item));
        }
        return more;
    }

    bool add_functions(unsigned item) {
        bool more = false;
        for (std::size_t i = 0; i < knowledge_.functions.size(); ++i) {
            const Knowledge::Function& function = knowledge_.functions[i];
            if (has_function_[item][i] || !some_matter(function.result, item)) continue;
            has_function_[item][i] = more = true;
            for (const TermId operand : function.operands) need_all(operand, item);
        }
        return more;
    }

    bool add_counts(unsigned item) {
        if (!knowledge_.has_counters || items_ == 1) return false;
        bool more = false;
        for (std::size_t i = 0; i < knowledge_.counts.size(); ++i) {
            const Knowledge::Count& count = knowledge_.counts[i];
            if (has_count_[item][i] || !some_matter(count.found, item)) continue;
            has_count_[item][i] = more = true;
            for (const TermId term : {count.when, count.offset}) need_all(term, item);
            for (const TermId term : knowledge_.item) need_all(term, item);
        }
        return more;
    }

    bool add_alike() {
        bool more = false;
        for (std::size_t i = 0; i < knowledge_.alike.size(); ++i) {
            const Knowledge::Alike& alike = knowledge_.alike[i];
            const auto is_apart = [&](LoopPass pass) { return question_.apart.contains(pass); };
            if (has_alike_[i] || std::ranges::any_of(alike.passes, is_apart)) continue;
            if (alike.place.valid() && !question_.without_races) continue;
            if (!some_matter(alike.value, 0) && !some_matter(alike.value, 1)) continue;
            has_alike_[i] = more = true;
            TermId both = terms_.land(copies_.first(alike.when), copies_.second(alike.when));
            for (unsigned item = 0; item < 2; ++item) {
                need_all(alike.value, item);
                need_all(alike.when, item);
                if (alike.place.valid()) need_all(alike.place, item);
            }
            if (alike.place.valid())
                both = terms_.land(
                    both, terms_.equal(copies_.first(alike.place), copies_.second(alike.place)));
            add(both, terms_.equal(copies_.first(alike.value), copies_.second(alike.value)));
        }
        return more;
    }

    /// Equal operands, equal results.
    void relate_functions() {
        struct Use {
            std::size_t index;
            unsigned item;
        };
        std::vector<Use> uses;
        for (std::size_t i = 0; i < knowledge_.functions.size(); ++i)
            for (unsigned item = 0; item < items_; ++item)
                if (has_function_[item][i]) uses.push_back({i, item});
        for (std::size_t i = 0; i < uses.size(); ++i)
            for (std::size_t k = i + 1; k < uses.size(); ++k) {
                const Knowledge::Function& one = knowledge_.functions[uses[i].index];
                const Knowledge::Function& other = knowledge_.functions[uses[k].index];
                const bool same = uses[i].index == uses[k].index ||
                                  (!one.family.empty() && one.family == other.family &&
                                   one.operands.size() == other.operands.size());
                if (!same) continue;
                TermId equal = terms_.boolean(true);
                for (std::size_t o = 0; o < one.operands.size(); ++o)
                    equal = terms_.land(
                        equal, terms_.equal(copies_.copy(one.operands[o], uses[i].item),
                                            copies_.copy(other.operands[o], uses[k].item)));
                add(equal, terms_.equal(copies_.copy(one.result, uses[i].item),
                                        copies_.copy(other.result, uses[k].item)));
            }
    }

    /// Two work-items find different numbers in a counter.
    void relate_counts() {
        TermId others = terms_.boolean(false);
        for (const TermId term : knowledge_.item)
            others = terms_.lor(
                others, terms_.lnot(terms_.equal(copies_.first(term), copies_.second(term))));
        for (std::size_t i = 0; i < knowledge_.counts.size(); ++i)
            for (std::size_t k = 0; k < knowledge_.counts.size(); ++k) {
                const Knowledge::Count& one = knowledge_.counts[i];
                const Knowledge::Count& other = knowledge_.counts[k];
                if (!has_count_[0][i] || !has_count_[1][k] || one.counter != other.counter ||
                    (one.of_group && question_.couple == Couple::other_groups))
                    continue;
                TermId both = terms_.land(copies_.first(one.when), copies_.second(other.when));
                both = terms_.land(
                    both, terms_.equal(copies_.first(one.offset), copies_.second(other.offset)));
                add(terms_.land(others, both),
                    terms_.lnot(
                        terms_.equal(copies_.first(one.found), copies_.second(other.found))));
            }
    }

    void add(TermId when, TermId says) { together_.push_back(terms_.lor(terms_.lnot(when), says)); }

    Symbols& symbols_;
    TermPool& terms_;
    const Knowledge& knowledge_;
    Copies& copies_;
    const Question& question_;
    unsigned items_;
    std::vector<TermId>& together_;
    std::array<std::set<std::uint64_t>, 2> choices_;  ///< that matter, of any work-item
    std::set<std::uint64_t> common_;                  ///< … of both, or of the launch
    std::array<std::vector<bool>, 2> has_fact_, has_function_, has_count_;
    std::vector<bool> has_alike_;
};

}  // namespace

// ---- answers ----

bool Questions::holds(const std::vector<TermId>& together) const {
    const model::ChosenValues values(values_);
    return std::ranges::all_of(together, [&](TermId term) {
        return litmus::evaluate(symbols_.terms(), term, values) != 0;
    });
}

Questions::Answer Questions::decide(const std::vector<TermId>& together, std::uint32_t effort) {
    if (budget_.exceeded()) late_ = true;
    if (late_) return Answer::unknown;
    auto time = budget_.time_left();
    if (time) time = std::max(*time, std::chrono::milliseconds(1));
    ++asked_;
    const Answer answer = solver_.check(together, effort, time);
    if (answer == Answer::satisfiable) values_ = solver_.values();
    return answer;
}

Questions::Answer Questions::ask(const Question& question) {
    std::vector<TermId> together = question.together;
    Collector(symbols_, knowledge_, copies(question.couple), question, together)();
    TermPool& terms = symbols_.terms();
    std::ranges::sort(together);
    together.erase(std::unique(together.begin(), together.end()), together.end());
    if (std::ranges::any_of(together, [&](TermId term) { return terms.is_false(term); }))
        return Answer::unsatisfiable;
    std::vector<TermId> used;
    std::vector<TermId> abstract;
    for (const TermId term : together) abstract.push_back(products_.without(term, used));
    if (used.empty()) return decide(together, question.effort);
    for (const auto extent : {Products::Lemmas::few, Products::Lemmas::all}) {
        std::vector<TermId> known = abstract;
        std::ranges::copy(products_.lemmas(used, extent), std::back_inserter(known));
        const Answer answer = decide(known, question.effort);
        if (answer == Answer::unsatisfiable) return answer;
        if (answer == Answer::satisfiable && holds(together)) return answer;
    }
    if (!question.exact) return Answer::unknown;
    return decide(together, question.effort);
}

Questions::Answer Questions::possible(TermId term, std::uint32_t effort, bool exact) {
    const TermId own = copies(Couple::one).first(term);
    return ask(
        {.couple = Couple::one, .together = {own}, .apart = {}, .exact = exact, .effort = effort});
}

std::uint64_t Questions::value(TermId copied) const {
    return litmus::evaluate(symbols_.terms(), copied, model::ChosenValues(values_));
}

}  // namespace clmm::runtime::launches

#include "consequences.h"

#include <algorithm>

namespace clmm::explorer {

namespace {
/// Terms with more reads are not looked at for what they say of each.
constexpr std::size_t kMostReads = 8;
}  // namespace

using litmus::Event;
using litmus::Term;
using litmus::TermOp;

Consequences::Consequences(const EventStructure& structure, const Sources& sources,
                           const Values& values)
    : structure_(structure),
      sources_(sources),
      values_(values),
      reads_of_(structure.terms.size()),
      guarded_(structure.terms.size()),
      about_(structure.size()),
      truth_(structure.terms.size()),
      source_(structure.size()),
      seen_(structure.terms.size()),
      found_(structure.terms.size()) {
    for (const Event& event : structure.events)
        if (event.kind == litmus::EventKind::read) {
            reads_.push_back(event.id);
            guarded_[event.guard.index()].push_back(event.id);
        }
    for (std::size_t i = 0; i < structure.terms.size(); ++i) {
        const Term& term = structure.terms[TermId(i)];
        std::vector<std::uint32_t>& reads = reads_of_[i];
        if (term.op == TermOp::read_value)
            reads.push_back(static_cast<std::uint32_t>(term.payload));
        for (const TermId operand : {term.a, term.b, term.c})
            if (operand.valid())
                reads.insert(reads.end(), reads_of_[operand.index()].begin(),
                             reads_of_[operand.index()].end());
        std::ranges::sort(reads);
        reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
        if (reads.size() > kMostReads) reads.clear();
    }
}

bool Consequences::assume(TermId term, bool holds) {
    std::vector<Pending> pending{{term, holds}};
    if (decided_.empty())
        for (const TermId constraint : structure_.constraints)
            pending.push_back({constraint, true});
    return settle(std::move(pending));
}

void Consequences::undo(Mark mark) {
    for (; decided_.size() > mark.first; decided_.pop_back()) {
        const TermId term = decided_.back();
        truth_[term.index()] = 0;
        for (const std::uint32_t read : reads_of_[term.index()]) about_[read].pop_back();
    }
    for (; read_.size() > mark.second; read_.pop_back())
        source_[read_.back().index()] = EventId::none();
    waiting_.clear();
    ++time_;
}

bool Consequences::settle(std::vector<Pending> pending) {
    while (!pending.empty()) {
        while (!pending.empty()) {
            const Pending next = pending.back();
            pending.pop_back();
            if (!decide(next, pending)) return false;
            if (pending.empty() && !settle_reads(pending)) return false;
        }
        if (!follow_all(pending)) return false;
    }
    return true;
}

bool Consequences::settle_reads(std::vector<Pending>& pending) {
    for (; !waiting_.empty() && pending.empty(); waiting_.pop_back()) {
        const EventId read = waiting_.back();
        if (!source_[read.index()].valid() && !settle_read(read, pending)) return false;
    }
    return true;
}

bool Consequences::decide(const Pending& next, std::vector<Pending>& pending) {
    const Term& term = structure_.terms[next.term];
    if (term.op == TermOp::constant) return (term.payload != 0) == next.holds;
    std::int8_t& truth = truth_[next.term.index()];
    if (truth != 0) return (truth > 0) == next.holds;
    if (const auto known = value(next.term); known && (*known != 0) != next.holds) return false;
    truth = next.holds ? 1 : -1;
    ++time_;
    decided_.push_back(next.term);
    for (const std::uint32_t read : reads_of_[next.term.index()]) {
        about_[read].push_back(next.term);
        waiting_.emplace_back(read);
    }
    if (next.holds)
        waiting_.insert(waiting_.end(), guarded_[next.term.index()].begin(),
                        guarded_[next.term.index()].end());
    if (term.op == TermOp::logical_not) pending.push_back({term.a, !next.holds});
    const bool has_both = (term.op == TermOp::logical_and && next.holds) ||
                          (term.op == TermOp::logical_or && !next.holds);
    if (has_both)
        for (const TermId operand : {term.a, term.b}) pending.push_back({operand, next.holds});
    return true;
}

/// The last part that is open decides.
bool Consequences::follow(TermId id, std::vector<Pending>& pending) const {
    const Term& term = structure_.terms[id];
    const bool is_true = truth_[id.index()] > 0;
    const bool is_clause =
        (term.op == TermOp::logical_or && is_true) || (term.op == TermOp::logical_and && !is_true);
    if (!is_clause) {
        const auto known = computed(id);
        return !known || (*known != 0) == is_true;
    }
    const auto first = value(term.a);
    const auto second = value(term.b);
    const auto fails = [&](const auto& known) { return known && (*known != 0) != is_true; };
    if (fails(first) && fails(second)) return false;
    if (fails(first) && !second) pending.push_back({term.b, is_true});
    if (fails(second) && !first) pending.push_back({term.a, is_true});
    return true;
}

bool Consequences::follow_all(std::vector<Pending>& pending) {
    for (const EventId read : reads_)
        if (!source_[read.index()].valid() && !settle_read(read, pending)) return false;
    for (const TermId term : decided_)
        if (!follow(term, pending)) return false;
    return true;
}

bool Consequences::settle_read(EventId read, std::vector<Pending>& pending) {
    if (!takes_place(read)) return true;
    EventId only;
    for (const EventId write : sources_[read.index()]) {
        if (value(structure_[write].guard) == 0) continue;
        const auto& of_write = values_[write.index()];
        if (of_write && !is_allowed(read, *of_write)) continue;
        if (only.valid()) return true;
        only = write;
    }
    if (!only.valid()) return false;
    source_[read.index()] = only;
    read_.push_back(read);
    ++time_;
    pending.push_back({structure_[only].guard, true});
    return true;
}

bool Consequences::is_allowed(EventId read, std::uint64_t value) const {
    tried_ = read;
    tried_value_ = value;
    ++time_;
    const bool is_allowed = std::ranges::none_of(about_[read.index()], [&](TermId term) {
        const auto known = computed(term);
        return known && (*known != 0) != (truth_[term.index()] > 0);
    });
    tried_ = EventId::none();
    ++time_;
    return is_allowed;
}

std::optional<std::uint64_t> Consequences::value(TermId id) const {
    const std::int8_t truth = truth_[id.index()];
    if (truth != 0) return truth > 0 ? 1 : 0;
    return computed(id);
}

std::optional<std::uint64_t> Consequences::leaf(const Term& term) const {
    if (term.op == TermOp::constant) return term.payload;
    if (term.op != TermOp::read_value) return std::nullopt;
    if (tried_.valid() && tried_.index() == term.payload) return tried_value_;
    const EventId source = source_[term.payload];
    return source.valid() ? values_[source.index()] : std::nullopt;
}

/// From its operands.
std::optional<std::uint64_t> Consequences::computed(TermId id) const {
    if (seen_[id.index()] == time_) return found_[id.index()];
    const auto found = computed_anew(structure_.terms[id]);
    seen_[id.index()] = time_;
    return found_[id.index()] = found;
}

std::optional<std::uint64_t> Consequences::computed_anew(const Term& term) const {
    if (!term.a.valid()) return leaf(term);
    const auto a = value(term.a);
    const auto is = [](const auto& known, bool what) { return known && (*known != 0) == what; };
    if (term.op == TermOp::if_then_else) {
        if (a) return value(*a != 0 ? term.b : term.c);
        const auto yes = value(term.b);
        return yes && yes == value(term.c) ? yes : std::nullopt;
    }
    const auto b = term.b.valid() ? value(term.b) : std::optional<std::uint64_t>(0);
    if (term.op == TermOp::logical_and && (is(a, false) || is(b, false))) return 0;
    if (term.op == TermOp::logical_or && (is(a, true) || is(b, true))) return 1;
    if (!a || !b) return std::nullopt;
    return litmus::apply(term, structure_.terms[term.a].width, *a, *b, 0);
}

std::optional<std::uint64_t> Consequences::value_either_way(TermId id) {
    if (const auto known = value(id)) return known;
    const Term term = structure_.terms[id];
    if (!term.a.valid()) return std::nullopt;
    if (term.op == TermOp::if_then_else) {
        std::optional<std::uint64_t> found;
        for (const bool way : {true, false}) {
            const Mark before = mark();
            const bool is_possible = assume(term.a, way);
            const auto here = is_possible ? value_either_way(way ? term.b : term.c) : std::nullopt;
            undo(before);
            if (!is_possible) continue;
            if (!here || (found && found != here)) return std::nullopt;
            found = here;
        }
        return found;
    }
    const auto a = value_either_way(term.a);
    const auto b = term.b.valid() ? value_either_way(term.b) : std::optional<std::uint64_t>(0);
    if (!a || !b) return std::nullopt;
    return litmus::apply(term, structure_.terms[term.a].width, *a, *b, 0);
}

bool Consequences::is_refuted_either_way() {
    const std::vector<TermId> decided = decided_;
    return std::ranges::any_of(decided, [&](TermId id) {
        const Term term = structure_.terms[id];
        if (!term.a.valid() || structure_.terms[term.a].width == 1) return false;
        const auto a = value_either_way(term.a);
        const auto b = a && term.b.valid() ? value_either_way(term.b) : std::nullopt;
        if (!a || !b) return false;
        const auto found = litmus::apply(term, structure_.terms[term.a].width, *a, *b, 0);
        return (found != 0) != (truth_[id.index()] > 0);
    });
}

}  // namespace clmm::explorer

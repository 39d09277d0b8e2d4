#include "clmm/skeletons/judge.h"

#include <algorithm>

#include "lessons.h"

namespace clmm::skeletons {

using model::Literal;

namespace {

bool is_of_order(const Literal& literal) { return literal.kind == Literal::Kind::total_order; }

/// Of literals that are about no total order; false where that is not decided yet.
bool holds(const Literal& literal, const model::Execution& execution) {
    const std::size_t a = literal.a.index();
    const auto test = [&](const BitMatrix& of) {
        return of.test(a, literal.b.index()) == literal.positive;
    };
    switch (literal.kind) {
        case Literal::Kind::executed:
            return execution.executed.test(a) == literal.positive;
        case Literal::Kind::reads_from:
            return test(execution.reads_from);
        case Literal::Kind::modification_order:
            if (literal.positive) return execution.modification_order.test(a, literal.b.index());
            return execution.modification_order.test(literal.b.index(), a) ||
                   !execution.same_location.test(a, literal.b.index()) || literal.a == literal.b;
        case Literal::Kind::same_location:
            return test(execution.same_location);
        case Literal::Kind::barrier_pair:
            return test(execution.barrier_pairs);
        case Literal::Kind::total_order:
            break;
    }
    return false;
}

/// Whether a literal holds before all reads have sources (Known::sources) if it does then.
bool may_hold_early(const Literal& literal, const litmus::EventStructure& structure) {
    switch (literal.kind) {
        case Literal::Kind::reads_from:
            return literal.positive;
        case Literal::Kind::modification_order:
            return literal.positive && structure[literal.a].initial;
        case Literal::Kind::executed:
        case Literal::Kind::same_location:
            return true;
        case Literal::Kind::barrier_pair:
        case Literal::Kind::total_order:
            break;
    }
    return false;
}

}  // namespace

Judge::Judge(const model::MemoryModel& model, const litmus::EventStructure& structure,
             model::ThinAir forbidden)
    : model_(model),
      forbidden_(forbidden),
      evaluator_(model, structure),
      lessons_(std::make_unique<Lessons>(model)) {
    begin(structure);
}
Judge::~Judge() = default;
Judge::Judge(Judge&&) noexcept = default;

void Judge::reset(const litmus::EventStructure& structure) {
    evaluator_.reset(structure);
    begin(structure);
}

void Judge::begin(const litmus::EventStructure& structure) {
    structure_ = &structure;
    about_reads_.clear();
    about_writes_.clear();
    for (model::Reason& each : lessons_->begin(structure, evaluator_)) remember(std::move(each));
    thin_air_.reset();
    if (forbidden_ != model::ThinAir::none) thin_air_.emplace(structure, forbidden_);
    if (thin_air_ && thin_air_->impossible()) thin_air_.reset();
}

void Judge::remember(model::Reason reason) {
    const bool is_early = std::ranges::all_of(
        reason, [&](const Literal& each) { return may_hold_early(each, *structure_); });
    (is_early ? about_reads_ : about_writes_).push_back(std::move(reason));
}

bool Judge::excludes(const model::Execution& partly, Known known) const {
    const auto holds_in_it = [&](const model::Reason& reason) {
        return std::ranges::all_of(reason,
                                   [&](const Literal& each) { return holds(each, partly); });
    };
    return std::ranges::any_of(about_reads_, holds_in_it) ||
           (known == Known::writes && std::ranges::any_of(about_writes_, holds_in_it));
}

bool Judge::allows(const model::Execution& candidate) {
    if (excludes(candidate)) return false;
    if (thin_air_ && !thin_air_->find(candidate).empty()) return false;
    execution_ = candidate;
    execution_.total_orders.assign(model_.program.total_orders.size(),
                                   BitMatrix(candidate.executed.size()));
    excluded_.clear();
    evaluator_.evaluate(execution_);
    find_orders();
    if (orders_.empty()) return check();
    return order(0);
}

void Judge::find_orders() {
    orders_.clear();
    for (std::size_t i = 0; i < model_.program.total_orders.size(); ++i)
        if (evaluator_.set(model_.program.total_orders[i].over).count() > 1) orders_.push_back(i);
}

/// Orders one set after another.
bool Judge::order(std::size_t at) {
    evaluator_.evaluate(execution_);
    if (at == orders_.size()) return check();
    placed_.clear();
    open_.clear();
    evaluator_.set(model_.program.total_orders[orders_[at]].over).for_each([&](std::size_t event) {
        open_.push_back(event);
    });
    return extend(at);
}

bool Judge::extend(std::size_t at) {
    if (is_excluded()) return false;
    if (open_.empty()) {
        write_order(at);
        const std::vector<std::size_t> mine = placed_;
        if (order(at + 1)) return true;
        placed_ = mine;
        open_.clear();
        return false;
    }
    for (std::size_t i = 0; i < open_.size(); ++i) {
        const std::size_t event = open_[i];
        const std::size_t known = excluded_.size();
        open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
        placed_.push_back(event);
        if (extend(at)) return true;
        placed_.pop_back();
        open_.insert(open_.begin() + static_cast<std::ptrdiff_t>(i), event);
        // What was learnt may exclude what is placed already, and everything.
        if (excluded_.size() != known && is_excluded()) return false;
    }
    return false;
}

void Judge::write_order(std::size_t at) {
    BitMatrix& order = execution_.total_orders[orders_[at]];
    order.clear();
    for (std::size_t i = 0; i < placed_.size(); ++i)
        for (std::size_t j = i + 1; j < placed_.size(); ++j) order.set(placed_[i], placed_[j]);
}

/// Whether the order decides on the pair already: what is placed comes before what is not.
bool Judge::precedes(std::size_t a, std::size_t b) const {
    const auto place = std::ranges::find(placed_, a);
    return place != placed_.end() && std::find(placed_.begin(), place, b) == place;
}

/// With more than one order, nothing is learnt of pairs.
bool Judge::is_excluded() const {
    return std::ranges::any_of(excluded_, [&](const Pairs& pairs) {
        return std::ranges::all_of(
            pairs, [&](const auto& pair) { return precedes(pair.first, pair.second); });
    });
}

bool Judge::check() {
    if (evaluator_.consistent()) return true;
    learn();
    return false;
}

void Judge::learn() {
    for (const model::Finding& finding : evaluator_.violations()) {
        model::Reason reason = evaluator_.why(finding);
        Pairs pairs;
        for (const Literal& each : reason) {
            if (!is_of_order(each)) continue;
            const std::size_t a = each.a.index();
            const std::size_t b = each.b.index();
            pairs.emplace_back(each.positive ? a : b, each.positive ? b : a);
        }
        if (pairs.empty()) {  // whatever the orders
            lessons_->add(finding.check, reason);
            remember(std::move(reason));
            excluded_.emplace_back();
        } else if (orders_.size() == 1) {
            excluded_.push_back(std::move(pairs));
        }
    }
}

bool Judge::is_flagged() const {
    return std::ranges::any_of(evaluator_.flags(), [&](const model::Finding& each) {
        return model_.program.checks[each.check].role == model::CheckRole::undefined;
    });
}

}  // namespace clmm::skeletons

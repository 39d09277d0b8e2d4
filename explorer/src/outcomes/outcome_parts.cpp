// Outcomes by their beginnings, in several threads.
#include <atomic>

#include "clmm/model/outcome_copy.h"
#include "outcomes/outcomes.h"

namespace clmm::explorer {

using model::OutcomeNode;

namespace {

/// A conflict takes as long as some questions.
constexpr std::uint64_t kConflictWork = 4;

std::uint64_t work_of(const Search& search) {
    return search.calls() + kConflictWork * search.conflicts();
}

}  // namespace

/// What one thread finds.
class OutcomeSearch::Part {
public:
    Part(Search& search, const OutcomeSearch& whole, std::function<void(std::uint64_t)> progress)
        : request_(whole.request_), outcomes_(search, request_, answer_, ClosingEffort::none) {
        request_.progress = std::move(progress);
        outcomes_.begin_like(whole);
    }
    [[nodiscard]] OutcomeSearch& outcomes() { return outcomes_; }

private:
    model::EngineRequest request_;
    model::EngineAnswer answer_;
    OutcomeSearch outcomes_;
};

void OutcomeSearch::find_split() {
    work_before_ = work_of(search_);
    split_at_.reset();
    std::size_t beginnings = 1;
    for (std::size_t i = 0; i + 1 < choices_.size() && !split_at_; ++i) {
        beginnings *= choices_[i].size();
        if (beginnings >= crew_->patience().least_beginnings) split_at_ = i + 1;
    }
}

bool OutcomeSearch::is_put_off() const {
    return split_at_ == beginning_.size() &&
           work_of(search_) - work_before_ >= crew_->patience().work;
}

void OutcomeSearch::find_put_off() {
    const std::vector<Values> beginnings = std::exchange(put_off_, {});
    if (beginnings.empty() || is_over()) return;
    std::atomic<std::uint64_t> found{0};
    std::uint64_t told = 0;
    const auto note = [&](unsigned worker) -> std::function<void(std::uint64_t)> {
        if (!request_.progress) return {};
        if (worker != 0) return [&](std::uint64_t) { ++found; };
        return [&](std::uint64_t) {
            for (const std::uint64_t now = ++found; told < now;) request_.progress(count_ + ++told);
        };
    };
    std::vector<std::unique_ptr<Part>> parts(crew_->workers());
    crew_->divide(search_, beginnings.size(),
                  [&](Search& search, unsigned worker, std::size_t part) {
                      if (!parts[worker])
                          parts[worker] = std::make_unique<Part>(search, *this, note(worker));
                      parts[worker]->outcomes().follow_from(beginnings[part]);
                  });
    for (const auto& part : parts)
        if (part) take(part->outcomes());
    std::erase_if(found_, [&](const auto& each) { return is_kept(each.first); });
    if (!is_cut_ || is_over()) return;
    std::uint64_t wanted = request_.outcome_limit;
    root_ = first(root_, wanted);
    answer_.incomplete = limit_text();
}

void OutcomeSearch::begin_like(const OutcomeSearch& other) {
    cycles_ = other.cycles_;
    choices_ = other.choices_;
    satisfied_ = other.satisfied_;
    found_ = other.found_;
    is_in_order_ = other.is_in_order_;
    grounded_ = other.grounded_;
    solutions_ = other.solutions_;
    first_ = other.first_;
    if (other.clauses_ && search_.solver().propose({})) clauses_.emplace(search_.solver());
}

void OutcomeSearch::follow_from(const Values& beginning) {
    // What comes before is left to others.
    found_.erase(found_.begin(), found_.lower_bound(beginning));
    count_ = 0;
    for (std::size_t i = 0; i < beginning.size(); ++i)
        assume(*std::ranges::find(choices_[i], beginning[i], &Choice::value));
    const OutcomeNode rest = follow();
    if (rest.valid()) root_ = diagram_.unite(root_, diagram_.path(beginning, rest));
    for (std::size_t i = 0; i < beginning.size(); ++i) take_back();
    is_cut_ = is_cut_ || answer_.incomplete;
    answer_.incomplete.reset();
    if (!search_.stopped()) return;
    // What else is known to be an outcome is one that others tell of.
    std::erase_if(found_, [&](const auto& found) {
        return !std::equal(beginning.begin(), beginning.end(), found.first.begin());
    });
    keep_found();
}

void OutcomeSearch::take(const OutcomeSearch& other) {
    root_ = diagram_.unite(root_, model::copied(other.diagram_, other.root_, diagram_));
    is_cut_ = is_cut_ || other.is_cut_;
    for (const auto& [satisfies, shown] : other.first_) first_.try_emplace(satisfies, shown);
}

}  // namespace clmm::explorer

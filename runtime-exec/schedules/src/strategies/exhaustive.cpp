#include <algorithm>
#include <map>

#include "clmm/base/ensure.h"
#include "clmm/runtime/schedule.h"

namespace clmm::runtime {
namespace {

using Items = std::vector<std::uint32_t>;

bool contains(const Items& items, std::uint32_t item) {
    return std::ranges::find(items, item) != items.end();
}
void insert(Items& items, std::uint32_t item) {
    if (!contains(items, item)) items.push_back(item);
}

/// How many steps of each work-item are ordered before a step, itself included.
using Clock = std::map<std::uint32_t, std::size_t>;

}  // namespace

struct ExhaustiveSchedule::State {
    /// One decision of the present run, and what is to be tried in its place.
    struct Node {
        bool is_write = false;
        // of a choice of a write
        std::size_t choice = 0;
        std::size_t choices = 0;
        // of a choice of a step
        Items items;   ///< that could go on
        Items sleep;   ///< whose step here an earlier run shows
        Items done;    ///< tried, with all that follows
        Items to_try;  ///< with the present one
        std::uint32_t item = 0;
        Step step;              ///< that was taken
        std::size_t count = 0;  ///< which of the item's steps it is, from 1 on
        Clock clock;
    };

    Reduction reduction;
    std::vector<Node> nodes;
    std::size_t at = 0;     ///< decisions of the present run so far
    std::size_t fresh = 0;  ///< the first node whose step the last run did not have
    Items sleep;            ///< at the next choice of a step
    Budget budget;          ///< of what follows a run
    bool is_late = false;

    [[nodiscard]] bool ask_for_time() { return is_late = is_late || budget.exceeded().has_value(); }
    void take(Node& node, std::span<const Step> steps);
    void find_clock(std::size_t place);
    void find_conflicts(std::size_t place);
    [[nodiscard]] Items beginnings(std::size_t earlier, std::size_t later);
    void try_before(std::size_t later, std::size_t earlier);
    bool advance(Node& node) const;
};

ExhaustiveSchedule::ExhaustiveSchedule(Reduction reduction)
    : state_(std::make_unique<State>(State{.reduction = reduction})) {}
ExhaustiveSchedule::~ExhaustiveSchedule() = default;

void ExhaustiveSchedule::begin() {
    state_->at = 0;
    state_->sleep.clear();
}

std::optional<std::size_t> ExhaustiveSchedule::choose_step(std::span<const Step> steps) {
    State& s = *state_;
    if (s.at == s.nodes.size()) {
        State::Node node;
        for (const Step& step : steps) node.items.push_back(step.item);
        node.sleep = s.sleep;
        const auto awake = std::ranges::find_if(
            node.items, [&](std::uint32_t item) { return !contains(node.sleep, item); });
        if (awake == node.items.end()) return std::nullopt;
        node.item = *awake;
        node.to_try = s.reduction == Reduction::none ? node.items : Items{*awake};
        s.nodes.push_back(std::move(node));
    }
    State::Node& node = s.nodes[s.at];
    ensure(!node.is_write && node.items.size() == steps.size(), "a deterministic run");
    s.take(node, steps);
    ++s.at;
    return static_cast<std::size_t>(std::ranges::find(node.items, node.item) - node.items.begin());
}

void ExhaustiveSchedule::State::take(Node& node, std::span<const Step> steps) {
    const auto step_of = [&](std::uint32_t item) -> const Step& {
        const auto found = std::ranges::find(steps, item, &Step::item);
        ensure(found != steps.end(), "a work-item that can go on");
        return *found;
    };
    node.step = step_of(node.item);
    sleep.clear();
    if (reduction == Reduction::none) return;
    // What sleeps goes on sleeping until something happens that conflicts with it.
    for (const Items* sleeping : {&node.sleep, &node.done})
        for (const std::uint32_t item : *sleeping)
            if (item != node.item && contains(node.items, item) &&
                !conflict(step_of(item), node.step))
                insert(sleep, item);
}

std::size_t ExhaustiveSchedule::choose_write(std::size_t count) {
    State& s = *state_;
    if (s.at == s.nodes.size()) {
        State::Node node;
        node.is_write = true;
        node.choices = count;
        s.nodes.push_back(std::move(node));
    }
    const State::Node& node = s.nodes[s.at++];
    ensure(node.is_write && node.choices == count, "a deterministic run");
    return node.choice;
}

bool ExhaustiveSchedule::choose_failure() { return choose_write(2) == 1; }

/// What is ordered before a step: the steps of its work-item, what conflicts with them, and so on.
void ExhaustiveSchedule::State::find_clock(std::size_t place) {
    Node& node = nodes[place];
    Clock clock;
    std::size_t count = 1;
    const auto join = [&](const Clock& other) {
        for (const auto& [item, steps] : other) clock[item] = std::max(clock[item], steps);
    };
    for (std::size_t i = place; i-- > 0;) {
        const Node& earlier = nodes[i];
        if (earlier.is_write) continue;
        if (earlier.item == node.item) {
            count = std::max(count, earlier.count + 1);
            join(earlier.clock);
        } else if (conflict(earlier.step, node.step)) {
            join(earlier.clock);
        }
    }
    node.count = count;
    clock[node.item] = count;
    node.clock = std::move(clock);
}

/// Steps before this one that conflict with it and that nothing else orders before it.
void ExhaustiveSchedule::State::find_conflicts(std::size_t place) {
    const Node& node = nodes[place];
    Clock before;
    for (std::size_t i = place; i-- > 0;)
        if (!nodes[i].is_write && nodes[i].item == node.item) {
            before = nodes[i].clock;
            break;
        }
    for (std::size_t i = place; i-- > 0 && !is_late;) {
        const Node& earlier = nodes[i];
        if (earlier.is_write || earlier.item == node.item || !conflict(earlier.step, node.step))
            continue;
        const auto known = before.find(earlier.item);
        if (known == before.end() || known->second < earlier.count) try_before(place, i);
    }
}

/// Work-items that can begin a run which has the later step before the earlier one: of the steps
/// between them that the earlier one is not ordered before, and the later one itself, those that
/// are ordered behind none of the others. One of them must be tried.
Items ExhaustiveSchedule::State::beginnings(std::size_t earlier, std::size_t later) {
    const auto ordered = [&](std::size_t a, std::size_t b) {
        const auto known = nodes[b].clock.find(nodes[a].item);
        return known != nodes[b].clock.end() && known->second >= nodes[a].count;
    };
    std::vector<std::size_t> steps;
    for (std::size_t i = earlier + 1; i < later; ++i)
        if (!nodes[i].is_write && !ordered(earlier, i)) steps.push_back(i);
    steps.push_back(later);
    Items items;
    for (std::size_t k = 0; k < steps.size() && !ask_for_time(); ++k) {
        const auto comes_first = [&](std::size_t other) { return ordered(other, steps[k]); };
        if (std::none_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(k),
                         comes_first))
            insert(items, nodes[steps[k]].item);
    }
    return items;
}

void ExhaustiveSchedule::State::try_before(std::size_t later, std::size_t earlier) {
    Node& node = nodes[earlier];
    const Items items = beginnings(earlier, later);
    if (is_late) return;
    const auto is_covered = [&](std::uint32_t item) {
        return contains(node.to_try, item) || contains(node.sleep, item);
    };
    if (std::ranges::any_of(items, is_covered)) return;
    const auto possible =
        std::ranges::find_if(items, [&](std::uint32_t item) { return contains(node.items, item); });
    if (possible != items.end()) return insert(node.to_try, *possible);
    // It waited there for something that came later.
    for (const std::uint32_t item : node.items) insert(node.to_try, item);
}

/// The next thing to try in this place.
bool ExhaustiveSchedule::State::advance(Node& node) const {
    if (node.is_write) return ++node.choice < node.choices;
    insert(node.done, node.item);
    for (const std::uint32_t item : node.to_try)
        if (!contains(node.done, item) && !contains(node.sleep, item)) {
            node.item = item;
            return true;
        }
    return false;
}

bool ExhaustiveSchedule::next(const Budget& budget) {
    State& s = *state_;
    s.budget = budget;
    if (s.reduction == Reduction::conflicts)
        for (std::size_t i = s.fresh; i < s.nodes.size() && !s.ask_for_time(); ++i)
            if (!s.nodes[i].is_write) {
                s.find_clock(i);
                s.find_conflicts(i);
            }
    if (s.is_late) return true;
    while (!s.nodes.empty() && !s.advance(s.nodes.back())) s.nodes.pop_back();
    s.fresh = s.nodes.empty() ? 0 : s.nodes.size() - 1;
    return !s.nodes.empty();
}

}  // namespace clmm::runtime

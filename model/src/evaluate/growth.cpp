// The matrices as they grow and shrink.
#include "evaluate/growth.h"

#include <algorithm>

#include "clmm/base/ensure.h"

namespace clmm::model {

namespace k = kernels;
using Op = GrowingNode::Op;
using Watch = GrowingNode::Watch;

namespace {
/// Of pairs that all fail an axiom, so many are looked at for the cheapest reason.
constexpr std::size_t kMostViolations = 16;
/// 256 MiB.
constexpr std::size_t kMostArenaWords = std::size_t{1} << 25U;
constexpr std::size_t kMostEvents = 4096;
constexpr unsigned kUsualCost = 3;
}  // namespace

template <std::size_t W>
Growth<W>::Growth(GrowingGraph graph)
    : graph_(std::move(graph)),
      matrices_(graph_.nodes.size()),
      executed_(graph_.shape.stride),
      dirty_((graph_.nodes.size() + 63) / 64),
      costs_(graph_.inputs.size(), kUsualCost),
      known_(graph_.nodes.size()) {
    allocate();
    for (std::size_t event = 0; event < graph_.shape.n; ++event)
        if (graph_.executed_input[event] == kNone) sure_.push_back(event);
}

template <std::size_t W>
void Growth<W>::allocate() {
    std::vector<bool> transposed(graph_.nodes.size());
    for (std::uint32_t i = 0; i < graph_.nodes.size(); ++i) {
        const GrowingNode& node = graph_.nodes[i];
        const bool closes = node.op == Op::closure || node.op == Op::reflexive_closure;
        if (closes) transposed[i] = true;
        if (node.op == Op::sequence) transposed[node.left] = true;
        if (node.op == Op::masked || node.op == Op::optional || node.op == Op::reflexive_closure)
            masked_.push_back(i);
    }
    std::size_t total = 0;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
        total += graph_.shape.words(graph_.nodes[i].is_set) * (transposed[i] ? 3 : 2);
    arena_.assign(total, 0);
    Word* next = arena_.data();
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
        const std::size_t words = graph_.shape.words(graph_.nodes[i].is_set);
        Matrix& matrix = matrices_[i];
        for (Word** part : {&matrix.pairs, &matrix.added, &matrix.transposed}) {
            if (part == &matrix.transposed && !transposed[i]) continue;
            *part = next;
            next += words;
        }
        matrix.rows.assign(graph_.shape.stride, 0);
    }
}

template <std::size_t W>
void Growth<W>::undo(Mark mark) {
    for (; log_.size() > mark; log_.pop_back()) *log_.back().first = log_.back().second;
    forget_added();
    pending_.clear();
    std::fill(dirty_.begin(), dirty_.end(), 0);
}

template <std::size_t W>
void Growth<W>::forget_added() {
    for (const std::uint32_t node : touched_) {
        Matrix& matrix = matrices_[node];
        for_each(matrix.rows.data(),
                 [&](std::size_t a) { std::fill_n(row(matrix.added, a), stride(), Word{0}); });
        std::fill(matrix.rows.begin(), matrix.rows.end(), 0);
    }
    touched_.clear();
}

template <std::size_t W>
void Growth<W>::note_row(std::uint32_t node, std::size_t a, const Row& bits) {
    Matrix& matrix = matrices_[node];
    if (!any(matrix.rows.data())) touched_.push_back(node);
    k::put(matrix.rows.data(), a);
    if (matrix.transposed != nullptr)
        for_each(bits.data(), [&](std::size_t b) { set_bit(row(matrix.transposed, b), a); });
}

template <std::size_t W>
void Growth<W>::add(std::uint32_t node, std::size_t a, Row& bits) {
    Matrix& matrix = matrices_[node];
    Word* const pairs = row(matrix.pairs, a);
    Word* const added = row(matrix.added, a);
    bool some = false;
    for (std::size_t w = 0; w < stride(); ++w) {
        bits[w] &= ~pairs[w];
        if (bits[w] == 0) continue;
        some = true;
        set(pairs + w, pairs[w] | bits[w]);
        added[w] |= bits[w];
    }
    if (some) note_row(node, a, bits);
}

template <std::size_t W>
void Growth<W>::add(std::uint32_t node, std::size_t a, std::size_t b) {
    Matrix& matrix = matrices_[node];
    Word* const pairs = row(matrix.pairs, a);
    if (k::test(pairs, b)) return;
    set_bit(pairs, b);
    k::put(row(matrix.added, a), b);
    if (!any(matrix.rows.data())) touched_.push_back(node);
    k::put(matrix.rows.data(), a);
    if (matrix.transposed != nullptr) set_bit(row(matrix.transposed, b), a);
}

template <std::size_t W>
void Growth<W>::mark_users(std::uint32_t node) {
    for (const std::uint32_t user : graph_.nodes[node].users) k::put(dirty_.data(), user);
}

// ---- drawing consequences ----

template <std::size_t W>
bool Growth<W>::settle() {
    draw_inputs();
    // Axioms about what inputs and events taking place give at once.
    const std::size_t direct = touched_.size();
    for (std::size_t i = 0; i < direct; ++i)
        if (after_change(touched_[i])) return false;
    for (std::size_t w = 0; w < dirty_.size(); ++w)
        while (dirty_[w] != 0) {
            const auto node = static_cast<std::uint32_t>(
                w * 64 + static_cast<std::size_t>(std::countr_zero(dirty_[w])));
            dirty_[w] &= dirty_[w] - 1;
            if (update(node) && after_change(node)) return false;
        }
    forget_added();
    return true;
}

template <std::size_t W>
bool Growth<W>::after_change(std::uint32_t node) {
    mark_users(node);
    return graph_.nodes[node].watch != Watch::none && is_violated(node);
}

template <std::size_t W>
void Growth<W>::draw_inputs() {
    for (const std::size_t event : sure_) take_place(event);
    sure_.clear();
    for (const Input input : pending_) {
        const GrowingGraph::Addition& place = graph_.places[input];
        if (place.node != kNone)
            add(place.node, place.a, place.b);
        else
            for (const std::uint32_t event : graph_.executed_as[input]) take_place(event);
    }
    pending_.clear();
}

template <std::size_t W>
void Growth<W>::take_place(std::size_t event) {
    if (k::test(executed_.data(), event)) return;
    set_bit(executed_.data(), event);
    for (const std::uint32_t node : masked_) unmask(node, event);
}

template <std::size_t W>
void Growth<W>::unmask(std::uint32_t node, std::size_t event) {
    const GrowingNode& of = graph_.nodes[node];
    if (of.op != Op::masked) return add(node, event, event);
    if (of.is_set) {
        if (k::test(of.constant.data(), event)) add(node, 0, event);
        return;
    }
    Row bits;
    for (std::size_t w = 0; w < stride(); ++w) bits[w] = row(of.constant, event)[w] & executed_[w];
    add(node, event, bits);
    for_each(executed_.data(), [&](std::size_t a) {
        if (k::test(row(of.constant, a), event)) add(node, a, event);
    });
}

template <std::size_t W>
bool Growth<W>::update(std::uint32_t node) {
    const bool before = any(matrices_[node].rows.data());
    switch (graph_.nodes[node].op) {
        case Op::unite:
        case Op::intersect:
        case Op::subtract:
        case Op::rows:
        case Op::columns:
        case Op::optional:
            update_elementwise(node);
            break;
        case Op::sequence:
            update_sequence(node);
            break;
        case Op::closure:
        case Op::reflexive_closure:
            update_closure(node);
            break;
        case Op::product:
        case Op::order:
            update_of_sets(node);
            break;
        default:
            update_pairwise(node);
    }
    return before || any(matrices_[node].rows.data());
}

template <std::size_t W>
void Growth<W>::update_elementwise(std::uint32_t node) {
    const GrowingNode& of = graph_.nodes[node];
    const Matrix& left = matrices_[of.left];
    const Matrix& right = of.right == kNone ? left : matrices_[of.right];
    Row changed;
    for (std::size_t w = 0; w < stride(); ++w) changed[w] = left.rows[w] | right.rows[w];
    for_each(changed.data(), [&](std::size_t a) {
        Row bits;
        for (std::size_t w = 0; w < stride(); ++w) {
            const Word added = row(left.added, a)[w];
            switch (of.op) {
                case Op::unite:
                    bits[w] = added | row(right.added, a)[w];
                    break;
                case Op::intersect:
                    bits[w] = row(left.pairs, a)[w] & row(right.pairs, a)[w];
                    break;
                case Op::subtract:
                    bits[w] = added & ~row(of.constant, a)[w];
                    break;
                case Op::rows:
                    bits[w] = k::test(of.constant.data(), a) ? added : 0;
                    break;
                case Op::columns:
                    bits[w] = added & of.constant[w];
                    break;
                default:
                    bits[w] = added;
            }
        }
        add(node, a, bits);
    });
}

/// All that some member is related to.
template <std::size_t W>
typename Growth<W>::Row Growth<W>::image(const Word* members, const Word* relation) const {
    Row bits;
    std::fill_n(bits.begin(), stride(), Word{0});
    for_each(members, [&](std::size_t m) {
        for (std::size_t w = 0; w < stride(); ++w) bits[w] |= relation[m * stride() + w];
    });
    return bits;
}

/// Of a sequence that nobody but an axiom asks for, and that for pairs of an event with itself,
/// these alone.
template <std::size_t W>
void Growth<W>::update_diagonal(std::uint32_t node) {
    const Matrix& left = matrices_[graph_.nodes[node].left];
    const Matrix& right = matrices_[graph_.nodes[node].right];
    for_each(left.rows.data(), [&](std::size_t a) {
        for_each(row(left.added, a), [&](std::size_t middle) {
            if (k::test(row(right.pairs, middle), a)) add(node, a, a);
        });
    });
    for_each(right.rows.data(), [&](std::size_t middle) {
        Row both;
        for (std::size_t w = 0; w < stride(); ++w)
            both[w] = row(right.added, middle)[w] & row(left.transposed, middle)[w];
        for_each(both.data(), [&](std::size_t a) { add(node, a, a); });
    });
}

template <std::size_t W>
void Growth<W>::update_sequence(std::uint32_t node) {
    if (has_diagonal_alone(node)) return update_diagonal(node);
    const Matrix& left = matrices_[graph_.nodes[node].left];
    const Matrix& right = matrices_[graph_.nodes[node].right];
    for_each(left.rows.data(), [&](std::size_t a) {
        Row bits = image(row(left.added, a), right.pairs);
        add(node, a, bits);
    });
    if (!any(right.rows.data())) return;
    const Row from = image(right.rows.data(), left.transposed);
    for_each(from.data(), [&](std::size_t a) {
        Row through;
        for (std::size_t w = 0; w < stride(); ++w)
            through[w] = row(left.pairs, a)[w] & right.rows[w];
        Row bits = image(through.data(), right.added);
        add(node, a, bits);
    });
}

/// What reaches a new pair's source reaches all that its target reaches.
template <std::size_t W>
void Growth<W>::update_closure(std::uint32_t node) {
    const Matrix& step = matrices_[graph_.nodes[node].left];
    const Matrix& closure = matrices_[node];
    for_each(step.rows.data(), [&](std::size_t a) {
        for_each(row(step.added, a), [&](std::size_t b) {
            if (k::test(row(closure.pairs, a), b)) return;
            Row reached;
            Row reaching;
            std::copy_n(row(closure.pairs, b), stride(), reached.begin());
            std::copy_n(row(closure.transposed, a), stride(), reaching.begin());
            k::put(reached.data(), b);
            k::put(reaching.data(), a);
            for_each(reaching.data(), [&](std::size_t from) {
                Row bits = reached;
                add(node, from, bits);
            });
        });
    });
}

template <std::size_t W>
void Growth<W>::update_of_sets(std::uint32_t node) {
    const GrowingNode& of = graph_.nodes[node];
    const Word* const members = matrices_[of.left].pairs;
    const Matrix& right = matrices_[of.right];
    for_each(members, [&](std::size_t a) {
        Row bits;
        for (std::size_t w = 0; w < stride(); ++w)
            bits[w] = of.op == Op::product ? right.pairs[w] : row(right.pairs, a)[w] & members[w];
        add(node, a, bits);
    });
}

template <std::size_t W>
void Growth<W>::update_pairwise(std::uint32_t node) {
    const Op op = graph_.nodes[node].op;
    const Matrix& from = matrices_[graph_.nodes[node].left];
    for_each(from.rows.data(), [&](std::size_t a) {
        if (op == Op::domain) return add(node, 0, a);
        for_each(row(from.added, a), [&](std::size_t b) {
            switch (op) {
                case Op::inverse:
                    return add(node, b, a);
                case Op::identity_on:
                    return add(node, b, b);
                default:
                    return add(node, 0, b);  // range
            }
        });
    });
}

template <std::size_t W>
bool Growth<W>::is_violated(std::uint32_t node) {
    const GrowingNode& of = graph_.nodes[node];
    const Matrix& matrix = matrices_[node];
    std::vector<Fact> found;
    const auto number = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
    const auto note = [&](std::size_t a, std::size_t b) {
        if (found.size() < kMostViolations) found.push_back({node, number(a), number(b)});
    };
    for_each(matrix.rows.data(), [&](std::size_t a) {
        const Word* const added = row(matrix.added, a);
        if (of.watch != Watch::irreflexive)
            for_each(added, [&](std::size_t b) { note(of.is_set ? b : a, b); });
        else if (k::test(added, a))
            note(a, a);
    });
    if (found.empty()) return false;
    if (++epoch_ > 0xffff) {
        epoch_ = 1;
        for (auto& each : known_) std::fill(each.begin(), each.end(), 0);
    }
    violation_ = *std::ranges::min_element(found, {}, [&](const Fact& fact) { return cost(fact); });
    return true;
}

template <std::size_t W>
std::optional<IncrementalEvaluator::Certain> Growth<W>::certain(NodeId id) const {
    const std::uint32_t node = graph_.number_of[id.index()];
    if (node == kNone || has_diagonal_alone(node)) return std::nullopt;
    Certain result{BitMatrix(graph_.shape.n), graph_.nodes[node].is_exact};
    const bool is_set = graph_.nodes[node].is_set;
    for (std::size_t a = 0; a < (is_set ? 1 : graph_.shape.n); ++a)
        for_each(row(matrices_[node].pairs, a),
                 [&](std::size_t b) { result.pairs.set(is_set ? b : a, b); });
    return result;
}

/// The least event of which all that must come before is there comes next; what is one with it
/// follows at once.
template <std::size_t W>
BitMatrix Growth<W>::implied_order() const {
    BitMatrix order(graph_.shape.n);
    const GrowingGraph::Implied& implied = *graph_.implied;
    std::vector<std::vector<std::size_t>> open;  // events, or two that are one
    for_each(implied.members.data(), [&](std::size_t event) {
        if (!k::test(executed_.data(), event)) return;
        for (std::vector<std::size_t>& group : open)
            if (k::test(row(implied.one, group.front()), event) ||
                k::test(row(implied.one, event), group.front())) {
                const bool is_first = k::test(row(implied.one, event), group.front());
                group.insert(is_first ? group.begin() : group.end(), event);
                return;
            }
        open.push_back({event});
    });
    const auto precedes = [&](const auto& first, const auto& second) {
        return std::ranges::any_of(first, [&](std::size_t a) {
            return std::ranges::any_of(second, [&](std::size_t b) {
                return k::test(row(matrices_[implied.required].pairs, a), b);
            });
        });
    };
    std::vector<std::size_t> done;
    while (!open.empty()) {
        const auto next = std::ranges::find_if(open, [&](const auto& group) {
            return std::ranges::none_of(open, [&](const auto& other) {
                return &other != &group && precedes(other, group);
            });
        });
        ensure(next != open.end(), "what an order must contain has no cycle");
        for (const std::size_t event : *next) {
            for (const std::size_t earlier : done) order.set(earlier, event);
            done.push_back(event);
        }
        open.erase(next);
    }
    return order;
}

template class Growth<0>;
template class Growth<1>;
template class Growth<2>;

std::unique_ptr<IncrementalEvaluator> grow(GrowingGraph graph) {
    const Shape shape = graph.shape;
    if (shape.n == 0 || shape.n > kMostEvents ||
        graph.nodes.size() * shape.words(false) * 3 > kMostArenaWords)
        return nullptr;
    if (shape.stride <= 1) return std::make_unique<Growth<1>>(std::move(graph));
    if (shape.stride == 2) return std::make_unique<Growth<2>>(std::move(graph));
    return std::make_unique<Growth<0>>(std::move(graph));
}

}  // namespace clmm::model

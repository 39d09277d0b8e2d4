// All cycles of some edges.

#include <algorithm>

#include "cycle_shape.h"

namespace clmm::suites {
namespace {

/// Every sequence of edges that fits.
class CycleSearch {
public:
    CycleSearch(const std::vector<Edge>& edges, std::size_t threads)
        : edges_(edges), threads_(threads) {}

    std::vector<Cycle> of_size(std::size_t size) {
        size_ = size;
        extend();
        return std::move(made_);
    }

private:
    void extend() {
        if (chosen_.size() == size_) return finish();
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            if (!chosen_.empty() && !goes_on(edges_[chosen_.back()], edges_[i])) continue;
            chosen_.push_back(i);
            extend();
            chosen_.pop_back();
        }
    }

    static bool goes_on(const Edge& a, const Edge& b) {
        using Step = Edge::Kind;
        if (a.to != b.from) return false;
        if (!a.is_external && !b.is_external && is_order(a) && is_order(b)) return false;
        if (b.kind == Step::reads_before && a.kind == Step::reads_from) return false;
        return b.kind != Step::coherence ||
               (a.kind != Step::coherence && a.kind != Step::reads_before);
    }

    void finish() {
        if (!goes_on(edges_[chosen_.back()], edges_[chosen_.front()])) return;
        std::vector<std::size_t> rotated = chosen_;
        for (std::size_t i = 1; i < size_; ++i) {
            std::ranges::rotate(rotated, rotated.begin() + 1);
            if (rotated < chosen_) return;
        }
        Cycle cycle;
        std::size_t external = 0;
        std::size_t others = 0;
        for (const std::size_t each : chosen_) {
            cycle.edges.push_back(edges_[each]);
            external += static_cast<std::size_t>(edges_[each].is_external);
            others += static_cast<std::size_t>(!edges_[each].is_same_location);
        }
        const bool has_order = std::ranges::any_of(cycle.edges, is_order);
        if (external < 2 || external > threads_ || others == 1 || !has_order) return;
        cycle.accesses.resize(size_);
        made_.push_back(std::move(cycle));
    }

    const std::vector<Edge>& edges_;
    std::size_t threads_;
    std::size_t size_ = 0;
    std::vector<std::size_t> chosen_;
    std::vector<Cycle> made_;
};

}  // namespace

std::vector<Cycle> cycles_of(const std::vector<Edge>& edges, std::size_t size,
                             std::size_t threads) {
    std::vector<Cycle> all;
    CycleSearch search(edges, threads);
    for (std::size_t length = 2; length <= size; ++length)
        for (Cycle& each : search.of_size(length)) all.push_back(std::move(each));
    return all;
}

}  // namespace clmm::suites

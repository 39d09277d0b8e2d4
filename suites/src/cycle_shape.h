#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "clmm/suites/cycles.h"

namespace clmm::suites {

[[nodiscard]] inline bool is_communication(const Edge& edge) {
    return edge.kind <= Edge::Kind::coherence;
}
/// Neither who reads from whom and overwrites whom, nor one access that is two.
[[nodiscard]] inline bool is_order(const Edge& edge) {
    return !is_communication(edge) && edge.kind != Edge::Kind::modify;
}
/// `a read` for `R`.
[[nodiscard]] std::string word_of(char direction);
/// Throws Rejected, E-CYCLE.
[[noreturn]] void refuse_cycle(const std::string& message, Span span, const std::string& hint = {});

/// A cycle whose last step goes to another thread: the threads, locations and values of its
/// accesses.
///
/// Shape    accesses by number, 0 to size() - 1; the step of a number leads from that access.
class CycleShape {
public:
    /// Throws Rejected where the steps make no cycle.
    explicit CycleShape(Cycle cycle);

    [[nodiscard]] std::size_t size() const { return cycle_.edges.size(); }
    [[nodiscard]] const Edge& edge(std::size_t at) const { return cycle_.edges[at]; }
    [[nodiscard]] const Edge& edge_before(std::size_t at) const {
        return cycle_.edges[(at + size() - 1) % size()];
    }
    [[nodiscard]] const Annotation& access(std::size_t at) const { return cycle_.accesses[at]; }
    [[nodiscard]] bool is_read(std::size_t at) const { return edge(at).from == 'R'; }
    [[nodiscard]] std::size_t thread(std::size_t at) const { return thread_[at]; }
    [[nodiscard]] std::size_t location(std::size_t at) const { return location_[at]; }
    [[nodiscard]] std::uint32_t value(std::size_t at) const { return value_[at]; }
    [[nodiscard]] std::size_t threads() const { return thread_.back() + 1; }
    [[nodiscard]] std::size_t locations() const;

private:
    void check() const;
    void rotate();
    void place();
    void give_values();

    Cycle cycle_;
    std::vector<std::size_t> thread_, location_;
    std::vector<std::uint32_t> value_;
};

/// Where threads are: work-groups and devices that steps ask to be shared or not. By thread.
/// Throws Rejected where steps contradict one another.
[[nodiscard]] std::vector<generator::Placement> places_of_threads(const CycleShape& cycle);

}  // namespace clmm::suites

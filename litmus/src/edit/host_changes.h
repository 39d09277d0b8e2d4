#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clmm/litmus/opencl_changes.h"
#include "edit/host_calls.h"

/// What in the text of host threads can be made to wait for more.
namespace clmm::litmus {

/// The places of host programs.
///
/// Offered are: a queue that keeps the order of its commands; a call that blocks; for each call
/// that enqueues, the event of each earlier command of its thread in its wait list; between two
/// statements of a host thread clWaitForEvents for one such event or clFinish (which is stronger
/// than waiting for an event of that queue), a barrier of an out-of-order queue, and maps and
/// unmaps of the objects that the thread accesses, as it accesses them. A command whose event has
/// no name gives it to a variable, where the statement can declare one. Left alone: what threads
/// wait for of one another (callbacks and user events), and what work-items enqueue.
///
/// Cost     quadratic in the calls that enqueue; linear in the points times queues and objects.
/// Source   "Host-side and Device-side Commands", rules 2 and 4 to 8; "Memory Objects".
/// Tests    tests/unit/litmus/host_changes_test.cpp, tests/golden/repair
class HostChanges {
public:
    HostChanges(const LitmusTest& test, const EventStructure& structure,
                const std::vector<FencePoint>& points);

    /// `site` is the number here.
    [[nodiscard]] const std::vector<OpenClChangePlace>& places() const { return places_; }
    [[nodiscard]] bool no_stronger(std::size_t place, std::size_t a, std::size_t b) const;
    struct Chosen {
        std::size_t place;  ///< in places()
        std::size_t level;
    };
    /// Nobody waits for the event of a call that blocks by another change.
    [[nodiscard]] bool admissible(const std::vector<Chosen>& chosen) const;
    [[nodiscard]] std::vector<Edit> edits(const std::vector<Chosen>& chosen,
                                          std::string_view text) const;

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    /// What a level of a place is about, beside its text.
    struct Level {
        std::size_t awaited = kNone;  ///< of calls_
        std::string queue = {};       ///< of clFinish
    };
    struct Site {
        std::size_t call = kNone;   ///< of calls_: whose wait list, or which blocks
        std::size_t point = kNone;  ///< of points_
        std::vector<Level> levels = {};
    };
    struct Mapped;

    void add(OpenClChangePlace place, Site site, const std::vector<unsigned>& ranks);
    void add_queues();
    void add_queue(const syntax::Expression& properties, std::string_view text);
    void add_blocking(std::size_t call, std::string_view text);
    void add_wait_lists(std::size_t call, std::string_view text);
    void add_waits(std::size_t point);
    void add_barriers(std::size_t point);
    void add_maps(std::size_t point, const Mapped& mapped);
    void add_statement(std::size_t point, std::vector<std::string> texts, std::vector<Level> levels,
                       const std::vector<unsigned>& ranks);
    [[nodiscard]] bool keeps_order(std::string_view queue) const;
    [[nodiscard]] bool is_declared(std::string_view queue) const;
    [[nodiscard]] const syntax::Thread* thread_at(const FencePoint& point) const;
    [[nodiscard]] std::vector<std::string> queues_before(std::size_t point) const;
    [[nodiscard]] std::vector<Companion> naming(std::size_t call) const;

    SourcePtr source_;
    std::shared_ptr<const TestCode> code_;
    std::vector<EnqueueCall> calls_;
    std::vector<FencePoint> points_;
    std::vector<OpenClChangePlace> places_;
    std::vector<Site> sites_;  ///< by place
};

}  // namespace clmm::litmus

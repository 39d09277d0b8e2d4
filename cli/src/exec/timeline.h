#pragma once

#include <string>
#include <vector>

#include "clmm/runtime/event.h"

namespace clmm::cli {

/// A command that has completed, as profiles show it.
struct TimelineEntry {
    std::string name;     ///< `write data`
    std::string type;     ///< `CL_COMMAND_WRITE_BUFFER`
    std::string queue;    ///< `queue` or the name of one of several
    std::string failure;  ///< after abnormal termination, what went wrong
    runtime::Profile profile;
};

/// Commands in the order in which they were enqueued.
class Timeline {
public:
    void add(std::string name, std::string queue, const runtime::Event& event);
    /// All events must be complete, and their queues profiled.
    [[nodiscard]] std::vector<TimelineEntry> entries() const;

private:
    struct Known {
        std::string name;
        std::string queue;
        runtime::Event event;
    };
    std::vector<Known> known_;
};

/// A table of when each command entered its states, in microseconds from the first, and a chart.
///
///     command  type  queued  submitted  ready  running  ended  complete
///
/// Tests    tests/unit/cli/exec_timeline_test.cpp
[[nodiscard]] std::string timeline_text(const std::vector<TimelineEntry>& entries);

/// The JSON of Chrome's trace viewer and of Perfetto: a process for each queue, a thread for each
/// command, and on it slices for the command and its states.
[[nodiscard]] std::string timeline_trace(const std::vector<TimelineEntry>& entries);

}  // namespace clmm::cli

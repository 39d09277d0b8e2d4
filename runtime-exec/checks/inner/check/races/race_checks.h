#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "check/command_order.h"
#include "check/live_objects.h"
#include "check/older_writes.h"
#include "check/races/races.h"
#include "clmm/litmus/orders.h"
#include "clmm/runtime/execution_environment.h"
#include "execute/group_run.h"

namespace clmm::runtime::check {

/// A place in the code of a host thread, and what the thread is called.
struct HostPlace {
    std::string name;
    SourcePtr source;
    Span span;
};

/// The race detector of a context, and what its numbers stand for: launches, sites, objects.
///
/// Threads  one at a time.
class RaceChecks {
public:
    /// `writes`: null, or what chooses the writes that loads read.
    RaceChecks(LiveObjects& objects, const Rules& rules, Schedule* writes);

    [[nodiscard]] RaceDetector& detector() { return detector_; }
    [[nodiscard]] CommandOrder& order() { return order_; }

    /// Null: loads read the last write.
    [[nodiscard]] OlderWrites* older_writes() { return older_ ? &*older_ : nullptr; }

    [[nodiscard]] ObjectId add(const MemoryArgument& memory);
    void remove(ObjectId object);
    /// A command writes some of it.
    void touched(std::span<const MemoryTouch> touches);
    /// Before plain writes to bytes from an address on.
    void plain_write(std::uint64_t address, std::uint64_t size);
    void enqueued(CommandId command, CommandType type, CommandId parent);

    // ---- host threads ----

    /// The place of the commands that the calling thread enqueues from now on.
    void host_at(const HostPlace& place);
    [[nodiscard]] SiteId host_site(const HostPlace& place);
    /// The command that the calling thread enqueued last.
    void name_command(const std::string& name);

    /// A kernel-instance starts.
    struct Launched {
        LaunchId launch = kNoLaunch;
        std::size_t first_site = 0;  ///< the number of the code's first site
    };
    [[nodiscard]] Launched begin(const InstanceView& instance);

    /// All races so far, as findings.
    [[nodiscard]] std::vector<Finding> findings() const;

private:
    struct CodePlace {
        SourcePtr source;
        Span span;
        std::string text;
    };
    struct CodePlaces {
        SourcePtr source;
        std::size_t count = 0;
        std::size_t first = 0;
    };

    [[nodiscard]] std::size_t first_site(const Code& code);
    [[nodiscard]] Finding finding(const Race& race) const;
    [[nodiscard]] Finding::Site site(const RacingAccess& access) const;
    void add_insufficient(const Race& race, Finding& finding) const;

    LiveObjects& objects_;
    RaceDetector detector_;
    std::optional<OlderWrites> older_;
    CommandOrder order_;
    std::deque<CodePlace> places_;
    std::map<const Code*, CodePlaces> codes_;
    std::map<LaunchId, NdRange> ranges_;
    std::map<std::uint64_t, std::uint32_t> devices_;  ///< by ExecutionEnvironment::device_id
    std::map<CommandId, CommandId> parents_;
    std::map<CommandId, LaunchId> launches_;
    SiteId command_site_;  ///< of commands whose place nobody said

    /// A thread of the host whose code is known.
    struct HostThread {
        CodePlace place;
        CommandId enqueued = 0;  ///< last
    };
    std::map<std::thread::id, HostThread> host_threads_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::string>, SiteId> host_sites_;
    std::map<CommandId, SiteId> command_sites_;
};

/// `data race on global memory`
[[nodiscard]] std::string summary(const Race& race);
/// `atomic write of 4 bytes`
[[nodiscard]] std::string access_text(const RacingAccess& access);
/// Which order is missing, in a sentence.
[[nodiscard]] std::string explanation(const Race& race);

using litmus::order_of;
using litmus::scope_of;
[[nodiscard]] Regions regions_of(const Site& site);

}  // namespace clmm::runtime::check

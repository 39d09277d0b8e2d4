#pragma once

#include <functional>

#include "clmm/explorer/explicit_engine.h"
#include "search.h"

namespace clmm::explorer {

/// Threads among which a search that has proved long is divided.
///
/// Idea     the search stays as it is; each thread has a copy of it and answers questions about
///          parts of what is to be searched. An answer is a fact of the test under the model,
///          whatever else a thread was asked. The search then goes on from where it was, with these
///          facts: what it shows follows from the test alone, not from threads or from time.
/// Threads  one where EngineRequest::jobs is 1: it does the same.
/// Errors   none for a spent budget: `from` has stopped() then, and parts are left out.
/// Tests    tests/unit/explorer/crew_test.cpp
class Crew {
public:
    /// `request` has lived on, as the rest has, while anything is divided.
    Crew(const EventStructure& structure, const model::MemoryModel& model,
         const model::EngineRequest& request, const Sources& sources, const ValueDomains& domains,
         Dividing dividing)
        : structure_(structure),
          model_(model),
          request_(request),
          sources_(sources),
          domains_(domains),
          patience_(dividing == Dividing::all ? Patience{0, 0, 2} : Patience{}) {}

    /// When a search is long, and how far it is divided then.
    struct Patience {
        std::uint64_t conflicts = 1000;  ///< some tens of milliseconds
        std::uint64_t work = 4000;  ///< questions for outcomes and, with their weight, conflicts
        std::size_t least_beginnings = 64;  ///< of outcomes: threads are at work to the end then
    };
    [[nodiscard]] const Patience& patience() const { return patience_; }

    /// Does a part. No two calls with the same search, or the same worker, are at work at once.
    using Work = std::function<void(Search& search, unsigned worker, std::size_t part)>;
    /// All parts below `parts`, in any order, with searches that know all that `from` does.
    void divide(Search& from, std::size_t parts, const Work& work);

    [[nodiscard]] unsigned workers() const { return std::max(1U, request_.jobs); }
    /// In all, for whoever wants to know whether anything was.
    [[nodiscard]] std::uint64_t parts() const { return parts_; }

private:
    const EventStructure& structure_;
    const model::MemoryModel& model_;
    const model::EngineRequest& request_;
    const Sources& sources_;
    const ValueDomains& domains_;
    Patience patience_;
    std::uint64_t parts_ = 0;
};

}  // namespace clmm::explorer

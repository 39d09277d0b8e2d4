#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clmm/base/budget.h"
#include "clmm/base/result.h"
#include "clmm/base/source.h"

namespace clmm::runtime {

/// What a work-item does next, as far as others can notice it.
struct Step {
    enum class Kind : std::uint8_t {
        read,
        write,
        update,  ///< reads and writes at once
        fence,   ///< sequentially consistent; a step with weak memory only
        other,   ///< images, pipes, copies, device-side enqueue, commands
        call,    ///< of the host's API: what it does to memory are steps of commands
    };
    std::uint32_t item = 0;  ///< number of the work-item, thread or command in the run
    Kind kind = Kind::read;
    bool seq_cst = false;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
};

/// Whether the order of two steps of different work-items can matter.
[[nodiscard]] bool conflict(const Step& a, const Step& b);

/// Decides what an execution on one thread leaves open: which work-item takes its step, with weak
/// memory which write a load reads, and which weak compare-exchanges fail for no reason.
///
/// Threads  one.
/// Tests    tests/unit/runtime-exec/schedule
class Schedule {
public:
    virtual ~Schedule() = default;
    /// The place in `steps` of the one to take; `steps` has at least one, ascending by item. None:
    /// the run is to be given up, since others show all that it could.
    [[nodiscard]] virtual std::optional<std::size_t> choose_step(std::span<const Step> steps) = 0;
    /// Which of `count` writes, at least two, a load reads; 0 is the oldest.
    [[nodiscard]] virtual std::size_t choose_write(std::size_t count) = 0;
    /// Whether a weak compare-exchange fails that found what it expects: "even when the contents of
    /// memory referred to by expected and object are equal, it may return zero".
    /// [C11 7.17.7.4 paragraph 4]
    [[nodiscard]] virtual bool choose_failure() { return false; }
};

/// What decided a run where there was more than one choice; `choice` is below `choices`.
struct Decision {
    std::uint32_t choice = 0;
    std::uint32_t choices = 0;
    friend bool operator==(const Decision&, const Decision&) = default;
};

/// Decisions in their order. A spinning loop decides the same a million times, and a file says so
/// in a line.
///
/// Shape    runs of equal ones, each at least one; those of neighbours differ.
class Decisions {
public:
    struct Run {
        Decision decision;
        std::uint64_t times = 1;
        friend bool operator==(const Run&, const Run&) = default;
    };
    void add(const Decision& decision, std::uint64_t times = 1);
    [[nodiscard]] const std::vector<Run>& runs() const { return runs_; }
    friend bool operator==(const Decisions&, const Decisions&) = default;

private:
    std::vector<Run> runs_;
};

/// Random decisions; the same for the same seed on every machine.
///
/// Idea     a quarter of the seeds choose each step evenly; another stays with a work-item for
///          some steps; the others give work-items random priorities and lower that of the running
///          one at a few random steps, which finds orders that need few but long delays
///          (Burckhardt and others, "A Randomized Scheduler with Probabilistic Guarantees of
///          Finding Bugs", 2010).
[[nodiscard]] std::unique_ptr<Schedule> random_schedule(std::uint64_t seed);

/// The first that can go on takes all its steps, then the next; loads read the last write.
/// `fails`: of each work-item's weak compare-exchanges that can succeed every other one fails, the
/// first one among them; else none.
[[nodiscard]] std::unique_ptr<Schedule> in_order_schedule(bool fails = false);

/// Passes the decisions of another schedule on and remembers them.
class RecordingSchedule : public Schedule {
public:
    explicit RecordingSchedule(Schedule& schedule) : schedule_(schedule) {}
    [[nodiscard]] std::optional<std::size_t> choose_step(std::span<const Step> steps) override;
    [[nodiscard]] std::size_t choose_write(std::size_t count) override;
    [[nodiscard]] bool choose_failure() override;
    [[nodiscard]] const Decisions& decisions() const { return decisions_; }

private:
    Schedule& schedule_;
    Decisions decisions_;
};

/// All schedules, one after the other: runs until next() says that none is left.
///
/// Idea     a depth-first search without states. Of runs that differ in the order of steps that do
///          not conflict, it makes one: a step is tried at an earlier place only if it conflicts
///          with the step there (source sets: Abdulla, Aronis, Jonsson and Sagonas, "Optimal
///          Dynamic Partial Order Reduction", 2014), and not where an earlier run had it in the
///          same order (sleep sets). Each choice of a write is tried, and each weak
///          compare-exchange succeeds first, then fails.
/// Shape    for each run begin(), the run, next(). Runs must be deterministic: the same decisions
///          lead to the same steps.
/// Cost     of a run with n steps O(n²) for the new ones of them.
class ExhaustiveSchedule : public Schedule {
public:
    enum class Reduction : std::uint8_t { none, conflicts };
    explicit ExhaustiveSchedule(Reduction reduction = Reduction::conflicts);
    ~ExhaustiveSchedule() override;
    ExhaustiveSchedule(const ExhaustiveSchedule&) = delete;
    ExhaustiveSchedule& operator=(const ExhaustiveSchedule&) = delete;

    void begin();
    [[nodiscard]] std::optional<std::size_t> choose_step(std::span<const Step> steps) override;
    [[nodiscard]] std::size_t choose_write(std::size_t count) override;
    [[nodiscard]] bool choose_failure() override;
    /// After a run: whether there is another one to make. Where the time ends on the way there may
    /// be one, and the search is over.
    [[nodiscard]] bool next(const Budget& budget = {});

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// A recorded schedule as a file.
struct ScheduleFile {
    std::string program;      ///< name of what was run: a test or kernel
    std::string hash;         ///< of its text
    std::string options;      ///< how it was run, may be empty
    std::string model;        ///< that says what loads may read; empty without weak memory
    std::string description;  ///< `random, seed 7`
    bool weak_memory = false;
    Decisions decisions;
};

/// The file's text: a line `key value` for each of the above, then a line `CHOICE/CHOICES` for each
/// decision, `0/3 x12` for twelve of them alike.
[[nodiscard]] std::string to_text(const ScheduleFile& file);
/// Errors   E-SCHEDULE with the line.
[[nodiscard]] Result<ScheduleFile> read_schedule(SourcePtr source);

/// Decides as a file says.
///
/// Errors   where the run goes another way than the recorded one: throws
///          Error(CL_INVALID_OPERATION) that names the line.
[[nodiscard]] std::unique_ptr<Schedule> replay_schedule(SourcePtr source, const ScheduleFile& file);

}  // namespace clmm::runtime

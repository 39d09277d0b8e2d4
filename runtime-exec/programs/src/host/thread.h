#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clmm/runtime/schedule.h"
#include "execute/host_call.h"
#include "host/run.h"
#include "host/test_launch.h"
#include "units/units.h"

namespace clmm::runtime::host {

/// Runs the code of one host thread, callback, native kernel or launch: what its bytecode asks of
/// its surroundings.
///
/// Errors   Rejected for mistakes that show when it runs; runtime::Error from the API
///          passes through, `at()` says where.
/// Threads  the one that runs it.
class HostThread : public UnitEnvironment, public HostApi {
public:
    HostThread(std::shared_ptr<Run> run, std::string name)
        : UnitEnvironment(*run), run_(std::move(run)), name_(std::move(name)) {}

    /// `P<number>`, with what its parameters hold; leaves its variables with the run.
    void run_thread(std::uint32_t number);
    /// A callback or native kernel.
    void run_function(const std::string& function, std::vector<Argument> arguments);
    [[nodiscard]] TestLaunch run_launch(const compiler::HostFunction& launch);

    [[nodiscard]] Span at() const { return at_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const std::shared_ptr<Run>& shared_run() const { return run_; }

    Result call(Block& block, const HostCall& call,
                std::span<const std::uint64_t> operands) override;
    std::vector<std::byte> call_function(const HostRecursion& call,
                                         std::span<const std::uint64_t> operands) override;
    void leave_result(std::vector<std::byte> bytes) override { result_ = std::move(bytes); }
    std::uint64_t named(const std::string& name) override;
    void observe(std::uint32_t declaration, std::uint64_t address) override;

private:
    class Watch;
    class Watcher;
    struct Seen {
        std::uint32_t declaration = 0;
        std::uint64_t address = 0;
    };
    /// Runs the code to its end; then `after`, while its memory is still there.
    template <class After>
    void execute(const compiler::HostFunction& function, std::vector<Argument> arguments,
                 After&& after);
    [[nodiscard]] std::vector<Argument> arguments_of(std::uint32_t number) const;
    [[nodiscard]] std::map<std::string, FinalValue> variables(const Code& code) const;
    /// In a controlled run: waits until the thread may do what others notice.
    void before_step(const Step& step, std::uint32_t place);

    std::shared_ptr<Run> run_;
    std::string name_;
    Span at_;
    std::vector<Block*> blocks_;  ///< of functions that are being executed, the innermost last
    std::vector<Seen> seen_;
    std::vector<std::byte> result_;
    std::optional<TestLaunch> launch_;
    bool is_locked_ = false;  ///< the checks, from what they are told to the next such thing
};

}  // namespace clmm::runtime::host

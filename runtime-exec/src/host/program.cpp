#include <algorithm>
#include <thread>

#include "clmm/runtime/compile.h"
#include "clmm/runtime/host_program.h"
#include "compile/diagnose.h"
#include "host/api.h"
#include "host/final_state.h"

namespace clmm::runtime {
namespace {

using compiler::quote;
using compiler::reject;
using compiler::Rejected;

constexpr unsigned kDevices = 4;

Diagnostic at_api_call(const Error& error, Span span) {
    return {Severity::error, "E-EXEC", error.what(), "", nullptr, span};
}

/// Runs a piece of host code; what goes wrong goes to the run.
template <class Work>
bool guarded(host::Run& run, const host::Interpreter& thread, Work&& work) {
    try {
        work();
        return true;
    } catch (const Rejected& rejected) {
        run.fail(rejected.diagnostic);
    } catch (const Error& error) {
        run.fail(at_api_call(error, thread.at()));
    }
    return false;
}

bool is_host(const syntax::Thread& thread) {
    return std::ranges::any_of(thread.placement,
                               [](const auto& place) { return place.kind == "host"; });
}

/// What the checker understands and no run does.
void check_kind(const syntax::LitmusTree& tree) {
    for (const syntax::Thread& thread : tree.threads)
        if (!is_host(thread))
            reject("E-UNSUPPORTED",
                   "P" + std::to_string(thread.number) +
                       " is a work-item; clmm exec runs host threads and what they enqueue",
                   thread.name_span, "clmm check decides tests of single work-items");
    if (!tree.launches.empty())
        reject("E-UNSUPPORTED", "a kernel that no host thread enqueues is not executed",
               tree.launches.front().span, "enqueue it: clEnqueueNDRangeKernel(q, k(x), …)");
    if (tree.threads.empty()) reject("E-UNSUPPORTED", "the test has no host thread", Span{0, 0});
}

std::thread start(const std::shared_ptr<host::Run>& run, const syntax::Thread& thread) {
    run->begin_thread();
    return std::thread([run, &thread] {
        host::Interpreter interpreter(run, "P" + std::to_string(thread.number));
        run->order_start();
        guarded(*run, interpreter, [&] { interpreter.run_thread(thread); });
        {
            const std::scoped_lock lock(run->mutex);
            run->registers[thread.number] = interpreter.variables();
        }
        run->end_thread();
    });
}

/// The threads of a run; those of one that did not finish stay behind.
class Threads {
public:
    void add(std::thread thread) { threads_.push_back(std::move(thread)); }
    void join() {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }
    ~Threads() {
        for (std::thread& thread : threads_) thread.detach();
    }

private:
    std::vector<std::thread> threads_;
};

/// Commands that terminated abnormally.
Diagnostics failed_commands(const host::Run& run) {
    Diagnostics failed;
    for (const HostCommand& command : run.commands())
        if (command.event.state() == CommandState::complete && command.event.status() < 0)
            failed.push_back({Severity::error, "E-EXEC",
                              "the command '" + command.name + "' terminated abnormally: " +
                                  status_name(command.event.status()) + ": " +
                                  command.event.failure(),
                              "", nullptr, Span{}});
    return failed;
}

}  // namespace

namespace host {

bool run_apart(const std::shared_ptr<Run>& run, const std::string& name,
               const syntax::Function& function, const std::vector<Value>& arguments) {
    Interpreter interpreter(run, name);
    return guarded(*run, interpreter, [&] { interpreter.run_function(function, arguments); });
}

}  // namespace host

const syntax::Function* HostProgram::Code::function(const std::string& name) const {
    const auto found = std::ranges::find(tree.functions, name, &syntax::Function::name);
    return found == tree.functions.end() ? nullptr : &*found;
}

Result<HostProgram> HostProgram::load(const litmus::LitmusTest& test, const CheckSet& checks) {
    using Outcome = Result<HostProgram>;
    auto tree = syntax::parse_litmus(test.source);
    if (!tree) return Outcome::failure(tree.diagnostics());
    std::shared_ptr<const host::KernelText> text;
    try {
        check_kind(*tree);
        text = std::make_shared<const host::KernelText>(*tree);
    } catch (Rejected& rejected) {
        rejected.diagnostic.source = test.source;
        return Outcome::failure(std::move(rejected.diagnostic));
    }
    const auto kernels = compile(text->text(), {.watched = checks.any()});
    Diagnostics diagnostics = text->about_test(kernels.diagnostics());
    if (!kernels) return Outcome::failure(std::move(diagnostics));
    return {HostProgram(std::make_shared<const Code>(
                Code{test, std::move(tree).value(), *kernels, checks, text})),
            std::move(diagnostics)};
}

unsigned HostProgram::devices() { return kDevices; }

DeviceDescription HostProgram::device(unsigned compute_units) {
    DeviceDescription device;
    device.compute_units = compute_units;
    device.fine_grained_system = true;
    device.base_address_alignment = 1;  // sub-buffers begin where the test says
    return device;
}

HostOutcome HostProgram::run(const Platform& platform,
                             std::optional<std::chrono::milliseconds> timeout) const {
    HostOutcome outcome;
    const auto end =
        timeout ? std::optional(std::chrono::steady_clock::now() + *timeout) : std::nullopt;
    try {
        const auto run = std::make_shared<host::Run>(code_, platform);
        Threads threads;
        for (const syntax::Thread& thread : code_->tree.threads) threads.add(start(run, thread));
        const bool in_time = run->wait_for_all(end);
        outcome.commands = run->commands();
        outcome.failure = run->failure();
        if (!in_time) outcome.waiting = run->unfinished();
        if (!in_time || !outcome.failure.empty()) return outcome;
        threads.join();
        outcome.failure = failed_commands(*run);
        if (!outcome.failure.empty()) return outcome;
        host::read_final_state(*run, outcome);
        for (Finding& each : run->findings())
            outcome.findings.push_back(code_->text->about_test(std::move(each)));
        outcome.finished = true;
    } catch (Rejected& rejected) {
        rejected.diagnostic.source = code_->tree.source;
        outcome.failure.push_back(std::move(rejected.diagnostic));
    } catch (const Error& error) {
        outcome.failure.push_back(at_api_call(error, Span{}));
    }
    return outcome;
}

}  // namespace clmm::runtime

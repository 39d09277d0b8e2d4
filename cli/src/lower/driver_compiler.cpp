#include "lower/driver_compiler.h"

#include <map>
#include <memory>
#include <mutex>

#include "clmm/compilers/assembly.h"
#include "clmm/hardware/device.h"
#include "lower/run_compiler.h"
#include "lower/trial.h"

namespace clmm::cli {
namespace {

using compilers::CompilerCommand;
using hardware::Device;
using Opened = Result<std::unique_ptr<Device>>;

/// Devices by their selectors.
class Drivers {
public:
    /// Of the process: what a driver does at its end is not waited for.
    static Drivers& all() {
        static Drivers& drivers = *new Drivers;
        return drivers;
    }

    template <class Action>
    auto use(const std::string& selector, const Action& action) {
        const std::lock_guard<std::mutex> lock(mutex_);
        auto found = opened_.find(selector);
        if (found == opened_.end()) found = opened_.emplace(selector, open(selector)).first;
        return action(found->second);
    }

private:
    static Opened open(const std::string& selector) {
        const auto parsed = hardware::parse_device_selector(selector);
        return parsed ? hardware::open_device(*parsed) : Opened::failure(parsed.diagnostics());
    }

    std::mutex mutex_;
    std::map<std::string, Opened> opened_;
};

Result<SourcePtr> refuse(const CompilerCommand& command, const std::string& what,
                         const std::string& why, std::string hint = {}) {
    return Result<SourcePtr>::failure(compiler_problem(
        "'" + command.device + "' makes no assembly of " + what + ": " + why, std::move(hint)));
}

Result<SourcePtr> compiled(Device& device, const CompilerCommand& command, const std::string& text,
                           const std::string& what, std::string* log) {
    const auto program = device.build(std::make_shared<const Source>("test.cl", text));
    if (log != nullptr) *log = in_one_line(program.diagnostics());
    if (!program) return refuse(command, what, program.diagnostics().front().message);
    auto code = (*program)->code();
    if (!code) return refuse(command, what, code.diagnostics().front().message);
    if (compilers::architecture_of(*code) != command.architecture)
        return refuse(command, what, "what its driver gives is no PTX",
                      "NVIDIA's does; clmm run --show-code prints what others give");
    return std::make_shared<const Source>("assembly of " + command.device, std::move(code).value());
}

}  // namespace

Result<SourcePtr> compile_by_driver(const CompilerCommand& command, const std::string& text,
                                    generator::Dialect dialect, const std::string& what,
                                    std::string* log) {
    if (dialect != generator::Dialect::opencl)
        return refuse(command, what, "drivers compile OpenCL C, and this is C");
    return Drivers::all().use(command.device, [&](Opened& opened) {
        if (!opened) return Result<SourcePtr>::failure(opened.diagnostics());
        return compiled(**opened, command, text, what, log);
    });
}

std::string driver_version(const std::string& device) {
    return Drivers::all().use(device, [](const Opened& opened) {
        return opened ? (*opened)->info().name + ", " + (*opened)->info().driver : std::string();
    });
}

}  // namespace clmm::cli

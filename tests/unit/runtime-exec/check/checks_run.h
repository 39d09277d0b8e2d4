#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <variant>
#include <vector>

#include "clmm/runtime/checks.h"
#include "clmm/runtime/command_queue.h"
#include "clmm/runtime/compile.h"
#include "clmm/runtime/context.h"
#include "clmm/runtime/device_queue.h"
#include "clmm/runtime/memory.h"
#include "clmm/runtime/program.h"

namespace clmm::runtime::test {

/// Elements of a buffer that the host gives.
using Ints = std::vector<std::int32_t>;
/// A buffer of so many bytes without contents.
struct Unwritten {
    std::size_t bytes = 0;
};
struct Local {
    std::size_t bytes = 0;
};
using CheckedArgument = std::variant<Ints, Unwritten, Local, std::int32_t>;

inline constexpr CheckSet kAll{true, true, true, true};

/// One run of a watched kernel, the first of the text.
struct Checked {
    std::vector<Finding> findings;
    std::vector<Ints> buffers;  ///< what they hold at the end
    bool completed = false;

    [[nodiscard]] std::size_t count(FindingKind kind) const {
        std::size_t out = 0;
        for (const Finding& each : findings) out += each.kind == kind;
        return out;
    }
    /// All that is said, for messages of tests.
    [[nodiscard]] std::string text() const {
        std::string out;
        for (const Finding& each : findings) {
            out += each.message + " (" + each.explanation + ")\n";
            for (const Finding::Site& site : each.sites) out += "  " + site.what + "\n";
        }
        return out;
    }
};

inline Checked run_checked(const std::string& text, std::uint64_t global, std::uint64_t local,
                           const std::vector<CheckedArgument>& arguments,
                           const CheckSet& wanted = kAll, unsigned compute_units = 2) {
    const auto code = compile(std::make_shared<const Source>("test.cl", text), {{}, {}, true});
    EXPECT_TRUE(code.ok()) << render(code.diagnostics());
    Checked out;
    if (!code.ok()) return out;
    const auto checks = make_checks(wanted);
    const Platform platform(
        std::vector<DeviceDescription>{{.name = "cpu", .compute_units = compute_units}});
    const Context context(platform.devices(),
                          {.print = {},
                           .report = [&](const Finding& each) { out.findings.push_back(each); },
                           .error = {},
                           .observer = checks});
    const CommandQueue queue(context, platform.devices().front());
    const DeviceQueue children(context, platform.devices().front(), {.is_default = true});
    const Program program(context, *code);
    Kernel kernel(program, (*code)->kernels().front()->name());
    std::vector<Buffer> buffers;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (const auto* ints = std::get_if<Ints>(&arguments[i])) {
            Ints copy = *ints;
            buffers.emplace_back(context, copy.size() * 4,
                                 MemoryFlags{.host_pointer = HostPointer::copy}, copy.data());
            kernel.set(i, buffers.back());
        } else if (const auto* unwritten = std::get_if<Unwritten>(&arguments[i])) {
            buffers.emplace_back(context, unwritten->bytes);
            kernel.set(i, buffers.back());
        } else if (const auto* memory = std::get_if<Local>(&arguments[i])) {
            kernel.set_local(i, memory->bytes);
        } else {
            kernel.set(i, std::get<std::int32_t>(arguments[i]));
        }
    }
    LaunchRange range;
    range.global_size = {global, 1, 1};
    range.local_size = Index3{local, 1, 1};
    const Event event = queue.ndrange_kernel(kernel, range);
    queue.flush();
    try {
        event.wait();
        out.completed = true;
    } catch (const Error&) {
    }
    for (const Buffer& buffer : buffers) {
        Ints contents(buffer.size() / 4);
        static_cast<void>(
            queue.read_buffer(buffer, Blocking::yes, 0, contents.size() * 4, contents.data()));
        out.buffers.push_back(std::move(contents));
    }
    for (Finding& each : checks->findings()) out.findings.push_back(std::move(each));
    return out;
}

}  // namespace clmm::runtime::test

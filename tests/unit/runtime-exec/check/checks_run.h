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
/// A buffer that the host gives, which kernels may only read or only write.
struct Limited {
    Ints contents;
    KernelAccess access = KernelAccess::read_only;
};
/// A 2D image of one 32-bit integer or float a texel; without texels they have no value.
struct Texels {
    std::size_t width = 1;
    std::size_t height = 1;
    bool has_contents = true;
    ChannelType type = ChannelType::signed_int32;
};
/// The image that was made first, once more.
struct FirstImage {};
struct Packets {
    std::uint32_t size = 4;
    std::uint32_t count = 1;
};
/// The address of shared virtual memory, as a ulong: nothing says what it points into.
struct Address {
    std::size_t bytes = 0;
    bool freed = false;
};
using CheckedArgument = std::variant<Ints, Unwritten, Local, std::int32_t, Limited, Texels,
                                     FirstImage, Packets, Address, SamplerArgument>;

inline constexpr CheckSet kAll{true, true, true, true};
inline constexpr CheckSet kRaces{true, false, false, false};
inline constexpr CheckSet kBounds{false, true, false, false};
inline constexpr CheckSet kValues{false, false, true, false};
inline constexpr CheckSet kAlignment{false, false, false, true};

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

/// Makes the arguments of a kernel, and keeps them.
class CheckedObjects {
public:
    CheckedObjects(const Context& context, Kernel& kernel) : context_(context), kernel_(kernel) {}

    [[nodiscard]] const std::vector<Buffer>& buffers() const { return buffers_; }

    void set(std::size_t i, const Ints& ints) { set(i, Limited{ints, KernelAccess::read_write}); }
    void set(std::size_t i, const Limited& limited) {
        Ints copy = limited.contents;
        give(i, Buffer(context_, copy.size() * 4,
                       {.kernel = limited.access, .host_pointer = HostPointer::copy}, copy.data()));
    }
    void set(std::size_t i, const Unwritten& memory) { give(i, Buffer(context_, memory.bytes)); }
    void set(std::size_t i, const Local& memory) { kernel_.set_local(i, memory.bytes); }
    void set(std::size_t i, std::int32_t number) { kernel_.set(i, number); }
    void set(std::size_t i, const Texels& texels) {
        Ints zeros(texels.width * texels.height);
        ImageDescription description;
        description.type = ImageType::image_2d;
        description.width = texels.width;
        description.height = texels.height;
        const ImageFormat format{ChannelOrder::r, texels.type};
        if (texels.has_contents)
            images_.emplace_back(context_, format, description,
                                 MemoryFlags{.host_pointer = HostPointer::copy}, zeros.data());
        else
            images_.emplace_back(context_, format, description);
        kernel_.set(i, images_.back());
    }
    void set(std::size_t i, FirstImage /*same*/) { kernel_.set(i, images_.front()); }
    void set(std::size_t i, const Packets& packets) {
        pipes_.emplace_back(context_, packets.size, packets.count);
        kernel_.set(i, pipes_.back());
    }
    void set(std::size_t i, const Address& address) {
        SvmAllocation memory(context_, Allocation::coarse_grained_svm, address.bytes);
        kernel_.set(i,
                    static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(memory.pointer())));
        if (!address.freed) shared_.push_back(std::move(memory));
    }
    void set(std::size_t i, const SamplerArgument& sampler) {
        kernel_.set(i, Sampler(context_, sampler));
    }

private:
    void give(std::size_t i, Buffer buffer) {
        kernel_.set(i, buffer);
        buffers_.push_back(std::move(buffer));
    }

    const Context& context_;
    Kernel& kernel_;
    std::vector<Buffer> buffers_;
    std::vector<Image> images_;
    std::vector<Pipe> pipes_;
    std::vector<SvmAllocation> shared_;
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
    CheckedObjects objects(context, kernel);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        std::visit([&](const auto& each) { objects.set(i, each); }, arguments[i]);
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
    for (const Buffer& buffer : objects.buffers()) {
        Ints contents(buffer.size() / 4);
        static_cast<void>(
            queue.read_buffer(buffer, Blocking::yes, 0, contents.size() * 4, contents.data()));
        out.buffers.push_back(std::move(contents));
    }
    for (Finding& each : checks->findings()) out.findings.push_back(std::move(each));
    return out;
}

}  // namespace clmm::runtime::test

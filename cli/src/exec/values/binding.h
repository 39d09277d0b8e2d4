#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clmm/runtime/command_queue.h"
#include "clmm/runtime/device_queue.h"
#include "exec/timeline.h"
#include "exec/values/argument.h"
#include "exec/values/contents.h"
#include "exec/values/number.h"

namespace clmm::cli {

/// Memory of the host that kernels are given as it is (`system_svm:`).
struct SystemMemory {
    std::shared_ptr<std::byte[]> bytes;
    std::size_t size = 0;
};

/// Memory of the host that commands and kernels use. It must outlive the platform: a command that
/// was enqueued is executed also where what comes after it is rejected.
struct HostMemory {
    std::vector<std::shared_ptr<const void>> kept;
    runtime::Observer* observer = nullptr;  ///< told of what kernels are given; may be null
};

/// What the memory of a parameter holds, for people and for files. Bytes where the elements are no
/// numbers.
struct MemoryContents {
    std::string declaration;  ///< `float4 data[8]`
    unsigned components = 1;  ///< numbers that belong together: of a vector, of an image's element
    std::optional<NumberArray> numbers;
    std::vector<std::byte> bytes;
    bool hexadecimal = false;  ///< integers are shown so
};

/// Makes what the arguments ask for and gives it to a kernel.
///
/// Errors   ExecError with an E-ARGUMENT for what does not fit a parameter, or is missing.
class KernelBinding {
public:
    /// `tracked`: whether memory has a value is looked at. Zeros are then written, and `any` is
    /// memory without a value.
    KernelBinding(const runtime::Context& context, const runtime::CommandQueue& queue,
                  runtime::Kernel& kernel, std::vector<ExecArgument> arguments, Timeline& timeline,
                  HostMemory& host_memory, bool tracked);

    /// Makes the objects, enqueues commands that fill them, and sets the kernel's arguments.
    void bind();

    /// The contents of a parameter's memory, read by a command; none where it has no such memory.
    [[nodiscard]] std::optional<MemoryContents> read(const std::string& name);
    /// Of the parameters with memory.
    [[nodiscard]] std::vector<std::string> names() const;

private:
    struct ImageObject {
        runtime::Image image;
    };
    using Object = std::variant<runtime::Buffer, runtime::SvmAllocation, SystemMemory, ImageObject,
                                runtime::Pipe>;
    struct Bound {
        const runtime::Parameter* parameter = nullptr;
        Object object;
    };

    void check_names() const;
    void check_missing() const;
    [[nodiscard]] const std::vector<runtime::Parameter>& parameters() const;
    [[nodiscard]] const ExecArgument& argument_of(const runtime::Parameter& parameter) const;
    [[nodiscard]] bool is_alias(const ExecArgument& argument) const;
    void bind(std::size_t index);
    void bind_alias(std::size_t index, const ExecArgument& argument);
    void bind_pointer(std::size_t index, const ExecArgument& argument);
    void bind_local(std::size_t index, const ExecArgument& argument);
    void bind_image(std::size_t index, const ExecArgument& argument);
    void bind_pipe(std::size_t index, const ExecArgument& argument);
    void bind_queue(std::size_t index, const ExecArgument& argument);
    [[nodiscard]] Object make_memory(const ExecArgument& argument, std::size_t size);
    void fill(const Bound& bound, std::vector<std::byte> contents);
    void give(std::size_t index, const Object& object);
    void record(const std::string& name, const runtime::Event& event);

    const runtime::Context& context_;
    const runtime::CommandQueue& queue_;
    runtime::Kernel& kernel_;
    std::vector<ExecArgument> arguments_;
    Timeline& timeline_;
    HostMemory& host_memory_;
    bool tracked_;
    std::map<std::string, std::shared_ptr<Bound>> bound_;
    std::optional<runtime::DeviceQueue> device_queue_;
};

}  // namespace clmm::cli

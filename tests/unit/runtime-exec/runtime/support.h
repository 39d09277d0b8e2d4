#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "clmm/runtime/command_queue.h"
#include "clmm/runtime/device_queue.h"
#include "clmm/runtime/function_kernel.h"

namespace clmm::runtime::testing {

/// Something that threads wait for.
class Gate {
public:
    void open() {
        // Who waits may destroy the gate as soon as it can take the lock.
        const std::lock_guard lock(mutex_);
        open_ = true;
        opened_.notify_all();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        opened_.wait(lock, [this] { return open_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable opened_;
    bool open_ = false;
};

/// What happened, in order.
class Log {
public:
    void add(std::string what) {
        const std::lock_guard lock(mutex_);
        entries_.push_back(std::move(what));
    }
    [[nodiscard]] std::vector<std::string> entries() const {
        const std::lock_guard lock(mutex_);
        return entries_;
    }

private:
    mutable std::mutex mutex_;
    std::vector<std::string> entries_;
};

/// A program made of kernels in C++.
class TestProgram : public ProgramCode {
public:
    using Kernels = std::vector<std::shared_ptr<const KernelCode>>;

    explicit TestProgram(Kernels kernels) : kernels_(std::move(kernels)) {}
    Kernels kernels() const override { return kernels_; }
    std::size_t program_scope_size() const override { return scope_size; }
    void initialize(std::byte* memory) const override {
        if (initial) initial(memory);
    }
    Kernels initializers() const override { return initializer_kernels; }
    Kernels finalizers() const override { return finalizer_kernels; }

    std::size_t scope_size = 0;
    std::function<void(std::byte*)> initial;
    Kernels initializer_kernels;
    Kernels finalizer_kernels;

private:
    Kernels kernels_;
};

using Function = FunctionKernel::Function;

inline std::shared_ptr<const KernelCode> code(const std::string& name, Function function,
                                              std::vector<Parameter> parameters = {},
                                              KernelAttributes attributes = {}) {
    return std::make_shared<FunctionKernel>(name, std::move(parameters), std::move(function),
                                            attributes);
}

inline Parameter global_pointer(const std::string& name = "p") {
    return {.name = name,
            .type_name = "int*",
            .address_space = AddressSpace::global,
            .kind = ParameterKind::pointer,
            .size = 4,
            .alignment = 4};
}

inline Parameter int_value(const std::string& name = "n") {
    return {.name = name, .type_name = "int", .size = 4, .alignment = 4};
}

/// A platform of one device and a context on it, with queues to try.
struct Machine {
    explicit Machine(unsigned compute_units = 2, ContextSinks sinks = {},
                     DeviceDescription description = {})
        : platform({with_units(std::move(description), compute_units)}),
          context(platform.devices(), std::move(sinks)),
          device(platform.devices().front()),
          in_order(context, device, {.profiling = true}),
          out_of_order(context, device, {.out_of_order = true, .profiling = true}) {}

    [[nodiscard]] Kernel kernel(Function function, std::vector<Parameter> parameters = {},
                                KernelAttributes attributes = {}) const {
        const Program program(
            context, std::make_shared<TestProgram>(TestProgram::Kernels{
                         code("k", std::move(function), std::move(parameters), attributes)}));
        return Kernel(program, "k");
    }

    static DeviceDescription with_units(DeviceDescription description, unsigned units) {
        description.compute_units = units;
        return description;
    }

    Platform platform;
    Context context;
    Device device;
    CommandQueue in_order;
    CommandQueue out_of_order;
};

/// The code that a call throws; success if none.
inline ErrorCode thrown(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_FALSE(error.sentence().empty());
        return error.code();
    }
    return ErrorCode::success;
}

inline int status_of(ErrorCode code) { return static_cast<int>(code); }

constexpr int kWaitListFailed = -14;

}  // namespace clmm::runtime::testing

#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "clmm/runtime/compile.h"
#include "clmm/runtime/image_format.h"

namespace clmm::runtime::test {

/// Collects what a kernel prints and what is found; has no queues.
class PlainEnvironment : public ExecutionEnvironment {
public:
    QueueArgument default_queue() override { return {1}; }
    DeviceEvent enqueue_child(const ChildLaunch& child) override {
        children.push_back(child);
        return child.wants_event ? children.size() : 0;
    }
    DeviceEvent enqueue_marker(QueueArgument, const std::vector<DeviceEvent>&) override {
        return 77;
    }
    DeviceEvent create_user_event() override { return 5; }
    void set_user_event_status(DeviceEvent event, int status) override {
        statuses.emplace_back(event, status);
    }
    void retain_event(DeviceEvent) override {}
    void release_event(DeviceEvent) override {}
    bool is_valid_event(DeviceEvent event) override { return event == 5; }
    void capture_profiling_info(DeviceEvent, std::uint64_t*) override {}
    MemoryArgument program_scope() override {
        return {scope.data(), scope.size(), 0, 0, false, false, {}};
    }
    std::optional<MemoryArgument> memory_at(const void*) override { return std::nullopt; }
    void print(std::string_view text) override { printed += text; }
    void report(Finding finding) override { findings.push_back(std::move(finding)); }
    const std::atomic<bool>& cancelled() const override { return cancelled_; }
    void fail(ErrorCode, std::string sentence) override { failure = std::move(sentence); }

    std::vector<std::byte> scope;
    std::vector<ChildLaunch> children;
    std::vector<std::pair<DeviceEvent, int>> statuses;
    std::vector<Finding> findings;
    std::string printed;
    std::string failure;

private:
    std::atomic<bool> cancelled_ = false;
};

template <class T>
Argument buffer(std::vector<T>& values) {
    MemoryArgument memory;
    memory.base = reinterpret_cast<std::byte*>(values.data());
    memory.size = values.size() * sizeof(T);
    return memory;
}

template <class T>
Argument value(const T& v) {
    ValueArgument out;
    out.bytes.resize(sizeof v);
    std::memcpy(out.bytes.data(), &v, sizeof v);
    return out;
}

inline Argument local(std::size_t bytes) { return LocalMemoryArgument{bytes}; }

inline SourcePtr source(const std::string& text) {
    return std::make_shared<const Source>("test.cl", text);
}

/// A program's kernels, run over ranges by this thread.
class Kernels {
public:
    explicit Kernels(const std::string& text) {
        auto compiled = compile(source(text));
        EXPECT_TRUE(compiled.ok()) << render(compiled.diagnostics());
        if (!compiled.ok()) throw std::runtime_error(render(compiled.diagnostics()));
        program_ = *compiled;
        environment.scope.resize(program_->program_scope_size());
        program_->initialize(environment.scope.data());
    }

    std::shared_ptr<const KernelCode> kernel(const std::string& name) const {
        for (const auto& each : program_->kernels())
            if (name.empty() || each->name() == name) return each;
        throw std::runtime_error("no kernel " + name);
    }

    void run(const std::string& name, std::vector<std::uint64_t> global,
             std::vector<std::uint64_t> local, std::vector<Argument> arguments,
             std::uint32_t sub_group = 0) {
        NdRange range;
        range.work_dimensions = static_cast<unsigned>(global.size());
        for (std::size_t d = 0; d < global.size(); ++d) {
            range.global_size[d] = global[d];
            range.local_size[d] = local[d];
        }
        const Index3& size = range.local_size;
        range.sub_group_size =
            sub_group != 0 ? sub_group : static_cast<std::uint32_t>(size[0] * size[1] * size[2]);
        run(name, range, std::move(arguments));
    }

    void run(const std::string& name, const NdRange& range, std::vector<Argument> arguments) {
        const auto instance = kernel(name)->instantiate(range, std::move(arguments), environment);
        const std::uint64_t groups = work_group_count(range);
        for (std::uint64_t i = 0; i < groups; ++i) instance->run(work_group(range, i), scratch_);
    }

    PlainEnvironment environment;

private:
    std::shared_ptr<const ProgramCode> program_;
    WorkerScratch scratch_{0};
};

/// The first error of a program that does not compile; empty if it does.
inline std::string first_error(const std::string& text) {
    const auto compiled = compile(source(text));
    for (const Diagnostic& each : compiled.diagnostics())
        if (each.severity == Severity::error) return render(each);
    return {};
}

/// Runs `body` as a kernel of one work-item with `global T* out`; what it writes there.
template <class T>
std::vector<T> results(const std::string& type, std::size_t count, const std::string& body,
                       const std::string& before = "") {
    std::vector<T> out(count);
    Kernels kernels(before + "\nkernel void k(global " + type + "* out) { " + body + " }");
    kernels.run("k", {1}, {1}, {buffer(out)});
    return out;
}

}  // namespace clmm::runtime::test

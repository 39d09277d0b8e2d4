// Jobs on this project's runtime.
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "clmm/runtime/checks.h"
#include "clmm/runtime/command_queue.h"
#include "clmm/runtime/compile.h"
#include "clmm/runtime/context.h"
#include "clmm/runtime/device_queue.h"
#include "clmm/runtime/memory.h"
#include "clmm/runtime/platform.h"
#include "clmm/runtime/program.h"
#include "machine.h"

namespace clmm::pocl {

std::string kernel_text(const std::string& file) {
    std::ifstream in(std::filesystem::path(CLMM_KERNELS_DIR) / file);
    if (!in) in.open(std::filesystem::path(CLMM_LANGUAGE_DIR) / file);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf())) throw std::runtime_error("cannot read " + file);
    return text.str();
}

namespace {

using namespace runtime;

/// What a job's memory is while its kernels run; one of the two.
struct Object {
    std::optional<Buffer> buffer;
    std::optional<Image> image;
};

class RuntimeMachine : public Machine {
public:
    RuntimeMachine(unsigned compute_units, std::shared_ptr<Checks> checks)
        : platform_({{.name = "cpu", .compute_units = compute_units}}),
          checks_(std::move(checks)) {}

    std::string name() const override { return checks_ ? "clmm, races looked for" : "clmm"; }
    std::string lacks(const Job&) const override { return {}; }

    std::uint64_t run(Job& job) override {
        std::vector<Object> objects;
        for (Memory& memory : job.memory) objects.push_back(make(memory));
        std::vector<Event> events;
        for (const Launch& launch : job.launches) events.push_back(start(job, launch, objects));
        for (std::size_t i = 0; i < objects.size(); ++i) read(objects[i], job.memory[i]);
        std::uint64_t nanoseconds = 0;
        for (const Event& event : events) {
            if (event.status() != 0) throw std::runtime_error("kernel failed: " + event.failure());
            nanoseconds += event.profile().ended - event.profile().running;
        }
        if (checks_)
            for (const Finding& finding : checks_->findings())
                throw std::runtime_error("found: " + finding.message);
        return nanoseconds;
    }

private:
    Object make(const Memory& memory) {
        if (memory.width != 0) {
            const Image image(context_, {ChannelOrder::rgba, ChannelType::float32},
                              {.width = memory.width, .height = memory.height});
            static_cast<void>(queue_.write_image(image, Blocking::yes, {0, 0, 0},
                                                 {memory.width, memory.height, 1}, 0, 0,
                                                 memory.words.data()));
            return {std::nullopt, image};
        }
        const Buffer buffer(context_, memory.words.size() * 4);
        static_cast<void>(queue_.write_buffer(buffer, Blocking::yes, 0, memory.words.size() * 4,
                                              memory.words.data()));
        return {buffer, std::nullopt};
    }

    void read(const Object& object, Memory& memory) {
        if (object.image)
            static_cast<void>(queue_.read_image(*object.image, Blocking::yes, {0, 0, 0},
                                                {memory.width, memory.height, 1}, 0, 0,
                                                memory.words.data()));
        else
            static_cast<void>(queue_.read_buffer(*object.buffer, Blocking::yes, 0,
                                                 memory.words.size() * 4, memory.words.data()));
    }

    Event start(const Job& job, const Launch& launch, const std::vector<Object>& objects) {
        Kernel kernel(program(job.file), launch.kernel);
        for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
            const Argument& argument = launch.arguments[i];
            if (const auto* memory = std::get_if<MemoryRef>(&argument)) {
                const Object& object = objects[memory->index];
                if (object.image)
                    kernel.set(i, *object.image);
                else
                    kernel.set(i, *object.buffer);
            } else if (const auto* local = std::get_if<Local>(&argument)) {
                kernel.set_local(i, local->bytes);
            } else if (const auto* number = std::get_if<std::uint32_t>(&argument)) {
                kernel.set(i, *number);
            } else {
                kernel.set(i, std::get<float>(argument));
            }
        }
        LaunchRange range;
        range.work_dimensions = static_cast<unsigned>(launch.global.size());
        if (!launch.local.empty()) range.local_size = Index3{1, 1, 1};
        for (std::size_t d = 0; d < launch.global.size(); ++d) {
            range.global_size[d] = launch.global[d];
            if (range.local_size) (*range.local_size)[d] = launch.local[d];
        }
        return queue_.ndrange_kernel(kernel, range);
    }

    const Program& program(const std::string& file) {
        const auto known = programs_.find(file);
        if (known != programs_.end()) return known->second;
        auto compiled = compile(std::make_shared<const Source>(file, kernel_text(file)),
                                {.watched = checks_ != nullptr});
        if (!compiled.ok()) throw std::runtime_error(render(compiled.diagnostics()));
        return programs_.emplace(file, Program(context_, *compiled)).first->second;
    }

    const Platform platform_;
    const std::shared_ptr<Checks> checks_;  ///< null: none are wanted
    const Context context_{platform_.devices(), {.observer = checks_}};
    const DeviceQueue children_{context_, platform_.devices().front(), {.is_default = true}};
    const CommandQueue queue_{context_, platform_.devices().front(), {.profiling = true}};
    std::map<std::string, Program> programs_;
};

}  // namespace

std::unique_ptr<Machine> make_runtime(unsigned compute_units, bool looks_for_races) {
    return std::make_unique<RuntimeMachine>(
        compute_units, looks_for_races ? make_checks({.race = true}) : nullptr);
}

}  // namespace clmm::pocl

// Kernels of a program under the control of a schedule.
#include <algorithm>
#include <cstring>
#include <mutex>

#include "clmm/runtime/controlled.h"
#include "clmm/runtime/error.h"
#include "execute/bound_kernel.h"
#include "execute/compiled_kernel.h"
#include "execute/controlled_run.h"

namespace clmm::runtime {
namespace {

constexpr std::size_t kLocalAlignment = 128;

/// Moves the registers of blocks of one lane into the lanes of one block, and back.
class SubGroupBlock {
public:
    SubGroupBlock(const BoundKernel& kernel, GroupRun& run, unsigned first, unsigned count)
        : run_(run), first_(first), count_(count), block_(kernel.make_block(count)) {
        block_->start(run, first, count);
        for_elements([](std::byte* together, std::byte* own, unsigned size) {
            std::memcpy(together, own, size);
        });
        block_->activate(LaneSet::first(count));
    }

    [[nodiscard]] Block& block() { return *block_; }
    void write_back() {
        for_elements([](std::byte* together, std::byte* own, unsigned size) {
            std::memcpy(own, together, size);
        });
    }

private:
    template <class Work>
    void for_elements(Work&& work) {
        const auto& registers = block_->code().registers;
        for (std::uint32_t reg = 0; reg < registers.size(); ++reg) {
            const unsigned size = registers[reg].size;
            block_->fill(block_->reg(reg), size);
            block_->reg(reg).become_general();
            for (unsigned lane = 0; lane < count_; ++lane) {
                Block& own = run_.block(first_ + lane);
                own.fill(own.reg(reg), size);
                own.reg(reg).become_general();
                work(block_->reg(reg).data + std::size_t{lane} * size, own.reg(reg).data, size);
            }
        }
    }

    GroupRun& run_;
    unsigned first_;
    unsigned count_;
    std::unique_ptr<Block> block_;
};

/// A work-group of a kernel-instance.
class KernelGroup : public ControlledGroup {
public:
    KernelGroup(const BoundKernel& kernel, const Points& points, const WorkGroup& group)
        : kernel_(kernel),
          points_(points),
          group_(group),
          local_(kernel.view().local_bytes + kLocalAlignment),
          run_(kernel.view(), group_, local_memory(), blocks_, 1) {
        for (std::uint64_t i = 0; i < group.items(); ++i) blocks_.push_back(kernel.make_block(1));
        run_.start();
    }

    [[nodiscard]] unsigned items() const override { return static_cast<unsigned>(blocks_.size()); }
    [[nodiscard]] Block& block(unsigned item) override { return *blocks_[item]; }
    [[nodiscard]] const Points& points(unsigned /*item*/) const override { return points_; }
    void release() override { run_.release_group(); }

    bool release_sub_groups() override {
        bool any = false;
        const std::uint32_t size = run_.sub_group_size();
        for (unsigned first = 0; first < items(); first += size)
            any = release_sub_group(first, std::min(size, items() - first)) || any;
        return any;
    }

private:
    [[nodiscard]] std::byte* local_memory() {
        const auto address = reinterpret_cast<std::uintptr_t>(local_.data());
        return local_.data() + (kLocalAlignment - address % kLocalAlignment) % kLocalAlignment;
    }

    bool release_sub_group(unsigned first, unsigned count) {
        if (!blocks_[first]->waits()) return false;
        const std::uint32_t at = blocks_[first]->place();
        const Instruction& instruction = kernel_.view().code->instructions[at];
        if (!is_of_sub_group(instruction)) return false;
        for (unsigned i = first; i < first + count; ++i)
            if (!blocks_[i]->waits() || blocks_[i]->place() != at) return false;
        SubGroupBlock together(kernel_, run_, first, count);
        execute_together(run_, together.block(), instruction);
        together.write_back();
        for (unsigned i = first; i < first + count; ++i) blocks_[i]->release(at, LaneSet::first(1));
        return true;
    }

    const BoundKernel& kernel_;
    const Points& points_;
    WorkGroup group_;
    std::vector<std::byte> local_;
    std::vector<std::unique_ptr<Block>> blocks_;
    GroupRun run_;
};

class ControlledInstance : public KernelInstance {
public:
    ControlledInstance(std::shared_ptr<const Code> code, const NdRange& range,
                       std::vector<Argument> arguments, ExecutionEnvironment& environment,
                       Control& control)
        : code_(code),
          kernel_(std::move(code), range, std::move(arguments), environment),
          points_(*code_, control.options.weak_memory),
          control_(control) {}

    void run(const WorkGroup& /*group*/, WorkerScratch& /*scratch*/) override {
        // Other compute units wait: their work-groups have not ended before.
        const std::lock_guard lock(mutex_);
        if (done_) return;
        done_ = true;
        run_all();
    }

private:
    void run_all() {
        const InstanceView& view = kernel_.view();
        const std::uint64_t count = work_group_count(view.range);
        ControlledRun run(*control_.schedule, control_.options, view.environment->cancelled(),
                          [&](std::uint32_t number) -> std::unique_ptr<ControlledGroup> {
                              if (number >= count) return nullptr;
                              return std::make_unique<KernelGroup>(kernel_, points_,
                                                                   work_group(view.range, number));
                          });
        if (view.monitor != nullptr) view.monitor->lock();
        try {
            control_.end = run();
            if (control_.end == RunEnd::stuck) report_stuck(run);
        } catch (...) {
            if (view.monitor != nullptr) view.monitor->unlock();
            throw;
        }
        if (view.monitor != nullptr) view.monitor->unlock();
        if (control_.end == RunEnd::cut)
            throw Error(
                ErrorCode::out_of_resources,
                "the run was cut after " + std::to_string(control_.options.most_steps) + " steps");
        if (control_.end == RunEnd::given_up)
            throw Error(ErrorCode::out_of_resources, "the schedule gave the run up");
    }

    [[noreturn]] void report_stuck(ControlledRun& run) {
        Finding finding;
        finding.kind = FindingKind::divergence;
        finding.message = "no work-item can go on: each waits for another";
        std::vector<std::pair<std::uint32_t, bool>> seen;
        for (const auto& place : run.places()) {
            const std::pair key(place.at, place.spins);
            if (std::ranges::find(seen, key) != seen.end()) continue;
            seen.push_back(key);
            finding.sites.push_back(place.block->group().site(
                *place.block, 0, code_->instructions[place.at].span,
                place.spins ? "waits in a loop for another value" : "waits here"));
        }
        kernel_.view().environment->report(std::move(finding));
        throw Error(ErrorCode::invalid_operation, "work-items wait for one another in vain");
    }

    std::shared_ptr<const Code> code_;
    BoundKernel kernel_;
    Points points_;
    Control& control_;
    std::mutex mutex_;
    bool done_ = false;
};

/// A compiled kernel whose instances are controlled.
class ControlledKernel : public KernelCode {
public:
    ControlledKernel(std::shared_ptr<const CompiledKernel> kernel, Control& control)
        : kernel_(std::move(kernel)), control_(control) {}

    [[nodiscard]] const std::string& name() const override { return kernel_->name(); }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override {
        return kernel_->parameters();
    }
    [[nodiscard]] const KernelAttributes& attributes() const override {
        return kernel_->attributes();
    }
    [[nodiscard]] std::unique_ptr<KernelInstance> instantiate(
        const NdRange& range, std::vector<Argument> arguments,
        ExecutionEnvironment& environment) const override {
        if (!kernel_->code().blocks.empty())
            throw Error(
                ErrorCode::invalid_operation,
                "a kernel that enqueues kernels cannot run under the control of a schedule");
        return std::make_unique<ControlledInstance>(kernel_->shared_code(), range,
                                                    std::move(arguments), environment, control_);
    }

private:
    std::shared_ptr<const CompiledKernel> kernel_;
    Control& control_;
};

class ControlledProgram : public ProgramCode {
public:
    ControlledProgram(std::shared_ptr<const ProgramCode> program, Control& control)
        : program_(std::move(program)) {
        for (const auto& kernel : program_->kernels())
            if (auto compiled = std::dynamic_pointer_cast<const CompiledKernel>(kernel))
                kernels_.push_back(
                    std::make_shared<ControlledKernel>(std::move(compiled), control));
            else
                kernels_.push_back(kernel);
    }

    [[nodiscard]] std::vector<std::shared_ptr<const KernelCode>> kernels() const override {
        return kernels_;
    }
    [[nodiscard]] std::size_t program_scope_size() const override {
        return program_->program_scope_size();
    }
    void initialize(std::byte* memory) const override { program_->initialize(memory); }
    [[nodiscard]] std::vector<std::shared_ptr<const KernelCode>> initializers() const override {
        return program_->initializers();
    }
    [[nodiscard]] std::vector<std::shared_ptr<const KernelCode>> finalizers() const override {
        return program_->finalizers();
    }

private:
    std::shared_ptr<const ProgramCode> program_;
    std::vector<std::shared_ptr<const KernelCode>> kernels_;
};

}  // namespace

std::shared_ptr<const ProgramCode> controlled(std::shared_ptr<const ProgramCode> program,
                                              Control& control) {
    return std::make_shared<ControlledProgram>(std::move(program), control);
}

}  // namespace clmm::runtime

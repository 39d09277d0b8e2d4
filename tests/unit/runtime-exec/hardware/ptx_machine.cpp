#include "ptx_machine.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <sstream>

namespace clmm::hardware::test {
namespace {

using Words = std::vector<std::string>;

Words split(const std::string& text, const std::string& separators) {
    Words out;
    std::string word;
    for (const char c : text + separators[0]) {
        if (separators.find(c) == std::string::npos)
            word += c;
        else if (!word.empty())
            out.push_back(std::exchange(word, {}));
    }
    return out;
}

struct Operand {
    bool is_register = false;
    std::size_t reg = 0;
    std::uint64_t value = 0;
    std::string text;
};

struct Instruction {
    Words name;  ///< `ld`, `relaxed`, `gpu`, `global`, `u32`
    std::vector<Operand> operands;
    std::optional<std::size_t> guard;
    bool guard_is = true;

    [[nodiscard]] const std::string& type() const { return name.back(); }
    [[nodiscard]] bool has(const std::string& word) const {
        return std::ranges::find(name, word) != name.end();
    }
};

struct Kernel {
    Words parameters;
    std::vector<Instruction> code;
    std::map<std::string, std::size_t> labels;
    std::map<std::string, std::size_t> registers;

    Operand operand(std::string text) {
        Operand out{.text = text};
        if (text.front() == '[') text = text.substr(1, text.size() - 2);
        const bool is_number = text.front() == '-' || (text.front() >= '0' && text.front() <= '9');
        if (is_number) {
            out.value = static_cast<std::uint64_t>(std::stoll(text));
        } else if (text.front() == '%') {
            out.is_register = true;
            out.reg = registers.emplace(text, registers.size()).first->second;
        } else {
            out.text = text;
        }
        return out;
    }

    void add(std::string line) {
        if (line.ends_with(":")) {
            labels[line.substr(0, line.size() - 1)] = code.size();
            return;
        }
        Instruction made;
        if (line.front() == '@') {
            const std::size_t space = line.find(' ');
            made.guard_is = line[1] != '!';
            made.guard =
                operand(line.substr(made.guard_is ? 1 : 2, space - (made.guard_is ? 1 : 2))).reg;
            line = line.substr(space + 1);
        }
        line.pop_back();  // ;
        const std::size_t space = std::min(line.find(' '), line.size());
        made.name = split(line.substr(0, space), ".");
        for (const std::string& each : split(line.substr(space), ", "))
            made.operands.push_back(operand(each));
        code.push_back(std::move(made));
    }
};

std::map<std::string, Kernel> parse(const std::string& text) {
    std::map<std::string, Kernel> kernels;
    Kernel* kernel = nullptr;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t begin = line.find_first_not_of(' ');
        if (begin == std::string::npos) continue;
        line = line.substr(begin);
        if (line.starts_with(".visible")) {
            const Words words = split(line, " (),");
            kernel = &kernels[words[2]];
            for (std::size_t i = 5; i < words.size(); i += 3)
                kernel->parameters.push_back(words[i]);
        } else if (kernel != nullptr && !line.starts_with("//") && !line.starts_with(".reg") &&
                   line != "{" && line != "}") {
            kernel->add(line);
        }
    }
    return kernels;
}

struct Thread {
    std::uint32_t index = 0, group = 0;
    std::size_t at = 0;
    bool waits = false, ended = false;
    std::vector<std::uint64_t> registers;
};

/// One launch.
class Run {
public:
    Run(const Kernel& kernel, const LaunchShape& shape, std::vector<std::uint64_t> arguments)
        : kernel_(kernel), shape_(shape), arguments_(std::move(arguments)) {}

    void operator()() {
        std::vector<Thread> threads(shape_.global_size);
        for (std::uint32_t i = 0; i < threads.size(); ++i) {
            threads[i].index = static_cast<std::uint32_t>(i % shape_.local_size);
            threads[i].group = static_cast<std::uint32_t>(i / shape_.local_size);
            threads[i].registers.resize(kernel_.registers.size());
        }
        std::vector<Thread*> ready;
        for (Thread& each : threads) ready.push_back(&each);
        while (!ready.empty()) {
            const std::size_t chosen = random_() % ready.size();
            Thread& thread = *ready[chosen];
            for (std::size_t turns = 1 + random_() % 12; turns > 0; --turns) {
                if (thread.waits || thread.ended) break;
                step(thread, ready);
            }
            if (!thread.waits && !thread.ended) continue;
            ready.erase(std::ranges::find(ready, &thread));
        }
        if (std::ranges::any_of(threads, &Thread::waits))
            throw DeviceError("all threads wait at barriers");
    }

private:
    using Signed = std::int32_t;

    void step(Thread& thread, std::vector<Thread*>& ready) {
        const Instruction& at = kernel_.code[thread.at++];
        if (at.guard && (thread.registers[*at.guard] != 0) != at.guard_is) return;
        const std::string& name = at.name.front();
        if (name == "bra")
            thread.at = kernel_.labels.at(at.operands[0].text);
        else if (name == "ret")
            thread.ended = true;
        else if (name == "barrier")
            barrier(at, thread, ready);
        else if (name == "setp")
            set(at, thread, compare(at, thread));
        else if (name == "ld")
            load(at, thread);
        else if (name == "st")
            memory(at.operands[0], thread) = word(at.operands[1], thread);
        else if (name == "atom" || name == "red")
            atom(at, thread);
        else if (name != "fence" && name != "membar")
            set(at, thread, compute(at, thread));
    }

    std::uint64_t value(const Operand& operand, const Thread& thread) const {
        if (operand.text == "%tid.x") return thread.index;
        if (operand.text == "%ctaid.x") return thread.group;
        if (operand.text == "%ntid.x") return shape_.local_size;
        if (operand.text == "%nctaid.x") return shape_.global_size / shape_.local_size;
        return operand.is_register ? thread.registers[operand.reg] : operand.value;
    }
    std::uint32_t word(const Operand& operand, const Thread& thread) const {
        return static_cast<std::uint32_t>(value(operand, thread));
    }
    std::uint32_t& memory(const Operand& operand, const Thread& thread) const {
        return *reinterpret_cast<std::uint32_t*>(thread.registers[operand.reg]);
    }
    static void set(const Instruction& at, Thread& thread, std::uint64_t value) {
        thread.registers[at.operands[0].reg] = value;
    }

    void load(const Instruction& at, Thread& thread) {
        if (!at.has("param")) return set(at, thread, memory(at.operands[1], thread));
        const std::string& name = at.operands[1].text;
        const auto found = std::ranges::find(kernel_.parameters, name);
        set(at, thread,
            arguments_.at(static_cast<std::size_t>(found - kernel_.parameters.begin())));
    }

    bool compare(const Instruction& at, const Thread& thread) const {
        const std::uint32_t a = word(at.operands[1], thread), b = word(at.operands[2], thread);
        const bool is_less =
            at.type() == "s32" ? static_cast<Signed>(a) < static_cast<Signed>(b) : a < b;
        const std::string& how = at.name[1];
        if (how == "eq") return a == b;
        if (how == "ne") return a != b;
        if (how == "lt") return is_less;
        if (how == "ge") return !is_less;
        if (how == "gt") return !is_less && a != b;
        return is_less || a == b;
    }

    static std::uint32_t combined(const std::string& how, std::uint32_t a, std::uint32_t b) {
        if (how == "add") return a + b;
        if (how == "sub") return a - b;
        if (how == "mul") return a * b;
        if (how == "div") return a / b;
        if (how == "rem") return a % b;
        if (how == "and") return a & b;
        if (how == "or") return a | b;
        if (how == "xor") return a ^ b;
        if (how == "shr") return a >> b;
        if (how == "min") return static_cast<Signed>(a) < static_cast<Signed>(b) ? a : b;
        if (how == "max") return static_cast<Signed>(a) < static_cast<Signed>(b) ? b : a;
        if (how == "exch") return b;
        throw DeviceError("no instruction '" + how + "'");
    }

    std::uint64_t compute(const Instruction& at, const Thread& thread) const {
        const std::string& name = at.name.front();
        const std::uint64_t a = value(at.operands[1], thread);
        if (name == "mov" || name == "cvta") return a;
        if (name == "neg") return -static_cast<std::uint32_t>(a);
        if (name == "mad" && at.has("wide"))
            return static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) *
                       word(at.operands[2], thread) +
                   value(at.operands[3], thread);
        if (name == "mad")
            return static_cast<std::uint32_t>(a) * word(at.operands[2], thread) +
                   word(at.operands[3], thread);
        return combined(name, static_cast<std::uint32_t>(a), word(at.operands[2], thread));
    }

    void atom(const Instruction& at, Thread& thread) {
        const std::size_t place = at.name.front() == "atom" ? 1 : 0;
        std::uint32_t& cell = memory(at.operands[place], thread);
        const std::uint32_t old = cell, given = word(at.operands[place + 1], thread);
        const std::string& how = at.name[at.name.size() - 2];
        if (how == "cas")
            cell = old == given ? word(at.operands[place + 2], thread) : old;
        else
            cell = combined(how, old, given);
        if (place == 1) set(at, thread, old);
    }

    void barrier(const Instruction& at, Thread& thread, std::vector<Thread*>& ready) {
        auto& [arrived, waiting] = barriers_[{thread.group, value(at.operands[0], thread)}];
        const std::uint64_t all =
            at.operands.size() > 1 ? value(at.operands[1], thread) : shape_.local_size;
        if (all % 32 != 0) throw DeviceError("a barrier is for whole warps");
        if (at.has("sync")) {
            thread.waits = true;
            waiting.push_back(&thread);
        }
        if (++arrived < all) return;
        for (Thread* each : waiting) {
            each->waits = false;
            if (each != &thread) ready.push_back(each);
        }
        waiting.clear();
        arrived = 0;
    }

    const Kernel& kernel_;
    LaunchShape shape_;
    std::vector<std::uint64_t> arguments_;
    std::mt19937_64 random_{1};
    std::map<std::pair<std::uint32_t, std::uint64_t>,
             std::pair<std::uint64_t, std::vector<Thread*>>>
        barriers_;
};

class Buffer : public DeviceBuffer {
public:
    explicit Buffer(std::size_t size) : bytes(size) {}
    [[nodiscard]] std::size_t size() const override { return bytes.size(); }
    void write(std::size_t offset, std::span<const std::byte> from) override {
        std::ranges::copy(from, bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    }
    void read(std::size_t offset, std::span<std::byte> to) override {
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
    }
    void clear() override { std::ranges::fill(bytes, std::byte{0}); }
    std::vector<std::byte> bytes;
};

class MachineKernel : public DeviceKernel {
public:
    explicit MachineKernel(const Kernel& kernel) : kernel_(kernel) {}
    std::chrono::nanoseconds run(const LaunchShape& shape,
                                 std::span<const KernelArgument> arguments,
                                 std::chrono::milliseconds /*limit*/) override {
        std::vector<std::uint64_t> values;
        for (const KernelArgument& each : arguments)
            values.push_back(each.buffer != nullptr
                                 ? reinterpret_cast<std::uint64_t>(
                                       dynamic_cast<Buffer&>(*each.buffer).bytes.data())
                                 : each.value.value());
        Run(kernel_, shape, std::move(values))();
        return std::chrono::nanoseconds(1);
    }

private:
    const Kernel& kernel_;
};

class Program : public DeviceProgram {
public:
    explicit Program(const std::string& text) : kernels_(parse(text)) {}
    [[nodiscard]] std::unique_ptr<DeviceKernel> kernel(const std::string& name) override {
        return std::make_unique<MachineKernel>(kernels_.at(name));
    }
    [[nodiscard]] Result<std::string> code() override { return std::string(); }

private:
    std::map<std::string, Kernel> kernels_;
};

class Machine : public Device {
public:
    Machine() {
        info_.backend = Backend::cuda;
        info_.name = "interpreter";
        info_.language = "PTX";
        info_.compute_units = 4;
        info_.max_work_group_size = 1'024;
        info_.global_memory = std::uint64_t{1} << 30U;
        info_.sub_group_size = 32;
    }
    [[nodiscard]] const DeviceInfo& info() const override { return info_; }
    [[nodiscard]] Result<std::unique_ptr<DeviceProgram>> build(SourcePtr source) override {
        return {std::make_unique<Program>(std::string(source->text()))};
    }
    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t size) override {
        return std::make_unique<Buffer>(size);
    }

private:
    DeviceInfo info_;
};

}  // namespace

std::unique_ptr<Device> ptx_machine() { return std::make_unique<Machine>(); }

}  // namespace clmm::hardware::test

#include "host.h"

namespace clmm::oracle {
namespace {

std::string memory_word(Memory memory) {
    switch (memory) {
        case Memory::buffer:
            return "buffer ";
        case Memory::coarse_svm:
            return "coarse_svm ";
        case Memory::fine_svm:
            return "fine_svm ";
        default:
            return "";
    }
}

class HostPrinter {
public:
    explicit HostPrinter(const HostProgram& host) : host_(host) {}

    Printed operator()() {
        begin();
        for (std::size_t c = 0; c < host_.commands.size(); ++c)
            if (host_.commands[c].kind == Command::Kind::kernel)
                kernel(host_.commands[c].kernel, "k" + std::to_string(c));
        for (std::size_t c = 0; c < host_.callbacks.size(); ++c)
            text_ += "void b" + std::to_string(c) + "(" + parameters() + ") { " +
                     statement(host_.callbacks[c], "r") + " }\n";
        for (std::size_t t = 0; t < host_.threads.size(); ++t) thread(t);
        return end();
    }

private:
    void begin() {
        text_ = "OPENCL generated\n\n{ ";
        for (const int l : in_memory())
            text_ += memory_word(at(l).memory) + type(l) + " " + location_name(l) + " = 0; ";
        for (std::size_t q = 0; q < host_.in_order.size(); ++q)
            text_ += "cl_command_queue q" + std::to_string(q) + " = {" +
                     std::to_string(host_.device_of(static_cast<int>(q))) +
                     (host_.in_order[q] ? "}; " : ", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}; ");
        text_ += "cl_event user; }\n\n";
        for (int l = 0; l < static_cast<int>(host_.locations.size()); ++l)
            if (is_program(l)) text_ += "global " + type(l) + " " + location_name(l) + " = 0;\n";
    }

    [[nodiscard]] const Location& at(int l) const {
        return host_.locations[static_cast<std::size_t>(l)];
    }
    [[nodiscard]] bool is_program(int l) const { return at(l).memory == Memory::program; }
    [[nodiscard]] std::string type(int l) const { return at(l).atomic ? "atomic_int" : "int"; }
    /// What is declared in the initial state, and passed to kernels.
    [[nodiscard]] std::vector<int> in_memory() const {
        std::vector<int> all;
        for (int l = 0; l < static_cast<int>(host_.locations.size()); ++l)
            if (!is_program(l)) all.push_back(l);
        return all;
    }

    Printed end() {
        const Program program = encode(host_);
        printed_.observables = observable_names(program);
        const std::size_t registers = printed_.observables.size() - program.locations.size();
        for (int device = 0; host_.device_count() > 1 && device < host_.device_count(); ++device)
            for (int l = 0; l < static_cast<int>(host_.locations.size()); ++l)
                if (is_program(l))
                    printed_.observables[registers +
                                         static_cast<std::size_t>(location_on(host_, l, device))] =
                        location_name(l) + "@dev" + std::to_string(device);
        text_ += "\nlocations [";
        for (const std::string& name : printed_.observables) text_ += name + "; ";
        printed_.text = text_ + "]\nexists (" + printed_.observables.back() + " = 0)\n";
        return printed_;
    }

    [[nodiscard]] std::string parameters() const {
        std::string text;
        for (const int l : in_memory())
            text += (text.empty() ? "" : ", ") + ("global " + type(l) + "* " + location_name(l));
        return text;
    }

    [[nodiscard]] std::string arguments() const {
        std::string text;
        for (const int l : in_memory()) text += (text.empty() ? "" : ", ") + location_name(l);
        return text;
    }

    static std::string order(Order order) {
        switch (order) {
            case Order::acq:
                return "memory_order_acquire";
            case Order::rel:
                return "memory_order_release";
            case Order::ar:
                return "memory_order_acq_rel";
            case Order::sc:
                return "memory_order_seq_cst";
            default:
                return "memory_order_relaxed";
        }
    }

    static std::string scope(Scope scope) {
        return scope == Scope::wg    ? "memory_scope_work_group"
               : scope == Scope::dev ? "memory_scope_device"
                                     : "memory_scope_all_svm_devices";
    }

    [[nodiscard]] std::string atomic(const Use& use) const {
        const std::string name = use.adds     ? "atomic_fetch_add"
                                 : use.writes ? "atomic_store"
                                              : "atomic_load";
        return name + "_explicit(" + (is_program(use.location) ? "&" : "") +
               location_name(use.location) +
               (use.writes || use.adds ? ", " + std::to_string(use.value) : "") + ", " +
               order(use.order) + ", " + scope(use.scope) + ")";
    }

    [[nodiscard]] std::string statement(const Use& use, const std::string& reg) const {
        const bool is_atomic = use.order != Order::na;
        const std::string location =
            (is_program(use.location) ? "" : "*") + location_name(use.location);
        const std::string value = is_atomic ? atomic(use) : location;
        if (use.writes || (use.adds && use.output < 0))
            return (is_atomic ? value : location + " = " + std::to_string(use.value)) + ";";
        if (use.output < 0) return "int " + reg + " = " + value + ";";
        return "*" + location_name(use.output) + " = " + value + ";";
    }

    static std::string flag(Child::Wait wait) {
        switch (wait) {
            case Child::Wait::wait_kernel:
                return "CLK_ENQUEUE_FLAGS_WAIT_KERNEL";
            case Child::Wait::wait_work_group:
                return "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP";
            default:
                return "CLK_ENQUEUE_FLAGS_NO_WAIT";
        }
    }

    /// Children come first: they are called.
    void kernel(const Child& work, const std::string& name) {
        std::string children;
        for (std::size_t c = 0; c < work.children.size(); ++c) {
            const std::string child = name + "_" + std::to_string(c);
            kernel(work.children[c], child);
            children += "enqueue_kernel(get_default_queue(), " + flag(work.children[c].wait) +
                        ", ndrange_1D(1), " + child + "(" + arguments() + ")); ";
        }
        std::string uses;
        for (const Use& use : work.uses) uses += statement(use, "r") + " ";
        text_ += "kernel void " + name + "(" + parameters() + ") { " +
                 (work.enqueues_first ? children + uses : uses + children) + "}\n";
    }

    void thread(std::size_t number) {
        text_ += "\nP" + std::to_string(number) + "@host (" + parameters() + ") {\n";
        std::size_t calls = 0;
        for (const HostStep& step : host_.threads[number]) {
            // Registers are named by the oracle's accesses.
            const std::string reg = "r" + std::to_string(calls);
            calls += 1;
            switch (step.kind) {
                case HostStep::Kind::use:
                    text_ += "  " + statement(step.use, reg) + "\n";
                    break;
                case HostStep::Kind::enqueue:
                    calls += enqueue(step.command);
                    break;
                case HostStep::Kind::wait:
                    text_ += "  clWaitForEvents(" + event(step.command) + ");\n";
                    break;
                case HostStep::Kind::finish:
                    text_ += "  clFinish(q" + std::to_string(step.queue) + ");\n";
                    break;
                case HostStep::Kind::set_user_event:
                    text_ += "  clSetUserEventStatus(user, CL_COMPLETE);\n";
                    break;
                case HostStep::Kind::wait_for_user_event:
                    text_ += "  clWaitForEvents(user);\n";
                    break;
                case HostStep::Kind::call_back_on_user_event:
                    text_ += "  clSetEventCallback(user, b" + std::to_string(step.command) + "(" +
                             arguments() + "));\n";
                    break;
            }
        }
        text_ += "}\n";
    }

    static std::string event(int command) { return "e" + std::to_string(command); }

    /// How many calls more than one.
    std::size_t enqueue(int number) {
        const Command& command = host_.commands[static_cast<std::size_t>(number)];
        std::string list;
        for (const int other : command.waits) list += (list.empty() ? "" : ", ") + event(other);
        if (command.waits_for_user_event) list += (list.empty() ? "" : ", ") + std::string("user");
        if (!list.empty()) list = ", wait(" + list + ")";
        text_ += "  cl_event " + event(number) + ";\n  " + call(command, number) + list +
                 ", event(" + event(number) + "));\n";
        std::size_t more = command.blocking ? 1 : 0;
        if (command.callback >= 0) {
            text_ += "  clSetEventCallback(" + event(number) + ", b" +
                     std::to_string(command.callback) + "(" + arguments() + "));\n";
            ++more;
        }
        return more;
    }

    [[nodiscard]] std::string call(const Command& command, int number) const {
        const std::string queue = "(q" + std::to_string(command.queue);
        const std::string location = ", " + location_name(command.use.location);
        switch (command.kind) {
            case Command::Kind::kernel:
                return "clEnqueueNDRangeKernel" + queue + ", k" + std::to_string(number) + "(" +
                       arguments() + "), global_size(" + std::to_string(command.items) +
                       "), local_size(1)";
            case Command::Kind::fill:
                return "clEnqueueFillBuffer" + queue + location + ", " +
                       std::to_string(command.use.value);
            case Command::Kind::marker:
                return "clEnqueueMarkerWithWaitList" + queue;
            case Command::Kind::barrier:
                return "clEnqueueBarrierWithWaitList" + queue;
            case Command::Kind::map:
                return "clEnqueueMapBuffer" + queue + location +
                       (command.blocking ? ", CL_TRUE" : ", CL_FALSE") +
                       (command.mapping == Mapping::map_to_write ? ", CL_MAP_WRITE"
                                                                 : ", CL_MAP_READ");
            case Command::Kind::unmap:
                return "clEnqueueUnmapMemObject" + queue + location + location;
        }
        return "";
    }

    const HostProgram& host_;
    std::string text_;
    Printed printed_;
};

}  // namespace

Printed to_litmus(const HostProgram& host) { return HostPrinter(host)(); }

}  // namespace clmm::oracle

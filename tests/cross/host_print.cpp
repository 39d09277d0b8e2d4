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
        for (std::size_t c = 0; c < host_.commands.size(); ++c) kernel(c);
        for (std::size_t c = 0; c < host_.callbacks.size(); ++c)
            text_ += "void b" + std::to_string(c) + "(" + parameters() + ") { " +
                     statement(host_.callbacks[c], "r") + " }\n";
        for (std::size_t t = 0; t < host_.threads.size(); ++t) thread(t);
        return end();
    }

private:
    void begin() {
        text_ = "OPENCL generated\n\n{ ";
        for (std::size_t l = 0; l < host_.locations.size(); ++l)
            text_ += memory_word(host_.locations[l].memory) + "int " +
                     location_name(static_cast<int>(l)) + " = 0; ";
        for (std::size_t q = 0; q < host_.in_order.size(); ++q)
            text_ +=
                "cl_command_queue q" + std::to_string(q) +
                (host_.in_order[q] ? "; " : " = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}; ");
        text_ += "cl_event user; }\n\n";
    }

    Printed end() {
        const Program program = encode(host_);
        printed_.observables = observable_names(program);
        text_ += "\nlocations [";
        for (const std::string& name : printed_.observables) text_ += name + "; ";
        printed_.text = text_ + "]\nexists (x = 0)\n";
        return printed_;
    }

    [[nodiscard]] std::string parameters() const {
        std::string text;
        for (std::size_t l = 0; l < host_.locations.size(); ++l)
            text += (l == 0 ? "" : ", ") + ("global int* " + location_name(static_cast<int>(l)));
        return text;
    }

    [[nodiscard]] std::string arguments() const {
        std::string text;
        for (std::size_t l = 0; l < host_.locations.size(); ++l)
            text += (l == 0 ? "" : ", ") + location_name(static_cast<int>(l));
        return text;
    }

    static std::string statement(const Use& use, const std::string& reg) {
        const std::string location = "*" + location_name(use.location);
        if (use.writes) return location + " = " + std::to_string(use.value) + ";";
        if (use.output < 0) return "int " + reg + " = " + location + ";";
        return "*" + location_name(use.output) + " = " + location + ";";
    }

    static std::string flag(Command::Child child) {
        switch (child) {
            case Command::Child::wait_kernel:
                return "CLK_ENQUEUE_FLAGS_WAIT_KERNEL";
            case Command::Child::wait_work_group:
                return "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP";
            default:
                return "CLK_ENQUEUE_FLAGS_NO_WAIT";
        }
    }

    void kernel(std::size_t number) {
        const Command& command = host_.commands[number];
        if (command.kind != Command::Kind::kernel) return;
        const std::string own = std::to_string(number);
        std::string child;
        if (command.child != Command::Child::none) {
            text_ += "kernel void c" + own + "(" + parameters() + ") { " +
                     statement(command.child_use, "r") + " }\n";
            child = "enqueue_kernel(get_default_queue(), " + flag(command.child) +
                    ", ndrange_1D(1), c" + own + "(" + arguments() + ")); ";
        }
        const std::string use = statement(command.use, "r") + " ";
        text_ += "kernel void k" + own + "(" + parameters() + ") { " +
                 (command.enqueues_first ? child + use : use + child) + "}\n";
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

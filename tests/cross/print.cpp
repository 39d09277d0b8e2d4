#include "generator.h"

namespace clmm::oracle {
namespace {

std::string order_name(Order order) {
    switch (order) {
        case Order::na:
            break;
        case Order::rlx:
            return "memory_order_relaxed";
        case Order::acq:
            return "memory_order_acquire";
        case Order::rel:
            return "memory_order_release";
        case Order::ar:
            return "memory_order_acq_rel";
        case Order::sc:
            return "memory_order_seq_cst";
    }
    return "?";
}

std::string scope_name(Scope scope) {
    switch (scope) {
        case Scope::wg:
            return "memory_scope_work_group";
        case Scope::dev:
            return "memory_scope_device";
        case Scope::all:
            return "memory_scope_all_svm_devices";
    }
    return "?";
}

std::string flags_name(const Access& access) {
    if (access.global_flag && access.local_flag)
        return "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE";
    return access.global_flag ? "CLK_GLOBAL_MEM_FENCE" : "CLK_LOCAL_MEM_FENCE";
}

class Printer {
public:
    Printer(const Program& test, Syntax syntax) : test_(test), opencl_(syntax == Syntax::opencl) {}

    std::string all(const std::string& name) {
        text_ = (opencl_ ? "OPENCL " : "C ") + name + "\n\n{ ";
        for (std::size_t l = 0; l < test_.locations.size(); ++l)
            text_ += "[" + location_name(static_cast<int>(l)) + "] = 0; ";
        text_ += "}\n";
        for (std::size_t t = 0; t < test_.threads.size(); ++t) thread(t);
        text_ += "\nlocations [";
        for (const std::string& observable : observable_names(test_)) text_ += observable + "; ";
        return text_ + "]\nexists (x = 0)\n";
    }

private:
    void thread(std::size_t number) {
        const Thread& thread = test_.threads[number];
        text_ += "\nP" + std::to_string(number);
        if (opencl_)
            text_ +=
                "@wg " + std::to_string(thread.group) + ", dev " + std::to_string(thread.device);
        text_ += " (";
        for (std::size_t l = 0; l < test_.locations.size(); ++l) {
            if (l != 0) text_ += ", ";
            if (opencl_) text_ += test_.locations[l].local ? "local " : "global ";
            text_ += (test_.locations[l].atomic ? "atomic_int* " : "int* ") +
                     location_name(static_cast<int>(l));
        }
        text_ += ") {\n" + body(thread) + "}\n";
    }

    std::string body(const Thread& thread) {
        std::string text;
        bool guarded = false;
        for (const Access& access : thread.body) guarded = guarded || access.guard != Guard::always;
        if (guarded) text += "  int taken = 0;\n";
        int barriers = 0;
        for (std::size_t a = 0; a < thread.body.size(); ++a) {
            const Access& access = thread.body[a];
            const std::string reg = "r" + std::to_string(a);
            if (access.guard == Guard::always) {
                text += "  " + statement(access, reg, true, barriers) + "\n";
            } else {
                if (reads(access.kind)) text += "  int " + reg + " = -1;\n";
                text += access.guard == Guard::taken ? "  if (taken) { " : "  if (!taken) { ";
                text += statement(access, reg, false, barriers) + " }\n";
            }
            if (guarded && access.takes)
                text +=
                    "  if (" + reg + " == " + std::to_string(*access.takes) + ") { taken = 1; }\n";
        }
        return text;
    }

    std::string statement(const Access& access, const std::string& reg, bool declare,
                          int& barriers) {
        std::string text = reads(access.kind) ? (declare ? "int " : "") + reg + " = " : "";
        const std::string location = access.location >= 0 ? location_name(access.location) : "";
        const std::string value = stored(access);
        const std::string tail =
            order_name(access.order) + (opencl_ ? ", " + scope_name(access.scope) : "") + ");";
        switch (access.kind) {
            case Kind::load:
                return text + (access.order == Order::na
                                   ? "*" + location + ";"
                                   : "atomic_load_explicit(" + location + ", " + tail);
            case Kind::store:
                if (access.order == Order::na) return "*" + location + " = " + value + ";";
                return "atomic_store_explicit(" + location + ", " + value + ", " + tail;
            case Kind::fetch_add:
                return text + "atomic_fetch_add_explicit(" + location + ", " + value + ", " + tail;
            case Kind::exchange:
                return text + "atomic_exchange_explicit(" + location + ", " + value + ", " + tail;
            case Kind::compare_exchange:
                return "";  // has no constant form; families write their own
            case Kind::fence:
                if (!opencl_) return "atomic_thread_fence(" + order_name(access.order) + ");";
                return "atomic_work_item_fence(" + flags_name(access) + ", " + tail;
            case Kind::barrier:
                return "B" + std::to_string(barriers++) + ": work_group_barrier(" +
                       flags_name(access) + ", " + scope_name(access.scope) + ");";
        }
        return text;
    }

    static std::string stored(const Access& access) {
        const std::string value = std::to_string(access.value);
        return access.plus_read < 0 ? value
                                    : "r" + std::to_string(access.plus_read) + " + " + value;
    }

    const Program& test_;
    bool opencl_;
    std::string text_;
};

}  // namespace

std::string to_litmus(const Program& test, Syntax syntax, const std::string& name) {
    return Printer(test, syntax).all(name);
}

}  // namespace clmm::oracle

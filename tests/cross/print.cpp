#include <algorithm>
#include <map>

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
        case Scope::sg:
            return "memory_scope_sub_group";
        case Scope::wg:
            return "memory_scope_work_group";
        case Scope::dev:
            return "memory_scope_device";
        case Scope::all:
            return "memory_scope_all_svm_devices";
    }
    return "?";
}

std::string memory_name(Memory memory) {
    switch (memory) {
        case Memory::buffer:
            return "buffer ";
        case Memory::coarse_svm:
            return "coarse_svm ";
        case Memory::fine_svm:
            return "fine_svm ";
        case Memory::atomic_svm:
            return "";  // what a location without a word is
        case Memory::program:
            return "program ";
        case Memory::host:
            return "host ";
        case Memory::image:
            return "image ";
    }
    return "?";
}

std::string flags_name(const Access& access) {
    std::string text;
    const auto add = [&](bool given, const char* flag) {
        if (given) text += (text.empty() ? "" : " | ") + std::string(flag);
    };
    add(access.global_flag, "CLK_GLOBAL_MEM_FENCE");
    add(access.local_flag, "CLK_LOCAL_MEM_FENCE");
    add(access.image_flag, "CLK_IMAGE_MEM_FENCE");
    return text;
}

class Printer {
public:
    Printer(const Program& test, Syntax syntax) : test_(test), opencl_(syntax != Syntax::c) {}

    Printed threads(const std::string& name) {
        begin(name, "");
        for (std::size_t t = 0; t < test_.threads.size(); ++t) thread(t);
        return end();
    }

    /// One kernel for all. Work-item n stores what its access a read in o<a>[n].
    Printed kernel(const std::string& name, const std::vector<int>& group_sizes) {
        const std::size_t items = test_.threads.size();
        outputs_.clear();
        for (std::size_t a = 0; a < test_.threads[0].body.size(); ++a)
            if (reads(test_.threads[0].body[a].kind)) outputs_.push_back("o" + std::to_string(a));
        std::string arrays;
        for (const std::string& output : outputs_)
            arrays += "int " + output + "[" + std::to_string(items) + "]; ";
        begin(name, arrays);
        text_ += "\nkernel void k(" + parameters() + ") {\n";
        body(0);
        for (const std::string& output : outputs_)
            text_ += "  " + output + "[get_global_id(0)] = r" + output.substr(1) + ";\n";
        text_ += "}\n";
        const std::size_t launches = group_sizes.size();
        for (std::size_t n = 0; n < launches; ++n) launch(n, items / launches, group_sizes[n]);
        for (std::size_t t = 1; t < items; ++t)
            for (std::size_t a = 0; a < test_.threads[0].body.size(); ++a)
                printed_.lines[{static_cast<int>(t), static_cast<int>(a)}] =
                    printed_.lines[{0, static_cast<int>(a)}];
        return end();
    }

private:
    void begin(const std::string& name, const std::string& more) {
        text_ = (opencl_ ? "OPENCL " : "C ") + name + "\n\n{ ";
        for (std::size_t l = 0; l < test_.locations.size(); ++l) {
            const Location& location = test_.locations[l];
            const bool has_word = location.memory != Memory::atomic_svm;
            const std::string own = location_name(static_cast<int>(l));
            if (is_image(location))
                text_ += "image int " + own + "[1]; ";
            else if (has_word)
                text_ += memory_name(location.memory) + type(location) + " " + own + " = 0; ";
            else
                text_ += "[" + own + "] = 0; ";
        }
        text_ += more + "}\n";
    }

    Printed end() {
        text_ += "\nlocations [";
        for (const std::string& observable : observable_names(test_))
            text_ += printed_name(observable) + "; ";
        printed_.text = text_ + "]\nexists (" + printed_name("x") + " = 0)\n";
        for (const std::string& observable : observable_names(test_))
            printed_.observables.push_back(printed_name(observable));
        return printed_;
    }

    [[nodiscard]] std::string printed_name(const std::string& observable) const {
        for (std::size_t l = 0; l < test_.locations.size(); ++l)
            if (is_image(test_.locations[l]) && location_name(static_cast<int>(l)) == observable)
                return observable + "[0]";
        const auto colon = observable.find(':');
        if (outputs_.empty() || colon == std::string::npos) return observable;
        return "o" + observable.substr(colon + 2) + "[" + observable.substr(0, colon) + "]";
    }

    /// Of one texel.
    static bool is_image(const Location& location) { return location.memory == Memory::image; }

    static std::string type(const Location& location) {
        return location.atomic ? "atomic_int" : "int";
    }

    [[nodiscard]] std::string parameters() const {
        std::string text;
        for (std::size_t l = 0; l < test_.locations.size(); ++l) {
            if (l != 0) text += ", ";
            if (is_image(test_.locations[l])) {
                text += "read_write image1d_t " + location_name(static_cast<int>(l));
                continue;
            }
            if (opencl_) text += test_.locations[l].local ? "local " : "global ";
            text += type(test_.locations[l]) + "* " + location_name(static_cast<int>(l));
        }
        for (const std::string& output : outputs_) text += ", global int* " + output;
        return text;
    }

    void launch(std::size_t number, std::size_t items, int group_size) {
        text_ += "NDRange k(";
        for (std::size_t l = 0; l < test_.locations.size(); ++l)
            text_ += (l == 0 ? "" : ", ") + location_name(static_cast<int>(l));
        for (const std::string& output : outputs_) text_ += ", " + output;
        text_ += "), global_size(" + std::to_string(items) + "), local_size(" +
                 std::to_string(group_size) + ")";
        if (number != 0) text_ += ", global_offset(" + std::to_string(number * items) + ")";
        const int device = test_.threads[number * items].device;
        text_ += ", device(" + std::to_string(device) + ");\n";
    }

    void thread(std::size_t number) {
        const Thread& thread = test_.threads[number];
        text_ += "\nP" + std::to_string(number);
        if (opencl_) text_ += placement(thread);
        text_ += " (" + parameters() + ") {\n";
        body(number);
        text_ += "}\n";
    }

    static std::string placement(const Thread& thread) {
        if (thread.unit == Thread::Unit::host) return "@host";
        std::string text =
            "@wg " + std::to_string(thread.group) + ", dev " + std::to_string(thread.device);
        if (thread.sub_group >= 0) text += ", sg " + std::to_string(thread.sub_group);
        if (thread.kernel != 0) text += ", ker " + std::to_string(thread.kernel);
        return text;
    }

    void body(std::size_t number) {
        const Thread& thread = test_.threads[number];
        bool guarded = false;
        for (const Access& access : thread.body) guarded = guarded || access.guard != Guard::always;
        if (guarded) text_ += "  int taken = 0;\n";
        int barriers = 0;
        for (std::size_t a = 0; a < thread.body.size(); ++a) {
            const Access& access = thread.body[a];
            const std::string reg = "r" + std::to_string(a);
            const bool always = access.guard == Guard::always;
            if (!always && reads(access.kind)) text_ += "  int " + reg + " = -1;\n";
            printed_.lines[{static_cast<int>(number), static_cast<int>(a)}] =
                1 + static_cast<int>(std::count(text_.begin(), text_.end(), '\n'));
            if (always) {
                text_ += "  " + statement(access, reg, true, barriers) + "\n";
            } else {
                text_ += access.guard == Guard::taken ? "  if (taken) { " : "  if (!taken) { ";
                text_ += statement(access, reg, false, barriers) + " }\n";
            }
            if (guarded && access.takes)
                text_ +=
                    "  if (" + reg + " == " + std::to_string(*access.takes) + ") { taken = 1; }\n";
        }
    }

    std::string statement(const Access& access, const std::string& reg, bool declare,
                          int& barriers) {
        std::string text = reads(access.kind) ? (declare ? "int " : "") + reg + " = " : "";
        const std::string location = access.location >= 0 ? location_name(access.location) : "";
        const std::string value = stored(access);
        if (access.location >= 0 &&
            is_image(test_.locations[static_cast<std::size_t>(access.location)]))
            return access.kind == Kind::load ? text + "read_imagei(" + location + ", 0);"
                                             : "write_imagei(" + location + ", 0, " + value + ");";
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
            case Kind::call:
                return "";  // host programs are printed elsewhere
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
    std::vector<std::string> outputs_;  ///< of a kernel, by read
    Printed printed_;
};

/// Work-items a group, by kernel-instance; the instances have equally many work-items.
std::vector<int> group_sizes(const Program& test) {
    std::map<std::pair<int, int>, int> first_group;
    for (const Thread& thread : test.threads)
        first_group[{thread.device, thread.kernel}] += thread.group == 0 ? 1 : 0;
    std::vector<int> sizes;
    for (const Thread& thread : test.threads)
        if (const auto found = first_group.find({thread.device, thread.kernel});
            found != first_group.end()) {
            sizes.push_back(found->second);
            first_group.erase(found);
        }
    return sizes;
}

}  // namespace

Printed to_litmus(const Program& test, Syntax syntax, const std::string& name) {
    if (syntax != Syntax::kernel) return Printer(test, syntax).threads(name);
    return Printer(test, syntax).kernel(name, group_sizes(test));
}

}  // namespace clmm::oracle

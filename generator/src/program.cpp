#include "clmm/generator/program.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace clmm::generator {
namespace {

void add_name(std::vector<std::string>& names, const std::string& name) {
    if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
}

void collect(const std::vector<Statement>& body, std::vector<std::string>& names) {
    for (const Statement& each : body) {
        add_name(names, each.result);
        add_name(names, each.success);
        collect(each.when_true, names);
        collect(each.when_false, names);
    }
}

/// A register of its own for a result that nobody uses.
std::string_view spelling(Operator op) {
    constexpr std::array words{"+", "-", "*", "&", "|", "^", "==", "!="};
    return words[static_cast<std::size_t>(op)];
}

void collect_locations(const std::vector<Statement>& body, std::vector<std::string>& names) {
    for (const Statement& each : body) {
        if (!each.location.empty()) add_name(names, object_of(each.location));
        collect_locations(each.when_true, names);
        collect_locations(each.when_false, names);
    }
}

/// `global atomic_int* x, local int* y`, those that the thread names.
std::string parameters(const Program& program, const Thread& thread) {
    std::vector<std::string> used;
    collect_locations(thread.body, used);
    std::string text;
    for (const Location& each : program.locations) {
        const std::string object = object_of(each.name);
        if (std::ranges::find(used, object) == used.end() || element_of(each.name) != 0) continue;
        text += text.empty() ? "" : ", ";
        if (program.dialect == Dialect::opencl) text += each.is_local ? "local " : "global ";
        text += std::string(each.is_atomic ? "atomic_int" : "int") + "* " + object;
    }
    return text;
}

/// `[x]=1; `, `int y[2] = {1, 2}; `.
std::string initial_text(const Program& program) {
    std::string text;
    for (const Location& first : program.locations) {
        const std::string value = std::to_string(first.initial);
        if (!is_element(first.name)) {
            text += "[" + first.name + "]=" + value + "; ";
            continue;
        }
        if (element_of(first.name) != 0) continue;
        const std::string object = object_of(first.name);
        std::string values;
        std::size_t count = 0;
        for (const Location& each : program.locations) {
            if (!is_element(each.name) || object_of(each.name) != object) continue;
            values += (count++ == 0 ? "" : ", ") + std::to_string(each.initial);
        }
        text += std::string(first.is_atomic ? "atomic_int " : "int ") + object + "[" +
                std::to_string(count) + "] = {" + values + "}; ";
    }
    return text;
}

void write(const std::vector<Statement>& body, Dialect dialect, const std::string& indent,
           std::string& out) {
    for (const Statement& each : body) {
        if (each.kind != Kind::branch) {
            out += indent + to_text(each, dialect) + "\n";
            continue;
        }
        out += indent + to_text(each, dialect) + " {\n";
        write(each.when_true, dialect, indent + "  ", out);
        if (!each.when_false.empty()) {
            out += indent + "} else {\n";
            write(each.when_false, dialect, indent + "  ", out);
        }
        out += indent + "}\n";
    }
}

std::string place_text(const Placement& place) {
    return "@sg " + std::to_string(place.sub_group) + ", wg " + std::to_string(place.work_group) +
           ", dev " + std::to_string(place.device);
}

/// The orders and the scope, as the last arguments of an atomic function.
std::string ordering(const Statement& statement, Dialect dialect) {
    std::string text = ", " + language::spelling(statement.order);
    if (statement.kind == Kind::compare_exchange)
        text += ", " + language::spelling(statement.failure);
    if (dialect == Dialect::opencl) text += ", " + language::spelling(statement.scope);
    return text + ")";
}

std::string_view function_of(Modification modification) {
    for (const language::AtomicFunction& each : language::atomic_functions())
        if (each.modification == modification && !each.is_flag) return each.name;
    return "atomic_exchange";
}

std::string flags_text(const FenceFlags& flags) {
    std::string text;
    const auto add = [&](bool is_set, const char* name) {
        if (is_set) text += (text.empty() ? "" : " | ") + std::string(name);
    };
    add(flags.global, "CLK_GLOBAL_MEM_FENCE");
    add(flags.local, "CLK_LOCAL_MEM_FENCE");
    add(flags.image, "CLK_IMAGE_MEM_FENCE");
    return text.empty() ? "0" : text;
}

std::string fence_text(const Statement& fence, Dialect dialect) {
    if (dialect == Dialect::c)
        return "atomic_thread_fence(" + language::spelling(fence.order) + ");";
    return "atomic_work_item_fence(" + flags_text(fence.flags) + ", " +
           language::spelling(fence.order) + ", " + language::spelling(fence.scope) + ");";
}

/// The pointer: a location's, or one that depends on a register and is the same.
std::string address_text(const Statement& each) {
    const std::string place = (is_element(each.location) ? "&" : "") + each.location;
    if (each.offset.empty()) return place;
    return place + " + (" + each.offset + " ^ " + each.offset + ")";
}

/// The object, of an access that is not atomic.
std::string object_text(const Statement& each) {
    if (!each.offset.empty()) return "*(" + address_text(each) + ")";
    return (is_element(each.location) ? "" : "*") + each.location;
}

std::string atomic_text(const Statement& each, Dialect dialect) {
    const std::string rest = ordering(each, dialect) + ";";
    const auto assigned = [&](const std::string& name) { return name.empty() ? "" : name + " = "; };
    switch (each.kind) {
        case Kind::load:
            return assigned(each.result) + "atomic_load_explicit(" + address_text(each) + rest;
        case Kind::store:
            return "atomic_store_explicit(" + address_text(each) + ", " + to_text(each.value) +
                   rest;
        case Kind::modify:
            return assigned(each.result) + std::string(function_of(each.modification)) +
                   "_explicit(" + address_text(each) + ", " + to_text(each.value) + rest;
        default:
            break;
    }
    return assigned(each.success) + "atomic_compare_exchange_" +
           (each.is_weak ? "weak" : "strong") + "_explicit(" + address_text(each) + ", &" +
           each.result + ", " + to_text(each.value) + rest;
}

}  // namespace

bool is_element(std::string_view location) { return location.ends_with(']'); }

std::string object_of(std::string_view location) {
    return std::string(is_element(location) ? location.substr(0, location.find('[')) : location);
}

std::size_t element_of(std::string_view location) {
    std::size_t element = 0;
    if (is_element(location))
        std::from_chars(location.data() + location.find('[') + 1,
                        location.data() + location.size() - 1, element);
    return element;
}

std::string element_name(std::string_view object, std::size_t element) {
    return std::string(object) + "[" + std::to_string(element) + "]";
}

std::string word_for(std::string_view location) {
    if (!is_element(location)) return std::string(location);
    return object_of(location) + "_" + std::to_string(element_of(location));
}

std::vector<std::string> registers_of(const Thread& thread) {
    std::vector<std::string> names;
    collect(thread.body, names);
    return names;
}

std::vector<Observed> observed(const Program& program) {
    std::vector<Observed> all;
    for (std::size_t i = 0; i < program.threads.size(); ++i)
        for (const std::string& name : registers_of(program.threads[i]))
            all.push_back({static_cast<int>(i), name});
    for (const Location& each : program.locations) all.push_back({-1, each.name});
    for (Observed& each : all)
        if (each.thread >= 0)
            each.thread =
                static_cast<int>(program.threads[static_cast<std::size_t>(each.thread)].number);
    return all;
}

std::string name_of(const Observed& observed) {
    return (observed.thread < 0 ? "" : std::to_string(observed.thread) + ":") + observed.name;
}

std::string to_text(const Program& program, const State& state) {
    std::string text;
    const auto names = observed(program);
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : " ") + name_of(names[i]) + "=" +
                std::to_string(static_cast<std::int32_t>(state[i])) + ";";
    return text;
}

std::string to_text(const Value& value) {
    switch (value.kind) {
        case Value::Kind::constant:
            return std::to_string(value.constant);
        case Value::Kind::reg:
            return value.reg;
        case Value::Kind::binary:
            break;
    }
    const auto part = [](const Value& each) {
        const std::string text = to_text(each);
        return each.kind == Value::Kind::binary ? "(" + text + ")" : text;
    };
    return part(value.parts[0]) + " " + std::string(spelling(value.op)) + " " +
           part(value.parts[1]);
}

std::string to_text(const Statement& statement, Dialect dialect) {
    switch (statement.kind) {
        case Kind::fence:
            return fence_text(statement, dialect);
        case Kind::barrier:
            return std::string(statement.is_of_sub_group ? "sub" : "work") + "_group_barrier(" +
                   flags_text(statement.flags) + ", " + language::spelling(statement.scope) + ");";
        case Kind::compute:
            return statement.result + " = " + to_text(statement.value) + ";";
        case Kind::branch:
            return "if (" + to_text(statement.value) + ")";
        case Kind::load:
            if (!statement.is_atomic)
                return statement.result + " = " + object_text(statement) + ";";
            break;
        case Kind::store:
            if (!statement.is_atomic)
                return object_text(statement) + " = " + to_text(statement.value) + ";";
            break;
        default:
            break;
    }
    return atomic_text(statement, dialect);
}

std::string to_litmus(const Program& program) {
    std::string shown = "locations [";
    for (const Observed& each : observed(program)) shown += name_of(each) + "; ";
    return to_litmus(program, shown + "]\n");
}

std::string to_litmus(const Program& program, const std::string& ending,
                      const std::string& claims) {
    const bool is_opencl = program.dialect == Dialect::opencl;
    std::string out =
        std::string(is_opencl ? "OPENCL " : "C ") + program.name + "\n" + claims + "\n{ ";
    out += initial_text(program) + "}\n";
    for (const Thread& thread : program.threads) {
        out += "\nP" + std::to_string(thread.number) +
               (is_opencl ? place_text(thread.place) : std::string()) + " (" +
               parameters(program, thread) + ") {\n";
        for (const std::string& name : registers_of(thread)) out += "  int " + name + " = 0;\n";
        write(thread.body, program.dialect, "  ", out);
        out += "}\n";
    }
    return ending.empty() ? out : out + "\n" + ending;
}

std::string_view word_of(MemoryOrder order) {
    constexpr std::array words{"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
    return words[static_cast<std::size_t>(order)];
}

std::string_view word_of(MemoryScope scope) {
    constexpr std::array words{"work_item", "sub_group", "work_group", "device", "all_devices"};
    return words[static_cast<std::size_t>(scope)];
}

std::string_view word_of(Modification modification) {
    constexpr std::array words{"none", "exchange", "add", "sub", "or", "xor", "and", "min", "max"};
    return words[static_cast<std::size_t>(modification)];
}

std::string location_name(std::size_t number) {
    constexpr std::string_view names = "xyzuvw";
    return number < names.size() ? std::string(1, names[number]) : "x" + std::to_string(number);
}

std::size_t count_accesses(const std::vector<Statement>& body) {
    std::size_t count = 0;
    for (const Statement& each : body)
        count += static_cast<std::size_t>(each.is_access()) + count_accesses(each.when_true) +
                 count_accesses(each.when_false);
    return count;
}

}  // namespace clmm::generator

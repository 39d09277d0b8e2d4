#include <algorithm>
#include <set>

#include "clmm/compilers/assembly.h"
#include "parameters.h"
#include "write/fences.h"

namespace clmm::compilers {
namespace {

using generator::Program;
using generator::Statement;
using generator::Thread;

void collect(const std::vector<Statement>& body, std::set<std::string>& names) {
    for (const Statement& each : body) {
        names.insert(generator::object_of(each.location));
        collect(each.when_true, names);
        collect(each.when_false, names);
    }
}

/// Clang has OpenCL's atomic functions as calls of a device's library. What the library would have
/// are its own built-in functions, which are inline. Sub-groups are an extension of OpenCL C 2.0,
/// and their scope is named where a target has it.
constexpr const char* kOpenclHead = R"(#ifdef __clang__
#define atomic_load_explicit __opencl_atomic_load
#define atomic_store_explicit __opencl_atomic_store
#define atomic_exchange_explicit __opencl_atomic_exchange
#define atomic_compare_exchange_strong_explicit __opencl_atomic_compare_exchange_strong
#define atomic_compare_exchange_weak_explicit __opencl_atomic_compare_exchange_weak
#define atomic_fetch_add_explicit __opencl_atomic_fetch_add
#define atomic_fetch_sub_explicit __opencl_atomic_fetch_sub
#define atomic_fetch_or_explicit __opencl_atomic_fetch_or
#define atomic_fetch_xor_explicit __opencl_atomic_fetch_xor
#define atomic_fetch_and_explicit __opencl_atomic_fetch_and
#define atomic_fetch_min_explicit __opencl_atomic_fetch_min
#define atomic_fetch_max_explicit __opencl_atomic_fetch_max
#define memory_scope_sub_group __OPENCL_MEMORY_SCOPE_SUB_GROUP
#endif
)";

class Writer {
public:
    Writer(const Program& program, const Fences& fences)
        : program_(program),
          is_opencl_(program.dialect == generator::Dialect::opencl),
          fences_(fences) {}

    /// One thread as a function.
    std::string operator()(const Thread& thread, const std::string& function) {
        out_ = std::string(is_opencl_ && fences_.has_kernels() ? "kernel " : "") + "void " +
               function + "(";
        for (const std::size_t each : objects_of(program_, thread)) {
            const generator::Location& location = program_.locations[each];
            out_ += space(location.is_local) + (location.is_atomic ? "atomic_int* " : "int* ") +
                    generator::object_of(location.name) + ", ";
        }
        out_ += "volatile " + space(false) + "int* clmm_out) {\n";
        const auto registers = generator::registers_of(thread);
        for (const std::string& name : registers) out_ += "  int " + name + " = 0;\n";
        body(thread.body, "  ");
        for (std::size_t i = 0; i < registers.size(); ++i)
            out_ += "  clmm_out[" + std::to_string(i) + "] = " + registers[i] + ";\n";
        out_ += "}\n";
        return std::move(out_);
    }

private:
    [[nodiscard]] std::string space(bool is_local) const {
        if (!is_opencl_) return {};
        return is_local ? "local " : "global ";
    }

    void body(const std::vector<Statement>& statements, const std::string& indent) {
        for (const Statement& each : statements) {
            const bool is_branch = each.kind == generator::Kind::branch;
            const bool orders =
                each.kind == generator::Kind::fence || each.kind == generator::Kind::barrier;
            if (orders && is_opencl_) {
                fence(each, indent);
                continue;
            }
            out_ += indent + generator::to_text(cast(each), program_.dialect) +
                    (is_branch ? " {\n" : "\n");
            if (!is_branch) continue;
            body(each.when_true, indent + "  ");
            if (!each.when_false.empty()) {
                out_ += indent + "} else {\n";
                body(each.when_false, indent + "  ");
            }
            out_ += indent + "}\n";
        }
    }

    void fence(const Statement& statement, const std::string& indent) {
        for (const std::string& line : fences_(statement)) out_ += indent + line + "\n";
    }

    /// Tests may access a location both ways; C's types have one.
    [[nodiscard]] Statement cast(Statement statement) const {
        if (!statement.is_access()) return statement;
        for (const generator::Location& each : program_.locations)
            if (each.name == statement.location && each.is_atomic != statement.is_atomic)
                statement.location = "(" + space(each.is_local) +
                                     (statement.is_atomic ? "atomic_int*)" : "int*)") +
                                     pointer(each.name);
        return statement;
    }

    static std::string pointer(const std::string& location) {
        if (!generator::is_element(location)) return location;
        return "(" + generator::object_of(location) + " + " +
               std::to_string(generator::element_of(location)) + ")";
    }

    const Program& program_;
    bool is_opencl_;
    const Fences& fences_;
    std::string out_;
};

void check_dialect(generator::Dialect dialect, const Architecture* machine) {
    const bool is_spirv = machine != nullptr && machine->name.starts_with("spir");
    if (is_spirv && dialect != generator::Dialect::opencl)
        throw NotWritten{"SPIR-V of OpenCL's environment is made of OpenCL C, and this test is C",
                         "an OPENCL test, or a processor's machine"};
}

}  // namespace

std::string function_of(const Thread& thread) { return "P" + std::to_string(thread.number); }

std::vector<std::size_t> objects_of(const Program& program, const Thread& thread) {
    std::set<std::string> names;
    collect(thread.body, names);
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < program.locations.size(); ++i) {
        const std::string& name = program.locations[i].name;
        if (generator::element_of(name) == 0 && names.contains(generator::object_of(name)))
            all.push_back(i);
    }
    return all;
}

Result<std::string> source_text(const std::vector<NamedThread>& threads,
                                const Architecture* machine) {
    try {
        const bool is_c =
            !threads.empty() && threads.front().program.dialect == generator::Dialect::c;
        const Fences fences(machine);
        std::string text = is_c                  ? "#include <stdatomic.h>\n"
                           : fences.is_library() ? ""
                                                 : kOpenclHead;
        for (const NamedThread& each : threads) {
            check_dialect(each.program.dialect, machine);
            if (!text.empty()) text += "\n";
            text += Writer(each.program, fences)(each.program.threads[each.thread], each.function);
        }
        return text;
    } catch (const NotWritten& why) {
        return Result<std::string>::failure(
            {Severity::error, "E-COMPILER", why.message, why.hint, nullptr, Span{}});
    }
}

Result<std::string> source_text(const Program& program, const Architecture* machine) {
    std::vector<NamedThread> threads;
    for (std::size_t i = 0; i < program.threads.size(); ++i)
        threads.push_back({program, i, function_of(program.threads[i])});
    return source_text(threads, machine);
}

}  // namespace clmm::compilers

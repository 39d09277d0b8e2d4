#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "herd/flow.h"
#include "herd/test_file.h"

namespace clmm::targets {

/// What a test in assembly is read into; its language adds the instructions.
struct Program {
    TestFile file;
    std::vector<Code> code;              ///< by column
    std::vector<std::string> locations;  ///< that instructions name

    virtual ~Program() = default;

protected:
    Program() = default;
    Program(const Program&) = default;
    Program(Program&&) = default;
    Program& operator=(const Program&) = default;
    Program& operator=(Program&&) = default;
};

/// The registers of a language: one name for each, whatever it was called; empty: there is none.
struct Registers {
    std::string (*canonical)(std::string_view name);
    std::string_view hint;  ///< which there are
};

/// The file and its code, with registers by their canonical names. Throws Rejected.
void parse_program(std::string_view text, const Registers& registers, Program& into);

/// By column, all instructions as `parse(span)` reads them.
template <class Parse>
[[nodiscard]] auto read_threads(const Program& program, const Parse& parse) {
    std::vector<std::vector<std::invoke_result_t<const Parse&, Span>>> threads;
    for (const Code& code : program.code) {
        auto& thread = threads.emplace_back();
        for (const Span& span : code.instructions) thread.push_back(parse(span));
    }
    return threads;
}

/// The events of all threads, one after another; `thread_of(code).run(instruction)` is what an
/// instruction does, and says where the thread goes on.
template <class Instruction, class ThreadOf>
void run_threads(StructureBuilder& builder, const litmus::LitmusTest& test, const Program& program,
                 const std::vector<std::vector<Instruction>>& threads, unsigned unroll,
                 const ThreadOf& thread_of) {
    for (const litmus::Unit& unit : test.units) {
        const std::size_t column = unit.id.index();
        auto thread = thread_of(program.code[column]);
        run_thread(builder, unit.id, program.code[column], unroll,
                   [&](std::size_t at) { return thread.run(threads[column][at]); });
    }
}

/// The locations of aliases, among those that the program names. Throws Rejected (E-NAME).
void add_aliased(Program& program);

/// Throws Rejected (E-NAME): there is no such instruction.
[[noreturn]] void reject_instruction(const Token& name, const std::vector<std::string>& known);

}  // namespace clmm::targets

#pragma once

#include <functional>
#include <string>
#include <string_view>
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

/// The locations of aliases, among those that the program names. Throws Rejected (E-NAME).
void add_aliased(Program& program);

/// Throws Rejected (E-NAME): there is no such instruction.
[[noreturn]] void reject_instruction(const Token& name, const std::vector<std::string>& known);

}  // namespace clmm::targets

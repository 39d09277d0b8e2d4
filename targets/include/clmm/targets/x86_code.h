#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/litmus/litmus_test.h"

/// A test of x86 as machine code.
namespace clmm::targets {

[[nodiscard]] bool is_x86(const litmus::LitmusTest& test);

/// One thread as a function of the System V ABI:
/// `void(void* const* addresses, std::uint32_t* results)`.
///
/// Shape    `addresses[k]` is where the test's location `locations[k]` is; when it ends,
///          `results[k]` is what the test's register `registers[k]` holds.
struct X86Thread {
    /// An instruction.
    struct Line {
        std::size_t begin = 0;       ///< its first byte in `code`
        std::string text;            ///< as the test has it, or `push rbx` of what is around it
        bool is_of_the_test = true;  ///< else it takes addresses, starts registers and so on
    };
    std::vector<std::uint8_t> code;
    std::vector<Line> lines;
    std::vector<std::size_t> locations;
    std::vector<std::string> registers;
};
using X86Function = void(void* const* addresses, std::uint32_t* results);

/// By unit of the test.
///
/// Idea     a register of the test is that of the machine, but for ESP, which is the stack's and
///          becomes one that the thread does not use. Registers that are left hold addresses.
/// Errors   E-UNSUPPORTED with a span: addresses in registers and locations; a thread whose
///          registers and locations are more than the machine's 15 registers.
/// Source   Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2; System V ABI,
///          AMD64 supplement, section 3.2.1
/// Tests    tests/unit/targets/x86_code_test.cpp holds each form against its bytes.
[[nodiscard]] Result<std::vector<X86Thread>> x86_code(const litmus::LitmusTest& test);

/// The threads as people read them: offset, bytes, instruction.
[[nodiscard]] std::string listing(const litmus::LitmusTest& test,
                                  const std::vector<X86Thread>& threads);

}  // namespace clmm::targets

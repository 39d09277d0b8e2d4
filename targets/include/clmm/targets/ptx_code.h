#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clmm/base/result.h"
#include "clmm/litmus/litmus_test.h"

/// A test of PTX as the instructions that the driver's compiler takes: the litmus form has
/// locations by their names, and no types.
namespace clmm::targets {

[[nodiscard]] bool is_ptx(const litmus::LitmusTest& test);

/// A `bar` of a thread.
struct PtxBarrier {
    std::int64_t instance = 0;  ///< which barrier of the text it is
    std::int64_t id = 0;
    std::optional<std::int64_t> quorum;  ///< threads that meet; none: all whose text has it
    bool waits = true;                   ///< bar.sync; bar.arrive goes on at once
    bool behind_branch = false;          ///< the thread may not come to it
    Span span;
};

/// An instruction or a label.
struct PtxLine {
    std::string text;
    std::optional<std::size_t> barrier;  ///< its number in PtxThread::barriers
};

/// One thread. Names in its lines: `%P1_r0` is the register r0 of P1, `%at2` holds the address of
/// the test's location 2, `P1_L` is the label L; `%P1_v0`, `%P1_v1` and the predicate `%P1_p` are
/// scratch. A barrier's line lacks its end: how many threads of the device it is for.
struct PtxThread {
    std::vector<PtxLine> lines;
    std::set<std::string> registers;               ///< `r0`
    std::map<std::string, std::uint32_t> initial;  ///< of registers; others start with 0
    std::set<std::size_t> locations;               ///< that it accesses
    std::vector<PtxBarrier> barriers;              ///< in the order of the text
};

/// By unit of the test.
///
/// Idea     orders, scopes, fences and barriers are those of the text. What PTX has no instruction
///          for, and what the text leaves out, is made up for by the same meaning: a sub is an add
///          of the negative, atom and red without an order or scope are relaxed and of gpu.
/// Errors   E-UNSUPPORTED with a span: accesses through surfaces, textures, constants and other
///          addresses of a location; proxy fences but fence.proxy.alias; what the ISA has no
///          instruction for; addresses as values; barriers whose number a register has.
/// Source   PTX ISA, "Parallel Synchronization and Communication Instructions"
[[nodiscard]] Result<std::vector<PtxThread>> ptx_code(const litmus::LitmusTest& test);

}  // namespace clmm::targets

#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "cross/oracle.h"
#include "cross/targets/runs.h"

/// Tests of processors, and what each of them allows in the words of its manual, to hold `armv8`,
/// `rvwmo`, `power` and `x86-tso` against.
namespace clmm::oracle::processor {

enum class Machine : std::uint8_t { armv8, riscv, power, x86 };

enum class Kind : std::uint8_t {
    load,
    store,
    add,
    exchange,
    compare,      ///< and swap; writes where it reads `expected`
    reserve,      ///< load-exclusive, load-reserved, load-and-reserve
    conditional,  ///< the store that goes with it
    fence,
    branch  ///< on the result of `on`, to the next instruction
};
enum class Dependency : std::uint8_t { none, address, data };

struct Instruction {
    Kind kind = Kind::load;
    int location = -1;
    int value = 0;
    int expected = 0;
    bool acquires = false;
    bool acquires_pc = false;  ///< LDAPR
    bool releases = false;
    bool is_locked = true;   ///< of x86's read-modify-writes
    bool has_result = true;  ///< of Armv8's single instructions
    Dependency dependency = Dependency::none;
    int on = -1;                  ///< an earlier instruction of the thread that has a result
    std::string_view fence = {};  ///< as it is written
    // In an execution:
    bool fails = false;           ///< a conditional or comparison that writes nothing
    int partner = -1;             ///< its reservation, or of the second half the first
    bool is_second_half = false;  ///< the write of a single instruction
    bool is_single = false;       ///< a half of a single instruction
};

struct Thread {
    std::vector<Instruction> body;
};

struct Program {
    Machine machine = Machine::armv8;
    int locations = 2;
    std::vector<Thread> threads = {};
};

/// How RISC-V's manual is read.
struct Extensions {
    bool has_ztso = false;
    bool plain_are_rcsc = false;
};

[[nodiscard]] bool is_single(Kind kind);  ///< instruction that reads and writes
[[nodiscard]] bool is_access(Kind kind);
[[nodiscard]] targets::Effects effects(const Program& test);

/// Every way in which conditionals and comparisons succeed or fail.
void for_each_fate(const Program& test, const std::function<void(const Program&)>& visit);

/// A run of a test whose fates are chosen.
class Execution {
public:
    Execution(const Program& test, const targets::Run& run) : test_(test), run_(run) {}

    [[nodiscard]] const targets::Run& run() const { return run_; }
    [[nodiscard]] int size() const { return run_.size(); }
    [[nodiscard]] const Instruction& instruction(int o) const;
    [[nodiscard]] bool is(int o, Kind kind) const;
    [[nodiscard]] bool is_fence(int o, std::string_view text) const;
    [[nodiscard]] bool po(int a, int b) const { return run_.program_order(a, b); }
    /// The fence stands between the two.
    [[nodiscard]] bool fenced(int a, int b, std::string_view text) const;
    [[nodiscard]] bool address(int a, int b) const;
    [[nodiscard]] bool data(int a, int b) const;
    [[nodiscard]] bool control(int a, int b) const;
    /// A branch on `a` with the fence after it, before `b`.
    [[nodiscard]] bool control_fence(int a, int b, std::string_view text) const;
    /// Something between the two has an address that depends on `a`.
    [[nodiscard]] bool address_before(int a, int b) const;
    /// The halves of a single instruction, or a reservation and its conditional.
    [[nodiscard]] bool paired(int a, int b) const;
    /// Comparisons came out as chosen.
    [[nodiscard]] bool agrees_with_fates() const;

private:
    const Program& test_;
    const targets::Run& run_;
};

/// Every total order of all accesses that keeps `kept`, in which each read has the value of the
/// last write of its location before it in that order or in program order. `position` has the
/// places of accesses in the order.
void for_each_global_order(
    const targets::Effects& threads, int locations, const std::function<bool(int, int)>& kept,
    const std::function<void(const targets::Run&, const std::vector<int>& position)>& visit);
/// The last write of each location.
[[nodiscard]] std::vector<int> last_writes(const targets::Run& run,
                                           const std::vector<int>& position);

[[nodiscard]] Answer armv8(const Program& test);
[[nodiscard]] Answer rvwmo(const Program& test, Extensions extensions);
[[nodiscard]] Answer power(const Program& test);
[[nodiscard]] Answer x86(const Program& test);

[[nodiscard]] Printed to_litmus(const Program& test);

/// Two threads of two accesses each of x and y, with all that may be between: by number.
[[nodiscard]] std::uint64_t small_tests(Machine machine);
[[nodiscard]] Program small_test(Machine machine, std::uint64_t number);
/// Two or three threads of one to four instructions with an access.
[[nodiscard]] Program random_test(Machine machine, std::uint64_t seed);

}  // namespace clmm::oracle::processor

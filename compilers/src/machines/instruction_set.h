#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assembly/listing.h"
#include "walk/machine.h"

namespace clmm::compilers {

/// Where a thread goes behind an instruction.
struct Next {
    enum class Kind : std::uint8_t {
        on,
        jump,
        branch,
        masked,  ///< it is done again where the condition is so, and not at all where it is not
        call,    ///< a function, behind which it goes on at this instruction's next one
        go_to,   ///< where a register points: back from a function
        leave
    };
    Kind kind = Kind::on;
    std::string label = {};
    Span span = {};         ///< of the label
    TermId condition = {};  ///< of a branch or mask: one bit
    TermId target = {};     ///< of go_to; of a jump or call without a label
};

/// How litmus tests of the target are written.
///
/// Shape    patterns have `%` for a name or number; in code $D is a result, $V and $W operands.
struct Dialect {
    std::string_view word;   ///< the first of its tests
    std::string_view model;  ///< empty: that of the source
    std::vector<std::string> registers;
    std::string_view observe = "%";
    std::string_view address_register;  ///< how the initial state names one; empty: by name
    std::string_view immediate;         ///< empty: numbers are put in registers
    std::string_view head = "P%n";
    std::string_view constant;  ///< $D, $N
    std::map<Op, std::string_view> compute;
    std::string_view branch;          ///< a branch on $V to where it stands anyway; may be empty
    unsigned local_pointer = 64;      ///< bits of a pointer to local memory
    std::string_view prepare_status;  ///< before a conditional store, of $U; may be empty
    /// Barriers wait for all threads of the group: one to which some do not come is given, with
    /// this behind it, its own number ($B) and that of those threads ($Q). Empty: they wait for
    /// others that come, or have ended.
    std::string_view waits_for_all;
    bool is_program = false;  ///< tests are programs in OpenCL C, and nothing above is said
};

/// The operands of an instruction. What nobody looked at may say something: it is not skipped.
class Operands {
public:
    explicit Operands(const Line& line) : line_(line) {}

    [[nodiscard]] std::size_t count() const { return line_.operands.size(); }
    /// Refuses where there are fewer.
    [[nodiscard]] const Piece& operator[](std::size_t at) const;
    /// None of them says anything, as behind `nop`.
    void ignore() { looked_at_ = ~std::uint64_t{0}; }
    /// Refuses the first one that nobody looked at.
    void expect_looked_at() const;

private:
    const Line& line_;
    mutable std::uint64_t looked_at_ = 0;
};

/// What the instructions of a machine do.
class InstructionSet {
public:
    InstructionSet() = default;
    InstructionSet(const InstructionSet&) = delete;
    InstructionSet& operator=(const InstructionSet&) = delete;
    virtual ~InstructionSet() = default;

    [[nodiscard]] virtual const Syntax& syntax() const;
    /// What stands in a file. Throws Rejected where it is known to be none of this machine.
    [[nodiscard]] virtual Listing read(const SourcePtr& file) const {
        return read_listing(file, syntax());
    }
    [[nodiscard]] virtual const Dialect& dialect() const = 0;
    /// Parameters of a function as the calling convention has them; the file may say how.
    virtual void enter(Machine& machine, const Listing& listing, const std::string& function,
                       const std::vector<TermId>& parameters) const = 0;
    /// Throws Rejected for what is not known.
    [[nodiscard]] virtual Next execute(Machine& machine, const Line& line) const = 0;
};

/// Registers 0 to count-1 as numbers.
[[nodiscard]] std::vector<std::string> numbered(int count, std::string_view prefix = "");
/// What three calling conventions agree on: the registers of the stack and of where the function
/// returns to, and the parameters in eight registers in a row, the first of them `prefix` and the
/// number `first`. Refuses more parameters.
void enter_in_a_row(Machine& machine, const std::string& function,
                    const std::vector<TermId>& parameters, const std::string& stack,
                    const std::string& back, const std::string& prefix, std::size_t first = 0);
/// Parameters by their names: `function_param_0`.
void enter_by_name(Machine& machine, const std::string& function,
                   const std::vector<TermId>& parameters);
/// Directives that are no code.
[[nodiscard]] bool is_harmless(const Line& line);
[[noreturn]] void unknown_instruction(const Line& line);
void expect_operands(const Line& line, std::size_t count);

[[nodiscard]] const InstructionSet& x86_64();
[[nodiscard]] const InstructionSet& aarch64();
[[nodiscard]] const InstructionSet& riscv64();
[[nodiscard]] const InstructionSet& power64();
[[nodiscard]] const InstructionSet& ptx();
[[nodiscard]] const InstructionSet& spirv();
[[nodiscard]] const std::vector<const InstructionSet*>& amdgpu_processors();

}  // namespace clmm::compilers

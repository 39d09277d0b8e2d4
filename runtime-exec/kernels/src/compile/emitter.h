#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "execute/code.h"
#include "execute/handlers.h"

namespace clmm::runtime::compiler {

/// A register before registers are given places: as many as are wanted.
using Reg = std::uint32_t;
inline constexpr Reg kNoRegister = ~Reg{0};

enum class Label : std::uint32_t {};

/// Writes the bytecode of one kernel.
///
/// Pure instructions of constants are computed at once; what a basic block has just computed is
/// not computed again. `finish` drops what is not used, finds
/// which registers are temporaries of a basic block, and lets registers share places where their
/// lives do not overlap. Temporaries and others share no place: a fragment of the lanes writes
/// temporaries without regard to the lanes of other fragments.
class Emitter {
public:
    struct Operation {
        Handler run = nullptr;
        Loop loop = nullptr;
        Scalar result = Scalar::i32;
    };

    explicit Emitter(SourcePtr source) { code_.source = std::move(source); }

    // ---- registers ----

    Reg fresh(Scalar scalar);
    /// A variable's life begins here.
    Reg variable(Scalar scalar);
    /// Set before the kernel starts, written by no instruction.
    Reg parameter(Scalar scalar);
    Reg constant(Scalar scalar, std::uint64_t bits);
    Reg integer(Scalar scalar, std::int64_t value);
    Reg floating(Scalar scalar, double value);
    [[nodiscard]] Scalar scalar(Reg reg) const { return registers_[reg].scalar; }
    [[nodiscard]] bool is_constant(Reg reg) const { return registers_[reg].constant; }
    /// The bytes of a constant's element.
    [[nodiscard]] std::optional<std::uint64_t> bits(Reg reg) const;
    /// The value of an integer constant.
    [[nodiscard]] std::optional<std::int64_t> value(Reg reg) const;

    /// Of an address in program-scope memory that is known but for where that memory is.
    [[nodiscard]] std::optional<std::int64_t> program_offset(Reg reg) const;

    // ---- instructions ----

    Reg pure(const Operation& operation, std::initializer_list<Reg> operands, Span span);
    /// to = from. A temporary that has just been computed is computed into `to` instead, and must
    /// not be used again; unless `keep`.
    void move(Reg to, Reg from, Span span, bool keep = false);
    Reg load(Scalar scalar, Reg address, std::int64_t offset, Span span);
    void store(Scalar scalar, Reg address, std::int64_t offset, Reg value, Span span);
    void copy(Reg to, Reg from, std::uint64_t size, Span span);
    /// The address to use instead of this one for the accesses of a site.
    Reg watch(Reg address, std::uint32_t site, Span span);
    Reg query(handlers::ItemQuery what, std::int64_t immediate, Span span);
    /// An instruction with effects; the result register, if it has one.
    Reg effect(Handler run, Loop loop, std::optional<Scalar> result,
               std::initializer_list<Reg> operands, std::int64_t immediate, Span span,
               bool together = false);
    /// An instruction whose operands stand in calls[immediate].
    void wide(Handler run, WideCall call, Span span, bool together = false);
    void print(PrintCall call, Handler run, Span span);
    std::uint32_t add_call(WideCall call);
    std::uint32_t add_block(BlockCode block);
    std::uint32_t add_site(Site site);

    Label label();
    /// `turns`: of a loop's head, see Block::join.
    void place(Label label, std::int64_t turns, Span span);
    void jump(Label target, Span span);
    void branch(Reg condition, bool when, Label target, Span span);
    void finish_work_item(Span span);

    /// Whether an instruction since `mark` does more than compute.
    [[nodiscard]] std::size_t mark() const { return drafts_.size(); }
    [[nodiscard]] bool has_effects_since(std::size_t mark) const;
    [[nodiscard]] bool has_atomics_since(std::size_t mark) const;
    /// Forgets the instructions since `mark`; what they computed must not be used.
    void forget_since(std::size_t mark);
    void note_atomic() { drafts_.back().atomic = true; }
    /// Changes the turns of a label placed before.
    void set_turns(Label label, std::int64_t turns);

    void add_parameter(ParameterRegisters parameter) {
        code_.parameters.push_back(std::move(parameter));
    }
    [[nodiscard]] Code& code() { return code_; }
    [[nodiscard]] Code finish(std::uint32_t private_bytes, std::uint32_t local_bytes);

private:
    struct RegisterInfo {
        Scalar scalar = Scalar::i32;
        bool constant = false;
        bool parameter = false;
        bool shared = false;  ///< stands for several expressions
        std::uint64_t bits = 0;
        std::size_t declared = 0;  ///< index of the instruction at which a variable begins
        bool is_variable = false;
    };
    enum class Jump : std::uint8_t { none, label, to_label };
    struct Draft {
        Instruction instruction;
        Jump jump = Jump::none;
        Label label{};
        bool ends_block = false;
        bool together = false;  ///< all lanes' operands are read, whoever came last
        bool atomic = false;
        int call = -1;   ///< of calls
        int print = -1;  ///< of prints
    };
    struct Life {
        std::size_t first = ~std::size_t{0};
        std::size_t last = 0;
        std::size_t block = 0;
        bool one_block = true;
        bool starts_written = false;
        bool used = false;
    };

    [[nodiscard]] std::optional<Reg> known_result(const Operation& operation,
                                                  std::initializer_list<Reg> operands);
    [[nodiscard]] bool computes_into(Reg to, Reg from);
    Draft& add(Handler run, Span span);
    void set_operands(Instruction& i, std::initializer_list<Reg> operands);
    template <class Work>
    void for_reads(const Draft& draft, Work&& work) const;
    template <class Work>
    void for_writes(const Draft& draft, Work&& work) const;
    void drop_unused();
    [[nodiscard]] std::vector<Life> find_lives() const;
    void extend_over_loops(std::vector<Life>& lives) const;
    void give_places(const std::vector<Life>& lives);
    void resolve();

    Code code_;
    std::vector<RegisterInfo> registers_;
    std::vector<Draft> drafts_;
    std::uint32_t labels_ = 0;
    std::map<std::pair<Scalar, std::uint64_t>, Reg> constants_;
    std::vector<std::uint32_t> places_;
    std::vector<bool> temporary_;
};

}  // namespace clmm::runtime::compiler

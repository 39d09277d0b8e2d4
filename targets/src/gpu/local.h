#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "herd/barriers.h"
#include "herd/flow.h"
#include "herd/lexer.h"
#include "herd/operation.h"
#include "herd/program.h"

/// What the litmus forms of PTX and Vulkan share: registers `r0`, locations by their names, words
/// with dots, arithmetic and branches.
namespace clmm::targets::gpu {

struct Operand {
    enum class Kind : std::uint8_t { reg, number, name };
    Kind kind = Kind::number;
    std::string name = {};  ///< of a register; a location or a label
    std::int64_t value = 0;
    Span span = {};
};

/// Registers have 32 bits.
inline constexpr unsigned kWidth = 32;

/// `r0`, `r1` …; empty: no register.
[[nodiscard]] std::string register_name(std::string_view name);

[[nodiscard]] std::optional<Operation> operation_of(std::string_view word);
/// `beq` and so on.
[[nodiscard]] std::optional<Condition> condition_of(std::string_view word);
/// The names of what operation_of and condition_of know and that is an instruction by itself.
[[nodiscard]] std::vector<std::string> local_instructions();

/// Operands up to the end. Throws Rejected (E-SYNTAX).
[[nodiscard]] std::vector<Operand> parse_operands(Lexer& lexer);
/// The letters of a shape: d a register that is written, n a number, v a register or number, x a
/// location, l a label; V is a v that may be left out at the end. Throws Rejected (E-TYPE).
void check_operands(const std::string& name, const std::vector<Operand>& operands,
                    std::string_view shape, Span span);

/// Adds the locations that the operands name, aliases by what they are other names of. Throws
/// Rejected (E-NAME).
void add_locations(Program& program, const std::vector<Operand>& operands);

/// The words of a mnemonic between its dots, one after another.
class Mnemonic {
public:
    explicit Mnemonic(const Token& token);

    [[nodiscard]] bool at_end() const { return ended_; }
    std::string_view take();
    bool accept(std::string_view word);
    /// What f makes of the word, which is taken if that is something.
    template <class F>
    auto accept_if(F&& f) {
        auto found = f(word_);
        if (ended_) found.reset();
        if (found) next();
        return found;
    }
    [[noreturn]] void fail(const std::string& what) const;
    /// E-NAME: there is no instruction that begins with this word.
    [[noreturn]] void unknown(const std::vector<std::string>& known) const;
    [[nodiscard]] const Token& token() const { return token_; }

private:
    void next();

    Token token_;
    std::string_view rest_, word_;
    bool ended_ = false;
};

[[nodiscard]] RegisterValue value_of(StructureBuilder& builder, const Operand& operand);
/// A thread at a barrier, whose operands are the number in the text and, perhaps, an identifier and
/// a quorum: an entry, and unless it only arrives an exit. Throws Rejected (E-LOOP).
[[nodiscard]] Arrival arrive(StructureBuilder& builder, const litmus::Unit& unit,
                             const std::string& name, const std::vector<Operand>& operands,
                             bool arrives_only, Span span);

/// `add r0, r1, 1`
void compute(StructureBuilder& builder, Operation operation, const std::vector<Operand>& operands);
/// `beq r0, 1, L`; without a condition `goto L`. Throws Rejected (E-NAME).
[[nodiscard]] Next branch(StructureBuilder& builder, const Code& code,
                          std::optional<Condition> condition, const std::vector<Operand>& operands);

}  // namespace clmm::targets::gpu

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clmm/lowering/lower.h"
#include "lower/ways.h"

namespace clmm::lowering {

/// One thread's column of a target's test, and what belongs to it elsewhere in the file.
class ThreadCode {
public:
    /// Operations `by_other` are by the code that is linked with the mapping's.
    ThreadCode(const generator::Program& program, const generator::Thread& thread,
               const Mapping& mapping, const std::set<const generator::Statement*>& by_other,
               std::set<const Rule*>& used);

    /// All of the body, branches as code.
    void whole();
    /// One way, branches as assumptions.
    void along(const Way& way);

    std::vector<std::string> cells;
    std::vector<std::string> initial;  ///< `0:X1=x`
    std::vector<std::string> filter;   ///< propositions that have to hold

    [[nodiscard]] Counterpart counterpart(const std::string& reg) const;
    [[nodiscard]] std::size_t kept_registers() const { return taken_; }
    [[nodiscard]] std::size_t passing_registers() const { return most_temporaries_; }

private:
    using Value = generator::Value;
    using Statement = generator::Statement;
    using Operands = std::map<char, std::string>;

    void body(const std::vector<Statement>& statements);
    void statement(const Statement& each);
    void operation(const Statement& each);
    void success(const Statement& each, std::optional<std::int64_t> expected);
    void keep_operand(Operands& operands);
    [[nodiscard]] std::string address_with(const Statement& each);
    void computation(const Statement& each);
    void compute_into(const std::string& target, const Value& value);
    void branch(const Statement& each);
    void assume(const Statement& branch, bool is_taken);
    void leave_unless(const Value& value, const std::string& label);
    [[nodiscard]] Value resolved(const Value& value) const;
    [[nodiscard]] std::string operand(const Value& value);
    [[nodiscard]] std::string of_register(const std::string& name);
    [[nodiscard]] std::string proposition(const Value& value, bool is_true);
    [[nodiscard]] std::string side(const Value& value);
    [[nodiscard]] std::string temporary();
    [[nodiscard]] std::string take_register();
    [[nodiscard]] std::string label();
    [[nodiscard]] const Rule& code(std::string_view operation, std::string_view kind) const;
    void emit(const Rule& rule, Operands operands, const Statement* statement = nullptr);
    [[nodiscard]] std::string filled(const std::string& text, Operands& operands,
                                     const Statement* statement);
    [[nodiscard]] std::string table_word(const std::string& name, const Statement& statement) const;
    [[nodiscard]] std::optional<std::int64_t> known(const Value& value) const;
    void assign(const std::string& reg);
    [[nodiscard]] std::string seen(const std::string& target) const;
    [[noreturn]] void refuse(std::string message, std::string hint = {}) const;

    const generator::Program& program_;
    const generator::Thread& thread_;
    const Mapping& mapping_;
    const std::set<const Statement*>& by_other_;
    std::set<const Rule*>& used_;
    Span at_;
    std::map<std::string, std::string> registers_;  ///< by source register
    std::map<std::string, std::string> addresses_;  ///< by location
    std::map<std::string, std::int64_t> constants_;
    std::map<std::string, Value> computed_;  ///< registers that no code computes
    std::set<std::string> pinned_;           ///< whose values later parts of the file speak of
    std::size_t taken_ = 0;                  ///< registers for good
    std::size_t temporaries_ = 0;            ///< … from the end, until the next operation
    std::size_t most_temporaries_ = 0;
    std::size_t labels_ = 0;
    std::size_t barriers_ = 0;  ///< so far: the n-th of one thread meets the others' n-th
    std::size_t sub_group_barriers_ = 0;
    std::size_t depth_ = 0;  ///< of branches that are code
};

}  // namespace clmm::lowering

#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clmm/generator/program.h"
#include "clmm/lowering/lower.h"
#include "machines/instruction_set.h"
#include "walk/machine.h"

namespace clmm::compilers {

/// One way through a thread as a column of a litmus test.
class ThreadText {
public:
    /// Throws Rejected: what the target's tests cannot say, registers that run out.
    ThreadText(const generator::Program& program, const generator::Thread& thread,
               const Dialect& dialect, Machine way, std::shared_ptr<const World> world);

    std::vector<std::string> cells;
    std::vector<std::string> initial;           ///< `0:X1=x`
    std::vector<std::string> filter;            ///< what this way takes to be so
    std::vector<std::string> shown;             ///< names of the final values that are asked for
    std::vector<lowering::Counterpart> states;  ///< of the thread's registers
    std::vector<std::size_t> barriers;          ///< the cell of each

    /// What a register of the source is in the end; `offset` is its place among what is left.
    [[nodiscard]] lowering::Counterpart counterpart(const generator::Observed& observed,
                                                    std::int64_t offset, Span end);

private:
    void step(const Step& step);
    void branch(const Step& step);
    void assumption(TermId condition, bool is_true);
    /// Whether what else the way takes to be so says it already.
    [[nodiscard]] bool is_implied(const Assumption& assumption);
    /// That a word is less than another one, for which tests have no word: by the numbers that it
    /// is equal to, or by a bit that is computed.
    void order(const Term& less, bool is_true);
    bool order_of_numbers(const Term& less, bool is_true);
    void bit_of_order(Op op, TermId left, TermId right, bool is_true);
    void filter_on(std::string condition);
    [[nodiscard]] std::string side(TermId value);
    [[nodiscard]] std::string operand(TermId value);  ///< a register or a number
    [[nodiscard]] std::string in_register(TermId value);
    [[nodiscard]] std::string address(std::size_t location);
    [[nodiscard]] std::string fresh();
    [[nodiscard]] std::string observed(const std::string& reg) const;
    void emit(std::string_view code, const std::map<char, std::string>& operands);
    void expect_known(const std::string& cell) const;

    const generator::Program& program_;
    const generator::Thread& thread_;
    const Dialect& dialect_;
    Machine way_;
    std::shared_ptr<const World> world_;
    Span at_;
    std::map<TermId, std::string> registers_;
    std::map<TermId, TermId> numbers_;  ///< that values are equal to on this way
    std::map<std::size_t, std::string> addresses_;
    std::size_t taken_ = 0;
    std::size_t labels_ = 0;
};

}  // namespace clmm::compilers

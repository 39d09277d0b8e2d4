#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clmm/generator/program.h"
#include "clmm/lowering/lower.h"
#include "walk/machine.h"

namespace clmm::compilers {

/// All ways through a thread as one: a program whose branches decide between them.
///
/// Shape    registers are `r0`, `r1` …, each assigned once. Where a way was not followed to its end
///          `kLeftOut` is set, and the test asks for states in which it is not.
class ProgramThread {
public:
    static constexpr const char* kLeftOut = "left_out";

    /// Throws Rejected: values and conditions that programs have no operators for.
    ProgramThread(const generator::Program& program, const generator::Thread& thread,
                  std::vector<Machine> ways, std::shared_ptr<const World> world);

    generator::Thread made;
    bool is_cut = false;  ///< whether kLeftOut is assigned

    /// What a register of the source is in the end: of each way what it left there.
    [[nodiscard]] lowering::Counterpart counterpart(const generator::Observed& observed,
                                                    std::int64_t offset, Span end) const;

private:
    using Body = std::vector<generator::Statement>;
    using Group = std::vector<std::size_t>;  ///< ways that are one so far

    Body follow(const Group& group, std::size_t step, std::size_t assumption);
    Body branch(const Group& group, std::size_t step, std::size_t assumption);
    void add(const Step& step, Body& body);
    [[nodiscard]] generator::Value value(TermId term) const;
    [[nodiscard]] generator::Value condition(TermId term) const;
    std::string assigned(TermId symbol);

    const generator::Program& program_;
    std::vector<Machine> ways_;
    std::shared_ptr<const World> world_;
    std::map<std::uint64_t, std::string> registers_;  ///< by symbol
    Span at_;
};

}  // namespace clmm::compilers

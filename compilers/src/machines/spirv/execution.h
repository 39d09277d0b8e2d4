#pragma once

#include <optional>

#include "machines/instruction_set.h"

namespace clmm::compilers::khronos {

/// One line of flattened() on a thread's way.
class Execution {
public:
    Execution(Machine& machine, const Line& line)
        : machine_(machine), terms_(machine.terms()), line_(line), operands_(line) {}

    /// Throws Rejected.
    Next operator()();

private:
    Next run();
    std::optional<Next> control();
    bool compute();
    bool compare();
    bool convert();
    bool memory();
    bool order();
    bool atomic();
    TermId read_modify_write(TermId pointer);
    void test_and_set();
    void barrier();

    /// Order and regions of a mask.
    struct Semantics {
        generator::MemoryOrder order = generator::MemoryOrder::relaxed;
        generator::FenceFlags flags;
        bool names_storage = false;
    };
    [[nodiscard]] Semantics semantics(std::size_t at);
    [[nodiscard]] generator::MemoryScope scope(std::size_t at);
    /// The order of an access: that of its mask, where it is about the memory that is accessed.
    [[nodiscard]] generator::MemoryOrder order_of(std::size_t at, TermId pointer);
    [[nodiscard]] TermId shared(std::size_t at);
    [[nodiscard]] generator::Statement statement(generator::Kind kind, TermId pointer);

    [[nodiscard]] const Piece& operand(std::size_t at) const;
    [[nodiscard]] TermId value(std::size_t at);
    [[nodiscard]] TermId value(std::size_t at, unsigned width);
    [[nodiscard]] std::uint64_t known(std::size_t at);
    [[nodiscard]] std::uint64_t numeral(std::size_t at) const;
    [[nodiscard]] unsigned width() const { return static_cast<unsigned>(numeral(0)); }
    void write(TermId value);

    Machine& machine_;
    Terms& terms_;
    const Line& line_;
    Operands operands_;
};

}  // namespace clmm::compilers::khronos

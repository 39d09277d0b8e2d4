#include "machines/x86_64/execution.h"

/// Locked instructions.
namespace clmm::compilers::x86 {

void Execution::atomic() {
    std::string_view name = line_.name;
    if (name.starts_with("lock ")) name.remove_prefix(5);
    const unsigned width = name.empty() ? 0 : width_of_suffix(name.back());
    if (width == 0) unknown_instruction(line_);
    const std::string_view stem = name.substr(0, name.size() - 1);
    if (stem == "cmpxchg") return compare_exchange(width);
    if (stem == "xchg") return exchange(width);
    const Piece& to = destination();
    if (!is_memory(to)) unknown_instruction(line_);
    const TermId where = address(to);
    if (stem == "xadd" || stem == "add" || stem == "sub" || stem == "inc" || stem == "dec")
        return add(stem, where, width);
    const Computing* const found = computing_named(stem);
    if (found == nullptr || found->litmus.empty()) unknown_instruction(line_);
    const TermId by = value(operand(0), width);
    // Of memory of its own a thread needs no order: what is left is the fence.
    if (machine_.is_private(where)) {
        const bool is_same = found->op == Op::bit_or && terms_.known(by) == 0;
        if (!is_same) (void)machine_.modify(where, found->op, by, false, {}, line_.span);
        machine_.fence("MFENCE", line_.span);
    } else {
        (void)machine_.modify(where, found->op, by, false,
                              "LOCK " + std::string(found->litmus) + " [$A],$V", line_.span);
    }
    for (const char* flag : {".eq", ".lt", ".lo", ".mi"}) machine_.forget(kFlags + flag);
}

void Execution::add(std::string_view stem, TermId where, unsigned width) {
    const bool is_one = stem == "inc" || stem == "dec";
    TermId by = is_one ? terms_.constant(1, width) : value(operand(0), width);
    if (stem == "sub" || stem == "dec")
        by = terms_.binary(Op::subtract, terms_.constant(0, width), by);
    if (machine_.is_private(where)) machine_.fence("MFENCE", line_.span);
    const TermId old =
        machine_.modify(where, Op::add, by, true, "MOV $D,$V ; LOCK XADD [$A],$D", line_.span);
    if (stem == "xadd") put(operand(0), old);
    machine_.only_equal(kFlags, terms_.is_zero(terms_.binary(Op::add, old, by)));
}

void Execution::exchange(unsigned width) {
    const bool is_first = is_memory(operand(0));
    const Piece& memory = operand(is_first ? 0 : 1);
    const Piece& other = operand(is_first ? 1 : 0);
    const TermId stored = value(other, width);
    if (!is_memory(memory)) {
        const TermId swapped = value(memory, width);
        put(memory, stored);
        return put(other, swapped);
    }
    const TermId where = address(memory);
    if (machine_.is_private(where)) machine_.fence("MFENCE", line_.span);
    put(other, machine_.exchange(where, stored, true, "MOV $D,$V ; XCHG [$A],$D", line_.span));
}

void Execution::compare_exchange(unsigned width) {
    if (!line_.name.starts_with("lock ") || !is_memory(operand(1))) unknown_instruction(line_);
    const TermId where = address(operand(1));
    if (machine_.is_private(where)) unknown_instruction(line_);
    const TermId expected = read({"ax", width});
    const TermId old = machine_.compare_exchange(
        where, expected, value(operand(0), width),
        "MOV EAX,$E ; MOV $T,$V ; LOCK CMPXCHG [$A],$T ; MOV $D,EAX", line_.span);
    write({"ax", width}, old);
    machine_.only_equal(kFlags, terms_.binary(Op::equal, old, expected));
}

}  // namespace clmm::compilers::x86

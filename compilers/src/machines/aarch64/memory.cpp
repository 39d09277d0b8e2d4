#include <algorithm>
#include <array>

#include "machines/aarch64/execution.h"

/// Accesses, fences, and what does both at once.
namespace clmm::compilers::a64 {
namespace {

std::string upper(std::string_view text) {
    std::string made(text);
    for (char& c : made)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return made;
}

constexpr std::array<std::string_view, 8> kAtomic{"add",  "clr",  "eor",  "set",
                                                  "smax", "smin", "umax", "umin"};

}  // namespace

bool Execution::fence() {
    const std::string& name = line_.name;
    // Hints order nothing, whichever they are; the number of CLREX says nothing.
    if (name == "nop" || name == "clrex" || name == "hint" || name == "bti")
        return operands_.ignore(), true;
    if (name != "isb" && name != "dmb" && name != "dsb") return false;
    const bool has_option = name != "isb" || count() > 0;
    machine_.fence(upper(name) + (has_option ? " " + upper(operand(0).text) : ""), line_.span);
    return true;
}

/// ldrsb, ldrsh, ldrsw: what is loaded is extended by its sign.
bool Execution::access_with_sign() {
    static constexpr std::array<std::string_view, 6> kNames{"ldrsb",  "ldrsh",  "ldrsw",
                                                            "ldursb", "ldursh", "ldursw"};
    const char last = line_.name.back();
    if (std::ranges::find(kNames, std::string_view(line_.name)) == kNames.end()) return false;
    const Register to = reg(operand(0));
    const unsigned width = last == 'b' ? 8 : last == 'h' ? 16 : 32;
    if (width >= to.width) return false;
    const TermId loaded = machine_.load(address(1), width, kLoad, line_.span, true);
    write(to, terms_.resized(loaded, to.width, true));
    return true;
}

bool Execution::access() {
    std::string_view name = line_.name;
    const char last = name.back();
    const bool is_part = (last == 'b' || last == 'h') && name.size() > 3;
    if (is_part) name.remove_suffix(1);
    const bool loads = name == "ldr" || name == "ldur" || name == "ldar" || name == "ldapr" ||
                       name == "ldapur" || name == "ldxr" || name == "ldaxr";
    const bool stores = name == "str" || name == "stur" || name == "stlr" || name == "stlur";
    if (!loads && !stores) return false;
    const Register value = reg(operand(0));
    const unsigned width = !is_part ? value.width : last == 'b' ? 8 : 16;
    const std::string code = upper(name);
    const bool is_plain = name == "ldr" || name == "ldur" || name == "str" || name == "stur";
    if (!is_plain) expect_operands(line_, 2);  // their addresses change no register
    if (loads) {
        const TermId from = address(1);
        const bool is_unused = value.name == "zr";
        const TermId loaded = machine_.load(from, width, code + " W$D,[X$A]", line_.span, is_plain);
        if (!is_unused) write(value, terms_.resized(loaded, value.width));
    } else {
        const TermId stored = terms_.resized(read(value), width);
        machine_.store(address(1), stored, code + " W$V,[X$A]", line_.span, is_plain);
    }
    return true;
}

bool Execution::pair() {
    const std::string& name = line_.name;
    if (name != "ldp" && name != "stp") return false;
    const Register first = reg(operand(0));
    const Register second = reg(operand(1));
    const TermId low = address(2);
    const TermId high = terms_.binary(Op::add, low, terms_.constant(first.width / 8));
    if (name == "stp") {
        machine_.store(low, read(first), kStore, line_.span, true);
        machine_.store(high, read(second), kStore, line_.span, true);
    } else {
        const TermId one = machine_.load(low, first.width, kLoad, line_.span, true);
        write(second, machine_.load(high, second.width, kLoad, line_.span, true));
        write(first, one);
    }
    return true;
}

bool Execution::exclusive() {
    const std::string& name = line_.name;
    if (name != "stxr" && name != "stlxr") return false;
    const Register value = reg(operand(1));
    const TermId stored = read(value);
    const TermId status = machine_.store_conditional(address(2), stored, 0,
                                                     upper(name) + " W$U,W$V,[X$A]", line_.span);
    write(reg(operand(0)), status);
    return true;
}

bool Execution::atomic() {
    std::string_view stem = line_.name;
    const std::string code = upper(stem);
    if (stem.ends_with("al"))
        stem.remove_suffix(2);
    else if ((stem.ends_with('a') || stem.ends_with('l')) && stem != "casal")
        stem.remove_suffix(1);
    if (stem == "cas") return compare_and_swap(code);
    if (stem == "swp") return modify(code, 3);
    if (stem.size() < 4) return false;
    if (std::ranges::find(kAtomic, stem.substr(2)) == kAtomic.end()) return false;
    if (stem.starts_with("ld")) return modify(code, 3);
    return stem.starts_with("st") && modify(code, 2);
}

bool Execution::modify(const std::string& code, std::size_t operands) {
    expect_operands(line_, operands);
    const TermId by = read(0);
    const TermId where = address(operands - 1);
    if (machine_.is_private(where)) unknown_instruction(line_);
    const bool is_used = operands == 3 && reg(operand(1)).name != "zr";
    const std::string result = operands == 2 ? "" : is_used ? ",W$D" : ",WZR";
    const TermId old =
        machine_.exchange(where, by, is_used, code + " W$V" + result + ",[X$A]", line_.span);
    if (is_used) write(reg(operand(1)), old);
    return true;
}

bool Execution::compare_and_swap(const std::string& code) {
    expect_operands(line_, 3);
    const Register expected = reg(operand(0));
    const TermId where = address(2);
    if (machine_.is_private(where)) unknown_instruction(line_);
    // To the zero register it loads nothing, which is less of an acquire.
    const bool is_used = expected.name != "zr";
    const std::string text =
        is_used ? "MOV W$D,W$E ; " + code + " W$D,W$V,[X$A]" : code + " WZR,W$V,[X$A]";
    const TermId old = machine_.compare_exchange(where, read(expected), read(1), text, line_.span);
    if (is_used) write(expected, old);
    return true;
}

}  // namespace clmm::compilers::a64

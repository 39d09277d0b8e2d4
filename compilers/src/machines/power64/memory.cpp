#include <algorithm>
#include <array>

#include "machines/power64/execution.h"

/// Accesses and fences.
namespace clmm::compilers::ppc64 {
namespace {

struct Access {
    std::string_view name;
    unsigned width;
    bool is_signed = false;
};
constexpr std::array kLoads{Access{"lbz", 8}, Access{"lhz", 16}, Access{"lwz", 32},
                            Access{"lwa", 32, true}, Access{"ld", 64}};
constexpr std::array kStores{Access{"stb", 8}, Access{"sth", 16}, Access{"stw", 32},
                             Access{"std", 64}};

}  // namespace

bool Execution::fence() {
    static constexpr std::array<std::string_view, 5> kFences{"sync", "hwsync", "lwsync", "isync",
                                                             "eieio"};
    if (line_.name == "nop") return true;
    if (std::ranges::find(kFences, std::string_view(line_.name)) == kFences.end()) return false;
    // What the fields of a `sync 1` say is for the target's tests to know.
    std::string code = line_.name;
    for (std::size_t at = 0; at < operands_.count(); ++at)
        code += (at == 0 ? " " : ",") + operand(at).text;
    machine_.fence(code, line_.span);
    return true;
}

bool Execution::exclusive() {
    if (line_.name == "lwarx") {
        // EH is a hint.
        if (operands_.count() > 3) (void)small(3, 1);
        const TermId loaded = machine_.load(at_sum(1), 32, "lwarx r$D,r0,r$A", line_.span);
        return write(0, loaded), true;
    }
    if (line_.name != "stwcx.") return false;
    const TermId status = machine_.store_conditional(
        at_sum(1), low(read(0)), 1, "stwcx. r$V,r0,r$A ; bne $L ; li r$U,1 ; $L:", line_.span);
    forget_bits("cr0");
    machine_.only_equal("cr0", terms_.binary(Op::equal, status, terms_.constant(1, 32)));
    return true;
}

bool Execution::access() {
    std::string_view name = line_.name;
    const bool updates = name == "stdu";
    if (updates) name = "std";
    const bool is_indexed = name.ends_with('x');
    if (is_indexed) name.remove_suffix(1);
    const auto load = std::ranges::find(kLoads, name, &Access::name);
    const auto store = std::ranges::find(kStores, name, &Access::name);
    if (load == kLoads.end() && store == kStores.end()) return false;
    const TermId where = is_indexed ? at_sum(1) : address(1);
    // Two words in one access are one each; of the sign the test's registers have no bits.
    const auto code = [](const Access& how) {
        return std::string(how.width < 32 ? how.name : how.name[0] == 'l' ? "lwz" : "stw");
    };
    if (load != kLoads.end()) {
        const TermId loaded =
            machine_.load(where, load->width, code(*load) + " r$D,0(r$A)", line_.span, true);
        return write(0, terms_.resized(loaded, 64, load->is_signed)), true;
    }
    machine_.store(where, terms_.resized(read(0), store->width), code(*store) + " r$V,0(r$A)",
                   line_.span, true);
    if (updates) machine_.set("r1", where);
    return true;
}

}  // namespace clmm::compilers::ppc64

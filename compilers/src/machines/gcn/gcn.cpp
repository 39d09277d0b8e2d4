#include <algorithm>
#include <array>

#include "machines/gcn/wave.h"

namespace clmm::compilers {
namespace gcn {
namespace {

/// What a kernel finds in its first scalar registers, in this order, and how many each takes.
struct UserRegisters {
    std::string_view directive;
    unsigned count;
};
constexpr std::array kUserRegisters{UserRegisters{".amdhsa_user_sgpr_private_segment_buffer", 4},
                                    UserRegisters{".amdhsa_user_sgpr_dispatch_ptr", 2},
                                    UserRegisters{".amdhsa_user_sgpr_queue_ptr", 2},
                                    UserRegisters{".amdhsa_user_sgpr_kernarg_segment_ptr", 2}};

/// The directive of a kernel that says whether it has something.
bool is_set(const Listing& listing, std::size_t kernel, std::string_view directive) {
    for (std::size_t i = kernel; i < listing.lines.size(); ++i) {
        const Line& line = listing.lines[i];
        if (line.name == ".end_amdhsa_kernel") break;
        if (line.name == directive && !line.operands.empty()) return line.operands[0].text != "0";
    }
    return false;
}

std::size_t kernel_in(const Listing& listing, const std::string& function) {
    const auto found = std::ranges::find_if(listing.lines, [&](const Line& line) {
        return line.name == ".amdhsa_kernel" && !line.operands.empty() &&
               line.operands[0].text == function;
    });
    if (found == listing.lines.end())
        refuse("nothing says which registers the kernel " + function + " finds its arguments in",
               {0, 0}, ".amdhsa_kernel " + function + " with its directives");
    return static_cast<std::size_t>(found - listing.lines.begin());
}

/// The name without how it is encoded.
std::string without_encoding(std::string_view name) {
    for (const std::string_view each : {"_e32", "_e64"})
        if (name.ends_with(each)) return std::string(name.substr(0, name.size() - each.size()));
    return std::string(name);
}

class Gcn final : public InstructionSet {
public:
    Gcn(std::string_view word, Family family) : family_(family) {
        const bool is_gfx9 = family == Family::gfx90a || family == Family::gfx942;
        dialect_.word = word;
        dialect_.model = "amdgpu";
        dialect_.registers = numbered(200, "v");
        dialect_.immediate = "%";
        dialect_.head = "P%n@wave %s,wg %w,agent %d";
        dialect_.constant = "v_mov_b32 $D, $N";
        dialect_.compute = {
            {Op::add, is_gfx9 ? "v_add_u32 $D, $V, $W" : "v_add_nc_u32 $D, $V, $W"},
            {Op::subtract, is_gfx9 ? "v_sub_u32 $D, $V, $W" : "v_sub_nc_u32 $D, $V, $W"},
            {Op::bit_and, "v_and_b32 $D, $V, $W"},
            {Op::bit_or, "v_or_b32 $D, $V, $W"},
            {Op::bit_xor, "v_xor_b32 $D, $V, $W"}};
        dialect_.branch = "v_cmp_ne_u32 vcc, $V, 0 ; s_cbranch_vccnz $L ; $L:";
        dialect_.local_pointer = 32;
    }

    const Syntax& syntax() const override {
        static const Syntax made{.comments = {";", "//"}};
        return made;
    }
    const Dialect& dialect() const override { return dialect_; }

    void enter(Machine& machine, const Listing& listing, const std::string& function,
               const std::vector<TermId>& parameters) const override {
        const std::size_t kernel = kernel_in(listing, function);
        if (is_set(listing, kernel, ".amdhsa_user_sgpr_kernarg_preload_length"))
            refuse("the kernel " + function + " finds arguments in registers",
                   listing.lines[kernel].span);
        Terms& terms = machine.terms();
        const TermId arguments = terms.base();
        machine.set("arguments", arguments);
        unsigned first = 0;
        for (const UserRegisters& each : kUserRegisters) {
            if (!is_set(listing, kernel, each.directive)) continue;
            if (&each == &kUserRegisters.back()) put(machine, first, arguments);
            if (&each == &kUserRegisters.front()) machine.set("scratch", terms.constant(1));
            first += each.count;
        }
        machine.set("exec_lo", terms.constant(1, 32));
        machine.set("exec_hi", terms.constant(0, 32));
        // Pointers are aligned to their own size.
        std::int64_t offset = 0;
        for (const TermId each : parameters) {
            const std::int64_t size = terms[each].width / 8;
            offset = (offset + size - 1) / size * size;
            const std::uint64_t base = terms[arguments].value;
            machine.set_private({base, offset}, terms.resized(each, 32));
            if (size > 4) machine.set_private({base, offset + 4}, upper(terms, each));
            offset += size;
        }
    }

    Next execute(Machine& machine, const Line& line) const override {
        Line plain = line;
        plain.name = without_encoding(line.name);
        Wave wave(machine, plain, family_, dialect_.word);
        if (const auto next = control(wave)) return *next;
        if (scalar(wave) || waits_and_caches(wave)) return {};
        if (!plain.name.starts_with("s_") && !is_of_all_lanes(plain.name)) {
            const TermId runs = wave.lane(wave.read("exec_lo"));
            const auto is_known = machine.decided(runs);
            if (!is_known) return {Next::Kind::masked, {}, {}, runs};
            if (!*is_known) return {};
        }
        if (dialect_.word.ends_with("_TGSPLIT") && plain.name.starts_with("ds_"))
            refuse("in threadgroup split mode there is no LDS", line.span);
        if (memory(wave) || vector(wave, plain.name)) return {};
        unknown_instruction(line);
    }

private:
    static TermId upper(Terms& terms, TermId value) {
        return terms.resized(terms.binary(Op::shift_right, value, terms.constant(32)), 32);
    }
    static void put(Machine& machine, unsigned first, TermId value) {
        Terms& terms = machine.terms();
        machine.set("s" + std::to_string(first), terms.resized(value, 32));
        machine.set("s" + std::to_string(first + 1), upper(terms, value));
    }
    /// What does its work whether the work-item runs or not.
    static bool is_of_all_lanes(const std::string& name) {
        return name == "v_readfirstlane_b32" || name == "v_readlane_b32" ||
               name == "v_writelane_b32";
    }

    Family family_;
    Dialect dialect_;
};

}  // namespace
}  // namespace gcn

// Threadgroup split mode and CU mode are the same instructions on other compute units.
const std::vector<const InstructionSet*>& amdgpu_processors() {
    using gcn::Family;
    static const gcn::Gcn gfx90a("GFX90A", Family::gfx90a);
    static const gcn::Gcn gfx90a_split("GFX90A_TGSPLIT", Family::gfx90a);
    static const gcn::Gcn gfx942("GFX942", Family::gfx942);
    static const gcn::Gcn gfx942_split("GFX942_TGSPLIT", Family::gfx942);
    static const gcn::Gcn gfx1100("GFX1100", Family::gfx11);
    static const gcn::Gcn gfx1100_cu("GFX1100_CU", Family::gfx11);
    static const gcn::Gcn gfx1200("GFX1200", Family::gfx12);
    static const gcn::Gcn gfx1200_cu("GFX1200_CU", Family::gfx12);
    static const std::vector<const InstructionSet*> all{&gfx90a,       &gfx90a_split, &gfx942,
                                                        &gfx942_split, &gfx1100,      &gfx1100_cu,
                                                        &gfx1200,      &gfx1200_cu};
    return all;
}

}  // namespace clmm::compilers

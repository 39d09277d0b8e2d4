#include <array>
#include <optional>
#include <utility>

#include "riscv/instruction.h"

namespace clmm::targets::riscv {
namespace {

struct Size {
    char letter;
    unsigned width;
};
constexpr std::array kSizes{Size{'b', 8}, Size{'h', 16}, Size{'w', 32}, Size{'d', 64}};

struct Annotation {
    std::string_view suffix;
    bool acquire, release;
};
constexpr std::array kAnnotations{Annotation{"", false, false}, Annotation{".aq", true, false},
                                  Annotation{".rl", false, true}, Annotation{".aqrl", true, true},
                                  Annotation{".aq.rl", true, true}};

struct Named {
    std::string_view name;
    Operation operation;
};
constexpr std::array kAtomic{
    Named{"swap", Operation::none},        Named{"add", Operation::add},
    Named{"and", Operation::bit_and},      Named{"or", Operation::bit_or},
    Named{"xor", Operation::bit_xor},      Named{"min", Operation::signed_min},
    Named{"max", Operation::signed_max},   Named{"minu", Operation::unsigned_min},
    Named{"maxu", Operation::unsigned_max}};
constexpr std::array kComputing{
    Named{"add", Operation::add},         Named{"sub", Operation::sub},
    Named{"and", Operation::bit_and},     Named{"or", Operation::bit_or},
    Named{"xor", Operation::bit_xor},     Named{"sll", Operation::shift_left},
    Named{"srl", Operation::shift_right}, Named{"addi", Operation::add},
    Named{"andi", Operation::bit_and},    Named{"ori", Operation::bit_or},
    Named{"xori", Operation::bit_xor},    Named{"slli", Operation::shift_left},
    Named{"srli", Operation::shift_right}};
struct Branch {
    std::string_view name;
    Condition condition;
};
constexpr std::array kBranches{
    Branch{"beq", Condition::equal},          Branch{"bne", Condition::not_equal},
    Branch{"blt", Condition::less},           Branch{"bge", Condition::greater_equal},
    Branch{"bltu", Condition::unsigned_less}, Branch{"bgeu", Condition::unsigned_greater_equal}};

/// What an annotation says of an instruction, if it has that one.
///
/// Source   "Zalrsc": "LR.rl and SC.aq instructions are not guaranteed to provide any stronger
///          ordering than those with both bits clear". "Zalasr": a load without aq, a store
///          without rl are reserved.
std::optional<Form> annotated(Form like, const Annotation& by) {
    const bool is_plain = !by.acquire && !by.release;
    if (like.kind == Kind::load && !is_plain && !by.acquire) return std::nullopt;
    if (like.kind == Kind::store && !is_plain && !by.release) return std::nullopt;
    const bool is_both = by.acquire && by.release;
    like.name += by.suffix;
    like.acquire = like.kind == Kind::store_conditional ? is_both : by.acquire;
    like.release = like.kind == Kind::load_reserved ? is_both : by.release;
    return like;
}

/// "The RISC-V Instruction Set Manual", volume I: RV64I, A, Zacas, Zalasr.
std::vector<Form> make_forms() {
    std::vector<Form> all;
    const auto with_annotations = [&](const std::string& name, Form like) {
        like.name = name;
        for (const Annotation& each : kAnnotations)
            if (auto form = annotated(like, each)) all.push_back(std::move(*form));
    };
    for (const Size& size : kSizes) {
        const std::string letter(1, size.letter);
        with_annotations("l" + letter, {.kind = Kind::load, .width = size.width});
        with_annotations("s" + letter, {.kind = Kind::store, .width = size.width});
        if (size.width < 64)
            all.push_back({.name = "l" + letter + "u",
                           .kind = Kind::load,
                           .width = size.width,
                           .is_signed = false});
        if (size.width < 32) continue;
        with_annotations("lr." + letter, {.kind = Kind::load_reserved, .width = size.width});
        with_annotations("sc." + letter, {.kind = Kind::store_conditional, .width = size.width});
        with_annotations("amocas." + letter, {.kind = Kind::compare_and_swap, .width = size.width});
        for (const Named& each : kAtomic)
            with_annotations("amo" + std::string(each.name) + "." + letter,
                             {.kind = Kind::amo, .operation = each.operation, .width = size.width});
    }
    for (const Named& each : kComputing)
        all.push_back({std::string(each.name), Kind::compute, each.operation});
    for (const Branch& each : kBranches)
        all.push_back(
            {.name = std::string(each.name), .kind = Kind::branch, .condition = each.condition});
    all.push_back({.name = "beqz", .kind = Kind::zero_branch});
    all.push_back({.name = "bnez", .kind = Kind::zero_branch, .condition = Condition::not_equal});
    for (const auto& [name, kind] :
         {std::pair{"fence", Kind::fence}, std::pair{"fence.tso", Kind::fence_tso},
          std::pair{"fence.i", Kind::fence_i}, std::pair{"li", Kind::set},
          std::pair{"mv", Kind::set}, std::pair{"j", Kind::jump}, std::pair{"nop", Kind::nothing}})
        all.push_back({name, kind});
    return all;
}

}  // namespace

const std::vector<Form>& forms() {
    static const std::vector<Form> all = make_forms();
    return all;
}

}  // namespace clmm::targets::riscv

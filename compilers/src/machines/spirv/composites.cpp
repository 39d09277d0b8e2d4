#include <algorithm>
#include <array>

#include "machines/spirv/expansion.h"

/// Vectors, arrays and structures: as values their scalars, in memory as many accesses.
namespace clmm::compilers::khronos {
namespace {

Piece numeral(std::uint64_t value, Span span) { return {std::to_string(value), span}; }

/// Memory operands that change nothing here: no access of OpenCL's is private, and a volatile one
/// orders nothing.
void expect_harmless(const Instruction& each, std::size_t at) {
    if (at >= each.operands.size()) return;
    static constexpr std::array<std::string_view, 4> kKnown{"None", "Volatile", "Aligned",
                                                            "Nontemporal"};
    std::string_view rest = each.operands[at].text;
    while (true) {
        const std::size_t bar = rest.find('|');
        if (std::ranges::find(kKnown, rest.substr(0, bar)) == kKnown.end())
            refuse("unknown memory operand '" + std::string(rest.substr(0, bar)) + "'",
                   each.operands[at].span);
        if (bar == std::string_view::npos) return;
        rest.remove_prefix(bar + 1);
    }
}

}  // namespace

bool Expansion::memory(const Frame& frame, const Instruction& each) {
    if (each.name == "OpVariable") return variable(frame, each), true;
    if (each.name.ends_with("AccessChain")) return address(frame, each), true;
    const bool loads = each.name == "OpLoad";
    if (!loads && each.name != "OpStore") return false;
    expect_harmless(each, 2);
    const Piece& what = loads ? each.result : each.operand(1);
    const Piece pointer = value(frame, only(each.operand(loads ? 1 : 0)), 0);
    const std::vector<Leaf> leaves = leaves_of(what);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        std::vector<Piece> operands{pointer, numeral(leaves[i].offset, each.span)};
        if (loads)
            operands.insert(operands.begin(), width_of(what, i));
        else
            operands.push_back(value(frame, what, i));
        emit(each.span, each.name, loads ? name_of(frame, what, i, leaves.size()) : std::string(),
             std::move(operands));
    }
    return true;
}

/// Each has its place, that of a call another for each expansion.
void Expansion::variable(const Frame& frame, const Instruction& each) {
    if (each.operand(1).text != "Function")
        refuse("a variable that is not the function's own", each.operand(1).span);
    const Type& pointer = module_.type(each.operand(0).text, each.operand(0).span);
    if (pointer.kind != Type::Kind::pointer)
        refuse("a variable whose type is no pointer", each.operand(0).span);
    const std::string& type = pointer.members.front();
    const std::uint64_t size = module_.type(type, each.span).size;
    constexpr std::uint64_t kMost = 1 << 20;
    if (size > kMost || stack_ > kMost) refuse("a variable too large to be followed", each.span);
    const std::string name = name_of(frame, each.result, 0, 1);
    emit(each.span, "variable", name, {width_of(each.result, 0), numeral(stack_, each.span)});
    constexpr std::uint64_t kAligned = 16;
    stack_ += (size / kAligned + 1) * kAligned;
    if (each.operands.size() < 3) return;
    const std::vector<Leaf> leaves = module_.leaves(type, each.span);
    if (leaves_of(each.operands[2]).size() != leaves.size())
        refuse("a value of another type", each.operands[2].span);
    for (std::size_t i = 0; i < leaves.size(); ++i)
        emit(each.span, "OpStore", {},
             {{name, each.span},
              numeral(leaves[i].offset, each.span),
              value(frame, each.operands[2], i)});
}

void Expansion::address(const Frame& frame, const Instruction& each) {
    static constexpr std::array<std::string_view, 4> kKnown{
        "OpAccessChain", "OpInBoundsAccessChain", "OpPtrAccessChain", "OpInBoundsPtrAccessChain"};
    if (std::ranges::find(kKnown, std::string_view(each.name)) == kKnown.end())
        unknown_instruction(each);
    const Piece& base = only(each.operand(1));
    const Type* at = &module_.type(module_.type_of(base), base.span);
    if (at->kind != Type::Kind::pointer) refuse("'" + base.text + "' is no pointer", base.span);
    std::uint64_t offset = 0;
    std::vector<Piece> steps;
    const auto step = [&](const Piece& index, std::uint64_t stride) {
        steps.push_back(value(frame, only(index), 0));
        steps.push_back(numeral(stride, index.span));
    };
    at = &module_.type(at->members.front(), base.span);
    std::size_t next = 2;
    if (each.name.find("Ptr") != std::string::npos) step(each.operand(next++), at->size);
    for (; next < each.operands.size(); ++next) {
        const Piece& index = each.operands[next];
        if (at->kind == Type::Kind::structure) {
            const std::uint64_t member = module_.number(index);
            if (member >= at->members.size()) refuse("there is no such member", index.span);
            offset += module_.offset(*at, member, index.span);
            at = &module_.type(at->members[member], index.span);
            continue;
        }
        if (at->kind != Type::Kind::vector && at->kind != Type::Kind::array)
            refuse("what has no parts has no address of one", index.span);
        at = &module_.type(at->members.front(), index.span);
        step(index, at->size);
    }
    std::vector<Piece> operands{width_of(each.result, 0), value(frame, base, 0),
                                numeral(offset, each.span)};
    operands.insert(operands.end(), steps.begin(), steps.end());
    emit(each.span, "address", name_of(frame, only(each.result), 0, 1), std::move(operands));
}

bool Expansion::composite(const Frame& frame, const Instruction& each) {
    if (each.name == "OpCompositeConstruct") return construct(frame, each), true;
    if (each.name == "OpVectorShuffle") return shuffle(frame, each), true;
    const bool inserts = each.name == "OpCompositeInsert";
    if (!inserts && each.name != "OpCompositeExtract") return false;
    const Piece& whole = each.operand(inserts ? 2 : 1);
    const auto [first, count] = member(whole, each, inserts ? 3 : 2);
    std::vector<Piece> parts;
    if (!inserts) {
        for (std::size_t i = 0; i < count; ++i) parts.push_back(value(frame, whole, first + i));
        collected(frame, each, std::move(parts));
        return true;
    }
    const Piece& part = each.operand(1);
    if (leaves_of(part).size() != count) refuse("a value of another type", part.span);
    for (std::size_t i = 0; i < leaves_of(whole).size(); ++i) {
        const bool is_new = i >= first && i < first + count;
        parts.push_back(is_new ? value(frame, part, i - first) : value(frame, whole, i));
    }
    collected(frame, each, std::move(parts));
    return true;
}

/// Which of a value's scalars the numbers from `first` on name: where they begin, and how many.
std::pair<std::size_t, std::size_t> Expansion::member(const Piece& whole, const Instruction& each,
                                                      std::size_t first) const {
    std::string type = module_.type_of(whole);
    std::size_t at = 0;
    for (; first < each.operands.size(); ++first) {
        const Type& of = module_.type(type, whole.span);
        const Piece& word = each.operands[first];
        const auto index = number_in(word.text);
        const bool is_structure = of.kind == Type::Kind::structure;
        const bool has_parts =
            is_structure || of.kind == Type::Kind::vector || of.kind == Type::Kind::array;
        const std::uint64_t count = is_structure ? of.members.size() : of.count;
        if (!index || !has_parts || *index < 0 || static_cast<std::uint64_t>(*index) >= count)
            refuse("there is no such part", word.span);
        const auto number = static_cast<std::size_t>(*index);
        for (std::size_t i = 0; i < number; ++i)
            at += module_.leaves(of.members[is_structure ? i : 0], word.span).size();
        type = of.members[is_structure ? number : 0];
    }
    return {at, module_.leaves(type, whole.span).size()};
}

void Expansion::construct(const Frame& frame, const Instruction& each) {
    std::vector<Piece> parts;
    for (std::size_t at = 1; at < each.operands.size(); ++at) {
        const std::size_t count = leaves_of(each.operands[at]).size();
        for (std::size_t i = 0; i < count; ++i) parts.push_back(value(frame, each.operands[at], i));
    }
    collected(frame, each, std::move(parts));
}

void Expansion::shuffle(const Frame& frame, const Instruction& each) {
    const Piece& left = each.operand(1);
    const Piece& right = each.operand(2);
    const std::size_t split = leaves_of(left).size();
    const std::size_t count = split + leaves_of(right).size();
    std::vector<Piece> parts;
    for (std::size_t at = 3; at < each.operands.size(); ++at) {
        const Piece& word = each.operands[at];
        const auto index = number_in(word.text);
        if (index && *index >= 0 && static_cast<std::size_t>(*index) < count) {
            const auto i = static_cast<std::size_t>(*index);
            parts.push_back(i < split ? value(frame, left, i) : value(frame, right, i - split));
            continue;
        }
        if (index != 0xFFFFFFFF) refuse("there is no such part", word.span);
        parts.push_back({"undef:" + width_of(each.result, 0).text, word.span});
    }
    collected(frame, each, std::move(parts));
}

void Expansion::collected(const Frame& frame, const Instruction& each, std::vector<Piece> parts) {
    const std::size_t count = leaves_of(each.result).size();
    if (parts.size() != count)
        refuse("the result has " + std::to_string(count) + " parts, what it is made of " +
                   std::to_string(parts.size()),
               each.span);
    for (std::size_t i = 0; i < count; ++i)
        emit(each.span, "copy", name_of(frame, each.result, i, count),
             {width_of(each.result, i), std::move(parts[i])});
}

}  // namespace clmm::compilers::khronos

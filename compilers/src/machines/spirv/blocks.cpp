#include <algorithm>
#include <array>

#include "machines/spirv/expansion.h"

/// How blocks end, and what values have where they meet.
namespace clmm::compilers::khronos {
namespace {

constexpr std::size_t kMostLines = 20'000;

}  // namespace

Phis::Phis(const Function& function) {
    std::string block;
    for (const Instruction& each : function.body) {
        if (each.name == "OpLabel") block = each.result.text;
        if (each.name != "OpPhi") continue;
        if (each.operands.size() < 3 || each.operands.size() % 2 == 0)
            refuse("'OpPhi' has a value for each block before, and its label", each.span);
        of_[block].push_back(&each);
        for (std::size_t i = 1; i < each.operands.size(); i += 2)
            from_[each.operands[i + 1].text].emplace_back(&each, &each.operands[i]);
    }
}

const std::vector<const Instruction*>& Phis::of_block(const std::string& label) const {
    static const std::vector<const Instruction*> kNone;
    const auto found = of_.find(label);
    return found == of_.end() ? kNone : found->second;
}

const std::vector<Phis::Value>& Phis::from_block(const std::string& label) const {
    static const std::vector<Value> kNone;
    const auto found = from_.find(label);
    return found == from_.end() ? kNone : found->second;
}

void Expansion::part(const Frame& frame, const Instruction& phi, const Piece& from) {
    const std::size_t count = leaves_of(phi.result).size();
    if (leaves_of(from).size() != count) refuse("a value of another type", from.span);
    for (std::size_t i = 0; i < count; ++i)
        emit(phi.span, "copy", "next " + name_of(frame, phi.result, i, count),
             {width_of(phi.result, i), value(frame, from, i)});
}

void Expansion::meet(const Frame& frame, const Instruction& phi) {
    const std::size_t count = leaves_of(phi.result).size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = name_of(frame, phi.result, i, count);
        emit(phi.span, "copy", name, {width_of(phi.result, i), {"next " + name, phi.span}});
    }
}

bool Expansion::is_end(const Instruction& each) {
    static constexpr std::array<std::string_view, 6> kEnds{"OpBranch",      "OpBranchConditional",
                                                           "OpSwitch",      "OpReturn",
                                                           "OpReturnValue", "OpUnreachable"};
    return std::ranges::find(kEnds, std::string_view(each.name)) != kEnds.end();
}

void Expansion::end(const Frame& frame, const Instruction& each) {
    if (each.name == "OpUnreachable") return emit(each.span, each.name, {}, {});
    if (each.name.starts_with("OpReturn")) return leave(frame, each);
    if (each.name == "OpBranch") return jump(frame, each.operand(0), each.span);
    choose(frame, each);
}

void Expansion::leave(const Frame& frame, const Instruction& each) {
    if (frame.back.label.empty()) return emit(each.span, "leave", {}, {});
    if (each.name == "OpReturnValue")
        copy(each.span, *frame.caller, frame.back.result, frame, each.operand(0));
    emit(each.span, "jump", {}, {{frame.back.label, each.span}});
}

void Expansion::choose(const Frame& frame, const Instruction& each) {
    const Piece condition = value(frame, only(each.operand(0)), 0);
    const auto to = [&](std::size_t at) {
        return Piece{label(frame, each.operand(at)), each.operand(at).span};
    };
    if (each.name == "OpBranchConditional") {
        emit(each.span, "branch", {}, {condition, to(1)});
        return jump(frame, each.operand(2), each.span);
    }
    if (each.operands.size() % 2 != 0)
        refuse("'OpSwitch' has a number for each label but the first", each.span);
    for (std::size_t i = 2; i < each.operands.size(); i += 2)
        emit(each.span, "case", {}, {condition, each.operands[i], to(i + 1)});
    jump(frame, each.operand(1), each.span);
}

void Expansion::jump(const Frame& frame, const Piece& to, Span span) {
    emit(span, "jump", {}, {{label(frame, to), to.span}});
}

void Expansion::copy(Span span, const Frame& to, const Piece& result, const Frame& from,
                     const Piece& id) {
    const std::size_t count = leaves_of(result).size();
    if (leaves_of(id).size() != count) refuse("a value of another type", id.span);
    for (std::size_t i = 0; i < count; ++i)
        emit(span, "copy", name_of(to, result, i, count),
             {width_of(result, i), value(from, id, i)});
}

void Expansion::emit(Span span, std::string name, std::string result, std::vector<Piece> operands) {
    if (made_.lines.size() == kMostLines) refuse("the kernels are too long to be followed", span);
    made_.lines.push_back({.name = std::move(name),
                           .guard = {},
                           .operands = std::move(operands),
                           .span = span,
                           .result = std::move(result)});
}

std::vector<Leaf> Expansion::leaves_of(const Piece& id) const {
    return module_.leaves(module_.type_of(id), id.span);
}

const Piece& Expansion::only(const Piece& id) const {
    if (leaves_of(id).size() != 1) refuse("'" + id.text + "' is no scalar", id.span);
    return id;
}

Piece Expansion::width_of(const Piece& id, std::size_t leaf) const {
    return {std::to_string(leaves_of(id)[leaf].width), id.span};
}

std::string Expansion::label(const Frame& frame, const Piece& id) {
    return id.text + "@" + std::to_string(frame.instance);
}

std::string Expansion::name_of(const Frame& frame, const Piece& id, std::size_t leaf,
                               std::size_t count) {
    std::string name = id.text;
    if (count > 1) name += "." + std::to_string(leaf);
    return name + "@" + std::to_string(frame.instance);
}

Piece Expansion::value(const Frame& frame, const Piece& id, std::size_t leaf) const {
    if (const auto* const known = module_.constant(id.text)) return {(*known)[leaf], id.span};
    return {name_of(frame, id, leaf, leaves_of(id).size()), id.span};
}

}  // namespace clmm::compilers::khronos

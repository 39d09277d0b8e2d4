#include "machines/spirv/flatten.h"

#include <algorithm>
#include <array>

#include "machines/spirv/expansion.h"

namespace clmm::compilers::khronos {
namespace {

/// What is done to each scalar alone.
constexpr std::array<std::string_view, 38> kElementwise{"OpIAdd",
                                                        "OpISub",
                                                        "OpIMul",
                                                        "OpNot",
                                                        "OpSNegate",
                                                        "OpBitwiseAnd",
                                                        "OpBitwiseOr",
                                                        "OpBitwiseXor",
                                                        "OpShiftLeftLogical",
                                                        "OpShiftRightLogical",
                                                        "OpShiftRightArithmetic",
                                                        "OpIEqual",
                                                        "OpINotEqual",
                                                        "OpPtrEqual",
                                                        "OpPtrNotEqual",
                                                        "OpULessThan",
                                                        "OpULessThanEqual",
                                                        "OpUGreaterThan",
                                                        "OpUGreaterThanEqual",
                                                        "OpSLessThan",
                                                        "OpSLessThanEqual",
                                                        "OpSGreaterThan",
                                                        "OpSGreaterThanEqual",
                                                        "OpLogicalAnd",
                                                        "OpLogicalOr",
                                                        "OpLogicalEqual",
                                                        "OpLogicalNotEqual",
                                                        "OpLogicalNot",
                                                        "OpSelect",
                                                        "OpUConvert",
                                                        "OpSConvert",
                                                        "OpBitcast",
                                                        "OpConvertPtrToU",
                                                        "OpConvertUToPtr",
                                                        "OpCopyObject",
                                                        "OpPtrCastToGeneric",
                                                        "OpGenericCastToPtr",
                                                        "OpUndef"};

/// What is about the shape of the code, or about nothing that is asked here.
constexpr std::array<std::string_view, 7> kNothing{
    "OpLine",         "OpNoLine", "OpSelectionMerge", "OpLoopMerge", "OpLifetimeStart",
    "OpLifetimeStop", "OpNop"};

bool is_among(const auto& names, const std::string& name) {
    return std::ranges::find(names, std::string_view(name)) != names.end();
}

}  // namespace

Listing flattened(const SourcePtr& file, const Module& module) {
    Listing made;
    made.file = file;
    Expansion expansion(module, made);
    for (const auto& [name, id] : module.entries()) {
        const auto found = module.functions().find(id);
        if (found == module.functions().end()) refuse("the kernel " + name + " has no body", {});
        expansion.kernel(name, found->second);
    }
    return made;
}

void Expansion::kernel(const std::string& name, const Function& function) {
    made_.labels[name] = made_.lines.size();
    const Frame frame{function, instances_++, {}, nullptr};
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Instruction& each = function.parameters[i];
        if (leaves_of(each.result).size() != 1)
            refuse("a parameter of a kernel that is no scalar", each.span);
        emit(each.span, "copy", name_of(frame, each.result, 0, 1),
             {width_of(each.result, 0), {name + "_param_" + std::to_string(i), each.span}});
    }
    body(frame);
}

void Expansion::body(const Frame& frame) {
    const auto& all = frame.function.body;
    if (all.empty())
        refuse("the function " + frame.function.head.result.text + " has no body here",
               frame.function.head.span, "what it does is not seen");
    const Phis phis = phis_of(frame.function);
    const Piece* block = nullptr;
    for (const Instruction& each : all) {
        if (each.name == "OpLabel") {
            if (block != nullptr) refuse("the block before does not end", each.span);
            block = &each.result;
            made_.labels.insert_or_assign(label(frame, each.result), made_.lines.size());
            for (const Instruction* phi : phis.of_block(block->text)) meet(frame, *phi);
            continue;
        }
        if (block == nullptr) refuse("an instruction outside of a block", each.span);
        if (each.name == "OpPhi" || is_among(kNothing, each.name)) continue;
        if (is_end(each)) {
            for (const auto& [phi, value] : phis.from_block(block->text)) part(frame, *phi, *value);
            end(frame, each);
            block = nullptr;
        } else {
            instruction(frame, each);
        }
    }
    if (block != nullptr) refuse("the last block does not end", all.back().span);
}

void Expansion::instruction(const Frame& frame, const Instruction& each) {
    if (is_among(kElementwise, each.name)) return elementwise(frame, each);
    if (each.name.starts_with("OpAtomic") || each.name == "OpMemoryBarrier" ||
        each.name == "OpControlBarrier" || each.name == "OpGenericPtrMemSemantics")
        return scalars(frame, each);
    if (each.name == "OpFunctionCall") return call(frame, each);
    if (memory(frame, each) || composite(frame, each)) return;
    unknown_instruction(each);
}

void Expansion::elementwise(const Frame& frame, const Instruction& each) {
    const std::vector<Leaf> leaves = leaves_of(each.result);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        std::vector<Piece> operands{width_of(each.result, i)};
        for (std::size_t at = 1; at < each.operands.size(); ++at) {
            const Piece& from = each.operands[at];
            const std::size_t count = leaves_of(from).size();
            // The condition of OpSelect may be one for all.
            if (count != leaves.size() && (count != 1 || each.name != "OpSelect"))
                refuse("'" + from.text + "' has " + std::to_string(count) + " parts, the result " +
                           std::to_string(leaves.size()),
                       from.span);
            operands.push_back(value(frame, from, count == 1 ? 0 : i));
        }
        emit(each.span, each.name, name_of(frame, each.result, i, leaves.size()),
             std::move(operands));
    }
}

/// Instructions whose operands are scalars all.
void Expansion::scalars(const Frame& frame, const Instruction& each) {
    const bool has_result = !each.result.text.empty();
    std::vector<Piece> operands;
    if (has_result) operands.push_back(width_of(each.result, 0));
    for (std::size_t at = has_result ? 1 : 0; at < each.operands.size(); ++at)
        operands.push_back(value(frame, only(each.operands[at]), 0));
    if (has_result) (void)only(each.result);
    emit(each.span, each.name, has_result ? name_of(frame, each.result, 0, 1) : std::string(),
         std::move(operands));
}

void Expansion::call(const Frame& frame, const Instruction& each) {
    const Piece& id = each.operand(1);
    const auto found = module_.functions().find(id.text);
    if (found == module_.functions().end()) refuse("'" + id.text + "' is no function", id.span);
    const Function& callee = found->second;
    if (callee.body.empty())
        refuse("the function " + id.text + " has no body here", id.span,
               "what it does is not seen");
    for (const Frame* at = &frame; at != nullptr; at = at->caller)
        if (&at->function == &callee) refuse(id.text + " calls itself", each.span);
    if (each.operands.size() != callee.parameters.size() + 2)
        refuse("a call with another number of arguments than parameters", each.span);
    const std::string number = std::to_string(instances_++);
    const Frame inner{callee, instances_ - 1, {each.result, "behind@" + number}, &frame};
    for (std::size_t i = 0; i < callee.parameters.size(); ++i)
        copy(each.span, inner, callee.parameters[i].result, frame, each.operands[i + 2]);
    body(inner);
    made_.labels.insert_or_assign(inner.back.label, made_.lines.size());
    // A label stands for a line, and this one may be the end of a block.
    emit(each.span, "nothing", {}, {});
}

}  // namespace clmm::compilers::khronos

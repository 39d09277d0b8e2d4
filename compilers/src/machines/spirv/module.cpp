#include "machines/spirv/module.h"

#include <algorithm>
#include <array>

namespace clmm::compilers::khronos {
namespace {

constexpr std::size_t kMostLeaves = 256;

/// What says nothing about what the code does.
constexpr std::array<std::string_view, 17> kHarmless{
    "OpCapability",         "OpExtension",      "OpExtInstImport",   "OpExecutionMode",
    "OpExecutionModeId",    "OpString",         "OpSource",          "OpSourceContinued",
    "OpSourceExtension",    "OpMemberName",     "OpModuleProcessed", "OpDecorate",
    "OpDecorateId",         "OpMemberDecorate", "OpDecorationGroup", "OpGroupDecorate",
    "OpGroupMemberDecorate"};

std::uint64_t rounded(std::uint64_t size, std::uint64_t to) {
    return to == 0 ? size : (size + to - 1) / to * to;
}

std::string scalar(std::uint64_t value, unsigned width) {
    return std::to_string(value) + ":" + std::to_string(width);
}

/// Whether the first operand is the type of the result.
bool has_type(const Instruction& each) {
    static constexpr std::array<std::string_view, 4> kWithout{
        "OpLabel", "OpString", "OpExtInstImport", "OpDecorationGroup"};
    return !each.result.text.empty() && !each.name.starts_with("OpType") &&
           std::ranges::find(kWithout, each.name) == kWithout.end();
}

}  // namespace

Module::Module(std::vector<Instruction> instructions) {
    for (Instruction& each : instructions) {
        define(each);
        if (open_ != nullptr)
            within(std::move(each));
        else
            declare(each);
    }
    std::erase_if(names_, [&](const auto& each) { return !functions_.contains(each.second); });
}

/// Ids have one definition, and results have a type that is declared before.
void Module::define(const Instruction& each) {
    const std::string& id = each.result.text;
    if (id.empty()) return;
    const bool is_typed = has_type(each);
    const auto [found, is_new] =
        type_of_.try_emplace(id, is_typed ? each.operand(0).text : std::string());
    if (!is_new) refuse(id + " is defined twice", each.result.span);
    if (is_typed) (void)type(found->second, each.operand(0).span);
}

void Module::declare(const Instruction& each) {
    if (each.name == "OpFunction") {
        open_ = &functions_.emplace(each.result.text, Function{each, {}, {}}).first->second;
        return;
    }
    if (head(each) || type_declaration(each) || constant_declaration(each)) return;
    // Variables of the module: where code names one, it is none of the test's locations.
    if (each.name == "OpVariable" || each.name == "OpLine" || each.name == "OpNoLine") return;
    unknown_instruction(each);
}

void Module::within(Instruction each) {
    if (each.name == "OpFunctionEnd")
        open_ = nullptr;
    else if (each.name == "OpFunctionParameter")
        open_->parameters.push_back(std::move(each));
    else
        open_->body.push_back(std::move(each));
}

bool Module::head(const Instruction& each) {
    if (each.name == "OpMemoryModel") {
        if (each.operand(1).text != "OpenCL" || !each.operand(0).text.starts_with("Physical"))
            refuse("a module of another environment: " + each.operand(0).text + " " +
                       each.operand(1).text,
                   each.span, "modules of the OpenCL environment are read: Physical64 OpenCL");
        return true;
    }
    if (each.name == "OpEntryPoint") {
        if (each.operand(0).text != "Kernel")
            refuse("an entry point that is no kernel", each.operand(0).span);
        entries_.emplace(each.operand(2).text, each.operand(1).text);
        return true;
    }
    if (each.name == "OpName") {
        names_.emplace(each.operand(1).text, each.operand(0).text);
        return true;
    }
    return std::ranges::find(kHarmless, each.name) != kHarmless.end();
}

/// The type that a type is made of. It stands before, so that no type is in itself.
std::string Module::element(const Instruction& each, std::size_t at) const {
    const Piece& id = each.operand(at);
    (void)type(id.text, id.span);
    return id.text;
}

bool Module::type_declaration(const Instruction& each) {
    if (!each.name.starts_with("OpType")) return false;
    Type made;
    const auto width = [&](std::size_t at) {
        const auto bits = number_in(each.operand(at).text);
        if (!bits || (*bits != 8 && *bits != 16 && *bits != 32 && *bits != 64))
            refuse("integers of this width are not followed", each.operand(at).span,
                   "8, 16, 32 and 64 bits are");
        return static_cast<unsigned>(*bits);
    };
    if (each.name == "OpTypeVoid") made.kind = Type::Kind::none;
    if (each.name == "OpTypeBool") made = {.kind = Type::Kind::boolean, .width = 1};
    if (each.name == "OpTypeInt") made = {.kind = Type::Kind::integer, .width = width(0)};
    if (each.name == "OpTypePointer")
        made = {.kind = Type::Kind::pointer, .width = 64, .members = {each.operand(1).text}};
    if (each.name == "OpTypeVector") {
        const auto count = number_in(each.operand(1).text);
        if (!count || *count < 2 || *count > 16)
            refuse("a vector of '" + each.operand(1).text + "'", each.operand(1).span);
        made = {.kind = Type::Kind::vector,
                .count = static_cast<std::uint64_t>(*count),
                .members = {element(each, 0)}};
    }
    if (each.name == "OpTypeArray")
        made = {.kind = Type::Kind::array,
                .count = number(each.operand(1)),
                .members = {element(each, 0)}};
    if (each.name == "OpTypeStruct") {
        made.kind = Type::Kind::structure;
        for (std::size_t i = 0; i < each.operands.size(); ++i)
            made.members.push_back(element(each, i));
    }
    lay_out(made, each.span);
    types_.emplace(each.result.text, std::move(made));
    return true;
}

bool Module::constant_declaration(const Instruction& each) {
    std::string_view name = each.name;
    const bool is_specialised = name.starts_with("OpSpecConstant");
    name.remove_prefix(is_specialised ? 6 : std::min<std::size_t>(2, name.size()));
    const bool is_known = name == "Constant" || name == "ConstantTrue" || name == "ConstantFalse" ||
                          name == "ConstantNull" || name == "ConstantComposite" || name == "Undef";
    if (!is_known) return false;
    const std::string& of = each.operand(0).text;
    if (type(of, each.operand(0).span).kind == Type::Kind::other) return true;
    std::vector<std::string> made;
    if (name == "Constant") made = numeral(each);
    if (name == "ConstantTrue") made = {scalar(1, 1)};
    if (name == "ConstantFalse") made = {scalar(0, 1)};
    if (name == "ConstantComposite") made = composite(each);
    if (name == "ConstantNull" || name == "Undef")
        for (const Leaf& leaf : leaves(of, each.span))
            made.push_back(name == "Undef" ? "undef:" + std::to_string(leaf.width)
                                           : scalar(0, leaf.width));
    constants_.emplace(each.result.text, std::move(made));
    return true;
}

std::vector<std::string> Module::numeral(const Instruction& each) const {
    const Type& of = type(each.operand(0).text, each.operand(0).span);
    const auto value = number_in(each.operand(1).text);
    if (!value || of.kind != Type::Kind::integer)
        refuse("'" + each.operand(1).text + "' is no integer of its type", each.operand(1).span);
    const std::uint64_t mask = of.width >= 64 ? ~0ULL : (std::uint64_t{1} << of.width) - 1;
    return {scalar(static_cast<std::uint64_t>(*value) & mask, of.width)};
}

std::vector<std::string> Module::composite(const Instruction& each) const {
    std::vector<std::string> made;
    for (std::size_t i = 1; i < each.operands.size(); ++i) {
        const auto* const part = constant(each.operands[i].text);
        if (part == nullptr)
            refuse(each.operands[i].text + " is no constant", each.operands[i].span);
        made.insert(made.end(), part->begin(), part->end());
        if (made.size() > kMostLeaves) refuse("a constant too large to be followed", each.span);
    }
    if (made.size() != leaves(each.operand(0).text, each.span).size())
        refuse("a constant whose parts are not those of its type", each.span);
    return made;
}

const Type& Module::type(const std::string& id, Span span) const {
    const auto found = types_.find(id);
    if (found == types_.end()) refuse("'" + id + "' is no type", span);
    return found->second;
}

const std::string& Module::type_of(const Piece& id) const {
    const auto found = type_of_.find(id.text);
    if (found == type_of_.end() || found->second.empty())
        refuse("'" + id.text + "' has no value", id.span);
    return found->second;
}

const std::vector<std::string>* Module::constant(const std::string& id) const {
    const auto found = constants_.find(id);
    return found == constants_.end() ? nullptr : &found->second;
}

std::uint64_t Module::number(const Piece& id) const {
    const auto* const found = constant(id.text);
    const auto value =
        found == nullptr || found->size() != 1
            ? std::nullopt
            : number_in(std::string_view(found->front()).substr(0, found->front().find(':')));
    if (!value) refuse("'" + id.text + "' is no constant number", id.span);
    return static_cast<std::uint64_t>(*value);
}

void Module::collect(const std::string& id, std::uint64_t at, std::vector<Leaf>& leaves,
                     Span span) const {
    const Type& of = type(id, span);
    switch (of.kind) {
        case Type::Kind::boolean:
        case Type::Kind::integer:
        case Type::Kind::pointer:
            if (leaves.size() == kMostLeaves) refuse("a value too large to be followed", span);
            leaves.push_back({at, of.width});
            return;
        case Type::Kind::vector:
        case Type::Kind::array: {
            if (of.count == 0 || of.count > kMostLeaves)
                refuse("a value too large to be followed", span);
            const std::uint64_t step = type(of.members.front(), span).size;
            for (std::uint64_t i = 0; i < of.count; ++i)
                collect(of.members.front(), at + i * step, leaves, span);
            return;
        }
        case Type::Kind::structure:
            if (of.members.empty()) refuse("a value without parts", span);
            for (std::size_t i = 0; i < of.members.size(); ++i)
                collect(of.members[i], at + offset(of, i, span), leaves, span);
            return;
        default:
            refuse("values of the type " + id + " are not followed", span,
                   "integers, booleans, pointers and what is made of them are");
    }
}

std::vector<Leaf> Module::leaves(const std::string& type, Span span) const {
    std::vector<Leaf> all;
    collect(type, 0, all, span);
    return all;
}

std::uint64_t Module::offset(const Type& structure, std::size_t member, Span span) const {
    std::uint64_t at = 0;
    for (std::size_t i = 0; i <= member; ++i) {
        const Type& each = type(structure.members[i], span);
        at = rounded(at, each.alignment);
        if (i < member) at += each.size;
    }
    return at;
}

/// Vectors of three are as large as those of four.
void Module::lay_out(Type& made, Span span) const {
    made.size = made.alignment = std::max(1U, made.width / 8);
    if (made.members.empty() || made.kind == Type::Kind::pointer) return;
    const Type& last = type(made.members.back(), span);
    if (made.kind == Type::Kind::structure) {
        for (const std::string& each : made.members)
            made.alignment = std::max(made.alignment, type(each, span).alignment);
        made.size =
            rounded(offset(made, made.members.size() - 1, span) + last.size, made.alignment);
        return;
    }
    made.size = (made.kind == Type::Kind::vector && made.count == 3 ? 4 : made.count) * last.size;
    made.alignment = made.kind == Type::Kind::vector ? made.size : last.alignment;
}

}  // namespace clmm::compilers::khronos

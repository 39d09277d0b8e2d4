#include "read/condition.h"

#include <algorithm>
#include <map>
#include <utility>

#include "clmm/language/names.h"

namespace clmm::litmus {
namespace {

using syntax::PropositionAtom;

std::string text(const PropositionAtom& atom) {
    const std::string subscript = atom.subscript ? "[" + std::to_string(*atom.subscript) + "]" : "";
    switch (atom.kind) {
        case PropositionAtom::Kind::constant:
            return std::to_string(atom.constant);
        case PropositionAtom::Kind::reg:
            return std::to_string(*atom.unit) + ":" + atom.name + subscript;
        case PropositionAtom::Kind::address:
            return "&" + atom.name + subscript;
        case PropositionAtom::Kind::location:
            break;
    }
    return atom.name + subscript;
}

const char* text(syntax::BinaryOperator op) {
    switch (op) {
        case syntax::BinaryOperator::not_equal:
            return "!=";
        case syntax::BinaryOperator::less:
            return "<";
        case syntax::BinaryOperator::less_equal:
            return "<=";
        case syntax::BinaryOperator::greater:
            return ">";
        case syntax::BinaryOperator::greater_equal:
            return ">=";
        default:
            return "=";
    }
}

/// How tightly the connective of a proposition binds.
int binding(const syntax::Proposition& proposition) {
    const auto* node = std::get_if<syntax::PropositionBinary>(&proposition.node);
    if (node == nullptr) return 4;
    if (node->op == syntax::PropositionConnective::conjunction) return 3;
    return node->op == syntax::PropositionConnective::disjunction ? 2 : 1;
}

const char* text(syntax::PropositionConnective connective) {
    switch (connective) {
        case syntax::PropositionConnective::conjunction:
            return " /\\ ";
        case syntax::PropositionConnective::disjunction:
            return " \\/ ";
        case syntax::PropositionConnective::implication:
            return " => ";
        case syntax::PropositionConnective::equivalence:
            break;
    }
    return " <=> ";
}

/// The text of a proposition, with that of each one in it; operands that bind less get brackets.
class Texts {
public:
    explicit Texts(const syntax::Proposition& whole) { write(whole); }

    [[nodiscard]] std::string of(const syntax::Proposition& part) const {
        const auto [begin, end] = places_.at(&part);
        return text_.substr(begin, end - begin);
    }

private:
    void write(const syntax::Proposition& proposition) {
        const std::size_t begin = text_.size();
        std::visit([&](const auto& node) { write_node(proposition, node); }, proposition.node);
        places_.emplace(&proposition, std::pair(begin, text_.size()));
    }
    void write_node(const syntax::Proposition&, const syntax::Comparison& node) {
        text_ += text(node.left) + text(node.op) + text(node.right);
    }
    void write_node(const syntax::Proposition&, const syntax::PropositionNot& node) {
        text_ += "not (";
        write(*node.operand);
        text_ += ")";
    }
    void write_node(const syntax::Proposition&, const syntax::PropositionConstant& node) {
        text_ += node.value ? "true" : "false";
    }
    void write_node(const syntax::Proposition& self, const syntax::PropositionBinary& node) {
        const bool is_associative = binding(self) > 1;
        const int least = is_associative ? binding(self) : binding(self) + 1;
        write_operand(*node.left, least);
        text_ += text(node.op);
        write_operand(*node.right, least);
    }
    void write_operand(const syntax::Proposition& operand, int least) {
        const bool has_brackets = binding(operand) < least;
        if (has_brackets) text_ += "(";
        write(operand);
        if (has_brackets) text_ += ")";
    }

    std::string text_;
    std::map<const syntax::Proposition*, std::pair<std::size_t, std::size_t>> places_;
};

class Resolver {
public:
    Resolver(TestCode& code, const std::vector<Unit>& units, Reporter& reporter)
        : code_(code), units_(units), reporter_(reporter) {}

    ClaimPtr operator()(const syntax::Proposition& whole) { return claim_of(whole, Texts(whole)); }

    Operand operand(const PropositionAtom& atom) const {
        switch (atom.kind) {
            case PropositionAtom::Kind::constant:
                return {
                    .kind = Operand::Kind::constant, .constant = atom.constant, .span = atom.span};
            case PropositionAtom::Kind::reg:
                return reg(atom);
            case PropositionAtom::Kind::address:
                return location(atom, Operand::Kind::address);
            case PropositionAtom::Kind::location:
                break;
        }
        return location(atom, Operand::Kind::location);
    }

    /// An entry of `locations`: an array stands for its elements, and a variable that each device
    /// has for all of them.
    void observe(const PropositionAtom& atom) const {
        const auto each = code_.device_objects.find(atom.name);
        if (each == code_.device_objects.end()) return observe_one(atom);
        for (const auto& [device, object] : each->second.objects) {
            PropositionAtom own = atom;
            own.name = code_.objects[object].name;
            observe_one(own);
        }
    }

private:
    void observe_one(const PropositionAtom& atom) const {
        Operand first = operand(atom);
        std::size_t count = 1;
        if (first.kind == Operand::Kind::location) {
            const MemoryObject& object = code_.objects[first.object];
            count = is_deep(atom)    ? leaves_at(object, atom).size()
                    : atom.subscript ? leaf_count(*object.element())
                                     : object.count;
        }
        for (std::size_t i = 0; i < count; ++i) {
            code_.observed.push_back(first);
            if (first.location.valid()) first.location = LocationId(first.location.index() + 1);
        }
    }

    ClaimPtr claim_of(const syntax::Proposition& proposition, const Texts& texts) {
        auto claim = std::make_unique<Claim>();
        claim->text = texts.of(proposition);
        std::visit([&](const auto& node) { fill(*claim, node, texts); }, proposition.node);
        return claim;
    }

    void fill(Claim& claim, const syntax::Comparison& node, const Texts&) {
        claim.kind = Claim::Kind::comparison;
        claim.op = node.op;
        reporter_.attempt([&] { claim.left = compared(node.left); });
        reporter_.attempt([&] { claim.right = compared(node.right); });
    }
    /// A struct has no value to compare; an array stands for its first element.
    Operand compared(const PropositionAtom& atom) const {
        Operand result = operand(atom);
        if (result.kind != Operand::Kind::location) return result;
        const MemoryObject& object = code_.objects[result.object];
        const TypePtr& element = object.element();
        const bool is_scalar = is_deep(atom) ? leaves_at(object, atom).size() == 1
                                             : !is_structure(element) && !is_array(element);
        if (!is_scalar)
            reject("E-TYPE", "'" + text(atom) + "' is no scalar, so it cannot be compared",
                   atom.span, "name one of its scalars: '" + first_scalar(object, atom) + "'");
        return result;
    }

    void fill(Claim& claim, const syntax::PropositionNot& node, const Texts& texts) {
        claim.kind = Claim::Kind::negation;
        claim.first = claim_of(*node.operand, texts);
    }
    void fill(Claim& claim, const syntax::PropositionBinary& node, const Texts& texts) {
        using syntax::PropositionConnective;
        claim.kind = node.op == PropositionConnective::conjunction   ? Claim::Kind::conjunction
                     : node.op == PropositionConnective::disjunction ? Claim::Kind::disjunction
                     : node.op == PropositionConnective::implication ? Claim::Kind::implication
                                                                     : Claim::Kind::equivalence;
        claim.first = claim_of(*node.left, texts);
        claim.second = claim_of(*node.right, texts);
    }
    void fill(Claim& claim, const syntax::PropositionConstant& node, const Texts&) const {
        claim.value = node.value;
    }

    Operand reg(const PropositionAtom& atom) const {
        const auto unit = std::ranges::find(units_, *atom.unit, &Unit::number);
        if (unit == units_.end())
            reject("E-NAME", "there is no thread P" + std::to_string(*atom.unit), atom.span);
        const auto& names = code_.units[unit->id.index()].names;
        if (std::ranges::find(names, atom.name) == names.end())
            reject("E-NAME", "P" + std::to_string(*atom.unit) + " declares no '" + atom.name + "'",
                   atom.span, language::did_you_mean(atom.name, names));
        return {.kind = Operand::Kind::reg, .unit = unit->id, .name = atom.name, .span = atom.span};
    }

    /// A part of an object deeper than an element: `s.f`, `a[1][2]`.
    static bool is_deep(const PropositionAtom& atom) {
        return atom.name.find_first_of(".[") != std::string::npos;
    }

    /// The numbers of the object's scalars that are part of what the atom names.
    static std::vector<std::size_t> leaves_at(const MemoryObject& object,
                                              const PropositionAtom& atom) {
        const std::string path = atom.name.substr(atom.name.find_first_of(".["));
        std::vector<std::size_t> found;
        std::size_t number = 0;
        for (const Leaf& leaf : leaves_of(object.type)) {
            const bool is_part = leaf.path.starts_with(path) &&
                                 (leaf.path.size() == path.size() ||
                                  leaf.path[path.size()] == '.' || leaf.path[path.size()] == '[');
            if (is_part) found.push_back(number);
            ++number;
        }
        return found;
    }

    static std::string first_scalar(const MemoryObject& object, const PropositionAtom& atom) {
        const std::vector<Leaf> leaves = leaves_of(object.type);
        const std::size_t first = is_deep(atom)    ? leaves_at(object, atom).front()
                                  : atom.subscript ? *atom.subscript * leaf_count(*object.element())
                                                   : 0;
        return object.name + leaves[first].path;
    }

    Operand deep_location(const PropositionAtom& atom, Operand::Kind kind) const {
        const std::string base = atom.name.substr(0, atom.name.find_first_of(".["));
        const auto found = code_.object_names.find(base);
        if (found == code_.object_names.end()) unknown(atom);
        const MemoryObject& object = code_.objects[found->second];
        const std::vector<std::size_t> leaves = leaves_at(object, atom);
        if (leaves.empty())
            reject("E-NAME", "'" + base + "' has no part '" + atom.name + "'", atom.span,
                   "it is of type " + to_text(*object.type));
        return {.kind = kind,
                .location = LocationId(object.first.index() + leaves.front()),
                .object = found->second,
                .span = atom.span};
    }

    Operand location(const PropositionAtom& atom, Operand::Kind kind) const {
        if (is_deep(atom)) return deep_location(atom, kind);
        const auto found = code_.object_names.find(atom.name);
        if (found == code_.object_names.end()) unknown(atom);
        const MemoryObject& object = code_.objects[found->second];
        const std::uint64_t index = atom.subscript.value_or(0);
        const std::uint64_t length = is_array(object.type) ? object.type->length : 1;
        if (index >= length)
            reject("E-NAME",
                   "'" + atom.name + "' has " + std::to_string(length) +
                       (length == 1 ? " element" : " elements"),
                   atom.span);
        return {
            .kind = kind,
            .location = LocationId(object.first.index() + index * leaf_count(*object.element())),
            .object = found->second,
            .span = atom.span};
    }

    [[noreturn]] void unknown(const PropositionAtom& atom) const {
        const auto each = code_.device_objects.find(atom.name);
        if (each != code_.device_objects.end())
            reject("E-NAME", "each device has its own '" + atom.name + "'", atom.span,
                   "name one of them: '" +
                       code_.objects[each->second.objects.begin()->second].name + "'");
        for (std::size_t i = 0; i < code_.units.size(); ++i) {
            const auto& names = code_.units[i].names;
            if (std::ranges::find(names, atom.name) != names.end())
                reject("E-NAME", "there is no location '" + atom.name + "'", atom.span,
                       "a register is named with its thread: '" + std::to_string(units_[i].number) +
                           ":" + atom.name + "'");
        }
        std::vector<std::string> names;
        for (const MemoryObject& object : code_.objects) names.push_back(object.name);
        reject("E-NAME", "there is no location '" + atom.name + "'", atom.span,
               language::did_you_mean(atom.name, names));
    }

    TestCode& code_;
    const std::vector<Unit>& units_;
    Reporter& reporter_;
};

}  // namespace

void resolve_condition(TestCode& code, const std::vector<Unit>& units, Reporter& reporter) {
    Resolver resolver(code, units, reporter);
    if (code.tree.condition) code.condition = resolver(*code.tree.condition->proposition);
    if (code.tree.filter) code.filter = resolver(*code.tree.filter);
    for (const syntax::ObservedLocation& observed : code.tree.locations)
        reporter.attempt([&] { resolver.observe(observed.atom); });
}

std::string condition_text(const syntax::LitmusTree& tree) {
    if (!tree.condition) return {};
    const syntax::Proposition& proposition = *tree.condition->proposition;
    const std::string body = Texts(proposition).of(proposition);
    switch (tree.condition->quantifier) {
        case syntax::Quantifier::exists:
            return "exists (" + body + ")";
        case syntax::Quantifier::not_exists:
            return "~exists (" + body + ")";
        case syntax::Quantifier::forall:
            break;
    }
    return "forall (" + body + ")";
}

}  // namespace clmm::litmus

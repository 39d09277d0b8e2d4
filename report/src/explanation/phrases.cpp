#include "explanation/phrases.h"

#include <algorithm>

#include "clmm/report/value.h"
#include "clmm/report/witness.h"

namespace clmm::report {

using litmus::EventId;
using model::Base;
using model::Literal;
using model::NodeFact;
using model::NodeOp;

std::string paragraph_of(const std::string& citation) {
    const std::size_t close = citation.rfind(']');
    const std::size_t open = citation.rfind('[');
    if (open == std::string::npos || close == std::string::npos || close < open) return {};
    if (citation.find_first_not_of(" \n", close + 1) != std::string::npos) return {};
    std::string paragraph = citation.substr(open + 1, close - open - 1);
    std::ranges::replace(paragraph, '\n', ' ');
    // clmm's own account of the model says nothing to readers of the specification.
    if (const std::size_t own = paragraph.find("docs/model.md"); own != std::string::npos)
        paragraph.erase(paragraph.find_last_not_of("; ", own == 0 ? 0 : own - 1) +
                        (own == 0 ? 0 : 1));
    return paragraph;
}

std::string rule_of(const std::string& citation) {
    const std::string paragraph = paragraph_of(citation);
    const std::size_t open = citation.rfind('[');
    if (open == std::string::npos || !citation.ends_with(']')) return citation;
    const std::size_t end = citation.find_last_not_of(" \n", open == 0 ? 0 : open - 1);
    return citation.substr(0, end + 1) + (paragraph.empty() ? "" : " [" + paragraph + "]");
}

NodeNames::NodeNames(const model::Program& program) : names_(program.nodes.size()) {
    const auto offer = [&](const model::Definition& definition) {
        std::optional<Name>& known = names_[definition.node.index()];
        Name name{definition.name, paragraph_of(definition.citation), definition.show};
        if (known && known->shown && !name.shown) return;
        if (!known || (name.shown && !known->shown) ||
            (known->citation.empty() && !name.citation.empty()))
            known = std::move(name);
    };
    for (const model::Definition& each : program.definitions) offer(each);
    for (const model::Definition& each : program.applications)
        if (!names_[each.node.index()] && !each.citation.empty()) offer(each);
}

const NodeNames::Name* NodeNames::find(model::NodeId node) const {
    const std::optional<Name>& name = names_[node.index()];
    return name ? &*name : nullptr;
}

namespace {

/// Names that models give to relations by custom, in words.
struct Words {
    std::string_view name, holds, absent;
};
constexpr Words kWords[] = {
    {"sb", "is sequenced before", "is not sequenced before"},
    {"rf", "is read by", "is not read by"},
    {"mo", "is before", "is not before"},
    {"co", "is before", "is not before"},
    {"rb", "reads before", "does not read before"},
    {"fr", "reads before", "does not read before"},
    {"gsw", "global-synchronizes-with", "does not global-synchronize with"},
    {"lsw", "local-synchronizes-with", "does not local-synchronize with"},
    {"sw", "synchronizes with", "does not synchronize with"},
    {"ghb", "global-happens-before", "does not global-happen before"},
    {"lhb", "local-happens-before", "does not local-happen before"},
    {"hb", "happens before", "does not happen before"},
    {"visible", "is visible to", "is not visible to"},
    {"conflict", "conflicts with", "does not conflict with"},
};

}  // namespace

Phrases::Phrases(const litmus::EventStructure& structure, const model::Program& program,
                 const model::Execution& execution)
    : structure_(structure),
      program_(program),
      execution_(execution),
      names_(action_names(structure, execution)) {}

std::string Phrases::event(EventId event) const {
    if (structure_[event].initial) return "the initial write of " + location(event);
    return names_[event.index()];
}

std::string Phrases::location(EventId event) const {
    const litmus::LocationId location = execution_.locations[event.index()];
    return location.valid() ? structure_.locations[location.index()].name : "memory";
}

std::string Phrases::literal(const Literal& of) const {
    const std::string a = event(of.a);
    const std::string b = of.b.valid() ? event(of.b) : std::string();
    const std::string negation = of.positive ? "" : "not ";
    switch (of.kind) {
        case Literal::Kind::executed:
            return a + (of.positive ? " takes place" : " does not take place");
        case Literal::Kind::reads_from: {
            const litmus::LocationId at = execution_.locations[of.b.index()];
            const std::string value =
                of.positive && at.valid()
                    ? structure_.locations[at.index()].name + "=" +
                          format_value(structure_, at, execution_.values[of.b.index()]) + " "
                    : std::string();
            return b + (of.positive ? " reads " : " does not read ") + value + "from " + a;
        }
        case Literal::Kind::modification_order:
            return a + " is " + negation + "before " + b + " in the modification order of " +
                   location(of.a);
        case Literal::Kind::same_location:
            return a + " and " + b + (of.positive ? " access" : " do not access") +
                   " the same location";
        case Literal::Kind::barrier_pair:
            return a + " and " + b + (of.positive ? " are" : " are not") +
                   " of the same barrier instance";
        case Literal::Kind::total_order:
            break;
    }
    const std::string& order = program_.total_orders[of.order].name;
    return a + " is " + negation + "before " + b + " in the order " + order;
}

std::string Phrases::named(const std::string& name, const NodeFact& fact, bool is_set) const {
    if (is_set) {
        std::string kind = name;
        std::ranges::replace(kind, '-', ' ');
        const bool vowel = std::string_view("aeiou").find(kind.front()) != std::string_view::npos;
        return event(fact.a) + " is " + (fact.holds ? vowel ? "an " : "a " : "no ") + kind;
    }
    const std::string a = event(fact.a);
    const std::string b = event(fact.b);
    if (name == "incl")
        return a + " and " + b + (fact.holds ? " have" : " do not have") + " inclusive scopes";
    for (const Words& each : kWords)
        if (each.name == name)
            return a + " " + std::string(fact.holds ? each.holds : each.absent) + " " + b;
    const std::string is = fact.holds ? " is " : " is not ";
    if (name.ends_with("order")) return a + is + "before " + b + " in " + name;
    for (const char* verb : {"-before", "-with"})
        if (fact.holds && name.ends_with(verb)) return a + " " + name + " " + b;
    return a + is + "related to " + b + " by " + name;
}

std::string Phrases::base(const NodeFact& fact) const {
    const model::Node& node = program_[fact.node];
    const auto literal_of = [&](Literal::Kind kind, std::uint16_t order = 0) {
        return literal({kind, fact.holds, order, fact.a, fact.b});
    };
    if (node.op == NodeOp::total_order)
        return literal_of(Literal::Kind::total_order, static_cast<std::uint16_t>(node.payload));
    if (node.op != NodeOp::base) return {};
    if (node.is_set) {
        const model::NamedBase* name = program_.named(node);
        const bool is_told = name != nullptr && !name->absent.empty() && !fact.holds;
        return is_told ? event(fact.a) + " " + name->absent : std::string();
    }
    switch (static_cast<Base>(node.payload)) {
        case Base::reads_from:
            return literal_of(Literal::Kind::reads_from);
        case Base::modification_order:
            return literal_of(Literal::Kind::modification_order);
        case Base::barrier_pair:
            return literal_of(Literal::Kind::barrier_pair);
        case Base::sequenced_before:
            return event(fact.a) + " is " + (fact.holds ? "" : "not ") + "sequenced before " +
                   event(fact.b);
        case Base::read_modify_write:
            return event(fact.a) + " and " + event(fact.b) + " are " +
                   (fact.holds ? "one read-modify-write" : "no read-modify-write");
        default:
            return {};
    }
}

}  // namespace clmm::report

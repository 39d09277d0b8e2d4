// The event structure and the program of a model, number by number, for checkers of proofs.
#include <array>

#include "clmm/base/ensure.h"
#include "clmm/report/hash.h"
#include "clmm/report/proof.h"
#include "json/dump.h"
#include "json/execution.h"

namespace clmm::report {
namespace {

using litmus::EventStructure;

constexpr std::array kKinds = {"read", "write", "fence", "barrier-entry", "barrier-exit", "other"};
constexpr std::array kTermOps = {"constant",
                                 "read",
                                 "final",
                                 "choice",
                                 "add",
                                 "subtract",
                                 "multiply",
                                 "unsigned-divide",
                                 "signed-divide",
                                 "unsigned-remainder",
                                 "signed-remainder",
                                 "and",
                                 "or",
                                 "xor",
                                 "bit-not",
                                 "negate",
                                 "shift-left",
                                 "logical-shift-right",
                                 "arithmetic-shift-right",
                                 "zero-extend",
                                 "sign-extend",
                                 "truncate",
                                 "if",
                                 "equal",
                                 "unsigned-less",
                                 "unsigned-less-equal",
                                 "signed-less",
                                 "signed-less-equal",
                                 "not",
                                 "both",
                                 "either"};
constexpr std::array kNodeOps = {
    "base",       "total-order", "empty",   "unite",   "intersect",         "subtract",
    "complement", "sequence",    "inverse", "closure", "reflexive-closure", "optional",
    "product",    "identity-on", "domain",  "range",   "recursive"};
constexpr std::array kBases = {
    "_",   "R",  "W",  "M",  "F",   "B",   "BE",   "BX",   "IW",   "RMW",
    "id",  "sb", "rf", "mo", "loc", "int", "addr", "data", "ctrl", "ctrl-until-join",
    "rmw", "bar"};
constexpr std::array kChecks = {"acyclic", "irreflexive", "empty"};
static_assert(kTermOps.size() == static_cast<std::size_t>(litmus::TermOp::logical_or) + 1);
static_assert(kNodeOps.size() == static_cast<std::size_t>(model::NodeOp::recursive) + 1);
static_assert(kBases.size() == static_cast<std::size_t>(model::Base::first_named));
static_assert(kKinds.size() == static_cast<std::size_t>(litmus::EventKind::other) + 1);

template <class Names, class Enumerator>
const char* word(const Names& names, Enumerator value) {
    return names[static_cast<std::size_t>(value)];
}

template <class Tag>
Json number(StrongId<Tag> id) {
    return id.valid() ? Json(id.index()) : Json(nullptr);
}

Json pairs_to_json(const BitMatrix& relation) {
    Json pairs = Json::array();
    relation.for_each([&](std::size_t a, std::size_t b) { pairs.push_back({a, b}); });
    return pairs;
}

Json terms_to_json(const litmus::TermPool& terms) {
    Json all = Json::array();
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const litmus::Term& term = terms[litmus::TermId(i)];
        all.push_back({word(kTermOps, term.op), term.width, number(term.a), number(term.b),
                       number(term.c), term.payload});
    }
    return all;
}

Json events_to_json(const EventStructure& structure) {
    Json all = Json::array();
    for (const litmus::Event& event : structure.events) {
        Json targets = Json::array();
        for (const litmus::Target& target : event.targets)
            targets.push_back({target.location.index(), target.when.index()});
        all.push_back({{"label", litmus::label(structure, event.id)},
                       {"kind", word(kKinds, event.kind)},
                       {"unit", number(event.unit)},
                       {"initial", event.initial},
                       {"guard", number(event.guard)},
                       {"value", number(event.value)},
                       {"targets", std::move(targets)}});
    }
    return all;
}

Json test_to_json(const EventStructure& structure) {
    Json locations = Json::array(), barriers = Json::array(), constraints = Json::array(),
         reached = Json::array();
    for (const litmus::Location& location : structure.locations)
        locations.push_back(location.initial);
    for (const litmus::BarrierPair& pair : structure.barriers)
        barriers.push_back({pair.entry.index(), pair.exit.index(), pair.when.index()});
    for (const litmus::TermId term : structure.constraints) constraints.push_back(term.index());
    for (const litmus::UnrollBound& bound : structure.bounds)
        reached.push_back(bound.reached.index());
    return {{"events", events_to_json(structure)},
            {"terms", terms_to_json(structure.terms)},
            {"locations", std::move(locations)},
            {"relations",
             {{"sb", pairs_to_json(structure.sb)},
              {"addr", pairs_to_json(structure.addr)},
              {"data", pairs_to_json(structure.data)},
              {"ctrl", pairs_to_json(structure.ctrl)},
              {"ctrl-until-join", pairs_to_json(structure.ctrl_until_join)},
              {"control", pairs_to_json(structure.control())},
              {"rmw", pairs_to_json(structure.rmw)}}},
            {"barriers", std::move(barriers)},
            {"constraints", std::move(constraints)},
            {"condition", structure.condition.index()},
            {"filter", structure.filter.index()},
            {"bounds", std::move(reached)}};
}

Json name_to_json(const EventStructure& structure, const model::NamedBase& name) {
    const litmus::FrontEnd& language = *structure.language;
    Json json{{"name", name.name}};
    if (name.is_set) {
        const auto set = language.vocabulary().find_set(name.name);
        ensure(set.has_value(), "a model is asked about tests in its language");
        Json members = Json::array();
        language.members(structure, *set).for_each([&](std::size_t i) { members.push_back(i); });
        json["members"] = std::move(members);
    } else {
        const auto relation = language.vocabulary().find_relation(name.name);
        ensure(relation.has_value(), "a model is asked about tests in its language");
        json["pairs"] = pairs_to_json(language.pairs(structure, *relation));
    }
    return json;
}

Json program_to_json(const EventStructure& structure, const model::Program& program) {
    Json nodes = Json::array(), recursive = Json::array(), orders = Json::array(),
         checks = Json::array();
    for (const model::Node& node : program.nodes) {
        Json payload = node.payload;
        if (const model::NamedBase* named = program.named(node))
            payload = name_to_json(structure, *named);
        else if (node.op == model::NodeOp::base)
            payload = kBases[node.payload];
        nodes.push_back({word(kNodeOps, node.op), node.is_set, number(node.left),
                         number(node.right), std::move(payload)});
    }
    for (const model::RecursiveDefinition& each : program.recursive)
        recursive.push_back({each.node.index(), each.body.index()});
    for (const model::TotalOrder& each : program.total_orders) orders.push_back(each.over.index());
    for (const model::Check& check : program.checks)
        checks.push_back({{"name", check.name},
                          {"axiom", check.role == model::CheckRole::axiom},
                          {"kind", word(kChecks, check.kind)},
                          {"negated", check.negated},
                          {"node", check.node.index()}});
    return {{"nodes", std::move(nodes)},
            {"recursive", std::move(recursive)},
            {"orders", std::move(orders)},
            {"checks", std::move(checks)}};
}

}  // namespace

std::string structure_to_json(const litmus::LitmusTest& test, const EventStructure& structure,
                              const model::MemoryModel& model, model::ThinAir forbidden) {
    Json json{{"structure", 1},
              {"name", test.name},
              {"file", test.source ? Json(test.source->name()) : Json(nullptr)},
              {"hash", test_hash(test)},
              {"model", model.name},
              {"forbid-thin-air", thin_air_word(forbidden)},
              {"forall", test.quantifier == litmus::Quantifier::forall}};
    json.update(test_to_json(structure));
    json["program"] = program_to_json(structure, model.program);
    return to_json_text(json) + "\n";
}

}  // namespace clmm::report

#include "clmm/lowering/mapping.h"

#include <algorithm>
#include <array>
#include <span>

#include "clmm/language/names.h"
#include "embedded_mappings.h"
#include "mapping/overlap.h"

namespace clmm::lowering {
namespace {

using generator::Kind;
using generator::MemoryOrder;
using generator::Statement;

bool releases(MemoryOrder order) {
    return order == MemoryOrder::release || order == MemoryOrder::acq_rel;
}
bool acquires(MemoryOrder order) {
    return order == MemoryOrder::acquire || order == MemoryOrder::acq_rel;
}

/// A compare-exchange is lowered as what has both of its orders.
MemoryOrder join(MemoryOrder a, MemoryOrder b) {
    if (a == MemoryOrder::seq_cst || b == MemoryOrder::seq_cst) return MemoryOrder::seq_cst;
    const bool is_release = releases(a) || releases(b);
    const bool is_acquire = acquires(a) || acquires(b);
    if (is_release && is_acquire) return MemoryOrder::acq_rel;
    if (is_release) return MemoryOrder::release;
    return is_acquire ? MemoryOrder::acquire : MemoryOrder::relaxed;
}

bool contains(const std::set<std::string>& words, std::string_view word) {
    return words.empty() || words.contains(std::string(word));
}

}  // namespace

std::string_view operation_of(const Statement& statement) {
    constexpr std::array words{"load",  "store",   "rmw",     "cas",
                               "fence", "barrier", "compute", "branch"};
    if (statement.is_of_sub_group) return "sub_group_barrier";
    return words[static_cast<std::size_t>(statement.kind)];
}

std::string_view order_of(const Statement& statement) {
    if (statement.is_access() && !statement.is_atomic) return "na";
    if (statement.kind == Kind::compare_exchange)
        return generator::word_of(join(statement.order, statement.failure));
    return generator::word_of(statement.order);
}

std::string_view region_of(const generator::Program& program, const Statement& statement) {
    if (program.dialect != generator::Dialect::opencl) return {};
    if (!statement.is_access()) {
        if (statement.flags.global && statement.flags.local) return "both";
        if (statement.flags.local) return "local";
        return statement.flags.global ? "global" : "none";
    }
    const auto found =
        std::ranges::find(program.locations, statement.location, &generator::Location::name);
    return found != program.locations.end() && found->is_local ? "local" : "global";
}

std::string describe(const Statement& statement, std::string_view region) {
    std::string text(operation_of(statement));
    if (statement.kind == Kind::modify)
        text += "." + std::string(generator::word_of(statement.modification));
    text += " " + std::string(order_of(statement));
    if (statement.is_atomic || !statement.is_access())
        text += " @" + std::string(generator::word_of(statement.scope));
    if (!region.empty()) text += " in " + std::string(region);
    if (statement.kind == Kind::modify && statement.result.empty()) text += " unused";
    return text;
}

namespace {

const Rule* first_about(std::span<const Rule> rules, const Statement& statement,
                        std::string_view region) {
    const std::string_view kind = statement.kind == Kind::modify
                                      ? generator::word_of(statement.modification)
                                      : std::string_view{};
    for (const Rule& rule : rules) {
        if (rule.operation != operation_of(statement)) continue;
        if (!rule.kind.empty() && rule.kind != kind) continue;
        if (!contains(rule.orders, order_of(statement))) continue;
        const bool has_scope = !statement.is_access() || statement.is_atomic;
        if (!rule.scopes.empty() &&
            !(has_scope && contains(rule.scopes, generator::word_of(statement.scope))))
            continue;
        if (!rule.regions.empty() && !contains(rule.regions, region)) continue;
        if (rule.is_used && *rule.is_used == statement.result.empty()) continue;
        return &rule;
    }
    return nullptr;
}

}  // namespace

const Rule* Mapping::find(const Statement& statement, std::string_view region) const {
    return first_about(std::span(rules).first(linked_from.value_or(rules.size())), statement,
                       region);
}

const Rule* Mapping::find_linked(const Statement& statement, std::string_view region) const {
    return first_about(std::span(rules).subspan(linked_from.value_or(rules.size())), statement,
                       region);
}

const Rule* Mapping::find_code(std::string_view operation, std::string_view kind) const {
    for (const Rule& rule : rules)
        if (rule.operation == operation && rule.kind == kind) return &rule;
    return nullptr;
}

std::string text_of(const Rule& rule) {
    return std::string(rule.file->text().substr(rule.span.begin, rule.span.end - rule.span.begin));
}

std::size_t line_of(const Rule& rule) { return rule.file->position(rule.span.begin).line; }

std::string place_of(const Mapping& mapping, const Rule& rule) {
    const std::string line = std::to_string(line_of(rule));
    if (rule.file == mapping.file) return line;
    const std::string& name = rule.file->name();
    return name.substr(name.find_last_of('/') + 1) + ":" + line;
}

Result<Mapping> shipped_mapping(std::string_view name) {
    const std::string file = std::string(name) + ".map";
    if (const auto text = embedded_mapping(file))
        return read_mapping(std::make_shared<Source>("mappings/" + file, std::string(*text)));
    std::vector<std::string> names;
    std::string all;
    for (const ShippedMapping& each : shipped_mappings()) {
        names.push_back(each.name);
        all += (all.empty() ? "" : ", ") + each.name;
    }
    const std::string near = language::did_you_mean(name, names);
    return Result<Mapping>::failure(
        {Severity::error, "E-MAPPING", "there is no mapping '" + std::string(name) + "'",
         (near.empty() ? "" : near + " ") + "shipped: " + all + "; a file's name ends in .map",
         nullptr, Span{}});
}

std::vector<ShippedMapping> shipped_mappings() {
    std::vector<ShippedMapping> all;
    for (const std::string_view file : embedded_mapping_names()) {
        const auto mapping = read_mapping(std::make_shared<Source>(
            "mappings/" + std::string(file), std::string(*embedded_mapping(file))));
        all.push_back({std::string(file.substr(0, file.size() - 4)), mapping.value().name,
                       mapping.value().status});
    }
    return all;
}

}  // namespace clmm::lowering

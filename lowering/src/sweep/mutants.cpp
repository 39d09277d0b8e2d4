#include <algorithm>
#include <array>

#include "clmm/lowering/sweep.h"

namespace clmm::lowering {
namespace {

/// The mapping with one instruction replaced; empty: left out.
Mutant replaced(const Mapping& mapping, std::size_t rule, std::size_t at, const std::string& is) {
    Mutant made{mapping, {rule}, mapping.rules[rule].sequence[at].text, is};
    auto& sequence = made.mapping.rules[rule].sequence;
    if (is.empty())
        sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(at));
    else
        sequence[at].text = is;
    return made;
}

void add_weaker_forms(const Mapping& mapping, std::size_t rule, std::size_t at,
                      std::vector<Mutant>& all) {
    const std::string& was = mapping.rules[rule].sequence[at].text;
    // The first line that fits.
    const auto found = std::ranges::find_if(
        mapping.weakenings, [&](const Weakening& each) { return was.starts_with(each.from); });
    if (found == mapping.weakenings.end()) return;
    for (const auto& form : found->to)
        all.push_back(
            replaced(mapping, rule, at, form ? *form + was.substr(found->from.size()) : ""));
}

/// It has no operand: fences and the like.
bool only_orders(const std::string& instruction) {
    if (instruction.ends_with(":")) return false;
    for (std::size_t at = instruction.find('$'); at != std::string::npos;
         at = instruction.find('$', at + 1))
        if (at + 1 < instruction.size() && instruction[at + 1] >= 'A' && instruction[at + 1] <= 'Z')
            return false;
    return true;
}

void add_omission(const Mapping& mapping, std::size_t rule, std::size_t at,
                  std::vector<Mutant>& all) {
    if (!only_orders(mapping.rules[rule].sequence[at].text)) return;
    const bool is_known = std::ranges::any_of(all, [&](const Mutant& each) {
        return each.is.empty() && each.rules.contains(rule) &&
               each.was == mapping.rules[rule].sequence[at].text;
    });
    if (!is_known) all.push_back(replaced(mapping, rule, at, ""));
}

bool mentions(const Rule& rule, const std::string& table) {
    return std::ranges::any_of(rule.sequence, [&](const Template& each) {
        for (std::size_t at = each.text.find('$' + table); at != std::string::npos;
             at = each.text.find('$' + table, at + 1)) {
            const std::size_t end = at + 1 + table.size();
            if (end == each.text.size() || each.text[end] < 'a' || each.text[end] > 'z')
                return true;
        }
        return false;
    });
}

constexpr std::array kScopes{"work_item", "sub_group", "work_group", "device", "all_devices"};

/// The words of a table, each with the next narrower scope's.
void add_narrower(const Mapping& mapping, const std::string& name, std::vector<Mutant>& all) {
    const Table& table = mapping.tables.at(name);
    for (std::size_t i = 1; i < kScopes.size(); ++i) {
        const auto wide = table.words.find(kScopes[i]);
        const auto narrow = table.words.find(kScopes[i - 1]);
        if (wide == table.words.end() || narrow == table.words.end() ||
            wide->second == narrow->second)
            continue;
        Mutant made{mapping,
                    {},
                    std::string(kScopes[i]) + " " + wide->second,
                    std::string(kScopes[i]) + " " + narrow->second};
        made.mapping.tables[name].words[kScopes[i]] = narrow->second;
        for (std::size_t rule = 0; rule < mapping.rules.size(); ++rule)
            if (mentions(mapping.rules[rule], name)) made.rules.insert(rule);
        all.push_back(std::move(made));
    }
}

}  // namespace

std::vector<Mutant> weaker_forms_of(const Mapping& mapping) {
    std::vector<Mutant> all;
    for (std::size_t rule = 0; rule < mapping.rules.size(); ++rule)
        for (std::size_t at = 0; at < mapping.rules[rule].sequence.size(); ++at)
            add_weaker_forms(mapping, rule, at, all);
    return all;
}

std::vector<Mutant> mutants_of(const Mapping& mapping) {
    std::vector<Mutant> all = weaker_forms_of(mapping);
    for (std::size_t rule = 0; rule < mapping.rules.size(); ++rule)
        for (std::size_t at = 0; at < mapping.rules[rule].sequence.size(); ++at)
            add_omission(mapping, rule, at, all);
    for (const auto& [name, table] : mapping.tables)
        if (table.of == Table::Of::scope) add_narrower(mapping, name, all);
    return all;
}

std::optional<Mutant> applied(const Mutant& mutant, const Mapping& mapping) {
    if (mutant.rules.size() != 1) return std::nullopt;
    const std::size_t rule = *mutant.rules.begin();
    const auto& sequence = mapping.rules[rule].sequence;
    const auto found = std::ranges::find(sequence, mutant.was, &Template::text);
    if (found == sequence.end()) return std::nullopt;
    return replaced(mapping, rule, static_cast<std::size_t>(found - sequence.begin()), mutant.is);
}

}  // namespace clmm::lowering

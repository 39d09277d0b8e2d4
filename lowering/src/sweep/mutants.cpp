#include <algorithm>
#include <array>

#include "clmm/lowering/sweep.h"
#include "mapping/overlap.h"

namespace clmm::lowering {
namespace {

std::vector<std::size_t> rules_in_use(const Mapping& mapping) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < mapping.rules.size(); ++i)
        if (!is_hidden(mapping, i)) all.push_back(i);
    return all;
}

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

/// A word that a table is asked for, and the one whose text stands there in a mutant.
struct Step {
    std::string_view from, to;
};
constexpr std::array kNarrower{Step{"sub_group", "work_item"}, Step{"work_group", "sub_group"},
                               Step{"device", "work_group"}, Step{"all_devices", "device"}};
constexpr std::array kWeaker{Step{"acquire", "relaxed"}, Step{"release", "relaxed"},
                             Step{"acq_rel", "acquire"}, Step{"acq_rel", "release"},
                             Step{"seq_cst", "acq_rel"}, Step{"seq_cst", "acquire"},
                             Step{"seq_cst", "release"}};

/// Lines that ask the table for the word.
std::set<std::size_t> lines_with(const Mapping& mapping, const std::string& name,
                                 const std::string& word) {
    std::set<std::size_t> found;
    for (const std::size_t i : rules_in_use(mapping)) {
        const Rule& rule = mapping.rules[i];
        const auto& words =
            mapping.tables.at(name).of == Table::Of::order ? rule.orders : rule.scopes;
        if (mentions(rule, name) && (words.empty() || words.contains(word))) found.insert(i);
    }
    return found;
}

/// The words of a table, each replaced by that of a weaker order or a narrower scope.
template <std::size_t n>
void add_steps(const Mapping& mapping, const std::string& name, const std::array<Step, n>& steps,
               std::vector<Mutant>& all) {
    const auto& words = mapping.tables.at(name).words;
    std::set<std::pair<std::string, std::string>> done;
    for (const Step& step : steps) {
        const std::string word(step.from);
        const auto strong = words.find(word);
        const auto weak = words.find(std::string(step.to));
        if (strong == words.end() || weak == words.end() || strong->second == weak->second ||
            !done.emplace(word, weak->second).second)
            continue;
        Mutant made{mapping, lines_with(mapping, name, word), word + " " + strong->second,
                    word + " " + (weak->second.empty() ? "nothing" : weak->second), name};
        if (made.rules.empty()) continue;
        made.mapping.tables[name].words[word] = weak->second;
        all.push_back(std::move(made));
    }
}

}  // namespace

std::vector<Mutant> weaker_forms_of(const Mapping& mapping) {
    std::vector<Mutant> all;
    for (const std::size_t rule : rules_in_use(mapping))
        for (std::size_t at = 0; at < mapping.rules[rule].sequence.size(); ++at)
            add_weaker_forms(mapping, rule, at, all);
    return all;
}

std::vector<Mutant> mutants_of(const Mapping& mapping) {
    std::vector<Mutant> all = weaker_forms_of(mapping);
    for (const std::size_t rule : rules_in_use(mapping))
        for (std::size_t at = 0; at < mapping.rules[rule].sequence.size(); ++at)
            add_omission(mapping, rule, at, all);
    for (const auto& [name, table] : mapping.tables) {
        if (table.of == Table::Of::scope) add_steps(mapping, name, kNarrower, all);
        if (table.of == Table::Of::order) add_steps(mapping, name, kWeaker, all);
    }
    return all;
}

std::optional<Mutant> applied(const Mutant& mutant, const Mapping& mapping) {
    if (mutant.rules.size() != 1 || !mutant.table.empty()) return std::nullopt;
    const std::size_t rule = *mutant.rules.begin();
    const auto& sequence = mapping.rules[rule].sequence;
    const auto found = std::ranges::find(sequence, mutant.was, &Template::text);
    if (found == sequence.end()) return std::nullopt;
    return replaced(mapping, rule, static_cast<std::size_t>(found - sequence.begin()), mutant.is);
}

}  // namespace clmm::lowering

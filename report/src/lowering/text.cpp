#include <algorithm>
#include <sstream>

#include "clmm/base/counted.h"
#include "clmm/base/utf8.h"
#include "clmm/report/lowering.h"
#include "clmm/report/witness.h"

namespace clmm::report {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::string verdict_text(const LoweringFacts& facts) {
    const lowering::Comparison& made = facts.comparison;
    switch (made.verdict) {
        case lowering::Verdict::sound:
            return "Sound: every final state of the target is one of the source's";
        case lowering::Verdict::broken:
            if (made.extra.empty())
                return "Broken: the target has undefined behaviour (" +
                       made.targets[*made.undefined_target].answer.undefined.front().kind +
                       "), the source has none";
            return "Broken: the target ends in " + counted(made.extra.size(), "state") +
                   " that the source forbids";
        case lowering::Verdict::undefined_source:
            return "Undefined: the source has undefined behaviour (" +
                   made.source.answer.undefined.front().kind + "), so every lowering is right";
        case lowering::Verdict::unknown:
            break;
    }
    return "Unknown: " + made.reason;
}

/// Lines of the mapping that the test used, with where they are from.
std::string used_lines(const LoweringFacts& facts) {
    if (!facts.made_by.empty()) return {};
    std::ostringstream out;
    out << "Lines of the mapping\n";
    for (const lowering::Rule& rule : facts.mapping.rules) {
        if (!facts.lowered.used.contains(&rule)) continue;
        out << "  " << lowering::place_of(facts.mapping, rule) << ": " << lowering::text_of(rule)
            << "   [" << rule.status << "]\n";
    }
    return out.str();
}

/// The target's execution whose behaviour is undefined.
std::string undefined_execution(const LoweringFacts& facts) {
    const auto& target = facts.comparison.targets[*facts.comparison.undefined_target];
    const model::UndefinedEntry& entry = target.answer.undefined.front();
    return "\nTarget, " + entry.message + "\n" +
           format_execution(target.structure, target.test.source, entry.witness);
}

std::string executions(const LoweringFacts& facts) {
    const lowering::ExtraState& extra = facts.comparison.extra.front();
    const auto& target = facts.comparison.targets[extra.variant];
    const std::string right = "Target, allowed by " + facts.target.name + "\n" +
                              format_execution(target.structure, target.test.source,
                                               target.answer.outcomes[extra.outcome].execution());
    std::string left = "Source, forbidden by " + facts.source.name + "\n";
    if (facts.forbidden != nullptr)
        left += format_execution(*facts.forbidden_structure, facts.comparison.source.test.source,
                                 *facts.forbidden);
    return side_by_side(left, right);
}

}  // namespace

std::string side_by_side(const std::string& left, const std::string& right) {
    const std::vector<std::string> a = lines_of(left);
    const std::vector<std::string> b = lines_of(right);
    std::size_t widest = 0;
    for (const std::string& line : a) widest = std::max(widest, utf8_characters(line));
    std::ostringstream out;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        const std::string first = i < a.size() ? a[i] : std::string();
        const std::string second = i < b.size() ? b[i] : std::string();
        out << first;
        if (!second.empty()) out << std::string(widest - utf8_characters(first) + 3, ' ') << second;
        out << '\n';
    }
    return out.str();
}

std::string to_text(const LoweringFacts& facts) {
    const lowering::Comparison& made = facts.comparison;
    std::ostringstream out;
    out << "Test " << facts.program.name << "\n"
        << (facts.made_by.empty() ? "Mapping " + facts.mapping.name : facts.made_by)
        << "\n\nSource, " << made.source.model << ": "
        << counted(made.source.answer.outcomes.list().size(), "state") << "\n\n"
        << generator::to_litmus(facts.program) << "\nTarget, " << facts.target.name << '\n';
    std::size_t number = 0;
    for (const lowering::Variant& each : facts.lowered.variants) {
        if (facts.lowered.variants.size() > 1)
            out << "\nWay " << ++number << " through the branches";
        out << '\n' << each.text;
    }
    out << '\n' << used_lines(facts) << '\n' << verdict_text(facts) << '\n';
    if (made.verdict != lowering::Verdict::broken) return out.str();
    if (made.extra.empty()) return out.str() + undefined_execution(facts);
    for (const lowering::ExtraState& each : made.extra)
        out << "  " << generator::to_text(facts.program, each.state) << '\n';
    out << "\nThe first of them\n" << executions(facts);
    if (!facts.why_forbidden.empty())
        out << "\nWhy the source forbids it\n\n" << facts.why_forbidden;
    if (!facts.missing.empty()) out << "\nWhat the target is missing\n\n" << facts.missing;
    return out.str();
}

std::vector<Graph> draw(const LoweringFacts& facts) {
    std::vector<Graph> graphs;
    const lowering::Comparison& made = facts.comparison;
    if (made.extra.empty()) return graphs;
    const lowering::ExtraState& extra = made.extra.front();
    const std::string state = generator::to_text(facts.program, extra.state);
    if (facts.forbidden != nullptr) {
        graphs.push_back(draw(*facts.forbidden_structure, made.source.test.source, facts.source,
                              *facts.forbidden, {}, {}));
        graphs.back().title = facts.program.name + ": source, forbidden by " + facts.source.name;
        graphs.back().caption = state;
    }
    const auto& target = made.targets[extra.variant];
    graphs.push_back(draw(target.structure, target.test.source, facts.target,
                          target.answer.outcomes[extra.outcome].execution(), {}, {}));
    graphs.back().title = facts.program.name + ": target, allowed by " + facts.target.name;
    graphs.back().caption = state;
    return graphs;
}

}  // namespace clmm::report

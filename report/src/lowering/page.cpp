// One test and its lowering as a page, and as findings.

#include "clmm/report/lowering.h"
#include "html/text.h"

namespace clmm::report {
namespace {

constexpr std::string_view kPage = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{TITLE}}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #1b1b1b; }
h1 { font-size: 1.4rem; margin: 0 0 .2rem; }
.verdict { font-weight: 600; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; }
.sides > section { min-width: 0; }
h2 { font-size: 1.05rem; border-bottom: 1px solid #ccc; }
pre { background: #f5f5f3; padding: .7rem; overflow-x: auto; font-size: 13px; }
svg { max-width: 100%; height: auto; }
@media (max-width: 50rem) { .sides { grid-template-columns: 1fr; } }
</style>
</head>
<body>
<h1>{{TITLE}}</h1>
<p>{{BY}}</p>
<p class="verdict">{{VERDICT}}</p>
<div class="sides">
<section><h2>Source, {{SOURCE_MODEL}}</h2><pre>{{SOURCE}}</pre>{{SOURCE_PICTURE}}</section>
<section><h2>Target, {{TARGET_MODEL}}</h2><pre>{{TARGET}}</pre>{{TARGET_PICTURE}}</section>
</div>
{{WHY}}
<h2>Lines of the mapping</h2>
<pre>{{LINES}}</pre>
</body>
</html>
)";

/// In a sentence: without the semicolon behind it.
std::string state_of(const generator::Program& program, const generator::State& state) {
    std::string text = generator::to_text(program, state);
    if (text.ends_with(';')) text.pop_back();
    return text;
}

std::string states(const LoweringFacts& facts) {
    std::string text;
    for (const lowering::ExtraState& each : facts.comparison.extra)
        text += (text.empty() ? "" : " or ") + state_of(facts.program, each.state);
    return text;
}

/// In a sentence.
std::string verdict_of(const LoweringFacts& facts) {
    const lowering::Comparison& made = facts.comparison;
    std::string text(lowering::to_string(made.verdict));
    if (!made.extra.empty())
        return text + ": the target ends in " + states(facts) + ", which the source forbids";
    if (made.undefined_target)
        return text + ": the target's behaviour is undefined where the source's is not";
    return made.reason.empty() ? text : text + ": " + made.reason;
}

std::string lines_of_mapping(const LoweringFacts& facts) {
    std::string text;
    for (const lowering::Rule& rule : facts.mapping.rules)
        if (facts.lowered.used.contains(&rule))
            text += rule.file->name() + ":" + std::to_string(lowering::line_of(rule)) + ": " +
                    lowering::text_of(rule) + "   [" + rule.status + "]\n";
    return text;
}

std::string by(const LoweringFacts& facts) {
    return facts.made_by.empty() ? facts.mapping.name : facts.made_by;
}

/// Without what stands before the element.
Result<std::string> picture(const Graph& graph) {
    auto drawn = render(graph, GraphFormat::svg);
    if (!drawn) return drawn;
    return drawn->substr(std::min(drawn->find("<svg"), drawn->size()));
}

}  // namespace

Result<std::string> to_html(const LoweringFacts& facts) {
    std::string source_picture, target_picture;
    for (const Graph& each : draw(facts)) {
        auto drawn = picture(each);
        if (!drawn) return drawn;
        // The source's comes first, where it is known.
        const bool is_source = facts.forbidden != nullptr && source_picture.empty();
        (is_source ? source_picture : target_picture) += *drawn;
    }
    std::string target;
    for (const lowering::Variant& each : facts.lowered.variants)
        target += (target.empty() ? "" : "\n") + each.text;
    const std::string title = escaped(facts.program.name), made_by = escaped(by(facts)),
                      verdict = escaped(verdict_of(facts)),
                      source = escaped(generator::to_litmus(facts.program)),
                      lines = escaped(lines_of_mapping(facts)),
                      source_model = escaped(facts.source.name),
                      target_model = escaped(facts.target.name);
    target = escaped(target);
    const auto section = [](const char* head, const std::string& text) {
        return text.empty()
                   ? ""
                   : "<h2>" + std::string(head) + "</h2>\n<pre>" + escaped(text) + "</pre>";
    };
    const std::string why = section("Why the source forbids it", facts.why_forbidden) +
                            section("What the target is missing", facts.missing);
    return filled(kPage, {{"TITLE", title},
                          {"BY", made_by},
                          {"VERDICT", verdict},
                          {"SOURCE_MODEL", source_model},
                          {"TARGET_MODEL", target_model},
                          {"SOURCE", source},
                          {"TARGET", target},
                          {"SOURCE_PICTURE", source_picture},
                          {"TARGET_PICTURE", target_picture},
                          {"WHY", why},
                          {"LINES", lines}});
}

std::vector<Finding> findings_of(const LoweringFacts& facts) {
    const lowering::Comparison& made = facts.comparison;
    if (made.verdict != lowering::Verdict::broken && made.verdict != lowering::Verdict::unknown)
        return {};
    const bool is_broken = made.verdict == lowering::Verdict::broken;
    Finding finding{.rule = is_broken ? "lowering-broken" : "lowering-unknown",
                    .level = is_broken ? Severity::error : Severity::warning,
                    .message = facts.program.name + " by " + by(facts) + ": " + verdict_of(facts),
                    .about = is_broken ? "The lowered program does what its source forbids"
                                       : "It is not known whether the lowering is right",
                    .places = {}};
    const SourcePtr& test = facts.written != nullptr ? facts.written : made.source.test.source;
    finding.places.push_back({test, Span{0, 0}, "the source"});
    for (const lowering::Rule& rule : facts.mapping.rules)
        if (facts.lowered.used.contains(&rule))
            finding.places.push_back({rule.file, rule.span, "a line of the mapping that it uses"});
    return {std::move(finding)};
}

}  // namespace clmm::report

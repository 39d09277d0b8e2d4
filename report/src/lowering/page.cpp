// One test and its lowering as a page, and as findings.

#include "clmm/report/lowering.h"
#include "html/text.h"

namespace clmm::report {
namespace {

constexpr std::string_view kContent = R"(<h1>{{TITLE}}</h1>
<p class="muted">{{BY}}</p>
<p class="verdict">{{VERDICT}}</p>
<div class="sides">
<section class="card"><h2>Source, {{SOURCE_MODEL}}</h2>{{SOURCE}}{{SOURCE_PICTURE}}</section>
<section class="card"><h2>Target, {{TARGET_MODEL}}</h2>{{TARGET}}{{TARGET_PICTURE}}</section>
</div>
{{WHY}}<section class="card"><h2>Lines of the mapping</h2>{{LINES}}</section>
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

std::string with_each(std::string text, std::string_view old, std::string_view other) {
    for (std::size_t at = text.find(old); at != std::string::npos;
         at = text.find(old, at + other.size()))
        text.replace(at, old.size(), other);
    return text;
}

/// Without what stands before the element. Graphviz names parts alike in each picture, and its
/// classes are not the page's.
Result<std::string> picture(const Graph& graph, std::size_t number) {
    auto drawn = render(graph, GraphFormat::svg);
    if (!drawn) return drawn;
    std::string part = drawn->substr(std::min(drawn->find("<svg"), drawn->size()));
    part = with_each(part, " id=\"", " id=\"picture-" + std::to_string(number) + "-");
    part = with_each(part, " class=\"", " class=\"drawn-");
    part = with_each(part, "<svg ", "<svg role=\"img\" aria-label=\"an execution, drawn\" ");
    return "<div class=\"drawn\">" + part + "</div>";
}

}  // namespace

Result<std::string> to_html(const LoweringFacts& facts, std::string_view version) {
    std::string source_picture, target_picture;
    std::size_t number = 0;
    for (const Graph& each : draw(facts)) {
        auto drawn = picture(each, ++number);
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
                      source = preformatted(generator::to_litmus(facts.program)),
                      lines = preformatted(lines_of_mapping(facts)),
                      source_model = escaped(facts.source.name),
                      target_model = escaped(facts.target.name);
    target = preformatted(target);
    const auto section = [](const char* head, const std::string& text) {
        return text.empty() ? ""
                            : "<section class=\"card\"><h2>" + std::string(head) + "</h2>\n" +
                                  preformatted(text) + "</section>\n";
    };
    const std::string why = section("Why the source forbids it", facts.why_forbidden) +
                            section("What the target is missing", facts.missing);
    const std::string content = filled(kContent, {{"TITLE", title},
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
    return still_page(facts.program.name, content, version);
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

#pragma once

#include "clmm/report/html.h"
#include "html/pictures.h"

/// Parts of a test's page as JSON. Executions that they show go into the pictures.
namespace clmm::report {

/// [{severity, code, message, hint, line}], lines of the text that the page shows.
[[nodiscard]] Json html_diagnostics(const Diagnostics& diagnostics, const SourcePtr& page);

/// What a family of outcomes leaves open: `any value`, `some value`; empty for a single outcome.
[[nodiscard]] std::string html_family(const model::OutcomeEntry& outcome);

/// Why: `out of thin air`, `unspecified`; empty for a single outcome.
[[nodiscard]] std::string html_free(const model::OutcomeEntry& outcome);

/// [{kind, message, accesses: [{event, text, unit, line}], lines, execution}]
[[nodiscard]] Json html_undefined(const HtmlStudy& study, const HtmlLimits& limits,
                                  Pictures& pictures);

/// [{name, reason, problems, total, appear: [{state, family, free, satisfies, air, execution}]}]:
/// outcomes that an axiom alone forbids, with the pairs that violate it. Without an answer there is
/// no `total`.
[[nodiscard]] Json html_axioms(const HtmlStudy& study, const HtmlLimits& limits,
                               Pictures& pictures);

/// [{verdict, headline, note, undefined, reasons: [[case]], execution, steps, changes, by:
/// [[case]], as_it_is}], a case {steps: [{text, since, uses, citation, supposed, events}], uses,
/// axiom, rule, conclusion, execution}; `undefined` is the number of the entry that it is about, or
/// null.
[[nodiscard]] Json html_explanations(const HtmlStudy& study, Pictures& pictures);

}  // namespace clmm::report

// ---- a test's page: its state and its parts ----

/* What a page shows now. `off` is the axiom left out, or null; `view` what the picture shows. */
function page_state(page) {
  return { page, off: null, filter: "", view: null, zoom: null, relations: usual_relations(page), parts: {} };
}

function usual_relations(page) {
  const usual = new Set(["sb", "rf", "mo", "gsw", "lsw", "sw"]);
  return new Set(relations_of(page).filter((name) => usual.has(name)));
}

function is_rejected(page) {
  return page.verdict === "rejected";
}

/* What can be reached is neither good nor bad: colours are for what was expected, undefined behaviour,
   and properties of kernels. */
const kVerdictWords = {
  holds: "condition true", fails: "condition false", unknown: "unknown", rejected: "rejected",
};
const kVerdictKinds = { holds: "plain", fails: "plain", unknown: "open", rejected: "bad" };
const kPropertyWords = { ...kVerdictWords, holds: "verified", fails: "refuted" };
const kPropertyKinds = { ...kVerdictKinds, holds: "good", fails: "bad" };

function chip(text, kind, title = null) {
  return element("span", { class: `chip ${kind}`, title }, text);
}

/* A test that asks nothing is neither true nor false. */
function has_no_condition(test) {
  return test.has_condition === false && !test.has_properties && test.verdict === "holds";
}

/* Of a plain kernel the verdict is about its properties. */
function verdict_chip(test) {
  if (has_no_condition(test)) return chip("no condition", "plain");
  return test.has_properties ? chip(kPropertyWords[test.verdict], kPropertyKinds[test.verdict])
    : chip(kVerdictWords[test.verdict], kVerdictKinds[test.verdict]);
}

/* Undefined behaviour other than races. */
function undefined_chips(kinds) {
  return (kinds ?? []).map((kind) => chip(kind, "bad", "undefined behaviour"));
}

function race_word(racy) {
  return racy === null || racy === undefined ? "races unknown" : racy ? "racy" : "race-free";
}

function race_chip(racy) {
  return chip(race_word(racy), racy === true ? "bad" : racy === false ? "good" : "open");
}

const kExpectations = {
  met: ["as expected", "good"], failed: ["not as expected", "bad"], unknown: ["expectation undecided", "open"],
};

function expectation_chip(test) {
  const words = kExpectations[test.expected];
  return words ? chip(...words) : null;
}

function test_heading(page) {
  const chips = [verdict_chip(page)];
  if (!is_rejected(page)) {
    if (/exists/.test(page.condition))
      chips.push(chip(page.allowed === null ? "allowed?" : page.allowed ? "state allowed" : "state forbidden", "plain"));
    chips.push(race_chip(page.racy), ...undefined_chips(page.undefined_kinds), expectation_chip(page));
  }
  return element("div", { class: "heading" },
    element("h1", { id: "test-name", text: page.name }),
    element("div", { class: "chips" }, chips), edit_button(page),
    element("p", { class: "file", text: page.file }));
}

/* What a reader must know before believing anything else: why something is unknown, what is off. */
function notices(page) {
  const list = [];
  if (page.reason)
    list.push(`${page.verdict === "unknown" ? "Verdict unknown" : "Incomplete"}: ${page.reason}`);
  if (page.races_reason)
    list.push(`${page.racy === null ? "Races unknown" : "Races incomplete"}: ${page.races_reason}`);
  for (const kind of page.unexpected)
    list.push(`Undefined behaviour that the test does not expect: ${kind}`);
  if (page.disagreement) list.push(`Expected results: ${page.disagreement}`);
  for (const claim of page.claims)
    if (claim.status !== "met")
      list.push(`${claim.origin} ${claim.claim}: ${claim.status === "failed" ? "does not hold" : "undecided"}`);
  return list.map((text) => element("p", { class: "notice", text }));
}

function messages(list, title) {
  if (list.length === 0) return null;
  return element("details", { class: "messages", open: list.some((each) => each.severity === "error") },
    element("summary", {}, title(list.length)),
    element("ul", {}, list.map((each) => element("li", { class: each.severity },
      element("b", { text: `${each.severity}${each.line ? `, line ${each.line}` : ""}: ` }), each.message,
      each.code ? ` [${each.code}]` : "", each.hint ? element("div", { class: "hint", text: each.hint }) : null))));
}

function condition_line(page) {
  if (page.properties.length > 0)
    return element("ul", { class: "properties" }, page.properties.map((each) =>
      element("li", {}, element("code", { text: each.property }), " ",
        chip(each.status, each.status === "Verified" ? "good" : each.status === "Refuted" ? "bad" : "open"))));
  return element("p", { class: "condition" },
    element("span", { class: "model", text: page.model }), " ",
    page.condition ? element("code", { text: page.condition }) : "no condition");
}

function section(id, title, ...content) {
  return element("section", { id, class: "card", "aria-labelledby": `${id}-title` },
    element("h2", { id: `${id}-title`, text: title }), content);
}

function rejected_page(page) {
  const lines = new Set(page.problems.map((each) => each.line).filter(Boolean));
  const source = page.source ? section("source", "Test", source_listing(page, new Map())) : null;
  if (source) mark_lines(source, lines, "wrong");
  return [test_heading(page),
    messages(page.problems, (count) => plural(count, "problem")), source];
}

/* Builds the page once; what changes is redrawn by refresh(). */
function test_page(state) {
  const { page, parts } = state;
  if (is_rejected(page)) return rejected_page(page);
  page.outcomes_known = !page.reason;
  page.cases = cases_of(page);
  parts.source = source_section(state);
  parts.picture = element("section", { id: "picture", class: "card", "aria-label": "Execution" });
  parts.outcomes = outcomes_section(state);
  parts.axioms = axioms_section(state);
  parts.undefined = undefined_section(state);
  state.view = first_view(state);
  build_picture(state);
  // Of a kernel whose final states are not listed there may be nothing to draw.
  const is_blank = state.view === null && page.properties.length > 0;
  parts.picture.hidden = is_blank;
  return [test_heading(page), condition_line(page), notices(page),
    messages(page.notes, (count) => plural(count, "message") + " about the test"),
    element("div", { class: "columns" },
      element("div", { class: "column reading" }, parts.source, parts.outcomes),
      element("div", { class: "column seeing" },
        is_blank ? element("p", { class: "small", text: "No execution is drawn: final states are listed with --outcomes." }) : null,
        parts.picture, why_section(state), parts.undefined, parts.axioms,
        models_section(state)))];
}

function refresh(state) {
  show_picture(state);
  show_outcomes(state);
  show_axioms(state);
  show_undefined(state);
}

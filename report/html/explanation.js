// ---- why: the words of `clmm explain`, each case with its picture ----

/* All cases of all explanations, each with where it belongs. `role` is `reason`: the execution is
   forbidden; or `by`: it would be, were the test changed. */
function cases_of(page) {
  const list = [];
  for (const why of page.explanations)
    for (const role of ["reasons", "by"])
      why[role].forEach((argument, reason) => argument.forEach((each, i) => {
        list.push(Object.assign(each, { why, role, reason, reasons: why[role].length, number: i + 1, of: argument.length }));
      }));
  return list;
}

function case_number(each) {
  return [each.reasons > 1 ? `reason ${each.reason + 1} of ${each.reasons}` : "",
    each.of > 1 ? `case ${each.number} of ${each.of}` : ""].filter(Boolean).join(", ");
}

function changes_text(why) {
  return `If ${why.changes.map((each) => each.text).join(", and ")}`;
}

function case_title(each) {
  const number = case_number(each);
  return (each.role === "by" ? `${changes_text(each.why)}: forbidden` : each.why.headline) + (number ? ` – ${number}` : "");
}

function numbers_text(uses) {
  const numbers = uses.map((each) => String(each + 1));
  return numbers.length < 2 ? numbers.join("") : `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

/* Pointing at a step marks its actions, if the picture is the one that it is about. */
function steps_list(state, steps) {
  return element("ol", { class: "steps" }, steps.map((step) => {
    const since = [...step.since, step.uses.length > 0 ? `by ${numbers_text(step.uses)}` : ""].filter(Boolean).join(", ");
    const mark = () => link(state, new Set(), new Set(step.events));
    const clear = () => link(state, new Set(), new Set());
    return element("li", { onmouseenter: mark, onmouseleave: clear, onfocus: mark, onblur: clear, tabindex: 0 },
      element("span", { class: "fact", text: (step.supposed ? "Suppose " : "") + step.text }),
      since ? element("span", { class: "muted", text: ` (${since})` }) : null,
      step.citation ? element("cite", { text: ` ${step.citation}` }) : null);
  }));
}

function case_content(state, each) {
  const against = each.uses.length === 0 ? "This is" : `${numbers_text(each.uses)} ${each.uses.length === 1 ? "is" : "are"}`;
  return [steps_list(state, each.steps),
    element("p", { class: "against" }, `${against} against `, element("code", { text: each.axiom }),
      each.conclusion ? `, ${each.conclusion}.` : "."),
    each.rule ? element("blockquote", { text: each.rule }) : null];
}

function show_case(state, each) {
  select(state, { kind: "case", index: state.page.cases.indexOf(each) });
}

/* The case that the picture shows, with ways to its neighbours. */
function about_case(state, each) {
  const at = state.page.cases.indexOf(each);
  const neighbour = (by, text) => {
    const other = state.page.cases[at + by];
    return other && other.why === each.why && other.role === each.role ? button(text, () => show_case(state, other)) : null;
  };
  const head = each.role === "by"
    ? [element("b", { text: `${changes_text(each.why)}, it would be forbidden` }), ". The picture is of the test so changed."]
    : [element("b", { text: "Forbidden" }), `: no execution of ${state.page.model} is like this.`];
  return [element("p", {}, head),
    each.of * each.reasons > 1 ? element("p", { class: "cases control" }, neighbour(-1, "◀ "), " ", case_number(each), " ", neighbour(1, " ▶")) : null,
    case_content(state, each),
    each.role === "by" ? each.why.as_it_is.map((text) => element("p", { class: "small", text: `As the test is, step ${text}.` })) : null].flat().filter(Boolean);
}

/* What would exclude it. */
function change_lines(state, why) {
  if (why.changes.length === 0) return [];
  const first = state.page.cases.find((each) => each.why === why && each.role === "by");
  // The headline begins with what is undefined.
  const rest = why.verdict !== "undefined" ? ", it would be forbidden."
    : /^\S*race /.test(why.headline) ? ", there would be no such race." : ", this would not be undefined.";
  return [element("p", {}, changes_text(why) + rest, " ", first ? button("Show why", () => show_case(state, first), { class: "link" }) : null)];
}

/* From an outcome that the condition asks about to why it is as it is. */
function reasons_links(state) {
  const why = state.page.explanations.find((each) => each.undefined === null);
  if (!why) return [];
  const first = state.page.cases.find((each) => each.why === why && each.role === "reasons");
  return first ? [element("p", {}, button(`Why: ${why.headline}`, () => show_case(state, first), { class: "link" }))]
    : change_lines(state, why);
}

function case_item(state, each) {
  const number = case_number(each);
  return element("li", { class: "case" },
    element("details", {},
      element("summary", {}, number ? element("b", { text: `${number}: ` }) : null,
        element("code", { text: each.axiom }), each.conclusion ? ` – ${each.conclusion}` : ""),
      case_content(state, each)),
    button("picture", () => show_case(state, each), { class: "link control", "aria-label": `Picture: ${case_title(each)}` }));
}

/* Of the condition. Undefined behaviour says why where it is listed. */
function why_section(state) {
  const { page } = state;
  const of_condition = page.explanations.filter((why) => why.undefined === null);
  if (of_condition.length === 0) return null;
  return section("why", "Why", of_condition.map((why) => {
    const of_role = (role) => page.cases.filter((each) => each.why === why && each.role === role);
    return element("div", { class: "explanation" },
      element("h3", { text: why.headline }),
      element("ul", { class: "cases-list" }, of_role("reasons").map((each) => case_item(state, each))),
      why.note ? element("p", { class: "small", text: why.note }) : null,
      why.changes.length > 0 ? element("p", { text: `${changes_text(why)}, it would be forbidden.` }) : null,
      element("ul", { class: "cases-list" }, of_role("by").map((each) => case_item(state, each))),
      why.as_it_is.map((text) => element("p", { class: "small", text: `As the test is, step ${text}.` })));
  }));
}

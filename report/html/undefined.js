// ---- undefined behaviour ----

function undefined_item(state, entry, index) {
  const why = state.page.explanations.find((each) => each.undefined === index);
  return element("li", {},
    button([element("b", { text: entry.kind }), " ",
      entry.accesses.map((access, i) => [i > 0 ? " and " : "", element("code", { text: access.text }),
        access.line ? ` line ${access.line}` : ""]),
      entry.accesses.length === 0 && entry.lines.length > 0 ? `line ${entry.lines.join(", ")}` : ""],
    () => select(state, { kind: "undefined", index }), { class: "link" }),
    why && why.steps.length > 0 ? element("details", {}, element("summary", {}, "why, and what would exclude it"),
      steps_list(state, why.steps), change_lines(state, why)) : null,
    // Several of one kind that say the same say it once.
    state.page.undefined.findIndex((each) => each.message === entry.message) === index
      ? element("blockquote", { text: entry.message }) : null);
}

function undefined_section(state) {
  const { page, parts } = state;
  if (page.undefined.length === 0) return null;
  parts.undefined_items = page.undefined.map((entry, index) => undefined_item(state, entry, index));
  const cut = page.undefined.length < page.undefined_total
    ? element("p", { class: "notice cut", text: `The first ${page.undefined.length} of ${page.undefined_total} are listed.` }) : null;
  return section("undefined", "Undefined behaviour", cut, element("ul", { class: "undefined" }, parts.undefined_items));
}

function show_undefined(state) {
  state.parts.undefined_items?.forEach((item, index) => {
    const is_shown = same_view(state.view, { kind: "undefined", index });
    item.classList.toggle("shown", is_shown);
    const control = item.querySelector("button");
    if (is_shown) control.setAttribute("aria-current", "true");
    else control.removeAttribute("aria-current");
  });
}

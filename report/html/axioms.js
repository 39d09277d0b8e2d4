// ---- axioms, left out one at a time ----

function appear_text(page, axiom) {
  if (axiom.problems.length > 0) return axiom.problems[0].message;
  const more = axiom.reason ? ` (incomplete: ${axiom.reason})` : "";
  if (axiom.total === 0) return axiom.reason ? `unknown: ${axiom.reason}` : "nothing more is allowed";
  const cut = axiom.appear.length < axiom.total ? `; the first ${axiom.appear.length} are listed` : "";
  return `${plural(axiom.total, "more outcome")} allowed${cut}${more}`;
}

function axioms_section(state) {
  const { page, parts } = state;
  if (page.axioms.length === 0) return null;
  const known = report.models[page.model]?.axioms || {};
  parts.switches = page.axioms.map((axiom, i) => {
    const control = element("button", {
      type: "button", class: "switch", role: "switch", "aria-checked": "true", "data-axiom": axiom.name,
      "aria-label": `${axiom.name}: ${appear_text(page, axiom)}`,
      onclick: () => leave_out(state, state.off === i ? null : i),
    });
    return element("li", { class: axiom.total > 0 ? "axiom matters" : "axiom" }, control,
      element("div", {}, element("code", { class: "name", text: axiom.name }),
        known[axiom.name] ? element("details", { class: "citation" },
          element("summary", { class: "effect", title: "what the axiom says" }, appear_text(page, axiom)),
          element("blockquote", { text: known[axiom.name] }))
          : element("div", { class: "citation effect", text: appear_text(page, axiom) })));
  });
  const matters = (item) => item.classList.contains("matters");
  const others = parts.switches.filter((item) => !matters(item));
  return section("axioms", `Axioms of ${page.model}`,
    element("p", { class: "small", text: "Each in force forbids executions. Switch one off to see the outcomes that it alone forbids here; the others stay in force." }),
    element("ul", { class: "axioms" }, parts.switches.filter(matters)),
    others.length === 0 ? null : element("details", { class: "others" },
      element("summary", {}, `${plural(others.length, "axiom")} without which nothing more is known to be allowed`),
      element("ul", { class: "axioms" }, others)));
}

function show_axioms(state) {
  state.parts.switches?.forEach((item, i) => {
    const is_off = state.off === i;
    item.classList.toggle("off", is_off);
    item.querySelector(".switch").setAttribute("aria-checked", String(!is_off));
  });
}

// ---- the picture with its controls, and what there is to say about it ----

function build_picture(state) {
  const { parts, page } = state;
  page.bounds = bounds_of(page);
  parts.count = element("span", { class: "count" });
  parts.title = element("p", { class: "state", id: "picture-title" });
  parts.graph = element("div", { class: "graph", role: "region", "aria-label": "Picture, scrolls", tabindex: 0 });
  parts.about = element("div", { class: "about", "aria-live": "off" });
  parts.text = element("ul", { class: "edges-text" });
  parts.toggles = element("div", { class: "toggles", role: "group", "aria-label": "Relations" });
  parts.picture.append(
    element("div", { class: "stepper" },
      button("◀", () => step(state, -1), { id: "previous", "aria-label": "Previous execution", title: "Previous (k, ←)" }),
      parts.count,
      button("▶", () => step(state, 1), { id: "next", "aria-label": "Next execution", title: "Next (j, →)" }),
      parts.title,
      element("div", { class: "zoom", role: "group", "aria-label": "Size of the picture" },
        button("−", () => zoom(state, size_of(state) / 1.25), { "aria-label": "Smaller" }),
        button("fit", () => zoom(state, null), { "aria-label": "Fit the box" }),
        button("+", () => zoom(state, size_of(state) * 1.25), { "aria-label": "Larger" }))),
    parts.toggles,
    element("div", { class: "seen", style: `--natural:${page.bounds[2]}` },
      element("div", { class: "drawing" }, parts.graph, legend(page),
        element("details", { class: "as-text" }, element("summary", {}, "The relations as text"), parts.text)),
      element("div", { class: "words" }, parts.about)));
  link_with(state, parts.graph);
}

function legend(page) {
  const kinds = new Set(page.nodes.map((node) => node[3]));
  const names = [["global", "global memory"], ["local", "local memory"], ["both", "both"], ["initial", "initial value"]];
  return element("p", { class: "legend" }, names.filter(([kind]) => kinds.has(kind)).map(([kind, text]) =>
    element("span", { class: `key ${kind}` }, text)));
}

function zoom(state, factor) {
  state.zoom = factor === null ? null : Math.min(4, Math.max(0.2, factor));
  scale(state);
}

/* What is chosen, else what fits the box; where that were too small to read, the box scrolls. */
function size_of(state) {
  if (state.zoom !== null) return state.zoom;
  const fitting = (state.parts.graph.clientWidth - 2) / state.page.bounds[2];
  return fitting < 0.6 ? 1 : Math.min(1.15, fitting);
}

function scale(state) {
  const svg = state.parts.graph.querySelector("svg");
  if (!svg) return;
  const size = size_of(state);
  svg.setAttribute("width", state.page.bounds[2] * size);
  svg.setAttribute("height", state.page.bounds[3] * size);
}

/* What is bold stands in the middle of a box that scrolls. */
function centre(box) {
  const bold = [...box.querySelectorAll(".node.bold")].map((node) => node.getBoundingClientRect());
  if (bold.length === 0 || box.scrollWidth <= box.clientWidth) return;
  const middle = (Math.min(...bold.map((each) => each.left)) + Math.max(...bold.map((each) => each.right))) / 2;
  const { left, width } = box.getBoundingClientRect();
  box.scrollLeft += middle - (left + width / 2);
}

/* What a relation is, where its model's text does not say. */
/* A switch for each relation that occurs, drawn as its edges are. */
function show_toggles(state) {
  const { parts, page } = state;
  parts.toggles.replaceChildren(...relations_of(page).map((name, i) => {
    const [colour, line] = style_of(name);
    const is_on = state.relations.has(name);
    return button([
      drawn("svg", { class: "sample", viewBox: "0 0 24 8", width: 24, height: 8, "aria-hidden": "true", style: `--c:${colour}` },
        drawn("path", { class: "line", d: "M1 4H18", "stroke-width": line === "bold" ? 2.4 : 1.6, "stroke-dasharray": kDashes[line] }),
        drawn("path", { class: "tip", d: "M24 4L17 1V7Z" })), name],
    () => toggle(state, name),
    { class: "toggle", "aria-pressed": String(is_on), "data-relation": name,
      title: [i < 9 ? `key ${i + 1}` : "", words_of_relation(page, name)].filter(Boolean).join(" · ") || null });
  }));
}

function toggle(state, name) {
  if (!state.relations.delete(name)) state.relations.add(name);
  show_picture(state);
  say(`${name} ${state.relations.has(name) ? "shown" : "hidden"}`);
}

/* Redraws, and gives the focus back to the action or switch that had it. */
function show_picture(state) {
  const { parts, page, view } = state;
  const focused = document.activeElement;
  const event = parts.graph.contains(focused) ? focused.closest(".node")?.dataset.event : undefined;
  const relation = parts.toggles.contains(focused) ? focused.dataset.relation : undefined;
  const is_on = (name) => state.relations.has(name);
  const all = views(state);
  const at = all.findIndex((each) => same_view(each, view));
  parts.count.textContent = view?.kind === "case" ? "why" : at < 0 ? `– / ${all.length}` : `${at + 1} / ${all.length}`;
  show_toggles(state);
  mark_lines(parts.source, new Set(), "linked");
  mark_lines(parts.source, new Set(view?.kind === "undefined" ? entry_of(state, view).lines : []), "racing");
  if (view === null) {
    parts.title.textContent = "No execution";
    parts.graph.replaceChildren(element("p", { class: "none", text: nothing_text(page) }));
    parts.about.replaceChildren();
    return;
  }
  const execution = page.executions[entry_of(state, view).execution];
  parts.title.textContent = title_of(state, view);
  parts.graph.replaceChildren(draw_graph(page, execution, is_on, `Execution: ${title_of(state, view)}`));
  scale(state);
  centre(parts.graph);
  parts.text.replaceChildren(...edges_as_text(page, execution, is_on).map((text) => element("li", { text })));
  parts.about.replaceChildren(...about(state, view, execution));
  if (event !== undefined) parts.graph.querySelector(`[data-event="${event}"]`)?.focus();
  if (relation !== undefined) parts.toggles.querySelector(`[data-relation="${CSS.escape(relation)}"]`)?.focus();
}

function nothing_text(page) {
  return page.outcomes_known ? "The test has no execution to show."
    : `No execution was found: ${page.reason}.`;
}

function models_that(page, entry, answers) {
  return page.models.filter((_, i) => answers.includes(entry.allowed[i])).map((each) => each.name);
}

/* Sentences about the execution that is shown. */
function about(state, view, execution) {
  const { page } = state;
  const entry = entry_of(state, view);
  const line = (...content) => element("p", {}, content);
  if (view.kind === "undefined") return about_undefined(state, view.index);
  if (view.kind === "case") return about_case(state, entry);
  const list = view.kind === "appearing" ? about_appearing(state, entry, execution) : about_outcome(state, entry, execution);
  if (page.condition)
    list.push(line(entry.satisfies ? "The state satisfies the condition's proposition." : "The state does not satisfy the condition's proposition."));
  if (entry.family)
    list.push(line(`v stands for ${entry.family} of its type: ${entry.free}.`));
  if (entry.satisfies || /^\s*forall/.test(page.condition)) list.push(...reasons_links(state));
  return list;
}

function about_outcome(state, entry, execution) {
  const { page } = state;
  const line = (...content) => element("p", {}, content);
  const answer = entry.allowed[page.chosen];
  if ("ya".includes(answer)) {
    const list = [line(element("b", { text: "Allowed" }), ` by ${page.model}.`)];
    if (answer === "a")
      list.push(line("Its values come ", element("b", { text: "out of thin air" }),
        execution.steps ? [": they are justified by nothing but the bold cycle ", element("code", { text: execution.steps }), "."] : "."));
    return list;
  }
  const by = page.models[entry.by].name;
  const list = [answer === "n"
    ? line(element("b", { text: "Forbidden" }), ` by ${page.model}; allowed by ${models_that(page, entry, "ya").join(", ")}.`)
    : line(`Not known to be allowed by ${page.model}: its answer is incomplete. Allowed by ${models_that(page, entry, "ya").join(", ")}.`)];
  list.push(line(`The picture is an execution of ${by}.`));
  page.axioms.forEach((axiom, i) => {
    if ((axiom.appear || []).some((each) => each.state === entry.state && each.family === entry.family))
      list.push(line("It appears without ", button(axiom.name, () => leave_out(state, i), { class: "link" }), "."));
  });
  return list;
}

function about_appearing(state, entry, execution) {
  const { page } = state;
  const axiom = page.axioms[state.off];
  const citation = report.models[page.model]?.axioms[axiom.name];
  const line = (...content) => element("p", {}, content);
  const list = [page.outcomes_known
    ? line(element("b", { text: "Forbidden" }), " by ", element("code", { text: axiom.name }), " alone: without it, ", page.model, " allows this execution.")
    : line("Found without ", element("code", { text: axiom.name }), "; the answer with it is incomplete.")];
  if (execution.steps)
    list.push(line("What violates it is bold: ", element("code", { text: execution.steps }), "."));
  if (citation) list.push(element("blockquote", { text: citation }));
  if (entry.air) list.push(line("Its values come out of thin air."));
  return list;
}

function about_undefined(state, index) {
  const entry = state.page.undefined[index];
  const why = state.page.explanations.find((each) => each.undefined === index);
  const list = [element("p", {}, element("b", { class: "bad", text: entry.kind }),
    ": an execution that the model allows has it, so the behaviour of the whole program is undefined.")];
  if (entry.accesses.length > 0)
    list.push(element("ul", {}, entry.accesses.map((access) => element("li", {}, element("code", { text: access.text }),
      ` in ${access.unit}${access.line ? `, line ${access.line}` : ""}`))));
  if (why && why.steps.length > 0) list.push(steps_list(state, why.steps));
  if (entry.message) list.push(element("blockquote", { text: entry.message }));
  if (why) list.push(...change_lines(state, why));
  return list;
}

// ---- what there is to see: outcomes, undefined behaviour, what an axiom forbids ----

/* A view is {kind, index}: kind `outcome` (of page.states), `undefined`, `case` (of an explanation),
   or `appearing` (of the axiom that is left out). */

/* The list that a kind of view is an index into. */
function list_of(state, kind) {
  const { page } = state;
  return { outcome: page.states, undefined: page.undefined, case: page.cases, appearing: appearing(state) }[kind] || [];
}

function is_allowed(page, state) {
  return "ya".includes(state.allowed[page.chosen]);
}

function appearing(state) {
  return state.off === null ? [] : state.page.axioms[state.off].appear || [];
}

/* All that stepping goes through, in order. A filter narrows it to the outcomes that it keeps. */
function views(state) {
  const of = (kind, list) => list.map((_, index) => ({ kind, index }));
  const all = [...of("outcome", state.page.states), ...of("appearing", appearing(state))]
    .filter((view) => passes(state, view));
  return state.filter.trim() === "" ? [...all, ...of("undefined", state.page.undefined)] : all;
}

function same_view(a, b) {
  return a !== null && b !== null && a.kind === b.kind && a.index === b.index;
}

function entry_of(state, view) {
  return list_of(state, view.kind)[view.index];
}

/* Where a reader starts: why the condition's state is forbidden, else what decides the condition, else what is undefined, else any outcome. */
function first_view(state) {
  const { page } = state;
  if (page.cases.length > 0 && page.cases[0].why.verdict === "forbidden") return { kind: "case", index: 0 };
  const wanted = /^\s*forall/.test(page.condition) ? false : true;
  const allowed = page.states.map((each, index) => ({ each, index })).filter(({ each }) => is_allowed(page, each));
  const deciding = allowed.find(({ each }) => each.satisfies === wanted && each.allowed[page.chosen] === "y") ||
    allowed.find(({ each }) => each.satisfies === wanted);
  if (page.condition && deciding) return { kind: "outcome", index: deciding.index };
  if (page.undefined.length > 0 && allowed.length === 0) return { kind: "undefined", index: 0 };
  return page.states.length > 0 ? { kind: "outcome", index: 0 }
    : page.undefined.length > 0 ? { kind: "undefined", index: 0 } : null;
}

function state_text(entry) {
  return entry.state === "" ? "(no observed values)" : entry.state;
}

function title_of(state, view) {
  const entry = entry_of(state, view);
  if (view.kind === "case") return case_title(entry);
  if (view.kind === "undefined") return `Undefined behaviour ${view.index + 1} of ${state.page.undefined.length}: ${entry.kind}`;
  const name = state_text(entry);
  return view.kind === "appearing" ? `Without ${state.page.axioms[state.off].name}: ${name}` : name;
}

function select(state, view) {
  state.view = view;
  refresh(state);
  if (view !== null) say(title_of(state, view));
  remember(state);
  reveal(state.parts.graph);
}

/* What has just changed must not be out of sight. */
function reveal(box) {
  const { top, bottom } = box.getBoundingClientRect();
  if (bottom < 80 || top > innerHeight - 80) box.closest(".card").scrollIntoView({ block: "start" });
}

function step(state, by) {
  const all = views(state);
  if (all.length === 0) return;
  const at = all.findIndex((view) => same_view(view, state.view));
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
  select(state, all[next]);
}

/* The axiom left out, or all in force again. A view that goes with it gives way to a first one. */
function leave_out(state, axiom) {
  state.off = axiom;
  const appear = appearing(state);
  if (appear.length > 0) state.view = { kind: "appearing", index: 0 };
  else if (state.view?.kind === "appearing") state.view = first_view(state);
  refresh(state);
  say(axiom === null ? "All axioms are in force" :
    `Without ${state.page.axioms[axiom].name}: ${appear_text(state.page, state.page.axioms[axiom])}`);
  remember(state);
}

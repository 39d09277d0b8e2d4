// ---- what there is to see: outcomes, undefined behaviour, what an axiom forbids ----

/* A view is {kind, index}: kind `outcome` (of page.states), `undefined`, or `appearing` (of the
   axiom that is left out). */

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
  if (view.kind === "outcome") return state.page.states[view.index];
  return view.kind === "undefined" ? state.page.undefined[view.index] : appearing(state)[view.index];
}

/* Where a reader starts: what decides the condition, else what is undefined, else any outcome. */
function first_view(state) {
  const { page } = state;
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
  if (view.kind === "undefined") return `Undefined behaviour ${view.index + 1} of ${state.page.undefined.length}: ${entry.kind}`;
  const name = state_text(entry);
  return view.kind === "appearing" ? `Without ${state.page.axioms[state.off].name}: ${name}` : name;
}

function select(state, view) {
  state.view = view;
  refresh(state);
  if (view !== null) say(title_of(state, view));
  remember(state);
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

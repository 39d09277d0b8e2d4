// ---- the whole: what is shown is what the address says after # ----

const report = data("index");
/* number: of the test, 0 for the index; state: of its page. */
const shown = { number: -1, state: null, query: { text: "" } };

/* `#test-3` and `#test-3.outcome-2`: a test, and what its picture shows. */
function address(number, view) {
  const of_view = view && view.kind !== "appearing" ? `.${view.kind}-${view.index + 1}` : "";
  return number === 0 ? "#index" : `#test-${number}${of_view}`;
}

function parse_address(hash) {
  const found = /^#test-(\d+)(?:\.(outcome|undefined|case)-(\d+))?$/.exec(hash);
  const number = found ? Math.min(report.tests.length, Math.max(1, Number(found[1]))) : report.tests.length === 1 ? 1 : 0;
  return { number, view: found && found[2] ? { kind: found[2], index: Number(found[3]) - 1 } : null };
}

/* The address follows what is shown, without a new entry in the history for each step. */
function remember(state) {
  location.replace(address(shown.number, state.view));
}

function go(number) {
  location.hash = address(number, null);
  show();
}

function go_by(by) {
  const count = report.tests.length;
  if (count > 1) go((shown.number - 1 + by + count) % count + 1);
}

function bar(number) {
  const many = report.tests.length > 1;
  return [
    many ? element("a", { class: "home", href: "#index", text: report.title }) : element("span", { class: "home", text: report.title }),
    many && number > 0 ? element("nav", { "aria-label": "Tests" },
      button("‹", () => go_by(-1), { "aria-label": "Previous test", title: "Previous test (p)" }),
      element("span", { class: "small", text: `${number} / ${report.tests.length}` }),
      button("›", () => go_by(1), { "aria-label": "Next test", title: "Next test (n)" })) : null,
    element("span", { class: "space" }),
    element("span", { class: "small made", text: `clmm ${report.clmm}` }),
    button("Dark", switch_theme, { id: "theme", title: "Dark or light (t)" }),
    button("?", show_help, { id: "keys", "aria-label": "Keys", title: "Keys (?)" }),
  ].filter(Boolean);
}

function can_show(state, view) {
  return state !== null && view !== null && !is_rejected(state.page) && entry_of(state, view) !== undefined;
}

function show() {
  const { number, view } = parse_address(location.hash);
  if (number === shown.number) {
    if (can_show(shown.state, view) && !same_view(view, shown.state.view)) select(shown.state, view);
    return;
  }
  shown.number = number;
  const main = document.getElementById("main");
  document.getElementById("bar").replaceChildren(...bar(number));
  show_theme();
  scrollTo(0, 0);
  if (number === 0) {
    shown.state = null;
    document.title = report.title;
    main.replaceChildren(...index_page(shown.query));
    return;
  }
  const page = data(`test-${number - 1}`);
  shown.state = page_state_of(page);
  document.title = `${page.name} – ${report.title}`;
  main.replaceChildren(...test_page(shown.state).flat().filter(Boolean));
  if (is_rejected(page)) return;
  if (can_show(shown.state, view)) shown.state.view = view;
  refresh(shown.state);
}

function page_state_of(page) {
  return is_rejected(page) ? { page, parts: {} } : page_state(page);
}

/* On paper nothing can be opened. Axioms that change nothing here stay a line. */
function before_print() {
  for (const each of document.querySelectorAll("details:not([open], .others, .others *)")) {
    each.open = true;
    each.dataset.opened = "";
  }
}

function after_print() {
  for (const each of document.querySelectorAll("details[data-opened]")) {
    each.open = false;
    delete each.dataset.opened;
  }
}

const theme = stored_theme();
if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show_theme);
addEventListener("resize", () => { if (shown.state?.parts.graph) scale(shown.state); });
addEventListener("hashchange", show);
addEventListener("keydown", on_key);
addEventListener("beforeprint", before_print);
addEventListener("afterprint", after_print);
show();

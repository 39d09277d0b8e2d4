// ---- the whole: a test, what is asked of it, and what clmm says ----

const kFirstTest = "examples/message-passing.litmus";
const kOwn = "own.cat";              // the word of the model that stands in the page
const kPause = 250;                 // milliseconds without a key before a test is checked
const kVerdictTime = 60_000;        // of a check
const kPageTime = 120_000;          // of all checks that a page is made of

const shelf = data("shelf");
const parts = Object.fromEntries(["examples", "model", "cat", "options", "options-box", "options-count", "copy", "stop", "repair", "repairing", "status", "chips", "report", "version"]
  .map((id) => [id.replace("-", "_"), document.getElementById(id)]));
/* `turn` counts what was asked; an answer to an earlier question is not shown. */
const now = { turn: 0, timer: 0, usual: "", models: [], of_model: new Map(), page: null };

function name_of_text(text) {
  const words = /^\s*\S+\s+([^\s{]+)/.exec(text.replace(/^(\s|\/\/[^\n]*\n|\(\*[^]*?\*\))*/, ""));
  return `${words ? words[1] : "test"}.litmus`;
}

function request_for(kind, timeout) {
  return { ask: kind, name: state.path || name_of_text(state.text), text: state.text, model: state.model, cat: state.cat,
    switches: state.switches, without: state.without, unroll: state.unroll, timeout };
}

// ---- answers ----

function allowed_chip(result, summary) {
  if (!/exists/.test(result.condition ?? "") || summary.allowed === undefined) return null;
  return chip(summary.allowed === null ? "allowed?" : summary.allowed ? "state allowed" : "state forbidden", "plain");
}

function show_verdict(reply) {
  const { summary, result, model } = reply;
  const is_known = summary && !is_rejected(summary);
  parts.chips.replaceChildren(...(is_known
    ? [verdict_chip(summary), allowed_chip(result, summary), race_chip(summary.racy), undefined_chips(summary.undefined_kinds), expectation_chip(summary)]
    : [chip("rejected", "bad")]).flat().filter(Boolean));
  document.body.dataset.verdict = result?.verdict ?? "rejected";
  if (is_known) say(`${summary.name}: ${parts.chips.textContent}`);
  return model;
}

/* The report stands by itself; here its heading and its text of the test are shown beside it already. It says how high it
   is, at once (out of sight nothing is observed): a page that is a file sees nothing of what is in its frames. */
const kInside = "<style>.bar, .heading > :not(h1), #source, .skip { display: none !important; }" +
  ".heading { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }" +
  "main { padding: 0 0 1em; } .columns { grid-template-columns: minmax(0, 1fr) !important; }" +
  ".column { display: contents; } #picture { order: -2; }</style>" +
  "<script>addEventListener('load', () => { const tell = () => parent.postMessage({ height: document.body.scrollHeight }, '*');" +
  "tell(); new ResizeObserver(tell).observe(document.body); });</" + "script></head>";

function show_page(html) {
  const theme = is_dark() ? "dark" : "light";
  const text = html.replace("</head>", kInside).replace('<html lang="en">', `<html lang="en" data-theme="${theme}">`);
  const address = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  const old = parts.report.src;
  parts.report.onload = () => {
    if (old.startsWith("blob:")) URL.revokeObjectURL(old);
    parts.report.classList.remove("stale");
  };
  parts.report.src = address;
  now.page = html;
}

/* In one column the page scrolls, not the report in it. */
function fit_report() {
  const is_beside = matchMedia("(min-width: 1080px)").matches;
  parts.report.style.height = is_beside || !now.height ? "" : `${now.height + 20}px`;
}

function show_busy(text) {
  parts.status.textContent = text;
  parts.stop.hidden = !is_busy();
}

async function repair_now() {
  const turn = ++now.turn;
  if (is_busy()) end_worker();
  document.body.dataset.state = "busy";
  try {
    const asked = ask(request_for("repair", kPageTime));
    show_busy("looking for changes …");
    parts.stop.hidden = false;
    const reply = await asked;
    if (turn !== now.turn) return;
    const said = reply.told ?? reply.problems.map((each) => each.message).join("\n");
    parts.repairing.hidden = false;
    parts.repairing.replaceChildren(element("pre", { text: said.trimEnd(), tabindex: 0 }),
      reply.repaired ? button("Take it into the editor", () => { editor.field.value = reply.repaired; edited(); }, { id: "take" }) : "",
      button("Close", () => { parts.repairing.hidden = true; }));
    say(said);
    show_busy(`under ${reply.model}`);
    document.body.dataset.state = "done";
  } catch (error) {
    if (turn === now.turn) give_up(error);
  }
}

function give_up(error) {
  show_busy(error.message === "stopped" ? "stopped" : `no answer: ${error.message}`);
  document.body.dataset.state = "stopped";
}

async function check_now() {
  const turn = ++now.turn;
  if (is_busy()) end_worker();
  document.body.dataset.state = "busy";
  parts.repair.hidden = parts.repairing.hidden = true;
  parts.report.classList.add("stale");
  remember_state();
  const begun = performance.now();
  try {
    const asked = ask(request_for("check", kVerdictTime));
    show_busy("checking …");
    setTimeout(() => { if (turn === now.turn) parts.stop.hidden = !is_busy(); }, 100);
    const reply = await asked;
    if (turn !== now.turn) return;
    show_problems(reply.problems);
    show_verdict(reply);
    if (turn === 1) performance.mark("first verdict");
    await show_model(reply);
    if (turn !== now.turn) return;
    const said = `${reply.model ? `under ${reply.model}, ` : ""}${((performance.now() - begun) / 1000).toFixed(2)} s`;
    if (reply.summary && !is_rejected(reply.summary)) {
      show_busy(`${said}; drawing …`);
      const drawing = ask(request_for("page", kPageTime));
      parts.stop.hidden = false;
      const page = await drawing;
      if (turn !== now.turn) return;
      show_page(page.html);
    }
    show_busy(said);
    parts.repair.hidden = reply.repairable !== true;
    document.body.dataset.state = "done";
  } catch (error) {
    if (turn === now.turn) give_up(error);
  }
}

function check_soon() {
  clearTimeout(now.timer);
  now.timer = setTimeout(check_now, kPause);
}

function stop() {
  clearTimeout(now.timer);
  end_worker();
}

// ---- what is asked: model, switches, axioms ----

function show_models(reply) {
  const options = [element("option", { value: "", text: reply.default_model ? `as usual (${reply.default_model})` : "as usual" })];
  const group = (label, models) => element("optgroup", { label }, models.map((each) =>
    element("option", { value: each.name, text: each.name, title: each.summary })));
  const usual = now.models.filter((each) => (reply.usual ?? []).includes(each.name));
  const others = now.models.filter((each) => !usual.includes(each));
  if (state.cat) options.push(element("option", { value: kOwn, text: "your own" }));
  parts.model.replaceChildren(...options, group("Of this language", usual), group("Others", others));
  parts.model.value = state.model;
}

function chosen_value(each) {
  const chosen = state.switches.find((word) => word.startsWith(`${each.name}=`));
  return chosen ? chosen.slice(each.name.length + 1) : each.value;
}

function switch_choice(each) {
  const select = element("select", { id: `switch-${each.name}`, onchange: () => {
    state.switches = state.switches.filter((word) => !word.startsWith(`${each.name}=`));
    if (select.value !== each.value) state.switches.push(`${each.name}=${select.value}`);
    options_changed();
  } }, each.values.map(({ value }) => element("option", { value, text: value === each.value ? `${value} (usual)` : value })));
  select.value = chosen_value(each);
  const note = each.values.map(({ value, note }) => note ? `${value}: ${note}` : value).join("\n");
  return element("div", { class: "choice" }, element("label", { for: `switch-${each.name}`, title: note, text: each.name }), select);
}

function axiom_choice({ name, citation }) {
  const box = element("input", { type: "checkbox", id: `axiom-${name}`, onchange: () => {
    state.without = state.without.filter((each) => each !== name);
    if (!box.checked) state.without.push(name);
    options_changed();
  } });
  box.checked = !state.without.includes(name);
  return element("div", { class: "axiom-choice" }, box, element("label", { for: `axiom-${name}`, title: citation, text: name }));
}

function unroll_choice() {
  const field = element("input", { type: "number", id: "unroll", min: 1, max: 64, value: state.unroll, onchange: () => {
    state.unroll = Math.min(64, Math.max(1, Math.floor(Number(field.value)) || 4));
    options_changed();
  } });
  return element("div", { class: "choice" }, element("label", { for: "unroll", text: "iterations of loops whose end is not constant" }), field);
}

function options_changed() {
  show_count();
  check_soon();
}

function show_count() {
  const count = state.switches.length + state.without.length + (state.unroll === 4 ? 0 : 1);
  parts.options_count.textContent = count > 0 ? ` (${count})` : "";
}

function show_options(model) {
  parts.options_box.replaceChildren(
    element("p", { class: "small", text: model.documentation.split("\n\n")[0] }),
    element("fieldset", {}, element("legend", { text: "Axioms in force" }), model.axioms.map(axiom_choice)),
    model.switches.length > 0 ? element("fieldset", {}, element("legend", { text: "Readings that the text leaves open" }), model.switches.map(switch_choice)) : "",
    element("fieldset", {}, element("legend", { text: "Search" }), unroll_choice()));
  show_count();
}

/* Of the model that answered; what another one had set is given up. */
async function show_model(reply) {
  if (now.shown_usual !== String(reply.usual) + reply.default_model) {
    now.shown_usual = String(reply.usual) + reply.default_model;
    show_models(reply);
  }
  const name = reply.model;
  const key = name === kOwn ? state.cat : name;
  if (!name || now.shown_model === key) return;
  if (!now.of_model.has(key)) now.of_model.set(key, await ask({ ask: "model", model: name, cat: state.cat }));
  const model = now.of_model.get(key);
  if (model.axioms) {
    now.shown_model = key;
    show_options(model);
  }
}

// ---- tests and lessons ----

function title_of_path(path) {
  return path.replace(/^examples\//, "").replace(/\.litmus$/, "");
}

function show_shelf() {
  const folders = new Map();
  for (const { path } of shelf.tests) {
    const folder = path.split("/").slice(1, -1).join("/") || "examples";
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  parts.examples.replaceChildren(
    element("option", { value: "", text: "your own", hidden: true }),
    element("optgroup", { label: "Lessons" }, shelf.lessons.map((each) => element("option", { value: `lesson:${each.name}`, text: each.title }))),
    ...[...folders].map(([folder, paths]) => element("optgroup", { label: folder },
      paths.map((path) => element("option", { value: path, text: title_of_path(path) })))));
  parts.examples.value = state.path;
}

function start_anew() {
  state.model = "";
  state.switches = [];
  state.without = [];
  state.unroll = 4;
  now.shown_model = now.shown_usual = null;
}

function open_test(path) {
  const test = shelf.tests.find((each) => each.path === path);
  start_anew();
  state.path = path;
  state.text = test.text;
  set_text(test.text);
  parts.examples.value = path;
  check_now();
}

function open_lesson(name) {
  state.lesson = name;
  show_lesson(name);
  const number = name.slice(0, 2);
  const first = shelf.lessons.find((each) => each.name === name).tests[0] ??
    shelf.tests.find((each) => each.path.startsWith(`examples/tutorial/${number}`)).path;
  open_test(first);
}

function close_lesson() {
  state.lesson = "";
  show_lesson("");
  remember_state();
}

function edited() {
  state.text = editor.field.value;
  const kept = shelf.tests.find((each) => each.text === state.text);
  state.path = kept ? kept.path : "";
  parts.examples.value = state.path;
  paint();
  check_soon();
}

/* A model that is written is the one that is asked about. */
function cat_edited() {
  state.cat = parts.cat.value;
  state.model = state.cat ? kOwn : "";
  state.switches = [];
  state.without = [];
  now.shown_model = now.shown_usual = null;
  check_soon();
}

async function copy_link() {
  await remember_state();
  try {
    await navigator.clipboard.writeText(location.href);
    parts.copy.textContent = "Copied";
  } catch {
    parts.copy.textContent = "It is in the address bar";
  }
  setTimeout(() => { parts.copy.textContent = "Copy link"; }, 2000);
}

function show_state() {
  if (!now.models.some((each) => each.name === state.model) && !(state.model === kOwn && state.cat)) state.model = "";
  parts.cat.value = state.cat;
  now.shown_model = now.shown_usual = null;
  set_text(state.text);
  parts.examples.value = state.path;
  show_lesson(state.lesson);
  show_count();
  check_now();
}

async function begin() {
  show_theme();
  await read_address();
  show_shelf();
  set_text(state.text);
  let about;
  try {
    about = await ask({ ask: "about" });
  } catch (error) {
    return give_up(error);  // a browser without what the module needs
  }
  parts.version.textContent = `clmm ${about.version}`;
  now.models = about.models;
  show_state();
}

const theme = stored_theme();
if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
editor.field.addEventListener("input", edited);
parts.examples.addEventListener("change", () => {
  const value = parts.examples.value;
  if (value.startsWith("lesson:")) open_lesson(value.slice(7));
  else open_test(value);
});
parts.model.addEventListener("change", () => {
  state.model = parts.model.value;
  state.switches = [];
  state.without = [];
  now.shown_model = null;
  check_now();
});
parts.cat.addEventListener("input", cat_edited);
parts.stop.addEventListener("click", stop);
parts.repair.addEventListener("click", repair_now);
parts.copy.addEventListener("click", copy_link);
document.getElementById("theme").addEventListener("click", () => { switch_theme(); if (now.page) show_page(now.page); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { show_theme(); if (now.page) show_page(now.page); });
addEventListener("resize", fit_report);
addEventListener("message", ({ source, data }) => {
  if (source !== parts.report.contentWindow) return;
  now.height = data.height;
  fit_report();
});
addEventListener("hashchange", async () => { await read_address(); show_state(); });
addEventListener("keydown", (event) => { if (event.key === "Escape") parts.options.open = false; });
begin();

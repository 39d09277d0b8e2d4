// ---- the table of outcomes ----

const kAnswers = { y: "✓", a: "✓", n: "–", "?": "?", "-": "" };
const kAnswerWords = {
  y: "allowed", a: "allowed, out of thin air", n: "forbidden", "?": "not known", "-": "no answer",
};

/* Words that a row can be found by, besides its state. */
function row_words(state, view) {
  const { page } = state;
  const entry = entry_of(state, view);
  const words = [entry.satisfies ? "satisfies" : "violates"];
  if (view.kind === "appearing")
    return [...words, "forbidden", "appears", page.axioms[state.off].name, ...(entry.air ? ["thin-air"] : [])];
  words.push({ y: "allowed", a: "allowed", n: "forbidden" }[entry.allowed[page.chosen]] || "unknown");
  if (entry.allowed.includes("a")) words.push("thin-air");
  return [...words, ...models_that(page, entry, "ya")];
}

/* A word with `=` is a value: `r0=1` is not in `r0=10`. Any other is part of one of the row's words or
   of a name; with `-` before it, it must not be. */
function word_fits(word, bindings, words) {
  if (word.length > 1 && word.startsWith("-")) return !word_fits(word.slice(1), bindings, words);
  if (/=./.test(word)) return bindings.some((each) => each === word || each.endsWith(`:${word}`));
  return words.some((each) => each.includes(word)) || bindings.some((each) => each.includes(word));
}

function passes(state, view) {
  const wanted = state.filter.toLowerCase().replace(/;/g, " ").split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const bindings = entry_of(state, view).state.toLowerCase().split(/;\s*/).filter(Boolean);
  const words = row_words(state, view).map((each) => each.toLowerCase());
  return wanted.every((word) => word_fits(word, bindings, words));
}

function outcomes_section(state) {
  const { parts, page } = state;
  if (page.states.length === 0 && page.properties.length > 0) return null;
  const input = element("input", {
    type: "search", id: "filter", placeholder: "filter: r0=1 satisfies -thin-air", autocomplete: "off",
    spellcheck: "false", "aria-label": "Filter the outcomes", "aria-controls": "outcomes-rows",
    oninput: () => {
      state.filter = input.value;
      const all = views(state);
      if (all.length > 0 && !all.some((view) => same_view(view, state.view))) state.view = all[0];
      refresh(state);
    },
  });
  parts.filter = input;
  parts.filtered = element("p", { class: "small filtered", role: "status" });
  parts.rows = element("tbody", { id: "outcomes-rows" });
  return section("outcomes", "Outcomes",
    element("div", { class: "control" }, input), parts.filtered, cut_notice(page),
    element("div", { class: "scroll" }, element("table", { class: "outcomes" },
      element("thead", {}, element("tr", {},
        ["#", "Final state", page.condition ? "Condition" : null, "Allowed by"].filter(Boolean)
          .map((text) => element("th", { scope: "col", text })))), parts.rows)));
}

function cut_notice(page) {
  if (page.states_left_out === 0) return null;
  const total = page.states.length + page.states_left_out;
  return element("p", { class: "notice cut",
    text: `${page.states.length} of ${total} outcomes are listed: the first ${page.listed} of each model.` });
}

function short_names(page) {
  return page.models.map((model) => model.name.replace(/^opencl-/, "").replace(/^.*\//, ""));
}

function allowed_cell(state, view, names) {
  const { page } = state;
  const entry = entry_of(state, view);
  if (view.kind === "appearing")
    return element("td", {}, element("span", { class: "small", text: `without ${page.axioms[state.off].name}` }));
  const air = entry.allowed.includes("a") ? element("span", { class: "badge air", text: "thin air" }) : null;
  if (page.models.length > 1 && /^[ya]+$/.test(entry.allowed))
    return element("td", {}, element("span", { class: "badge chosen", text: "all",
      title: page.models.map((model) => model.name).join(", ") }), air);
  const badges = page.models.map((model, i) => {
    const answer = entry.allowed[i];
    if (!"ya?".includes(answer)) return null;
    return element("span", { class: `badge ${i === page.chosen ? "chosen" : ""} ${answer === "?" ? "unsure" : ""}`,
      title: `${model.name}: ${kAnswerWords[answer]}`, text: names[i] + (answer === "?" ? "?" : "") });
  });
  return element("td", {}, badges, air);
}

function outcome_row(state, view, number, names) {
  const entry = entry_of(state, view);
  const { page } = state;
  const is_shown = same_view(view, state.view);
  const is_extra = view.kind === "appearing" || !is_allowed(page, entry);
  return element("tr", {
    class: [is_shown ? "shown" : "", is_extra ? "extra" : "", view.kind].join(" ").trim(),
    "data-state": entry.state, onclick: () => select(state, view),
  },
  element("td", { class: "number", text: number }),
  element("td", { class: "state" }, button(state_text(entry), (event) => { event.stopPropagation(); select(state, view); },
    { "aria-current": is_shown ? "true" : null }), entry.family ? element("small", { text: ` (${entry.family})` }) : null),
  page.condition ? element("td", {}, entry.satisfies ? chip("satisfies", "mark") : element("span", { class: "muted", text: "violates" })) : null,
  allowed_cell(state, view, names));
}

function show_outcomes(state) {
  const { parts, page } = state;
  if (!parts.rows) return;
  const all = [...page.states.map((_, index) => ({ kind: "outcome", index })),
    ...appearing(state).map((_, index) => ({ kind: "appearing", index }))];
  const kept = all.filter((view) => passes(state, view));
  const had_focus = parts.rows.contains(document.activeElement);
  const names = short_names(page);
  parts.rows.replaceChildren(...kept.map((view) => outcome_row(state, view, all.indexOf(view) + 1, names)));
  parts.filtered.textContent = kept.length < all.length ? `${kept.length} of ${all.length} shown` : "";
  if (all.length === 0)
    parts.filtered.textContent = page.outcomes_known ? "The model allows no outcome." : `No outcome was found: ${page.reason}.`;
  const shown = parts.rows.querySelector(".shown");
  if (had_focus) shown?.querySelector("button").focus();
}

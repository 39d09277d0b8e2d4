// ---- models side by side ----

function answer_cell(entry, i) {
  const answer = entry.allowed[i];
  return element("td", { class: `answer ${{ y: "yes", a: "yes", n: "no" }[answer] || "open"}`, "data-answer": answer },
    element("span", { "aria-hidden": "true", text: kAnswers[answer] + (answer === "a" ? " air" : "") }),
    element("span", { class: "unseen", text: kAnswerWords[answer] }));
}

function model_cells(page, cell) {
  return page.models.map((model) => element("td", {},
    model.verdict === undefined ? element("span", { class: "muted", title: model.problems[0]?.message, text: "no answer" }) : cell(model)));
}

function model_races(model) {
  const word = race_word(model.racy);
  const others = model.undefined.filter((kind) => !kind.endsWith("race"));
  return [race_chip(model.racy), others.length > 0 ? element("div", {}, undefined_chips(others)) : null,
    model.races_reason ? element("div", { class: "small", text: model.races_reason, title: word }) : null];
}

function models_section(state) {
  const { page } = state;
  if (page.models.length < 2) return null;
  const row = (head, cells) => element("tr", {}, element("th", { scope: "row" }, head), cells);
  return section("models", "Models side by side",
    element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Models side by side" }, element("table", { class: "models" },
      element("thead", {}, element("tr", {}, element("td"),
        page.models.map((model, i) => element("th", { scope: "col", class: i === page.chosen ? "chosen" : null, text: model.name })))),
      element("tbody", {},
        row("verdict", model_cells(page, (model) => [has_no_condition({ ...page, ...model }) ? chip("no condition", "plain") : page.has_properties ? chip(kPropertyWords[model.verdict], kPropertyKinds[model.verdict])
          : chip(kVerdictWords[model.verdict], kVerdictKinds[model.verdict]),
          model.reason ? element("div", { class: "small", text: model.reason }) : null])),
        row("races", model_cells(page, model_races)),
        page.has_properties && page.states.length === 0 ? null : row("outcomes", model_cells(page, (model) => String(model.total))),
        page.states.map((entry, index) => row(
          button(state_text(entry), () => select(state, { kind: "outcome", index }), { class: "link state" }),
          page.models.map((_, i) => answer_cell(entry, i))))))),
    page.models.filter((model) => model.problems.length > 0).map((model) =>
      messages(model.problems, () => `${model.name} gave no answer`)));
}

// ---- the index of all tests ----

/* Words that a test can be found by, besides its name and file. */
function test_words(test) {
  const words = [{ holds: "true", fails: "false" }[test.verdict] ?? test.verdict];
  if (has_no_condition(test)) words[0] = "no-condition";
  if (test.has_properties) words[0] = kPropertyWords[test.verdict];
  if (test.verdict !== "rejected") words.push(race_word(test.racy).replace(" ", "-"));
  if (test.undefined_kinds?.length > 0) words.push("undefined", ...test.undefined_kinds);
  if (test.allowed !== null && test.allowed !== undefined) words.push(test.allowed ? "allowed" : "forbidden");
  if (test.expected) words.push({ met: "expected", failed: "unexpected", unknown: "undecided" }[test.expected]);
  return words;
}

/* Each word is one of the test's words (`expected` is not in `unexpected`), or part of its name or file. */
function finds(test, query) {
  const places = `${test.name} ${test.file}`.toLowerCase();
  const words = test_words(test);
  return query.toLowerCase().split(/\s+/).filter(Boolean)
    .every((word) => words.includes(word) || places.includes(word));
}

function index_row(test, i) {
  return element("tr", {},
    element("td", {}, element("a", { href: `#test-${i + 1}`, text: test.name }),
      element("div", { class: "small file", text: test.file }),
      test.problem ? element("div", { class: "small problem", text: test.problem }) : null),
    element("td", {}, verdict_chip(test)),
    element("td", {}, test.verdict === "rejected" ? null : [race_chip(test.racy), " ", undefined_chips(test.undefined_kinds)]),
    element("td", {}, expectation_chip(test)),
    element("td", { class: "number", text: test.outcomes ?? "",
      "data-unit": String(test.outcomes) === "1" ? "outcome" : "outcomes" }));
}

/* How many tests have each word; pressing one searches for it. */
function index_counts(input) {
  const counts = new Map();
  for (const test of report.tests)
    for (const word of test_words(test)) counts.set(word, (counts.get(word) || 0) + 1);
  const order = ["true", "false", "no-condition", "verified", "refuted", "unknown", "rejected", "racy", "race-free", "races-unknown", "undefined", "expected", "unexpected", "undecided"];
  return order.filter((word) => counts.has(word)).map((word) =>
    button(`${counts.get(word)} ${word}`, () => {
      input.value = input.value.trim() === word ? "" : word;
      input.dispatchEvent(new Event("input"));
    }, { class: "count", "data-word": word }));
}

function index_page(query) {
  const rows = element("tbody");
  const found = element("p", { class: "small", role: "status" });
  const input = element("input", {
    type: "search", id: "search", placeholder: "name, file, true, false, racy, undefined, unexpected …", autocomplete: "off",
    spellcheck: "false", "aria-label": "Search the tests", value: query.text,
    oninput: () => { query.text = input.value; show(); },
  });
  const counts = index_counts(input);
  const show = () => {
    const kept = report.tests.map((test, i) => [test, i]).filter(([test]) => finds(test, input.value));
    rows.replaceChildren(...kept.map(([test, i]) => index_row(test, i)));
    found.textContent = `${kept.length} of ${plural(report.tests.length, "test")}`;
    for (const each of counts) each.setAttribute("aria-pressed", String(each.dataset.word === input.value.trim()));
  };
  show();
  return [element("div", { class: "heading" }, element("h1", { text: report.title })),
    element("section", { class: "card index", "aria-label": "Tests" },
      element("div", { class: "control counts" }, counts),
      element("div", { class: "control" }, input), found,
      element("div", { class: "scroll" }, element("table", {},
        element("thead", {}, element("tr", {}, ["Test", "Verdict", "Races, undefined behaviour", "Expected", "Outcomes"]
          .map((text) => element("th", { scope: "col", text })))), rows)))];
}

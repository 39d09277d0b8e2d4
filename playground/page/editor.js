// ---- the editor: a field for the text, and below it the same text in colours ----

const editor = { field: document.getElementById("editor"), colours: document.getElementById("colours"),
  gutter: document.getElementById("gutter"), problems: [] };

/* Offsets in bytes of UTF-8 as offsets in the text. */
function offsets_in(text) {
  const bytes = new TextEncoder().encode(text);
  return (byte) => bytes.length === text.length ? byte : new TextDecoder().decode(bytes.subarray(0, byte)).length;
}

/* Problems with a place, as {from, to, severity, …}; one that is between two characters is on a character. */
function placed(problems, text) {
  const offset = offsets_in(text);
  return problems.filter((each) => each.begin !== undefined).map((each) => {
    let from = Math.min(offset(each.begin), text.length), to = Math.min(offset(each.end), text.length);
    if (from === to && text[from] !== undefined && text[from] !== "\n") to = from + 1;
    else if (from === to && from > 0) from -= 1;
    return { ...each, from, to };
  });
}

/* The severest problem at an offset. */
function severity_at(problems, at) {
  const here = problems.filter((each) => each.from <= at && at < each.to).map((each) => each.severity);
  return ["error", "warning", "note"].find((each) => here.includes(each)) ?? null;
}

/* A token cut where problems begin and end. */
function pieces(problems, begin, token) {
  const cuts = new Set([begin, begin + token.length]);
  for (const { from, to } of problems)
    for (const each of [from, to]) if (each > begin && each < begin + token.length) cuts.add(each);
  const at = [...cuts].sort((a, b) => a - b);
  return at.slice(1).map((end, i) => [token.slice(at[i] - begin, end - begin), severity_at(problems, at[i])]);
}

function paint() {
  const text = editor.field.value;
  const marked = placed(editor.problems, text);
  const content = [];
  let at = 0;
  for (const [kind, token] of tokens(text, false)) {
    for (const [part, severity] of pieces(marked, at, token)) {
      const classes = [kind, severity ? `wavy ${severity}` : ""].filter(Boolean).join(" ");
      content.push(classes ? element("span", { class: classes, text: part }) : part);
    }
    at += token.length;
  }
  editor.colours.replaceChildren(...content, "\n");
  editor.gutter.textContent = Array.from({ length: text.split("\n").length }, (_, i) => i + 1).join("\n");
  follow();
}

function follow() {
  editor.colours.scrollTop = editor.gutter.scrollTop = editor.field.scrollTop;
  editor.colours.scrollLeft = editor.field.scrollLeft;
}

function line_of(text, at) {
  return text.slice(0, at).split("\n").length;
}

function go_to(problem) {
  editor.field.focus();
  editor.field.setSelectionRange(problem.from, problem.to);
  const height = parseFloat(getComputedStyle(editor.field).lineHeight);
  editor.field.scrollTop = Math.max(0, line_of(editor.field.value, problem.from) * height - editor.field.clientHeight / 2);
  follow();
}

function problem_item(problem, text) {
  const has_place = problem.from !== undefined;
  const content = [element("b", { text: `${problem.severity}${has_place ? `, line ${line_of(text, problem.from)}` : ""}: ` }),
    problem.message, problem.code ? ` [${problem.code}]` : "",
    problem.hint ? element("span", { class: "hint", text: problem.hint }) : null].filter(Boolean);
  return element("li", { class: problem.severity },
    button(content, () => { if (has_place) go_to(problem); }));
}

function show_problems(problems) {
  const text = editor.field.value;
  editor.problems = problems;
  const marked = placed(problems, text);
  const rest = problems.filter((each) => each.begin === undefined);
  document.getElementById("problems").replaceChildren(...[...marked, ...rest].map((each) => problem_item(each, text)));
  paint();
}

function set_text(text) {
  editor.field.value = text;
  editor.field.scrollTop = editor.field.scrollLeft = 0;
  editor.field.setSelectionRange(0, 0);
  show_problems([]);
}

editor.field.addEventListener("scroll", follow);
addEventListener("resize", follow);

// ---- the lessons of the tutorial: as much of Markdown as they are written in ----

const kInline = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|!\[[^\]]*\]\([^)]*\)|\[([^\]]+)\]\(([^)]+)\)/;

/* Links between lessons lead there; other documents are not in the page. */
function link_of(text, target) {
  const lesson = shelf.lessons.find((each) => `${each.name}.md` === target);
  return lesson ? button(inline(text), () => open_lesson(lesson.name), { class: "link" }) : inline(text);
}

function inline(text) {
  const found = kInline.exec(text);
  if (!found) return text === "" ? [] : [text];
  const [whole, code, strong, weak, label, target] = found;
  const here = code !== undefined ? [element("code", { text: code })]
    : strong !== undefined ? [element("b", {}, inline(strong))]
    : weak !== undefined ? [element("i", {}, inline(weak))]
    : label !== undefined ? [link_of(label, target)].flat() : [];
  return [...inline(text.slice(0, found.index)), ...here, ...inline(text.slice(found.index + whole.length))];
}

/* Blocks of lines: {kind, lines}. */
function blocks_of(text) {
  const blocks = [];
  let fence = null;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      fence = fence ? null : { kind: "code", lines: [] };
      if (fence) blocks.push(fence);
    } else if (fence) fence.lines.push(line);
    else if (/^(#+ |<\/?details>|<summary>|---$)/.test(line)) blocks.push({ kind: "line", lines: [line] });
    else if (line === "") blocks.push({ kind: "gap", lines: [] });
    else {
      const kind = line.startsWith("> ") || line === ">" ? "quote" : line.startsWith("|") ? "table" : /^[-*] /.test(line) ? "list" : "words";
      const last = blocks.at(-1);
      if (last && (last.kind === kind || (last.kind === "list" && kind === "words"))) last.lines.push(line);
      else blocks.push({ kind, lines: [line] });
    }
  }
  return blocks.filter((each) => each.kind !== "gap");
}

function table_of(lines) {
  const cells = (line) => line.replace(/^\||\|$/g, "").split("|").map((each) => each.trim());
  return element("table", {},
    element("thead", {}, element("tr", {}, cells(lines[0]).map((text) => element("th", { scope: "col" }, inline(text))))),
    element("tbody", {}, lines.slice(2).map((line) => element("tr", {}, cells(line).map((text) => element("td", {}, inline(text)))))));
}

function list_of_lines(lines) {
  const items = [];
  for (const line of lines) {
    if (/^[-*] /.test(line)) items.push(line.slice(2));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return element("ul", {}, items.map((text) => element("li", {}, inline(text))));
}

/* A test can be taken into the editor. */
function code_of(lines) {
  const text = lines.join("\n");
  const first = lines[0].split(" ");
  const test = shelf.tests.find((each) => each.text.trimEnd() === text.trimEnd());
  const block = element("pre", { text, tabindex: 0 });
  return first.length === 2 && test ? [block, element("p", { class: "try" }, button("Take into the editor", () => open_test(test.path)))] : [block];
}

function block_element({ kind, lines }) {
  if (kind === "code") return code_of(lines);
  if (kind === "table") return [table_of(lines)];
  if (kind === "list") return [list_of_lines(lines)];
  if (kind === "quote") return [element("blockquote", {}, inline(lines.map((line) => line.replace(/^> ?/, "")).join(" ")))];
  if (kind === "line") return lines[0].startsWith("#") ? [element(lines[0].startsWith("# ") ? "h2" : "h3", {}, inline(lines[0].replace(/^#+ /, "")))] : [];
  const content = inline(lines.join(" "));
  return content.length === 0 ? [] : [element("p", {}, content)];
}

function lesson_content(text) {
  const content = [];
  let into = content;
  for (const block of blocks_of(text.split(/^---$/m)[0])) {
    const line = block.lines[0];
    if (block.kind === "line" && line === "<details>") into = [];
    else if (block.kind === "line" && line === "</details>") {
      content.push(element("details", {}, element("summary", { text: "Answer" }), into));
      into = content;
    } else into.push(...block_element(block));
  }
  return content;
}

function lesson_ways(lesson) {
  const at = shelf.lessons.indexOf(lesson);
  const number = lesson.name.slice(0, 2);
  const exercise = shelf.tests.find((each) => each.path === `examples/tutorial/${number}-exercise.litmus`);
  return element("nav", { "aria-label": "Lessons" },
    at > 0 ? button("‹ Previous", () => open_lesson(shelf.lessons[at - 1].name)) : null,
    at + 1 < shelf.lessons.length ? button("Next ›", () => open_lesson(shelf.lessons[at + 1].name)) : null,
    exercise ? button("Exercise", () => open_test(exercise.path), { id: "exercise" }) : null,
    button("Close the lesson", close_lesson));
}

function show_lesson(name) {
  const box = document.getElementById("lesson");
  const lesson = shelf.lessons.find((each) => each.name === name);
  box.hidden = !lesson;
  if (!lesson) return box.replaceChildren();
  box.replaceChildren(lesson_ways(lesson), ...lesson_content(lesson.text));
  box.scrollTop = 0;
}

// ---- the test's source, linked with the picture ----

function is_c_file(page) {
  return /\.cl$/.test(page.file) || page.properties?.length > 0;
}

/* Lines with their numbers; those of actions can be focused. `names` has what actions a line has. */
function source_listing(page, names) {
  return element("div", { class: "listing", role: "list" },
    coloured_lines(page.source, is_c_file(page)).map((content, i) => {
      const line = i + 1;
      const has_action = names.has(line);
      return element("div", {
        class: has_action ? "line action" : "line", role: "listitem", "data-line": line,
        tabindex: has_action ? 0 : null,
        "aria-label": has_action ? `line ${line}, ${names.get(line)}` : null,
      }, element("span", { class: "number", "aria-hidden": "true", text: line }),
      element("code", {}, content.length > 0 ? content : " "));
    }));
}

/* Which actions each line has, in any picture of the page. */
function actions_by_line(page) {
  const found = new Map();
  for (const [, label, , , , , , , line] of page.nodes)
    if (line) found.set(line, (found.get(line) || new Set()).add(label.replace(/^\w+: /, "").split(" ")[0]));
  return new Map([...found].map(([line, labels]) => [line, [...labels].join(", ")]));
}

function source_section(state) {
  const listing = source_listing(state.page, actions_by_line(state.page));
  link_with(state, listing);
  return section("source", "Test", listing);
}

/* Whatever the pointer is over, else what has the focus, is marked on both sides. */
function link_with(state, box) {
  const mark = (target) => {
    const line = target?.closest?.(".line.action");
    const node = target?.closest?.(".node");
    link(state, new Set(line ? [Number(line.dataset.line)] : []),
      new Set(node ? [Number(node.dataset.event)] : []));
  };
  const over = (event) => mark(event.target.closest?.(".line.action, .node") || document.activeElement);
  box.addEventListener("mouseover", over);
  box.addEventListener("focusin", (event) => mark(event.target));
  box.addEventListener("mouseleave", () => mark(document.activeElement));
  box.addEventListener("focusout", () => mark(null));
}

function mark_lines(root, lines, mark) {
  for (const line of root.querySelectorAll(".line"))
    line.classList.toggle(mark, lines.has(Number(line.dataset.line)));
}

/* Marks lines and actions that belong together, from either side. */
function link(state, lines, events) {
  const nodes = [...state.parts.picture.querySelectorAll(".node")];
  const all_lines = new Set(lines);
  for (const node of nodes)
    if (events.has(Number(node.dataset.event)) && node.dataset.line) all_lines.add(Number(node.dataset.line));
  mark_lines(state.parts.source, all_lines, "linked");
  for (const edge of state.parts.picture.querySelectorAll(".edge"))
    edge.classList.toggle("linked", events.size > 1 && events.has(Number(edge.dataset.from)) && events.has(Number(edge.dataset.to)));
  for (const node of nodes)
    node.classList.toggle("linked",
      events.has(Number(node.dataset.event)) || lines.has(Number(node.dataset.line)));
}

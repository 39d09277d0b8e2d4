// ---- the picture of an execution ----

const kDashes = { solid: null, bold: null, dashed: "7 4", dotted: "1.5 4" };
const kStrong = ["race", "gsw", "lsw", "sw", "rf"];

function style_of(relation) {
  return report.styles[relation] || ["#555555", "dotted", ""];
}

/* What a relation means: in general, else as the page's model says it. */
function words_of_relation(page, name) {
  return style_of(name)[2] || report.models[page.model]?.relations[name] || "";
}

/* The relation whose style an edge of several has: sb only where there is nothing else. */
function main_relation(relations) {
  return kStrong.find((name) => relations.includes(name)) ||
    relations.find((name) => name !== "sb") || relations[0];
}

/* The box around everything that any of the page's pictures shows, so that stepping moves nothing. */
function bounds_of(page) {
  const box = { left: 1e9, top: 1e9, right: -1e9, bottom: -1e9 };
  const add = (x, y, width = 0, height = 0) => {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + width);
    box.bottom = Math.max(box.bottom, y + height);
  };
  for (const [, , , , x, y, width, height] of page.nodes) add(x - width / 2, y - height / 2, width, height);
  for (const frame of page.frames) {
    for (const [, x, y] of frame.heads) add(x - 30, y - 12, 60, 24);
    for (const [, x, y, width, height] of frame.boxes) add(x, y, width, height);
  }
  for (const [, , , , , curve, label] of page.edges) {
    // A curve lies within what its points and controls span.
    if (curve.length > 8) for (let i = 0; i < curve.length; i += 2) add(curve[i], curve[i + 1]);
    else for (const t of [0.25, 0.5, 0.75]) add(...point_on(curve, t));
    add(label[0] - 20, label[1] - 8, 40, 16);
  }
  const margin = 10;
  return [box.left - margin, box.top - margin, box.right - box.left + 2 * margin,
    box.bottom - box.top + 2 * margin];
}

function point_on(curve, t) {
  const s = 1 - t;
  const at = (i) => s * s * s * curve[i] + 3 * s * s * t * curve[i + 2] +
    3 * s * t * t * curve[i + 4] + t * t * t * curve[i + 6];
  return [at(0), at(1)];
}

/* A curve is a point, then two controls and a point for each of its pieces. */
function path_of(curve) {
  let path = `M${curve[0]} ${curve[1]}`;
  for (let i = 2; i < curve.length; i += 6) path += `C${curve.slice(i, i + 6).join(" ")}`;
  return path;
}

/* A triangle whose tip is at the end of the curve. */
function arrow(curve, is_reversed, size) {
  const piece = is_reversed ? curve.slice(0, 8) : curve.slice(-8);
  const [x, y] = is_reversed ? piece.slice(0, 2) : piece.slice(6, 8);
  const [fx, fy] = point_on(piece, is_reversed ? 0.12 : 0.88);
  const length = Math.hypot(x - fx, y - fy) || 1;
  const [dx, dy] = [(x - fx) / length, (y - fy) / length];
  const base = [x - dx * size, y - dy * size];
  const side = [-dy * size * 0.42, dx * size * 0.42];
  return `M${x} ${y}L${base[0] + side[0]} ${base[1] + side[1]}L${base[0] - side[0]} ${base[1] - side[1]}Z`;
}

/* What an edge says, a line for each relation: `b → c: rf, reads-from: from a write to …`. */
function words_of_edge(page, names, from, to, relations) {
  return relations.map((name) => {
    const words = words_of_relation(page, name);
    return `${names.get(from)} → ${names.get(to)}: ${name}${words ? `, ${words}` : ""}`;
  }).join("\n");
}

function draw_edge([from, to, relations, bold, has_no_direction, curve, label], is_on, page, names) {
  // What is bold is what the picture is about: it stays.
  const shown = relations.filter((name) => bold.includes(name) || is_on(name));
  if (shown.length === 0) return null;
  const is_bold = bold.length > 0;
  const [colour, line] = style_of(main_relation(is_bold ? bold : shown));
  const path = path_of(curve);
  const group = drawn("g", {
    class: is_bold ? "edge bold" : "edge",
    style: `--c:${colour}`,
    "data-from": from, "data-to": to, "data-relations": shown.join(" "),
  });
  group.append(drawn("title", { text: words_of_edge(page, names, from, to, shown) }),
    // What is pointed at is wider than the line.
    drawn("path", { class: "reach", d: path }),
    drawn("path", { class: "line", d: path,
      "stroke-width": is_bold ? 3 : line === "bold" ? 2 : 1.4,
      "stroke-dasharray": is_bold ? null : kDashes[line] }),
    drawn("path", { class: "tip", d: arrow(curve, false, is_bold ? 12 : 9) }));
  if (has_no_direction) group.append(drawn("path", { class: "tip", d: arrow(curve, true, 12) }));
  const named = shown.filter((name) => name !== "sb" || (bold.includes(name) && shown.length > 1));
  if (named.length > 0) group.append(...draw_names(named, label, is_bold));
  return group;
}

function draw_names(names, [x, y], is_bold) {
  const width = names.join(" ").length * (is_bold ? 7.2 : 6.2) + 4;
  return [drawn("rect", { class: "ground", x: x - width / 2, y: y - 7.5, width, height: 15, rx: 4 }),
    drawn("text", { class: "name", x, y: y + 4 }, names.map((name, i) =>
      drawn("tspan", { style: `--c:${style_of(name)[0]}`, dx: i > 0 ? 4 : null, text: name })))];
}

/* A barrier across its units, with what it makes of them as far as that is shown. */
function draw_bar([left, y, width, label, relations], is_on) {
  const shown = relations.filter(is_on);
  const group = drawn("g", { class: "bar", style: shown.length > 0 ? `--c:${style_of(shown[0])[0]}` : null });
  group.append(drawn("title", { text: "barrier" }),
    drawn("rect", { class: "line", x: left, y: y - 2, width, height: 4 }));
  if (shown.length > 0) group.append(...draw_names(shown, [label, y - 11], false));
  return group;
}

function draw_node([event, label, note, kind, x, y, width, height, line, second], is_bold, unit) {
  const group = drawn("g", {
    class: `node ${kind || "plain"}${is_bold ? " bold" : ""}`, tabindex: 0, role: "img",
    "data-event": event, "data-line": line || null,
    "aria-label": [unit, label, second, note].filter(Boolean).join(", "),
  });
  group.append(drawn("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 6 }),
    drawn("text", { class: "label", x, y: (note ? y - 2 : y + 4.5) - (second ? 7.5 : 0), text: label }));
  if (second) group.append(drawn("text", { class: "label", x, y: (note ? y - 2 : y + 4.5) + 7.5, text: second }));
  if (note) group.append(drawn("text", { class: "note", x, y: y + (second ? 20 : 12.5), text: note }));
  return group;
}

/* The column's name that stands above a node. */
function unit_of(node, frame) {
  const head = frame.heads.find(([, x]) => Math.abs(x - node[4]) < 2);
  return head && node[3] !== "initial" ? head[0] : "";
}

function draw_graph(page, execution, is_on, title) {
  const frame = page.frames[execution.frame];
  const edges = execution.edges.map((i) => page.edges[i]);
  const bold = new Set(execution.bold);
  const [left, top, width, height] = page.bounds;
  const svg = drawn("svg", { viewBox: `${left} ${top} ${width} ${height}`, width, height,
    role: "group", "aria-label": title });
  for (const [label, x, y, w, h] of frame.boxes)
    svg.append(drawn("g", { class: "frame" }, drawn("rect", { x, y, width: w, height: h, rx: 8 }),
      drawn("text", { x: x + w / 2, y: y + 14, text: label })));
  for (const [name, x, y] of frame.heads) svg.append(drawn("text", { class: "head", x, y: y + 4, text: name }));
  const drawn_edges = edges.map((edge) => draw_edge(edge, is_on, page, names_of_actions(page, execution))).filter(Boolean);
  svg.append(drawn("g", { class: "edges" }, drawn_edges));
  svg.append(...execution.bars.map((bar) => draw_bar(bar, is_on)));
  for (const i of execution.nodes) {
    const node = page.nodes[i];
    svg.append(draw_node(node, bold.has(node[0]), unit_of(node, frame)));
  }
  return svg;
}

/* Relations that occur in the page's pictures; not those that only cycles name. */
function relations_of(page) {
  const found = new Set([...page.edges.flatMap((edge) => edge[2]),
    ...page.executions.flatMap((execution) => execution.bars.flatMap((bar) => bar[4]))]);
  return page.relations.filter((name) => found.has(name));
}

/* `a` of the action `a: Wna x=1`, `a/b` of a read-modify-write; of initial values all. */
function names_of_actions(page, execution) {
  const name = (label) => label.includes(": ") ? label.split(": ")[0] : label;
  return new Map(execution.nodes.map((i) => {
    const node = page.nodes[i];
    return [node[0], node[9] ? `${name(node[1])}/${name(node[9])}` : name(node[1])];
  }));
}

/* The edges as text: `rf: a → b, c → d`. */
function edges_as_text(page, execution, is_on) {
  const name = names_of_actions(page, execution);
  const pairs = new Map();
  for (const i of execution.edges) {
    const [from, to, relations, bold] = page.edges[i];
    for (const relation of relations)
      if (bold.includes(relation) || is_on(relation))
        pairs.set(relation, [...(pairs.get(relation) || []), `${name.get(from)} → ${name.get(to)}`]);
  }
  for (const [, , , , relations, entries, exits] of execution.bars)
    for (const relation of relations.filter(is_on))
      pairs.set(relation, [...(pairs.get(relation) || []),
        `${entries.map((each) => name.get(each)).join(" ")} → ${exits.map((each) => name.get(each)).join(" ")} (barrier)`]);
  return [...pairs].map(([relation, list]) => `${relation}: ${list.join(", ")}`);
}

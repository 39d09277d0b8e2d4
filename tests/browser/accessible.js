// What a page owes to those who read it otherwise: findings as texts, [] where there is none. Of WCAG 2.2 what a script can see, in terms
// of axe-core's rules where these have one.
const found = [];
const is_shown = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("[aria-hidden=true]");
const called = (each) => each.outerHTML.slice(0, 100).replace(/\s+/g, " ");
const all = (selector) => [...document.querySelectorAll(selector)].filter(is_shown);
const expect = (holds, rule, each) => { if (!holds) found.push(`${rule}: ${each ? called(each) : document.title}`); };

// ---- the document ----

expect(/^[a-z]{2}/.test(document.documentElement.lang), "html-has-lang");
expect(document.title.trim() !== "", "document-title");
expect(!/maximum-scale|user-scalable *= *no/.test(document.querySelector("meta[name=viewport]")?.content ?? "maximum-scale"), "meta-viewport");
const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
for (const each of document.querySelectorAll("[id]")) expect(ids.indexOf(each.id) === ids.lastIndexOf(each.id), "duplicate-id", each);

// ---- landmarks and headings ----

expect(all("main").length === 1, "landmark-one-main");
const kPlaces = "main, header, nav, footer, aside, dialog, .skip, [role=status]";
const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (words.nextNode()) {
  const parent = words.currentNode.parentElement;
  if (words.currentNode.data.trim() && is_shown(parent) && !parent.closest("script, style, noscript"))
    expect(parent.closest(kPlaces), "region", parent);
}
const headings = all("h1, h2, h3, h4, h5, h6");
expect(headings.filter((each) => each.tagName === "H1").length === 1, "page-has-heading-one");
headings.forEach((each, i) => {
  expect(Number(each.tagName[1]) <= (i === 0 ? 1 : Number(headings[i - 1].tagName[1]) + 1) || document.querySelector("h1") !== headings[0] && i === 0, "heading-order", each);
  expect(each.textContent.trim() !== "", "empty-heading", each);
});

// ---- controls, pictures, tables ----

const named_by = (each) => (each.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
const name_of = (each) => each.getAttribute("aria-label") || named_by(each) || [...(each.labels ?? [])].map((label) => label.textContent).join(" ").trim() ||
  (/^(input|select|textarea|iframe|img)$/i.test(each.tagName) ? "" : each.textContent.trim()) || each.getAttribute("alt") || each.title;
for (const each of all("button, a[href], input, select, textarea, summary, iframe, [role=button], [role=switch], [role=img], [role=group], [role=region], [role=dialog], section[aria-label], svg[tabindex], img"))
  expect(name_of(each), "name", each);
for (const each of all("svg")) expect(name_of(each) || each.getAttribute("role") === "presentation", "svg-img-alt", each);
for (const each of all("th")) expect(each.textContent.trim(), "empty-table-header", each);
for (const each of all("table")) expect(each.querySelector("th"), "table-has-header", each);
for (const each of all("ul, ol")) expect([...each.children].every((item) => item.matches("li")), "list", each);
for (const each of all("[aria-labelledby], [aria-describedby], [aria-controls], label[for]"))
  for (const id of ["aria-labelledby", "aria-describedby", "aria-controls", "for"].flatMap((name) => (each.getAttribute(name) ?? "").split(" ").filter(Boolean)))
    expect(document.getElementById(id), `reference to ${id}`, each);
for (const each of document.querySelectorAll("[role=switch], [role=checkbox]"))
  expect(/^(true|false)$/.test(each.getAttribute("aria-checked")), "aria-required-attr", each);

// ---- keys ----

const kReached = "a[href], button, input, select, textarea, summary, iframe, [tabindex]";
for (const each of document.querySelectorAll("[tabindex]")) expect(each.tabIndex <= 0, "tabindex", each);
for (const each of all("body *")) {
  const style = getComputedStyle(each);
  const scrolls = /auto|scroll/.test(style.overflowX) && each.scrollWidth > each.clientWidth + 1 ||
    /auto|scroll/.test(style.overflowY) && each.scrollHeight > each.clientHeight + 1;
  if (scrolls) expect(each.matches(kReached) && each.tabIndex >= 0 || [...each.querySelectorAll(kReached)].some((inner) => inner.tabIndex >= 0 && is_shown(inner)), "scrollable-region-focusable", each);
}
// Who points with difficulty: 24 pixels, or none other near; text that is a link stands in a line and may be smaller.
for (const each of all("button:not(.link), select, input[type=search], [role=switch]")) {
  if (each.closest("td, li, p")) continue;
  const { width, height } = each.getBoundingClientRect();
  expect(width >= 18 && height >= 18, "target-size", each);
}

// ---- contrast of what is drawn ----

const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgba = (colour) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const luminance = (colour) => colour.slice(0, 3).map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const covers = (shape, x, y) => {
  const box = shape.getBoundingClientRect();
  return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
};
const ground_of = (element) => {
  for (let at = element; at; at = at.parentElement)
    if (rgba(getComputedStyle(at).backgroundColor)[3] === 255) return getComputedStyle(at).backgroundColor;
  return "#ffffff";
};
for (const drawing of all("svg")) {
  const ground = ground_of(drawing);
  const shapes = [...drawing.querySelectorAll("rect, polygon, ellipse")].filter((each) => !/^(none|transparent)$/.test(getComputedStyle(each).fill));
  for (const text of drawing.querySelectorAll("text, tspan")) {
    if (![...text.childNodes].some((each) => each.nodeType === 3 && each.data.trim())) continue;
    const box = text.getBoundingClientRect();
    const under = shapes.filter((each) => each.compareDocumentPosition(text) & 4 && covers(each, box.left + box.width / 2, box.top + box.height / 2)).at(-1);
    const behind = under ? getComputedStyle(under).fill : ground;
    const [a, b] = [luminance(rgba(getComputedStyle(text).fill)), luminance(rgba(behind))].sort((x, y) => y - x);
    expect((a + 0.05) / (b + 0.05) >= 4.5, `color-contrast ${((a + 0.05) / (b + 0.05)).toFixed(2)} on ${behind}`, text);
  }
}
return found;

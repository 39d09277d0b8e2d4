// ---- making elements ----

const kSvg = "http://www.w3.org/2000/svg";

/* Attributes that are functions listen (onclick: …); null and false leave the attribute out. Children
   are elements or texts; texts are inserted as text, whatever they contain. */
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (name === "text") made.textContent = value;
    else if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function drawn(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(kSvg, tag), attributes, children);
}

function button(label, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, label);
}

function plural(count, word) {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

/* Tells people who do not see the page what has changed. */
function say(text) {
  document.getElementById("said").textContent = text;
}

function data(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

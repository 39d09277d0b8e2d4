// ---- keys, and the list of them ----

const kKeys = [
  ["j  or  →", "next execution"], ["k  or  ←", "previous execution"],
  ["1 … 9", "show or hide a relation"], ["a", "all axioms in force again"],
  ["/", "filter the outcomes, or search the tests"], ["Esc", "empty the filter, and leave it"],
  ["n", "next test"], ["p", "previous test"], ["i", "index of the tests"],
  ["t", "dark or light"], ["?", "these keys"],
];

function show_help() {
  const dialog = document.getElementById("help");
  if (dialog.childElementCount === 0)
    dialog.append(element("h2", { id: "help-title", text: "Keys" }),
      element("dl", {}, kKeys.map(([key, text]) => [element("dt", {}, element("kbd", { text: key })), element("dd", { text })])),
      element("p", { class: "small", text: "Filter words: r0=1 or 0:r0=1 (a value), satisfies, violates, allowed, forbidden, thin-air, a model's name; with - in front: not." }),
      button("Close", () => dialog.close()));
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

function leave_field(field) {
  field.value = "";
  field.dispatchEvent(new Event("input"));
  field.blur();
}

/* What a key does now; undefined where it does nothing. */
function action_of(key) {
  const state = shown.state;
  if (key === "?") return show_help;
  if (key === "t") return switch_theme;
  if (key === "/") return () => (document.getElementById("filter") || document.getElementById("search"))?.focus();
  if (key === "i" && report.tests.length > 1) return () => go(0);
  if (key === "n" && shown.number > 0) return () => go_by(1);
  if (key === "p" && shown.number > 0) return () => go_by(-1);
  if (!state || is_rejected(state.page)) return undefined;
  if (key === "j" || key === "ArrowRight") return () => step(state, 1);
  if (key === "k" || key === "ArrowLeft") return () => step(state, -1);
  if (key === "a") return () => leave_out(state, null);
  if (/^[1-9]$/.test(key))
    return () => state.parts.toggles.querySelectorAll(".toggle")[Number(key) - 1]?.click();
  return undefined;
}

function on_key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest?.("input");
  if (field) {
    if (event.key === "Escape") leave_field(field);
    return;
  }
  if (document.getElementById("help").open && event.key !== "?") return;
  const action = action_of(event.key);
  if (!action) return;
  event.preventDefault();
  action();
}

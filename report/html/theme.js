// ---- dark and light ----

/* Storage may be refused to a page that is a file. */
function stored_theme() {
  try { return localStorage.getItem("clmm-theme"); } catch { return null; }
}

function is_dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function set_theme(theme) {
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem("clmm-theme", theme); } catch { /* kept for this visit only */ }
  show_theme();
}

function switch_theme() {
  set_theme(is_dark() ? "light" : "dark");
  say(is_dark() ? "dark" : "light");
}

function show_theme() {
  const control = document.getElementById("theme");
  if (control) control.textContent = is_dark() ? "Light" : "Dark";
}

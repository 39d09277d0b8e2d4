// ---- the address: what is shown, so that a test can be sent as a link ----

/* What a page is about. `path` is of the test on the shelf that the text still is, or "". */
const state = { path: "", text: "", lesson: "", model: "", cat: "", switches: [], without: [], unroll: 4 };

const kCarried = ["lesson", "model", "switches", "without", "unroll"];

async function unpacked(text) {
  const bytes = from_base64(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

const kUsual = { lesson: "", model: "", switches: [], without: [], unroll: 4 };

/* `#test=examples/lock.litmus&model=c11`, or `#text=…` for a text that is not on the shelf. */
async function address_of_state() {
  const words = new URLSearchParams();
  if (state.path) words.set("test", state.path);
  else words.set("text", await packed(state.text));
  if (state.cat) words.set("cat", await packed(state.cat));
  for (const name of kCarried)
    if (String(state[name]) !== String(kUsual[name])) words.set(name, String(state[name]));
  return `#${words}`.replaceAll("%2F", "/").replaceAll("%2C", ",");
}

async function remember_state() {
  const address = await address_of_state();
  if (address === location.hash) return;
  history.replaceState(null, "", address);
}

/* What the address says; what it says wrongly is as if it said nothing. */
async function read_address() {
  const words = new URLSearchParams(location.hash.slice(1));
  const list = (name) => (words.get(name) ?? "").split(",").filter(Boolean);
  const unroll = Number(words.get("unroll"));
  Object.assign(state, { lesson: words.get("lesson") ?? "", model: words.get("model") ?? "",
    switches: list("switches"), without: list("without"), unroll: unroll >= 1 && unroll <= 64 ? Math.floor(unroll) : 4 });
  try {
    state.cat = words.has("cat") ? await unpacked(words.get("cat")) : "";
  } catch {
    state.cat = "";
  }
  const test = shelf.tests.find((each) => each.path === words.get("test"));
  if (test) return Object.assign(state, { path: test.path, text: test.text });
  const text = words.get("text");
  try {
    if (text !== null) return Object.assign(state, { path: "", text: await unpacked(text) });
  } catch { /* no text of this page: the first test */ }
  const first = shelf.tests.find((each) => each.path === kFirstTest);
  return Object.assign(state, { path: first.path, text: first.text });
}

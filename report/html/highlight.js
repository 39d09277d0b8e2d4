// ---- the test's text, coloured ----

const kKeywords = new Set(
  ("if else for while do return break continue switch case default goto sizeof typedef struct union enum " +
   "kernel __kernel exists forall filter locations global __global local __local constant __constant " +
   "private __private const volatile restrict static inline").split(" "));
const kTypes = new Set(
  ("void bool char uchar short ushort int uint long ulong half float double size_t ptrdiff_t intptr_t " +
   "uintptr_t signed unsigned event_t cl_event cl_command_queue queue_t clk_event_t ndrange_t buffer " +
   "atomic_int atomic_uint atomic_long atomic_ulong atomic_float atomic_double atomic_flag " +
   "atomic_size_t atomic_intptr_t atomic_uintptr_t atomic_ptrdiff_t").split(" "));

function word_class(word) {
  if (kKeywords.has(word)) return "keyword";
  if (kTypes.has(word)) return "type";
  if (/^memory_order(_|$)/.test(word)) return "order";
  if (/^memory_scope(_|$)/.test(word) || /^CLK_\w+_FENCE$/.test(word)) return "scope";
  if (/^(atomic|__atomic|work_group|sub_group)_\w+$/.test(word) || word === "barrier" || word === "mem_fence")
    return "operation";
  if (/^P\d+$/.test(word)) return "unit";
  return null;
}

/* The end of a comment that begins at `at`, else `at`. Outside of bodies `(* … *)` nests. In a body a
   pair of brackets with a star inside of both is one, so that `(*p)` is none. C has no such comments. */
function comment_end(text, at, is_body, is_c) {
  const up_to = (end, length) => (end < 0 ? text.length : end + length);
  if (text.startsWith("//", at)) return up_to(text.indexOf("\n", at), 0);
  if (text.startsWith("/*", at)) return up_to(text.indexOf("*/", at + 2), 2);
  if (is_c || !text.startsWith("(*", at)) return at;
  return is_body ? bracket_comment_end(text, at) : nested_comment_end(text, at);
}

function bracket_comment_end(text, at) {
  let depth = 0;
  for (let i = at; i < text.length; ++i) {
    if (text[i] === "(") ++depth;
    if (text[i] === ")" && --depth === 0) return text[i - 1] === "*" && i - 1 > at + 1 ? i + 1 : at;
  }
  return at;
}

function nested_comment_end(text, at) {
  let depth = 0;
  for (let i = at; i + 1 < text.length; ++i) {
    if (text.startsWith("(*", i)) { ++depth; ++i; }
    else if (text.startsWith("*)", i)) { ++i; if (--depth === 0) return i + 1; }
  }
  return at;
}

/* [class or null, text] in order; together the whole text. */
function tokens(text, is_c) {
  const list = [];
  const pattern = /[A-Za-z_]\w*|\d[\w.]*|"(?:[^"\\\n]|\\.)*"|\s+|[^]/y;
  let braces = 0, blocks = 0;
  for (let at = 0; at < text.length;) {
    // The first braces hold the initial state, which is no body.
    const end = comment_end(text, at, braces > 0 && blocks > 1, is_c);
    if (end > at) {
      list.push(["comment", text.slice(at, end)]);
      at = end;
      continue;
    }
    pattern.lastIndex = at;
    const word = pattern.exec(text)[0];
    if (word === "{" && braces++ === 0) ++blocks;
    if (word === "}") braces = Math.max(0, braces - 1);
    const kind = /^[A-Za-z_]/.test(word) ? word_class(word)
      : /^\d/.test(word) ? "numeral" : word.startsWith('"') && word.length > 1 ? "string"
      : word === "#" && is_c ? "keyword" : null;
    list.push([kind, word]);
    at += word.length;
  }
  return list;
}

/* One array of spans and texts for each line. */
function coloured_lines(text, is_c) {
  const lines = [[]];
  for (const [kind, token] of tokens(text, is_c))
    token.split("\n").forEach((part, i) => {
      if (i > 0) lines.push([]);
      if (part !== "") lines.at(-1).push(kind ? element("span", { class: kind, text: part }) : part);
    });
  while (lines.length > 1 && lines.at(-1).length === 0) lines.pop();
  return lines;
}

// The extension as VS Code runs it, without VS Code: its activate() with the real client library and the real
// server, in a stub of the editor. `node --test`; $CLMM is the program, $CLMM_NODE_MODULES where the library is.
const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { after, before, test } = require("node:test");

const ROOT = path.resolve(__dirname, "../../..");
const { vscode, editor } = require("./stub.js");

// `require("vscode")` is the editor's; the extension's libraries lie elsewhere than beside it.
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  if (request === "vscode") return require.resolve("./stub.js");
  if (request.startsWith("vscode-languageclient"))
    return resolve.call(this, path.join(process.env.CLMM_NODE_MODULES, request), ...rest);
  return resolve.call(this, request, ...rest);
};
const load = Module._load;
Module._load = function (request, ...rest) {
  return request === "vscode" ? vscode : load.call(this, request, ...rest);
};

const extension = require(path.join(ROOT, "lsp/vscode/extension.js"));
const { contributes } = JSON.parse(fs.readFileSync(path.join(ROOT, "lsp/vscode/package.json")));

/** Waits for what a server does when it can. */
async function until(what, holds, seconds = 10) {
  for (let end = Date.now() + 1000 * seconds; Date.now() < end;) {
    const found = await holds();
    if (found) return found;
    await new Promise((resume) => setTimeout(resume, 20));
  }
  assert.fail(`it never came: ${what}; the client said: ${editor.shown.lines.join("")}`);
}

const example = (name) => fs.readFileSync(path.join(ROOT, "examples", name), "utf8");
const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
const shown_of = (document) => editor.shown.diagnostics.get(document.uri.toString());
const place_of = (document, word) => {
  const lines = document.text.slice(0, document.text.indexOf(word)).split("\n");
  return new vscode.Position(lines.length - 1, lines.at(-1).length);
};

before(async () => {
  // The settings as package.json has them, but for the program, which need not be on the path.
  for (const [name, { default: value }] of Object.entries(contributes.configuration.properties)) editor.settings[name] = value;
  editor.settings["clmm.path"] = process.env.CLMM;
  await extension.activate({ subscriptions: [] });
});

after(() => extension.deactivate());

test("shows a mistake where it is, and nothing once it is mended", async () => {
  const text = example("message-passing.litmus");
  const document = editor.open("/tests/mistake.litmus", "litmus", text.replace("memory_order_release", "memory_order_releas"));
  const [found] = await until("a message", () => shown_of(document)?.length > 0 && shown_of(document));
  assert.strictEqual(found.severity, vscode.DiagnosticSeverity.Error);
  assert.match(found.message, /memory_order_releas\b/);
  assert.deepStrictEqual({ ...found.range.start }, { ...place_of(document, "memory_order_releas") });
  const actions = await editor.providers.CodeActions.provideCodeActions(document, found.range, { diagnostics: [found], triggerKind: 1 }, token);
  const [{ edit }] = actions.filter((each) => each.edit);
  const [{ range, text: hint }] = edit.edits;
  editor.type(document, range, hint);
  assert.strictEqual(document.text, text);
  await until("no message", () => shown_of(document)?.length === 0);
  editor.close(document);
});

test("shows the verdict over the condition", async () => {
  const document = editor.open("/tests/verdict.litmus", "litmus", example("message-passing-relaxed.litmus"));
  const lens = await until("a verdict", async () => {
    const lenses = await editor.providers.CodeLens.provideCodeLenses(document, token);
    return lenses?.find((each) => /allowed/.test(each.command?.title));
  });
  assert.match(lens.command.title, /racy · opencl-3\.0/);
  assert.match(document.text.split("\n")[lens.range.start.line], /exists/);
  editor.close(document);
});

test("says what a word means, completes, outlines and renames", async () => {
  const document = editor.open("/tests/words.litmus", "litmus", example("message-passing.litmus"));
  const at = place_of(document, "memory_order_release");
  const hover = await editor.providers.Hover.provideHover(document, at, token);
  assert.match([hover.contents].flat().map((each) => each.value).join(), /release/);
  const completed = await editor.providers.CompletionItem.provideCompletionItems(document, new vscode.Position(at.line, at.character + 13), token, { triggerKind: 0 });
  assert.ok((completed.items ?? completed).some((each) => (each.label.label ?? each.label) === "memory_order_release"));
  const outline = await editor.providers.DocumentSymbol.provideDocumentSymbols(document, token);
  assert.ok(outline.some((each) => each.name.startsWith("P0")), outline.map((each) => each.name).join());
  const renamed = await editor.providers.Rename.provideRenameEdits(document, place_of(document, "seen ="), "flagged", token);
  assert.ok(renamed.edits.length === 3 && renamed.edits.every((each) => each.text === "flagged"));
  editor.close(document);
});

test("reads cat models and kernels, too", async () => {
  const model = editor.open("/tests/own.cat", "cat", "let wrong = undefined-name\nacyclic wrong as mine\n");
  const [found] = await until("a message", () => shown_of(model)?.length > 0 && shown_of(model));
  assert.match(found.message, /undefined-name/);
  const kernel = editor.open("/tests/kernel.cl", "opencl", "// clmm: --global 2 --local 2 --args \"data[1]\"\nkernel void k(global int* data) { data[0] = get_local_id(0); }\n");
  const race = await until("a race", () => shown_of(kernel)?.find((each) => /race/.test(each.message)));
  assert.strictEqual(race.range.start.line, 1);
  for (const each of [model, kernel]) editor.close(each);
});

test("nothing went wrong on the way", () => {
  assert.deepStrictEqual(editor.shown.problems, []);
});

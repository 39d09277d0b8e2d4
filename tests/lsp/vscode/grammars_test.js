// The extension's grammars as VS Code reads them (vscode-textmate with Oniguruma), over all examples and models;
// and its package.json against the files that it names. `node --test`; libraries in $CLMM_NODE_MODULES.
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { before, test } = require("node:test");

const ROOT = path.resolve(__dirname, "../../..");
const EXTENSION = path.join(ROOT, "lsp/vscode");
const library = (name) => path.join(process.env.CLMM_NODE_MODULES, name);
const { INITIAL, Registry, parseRawGrammar } = require(library("vscode-textmate"));
const oniguruma = require(library("vscode-oniguruma"));

const manifest = JSON.parse(fs.readFileSync(path.join(EXTENSION, "package.json")));
const { contributes } = manifest;
const grammars = {};

/** Each word of a text with its scopes: [word, "source.litmus keyword.control.litmus"]. */
function words_of(language, text) {
  const found = [];
  let stack = INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack, stoppedEarly } = grammars[language].tokenizeLine(line, stack, 2000);
    assert.ok(!stoppedEarly, line);
    for (const { startIndex, endIndex, scopes } of tokens)
      for (const word of line.slice(startIndex, endIndex).split(/\s+/).filter(Boolean)) found.push([word, scopes.join(" ")]);
    stack = ruleStack;
  }
  return found;
}

const files = (folder, ending) => fs.readdirSync(path.join(ROOT, folder), { recursive: true })
  .filter((name) => name.endsWith(ending)).map((name) => path.join(ROOT, folder, name));

before(async () => {
  const { buffer, byteOffset, byteLength } = fs.readFileSync(library("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(buffer.slice(byteOffset, byteOffset + byteLength));
  const file_of = Object.fromEntries(contributes.grammars.map((each) => [each.scopeName, path.join(EXTENSION, each.path)]));
  const registry = new Registry({
    onigLib: { createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns), createOnigString: (text) => new oniguruma.OnigString(text) },
    loadGrammar: (scope) => parseRawGrammar(fs.readFileSync(file_of[scope], "utf8"), file_of[scope]),
  });
  for (const { language, scopeName } of contributes.grammars) grammars[language] = await registry.loadGrammar(scopeName);
});

test("words of litmus tests have their colours", () => {
  const found = new Map(words_of("litmus", fs.readFileSync(path.join(ROOT, "examples/message-passing.litmus"), "utf8")));
  const is = (word, scope) => assert.ok(found.get(word)?.split(" ").includes(scope), `${word}: ${found.get(word)}`);
  is("OPENCL", "keyword.other.litmus");
  is("P1", "entity.name.function.litmus");
  is("memory_order_release", "constant.language.litmus");
  is("atomic_store_explicit", "support.function.litmus");
  is("global", "storage.modifier.litmus");
  is("atomic_int", "storage.type.litmus");
  is("exists", "keyword.control.litmus");
  is("/\\", "keyword.operator.litmus");
});

test("words of models have their colours", () => {
  const found = words_of("cat", "(* about acyclic *)\nlet rec a = rf ; b+ // acyclic\nacyclic a as mine\n");
  const scopes_of = (word) => found.filter(([each]) => each === word).map(([, scopes]) => scopes);
  const [first, second, third] = scopes_of("acyclic");
  assert.match(first, /comment/);
  assert.match(second, /comment/);
  assert.match(third, /keyword/);
  assert.match(scopes_of("let")[0], /keyword/);
});

test("comments of every example and model end where they end", () => {
  let count = 0;
  for (const [language, folder, ending] of [["litmus", "examples", ".litmus"], ["cat", "examples", ".cat"], ["cat", "model/cat", ".cat"]])
    for (const file of files(folder, ending)) {
      count += 1;
      const found = words_of(language, fs.readFileSync(file, "utf8"));
      assert.ok(found.some(([, scopes]) => !scopes.includes("comment")), file);
      // A comment that went on would take the last line with it, which is no comment in any of them.
      const [word, scopes] = found.at(-1);
      assert.ok(!/comment.block/.test(scopes) || word.endsWith("*)"), `${file}: ${word}: ${scopes}`);
    }
  assert.ok(count > 50, `${count} files`);
});

test("package.json names files that are there, and languages that have a grammar", () => {
  const named = [manifest.main, ...contributes.languages.map((each) => each.configuration), ...contributes.grammars.map((each) => each.path)];
  for (const name of named.filter(Boolean)) assert.ok(fs.existsSync(path.join(EXTENSION, name)), name);
  const known = new Set(contributes.languages.map((each) => each.id));
  for (const { language, scopeName, path: file } of contributes.grammars) {
    assert.ok(known.has(language), language);
    assert.strictEqual(JSON.parse(fs.readFileSync(path.join(EXTENSION, file))).scopeName, scopeName);
  }
  const selected = fs.readFileSync(path.join(EXTENSION, manifest.main), "utf8").match(/documentSelector: \[([^\]]*)\]/)[1];
  assert.deepStrictEqual(selected.match(/\w+/g), [...known]);
  for (const setting of Object.keys(contributes.configuration.properties)) {
    assert.ok(setting.startsWith("clmm."), setting);
    assert.match(fs.readFileSync(path.join(EXTENSION, manifest.main), "utf8"), new RegExp(`get\\("${setting.slice(5)}"\\)`));
  }
});

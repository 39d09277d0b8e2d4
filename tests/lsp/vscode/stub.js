// As much of VS Code's module `vscode` as vscode-languageclient needs to run a session without an editor:
// documents that a script opens and changes, and what the client registers and shows, to look at.

class Position {
  constructor(line, character) { this.line = line; this.character = character; }
}

class Range {
  constructor(a, b, c, d) {
    [this.start, this.end] = c === undefined ? [a, b] : [new Position(a, b), new Position(c, d)];
  }
}

class Uri {
  constructor(scheme, path) { this.scheme = scheme; this.path = path; this.fsPath = path; }
  static file(path) { return new Uri("file", path); }
  static parse(text) {
    const [, scheme, path] = text.match(/^(\w+):(?:\/\/)?(.*)$/);
    return new Uri(scheme, decodeURIComponent(path));
  }
  toString() { return `${this.scheme}://${encodeURI(this.path)}`; }
}

class EventEmitter {
  listeners = new Set();
  event = (listener, self, disposables) => {
    const bound = self ? listener.bind(self) : listener;
    this.listeners.add(bound);
    const registered = new Disposable(() => this.listeners.delete(bound));
    disposables?.push(registered);
    return registered;
  };
  fire(value) { return [...this.listeners].map((listener) => listener(value)); }
  dispose() { this.listeners.clear(); }
}

class Disposable {
  constructor(dispose) { this.dispose = dispose; }
  static from(...all) { return new Disposable(() => all.forEach((each) => each.dispose())); }
}

class Diagnostic {
  constructor(range, message, severity) { Object.assign(this, { range, message, severity }); }
}

class MarkdownString {
  constructor(value = "") { this.value = value; }
  appendMarkdown(text) { this.value += text; return this; }
}

class WorkspaceEdit {
  edits = [];
  replace(uri, range, text) { this.edits.push({ uri, range, text }); }
  insert(uri, position, text) { this.replace(uri, new Range(position, position), text); }
  delete(uri, range) { this.replace(uri, range, ""); }
  set(uri, edits) { for (const { range, newText } of edits) this.replace(uri, range, newText); }
}

/** Classes of VS Code that keep what they are given, by the names of their arguments. */
const record = (...names) => class {
  constructor(...values) { names.forEach((name, i) => { this[name] = values[i]; }); }
};

class Document {
  constructor(file, languageId, text) {
    Object.assign(this, { uri: Uri.file(file), languageId, version: 1, text, isClosed: false, fileName: file });
  }
  getText() { return this.text; }
}

/** The events of a part of the editor, each made when it is asked for; other names by `rest`. */
const part = (rest) => {
  const emitters = {};
  return new Proxy({ emitters, ...rest }, {
    get(target, name) {
      if (name in target) return target[name];
      if (/^on(Did|Will)/.test(name)) return (emitters[name] ??= new EventEmitter()).event;
      throw new Error(`the stub of vscode has no ${String(name)}`);
    },
  });
};

const settings = {};
const shown = { diagnostics: new Map(), lines: [], problems: [], applied: [] };
const providers = {};
const commands = {};

const matches = (filter, document) => (filter.language ?? document.languageId) === document.languageId
  && (filter.scheme ?? document.uri.scheme) === document.uri.scheme;

const problem = (text) => { shown.problems.push(text); return Promise.resolve(); };

const workspace = part({
  textDocuments: [],
  workspaceFolders: undefined,
  notebookDocuments: [],
  getConfiguration: (section) => ({ get: (name, otherwise) => settings[`${section}.${name}`] ?? otherwise }),
  createFileSystemWatcher: () => part({ dispose() {} }),
  applyEdit: (edit) => { shown.applied.push(edit); return Promise.resolve(true); },
});

/** What registers a provider keeps it by its kind: `Hover`, `CodeActions`. */
const languages = new Proxy({
  match: (selector, document) => [selector].flat().some((filter) => matches(filter, document)) ? 10 : 0,
  createDiagnosticCollection: () => ({
    set: (uri, found) => shown.diagnostics.set(uri.toString(), found ?? []),
    delete: (uri) => shown.diagnostics.delete(uri.toString()),
    get: (uri) => shown.diagnostics.get(uri.toString()),
    clear: () => shown.diagnostics.clear(),
    dispose: () => shown.diagnostics.clear(),
  }),
}, {
  get(target, name) {
    const kind = /^register(\w+)Provider$/.exec(name)?.[1];
    if (!kind) return target[name];
    return (selector, provider) => {
      providers[kind] = provider;
      return new Disposable(() => { delete providers[kind]; });
    };
  },
});

const window = part({
  activeTextEditor: undefined,
  visibleTextEditors: [],
  tabGroups: part({ all: [] }),
  createOutputChannel: () => ({
    append: (text) => shown.lines.push(text), appendLine: (text) => shown.lines.push(text),
    replace() {}, clear() {}, show() {}, hide() {}, dispose() {},
  }),
  showErrorMessage: problem, showWarningMessage: problem, showInformationMessage: problem,
  withProgress: (_, task) => task({ report() {} }, new CancellationTokenSource().token),
});

class CancellationTokenSource {
  emitter = new EventEmitter();
  token = { isCancellationRequested: false, onCancellationRequested: this.emitter.event };
  cancel() { this.token.isCancellationRequested = true; this.emitter.fire(); }
  dispose() {}
}

/** Numbers for the names of an enumeration, in VS Code's order. */
const numbered = (...names) => Object.fromEntries(names.map((name, i) => [name, i]));

class CodeActionKind {
  constructor(value) { this.value = value; }
  append(more) { return new CodeActionKind(this.value ? `${this.value}.${more}` : more); }
}
CodeActionKind.Empty = new CodeActionKind("");
for (const [name, value] of Object.entries({ QuickFix: "quickfix", Refactor: "refactor", Source: "source",
  RefactorExtract: "refactor.extract", RefactorInline: "refactor.inline", RefactorRewrite: "refactor.rewrite",
  SourceOrganizeImports: "source.organizeImports" }))
  CodeActionKind[name] = new CodeActionKind(value);

const vscode = {
  version: "1.82.0",
  env: { appName: "stub", language: "en", openExternal: () => Promise.resolve(true) },
  commands: { registerCommand: (name, run) => { commands[name] = run; return new Disposable(() => {}); } },
  workspace, languages, window, Position, Range, Uri, EventEmitter, Disposable, Diagnostic, MarkdownString, WorkspaceEdit,
  CancellationTokenSource, CancellationError: class extends Error {}, CodeActionKind,
  Location: record("uri", "range"), Hover: record("contents", "range"), CodeLens: record("range", "command"),
  CodeAction: record("title", "kind"), CompletionItem: record("label", "kind"), TextEdit: class {
    constructor(range, newText) { Object.assign(this, { range, newText }); }
    static replace(range, text) { return new this(range, text); }
    static insert(position, text) { return new this(new Range(position, position), text); }
  },
  CompletionList: record("items", "isIncomplete"), SnippetString: record("value"),
  DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
  SymbolInformation: record("name", "kind", "containerName", "location"),
  DiagnosticRelatedInformation: record("location", "message"),
  DocumentHighlight: record("range", "kind"), DocumentLink: record("range", "target"),
  DiagnosticSeverity: numbered("Error", "Warning", "Information", "Hint"),
  CompletionItemKind: {}, SymbolKind: {}, DiagnosticTag: {}, CompletionItemTag: {}, SymbolTag: {}, FoldingRangeKind: {},
  InlayHint: record(), CallHierarchyItem: record(), TypeHierarchyItem: record(), TabInputText: record(),
  TabInputTextDiff: record(), TabInputCustom: record(), TabInputNotebook: record(), ProgressLocation: numbered("", "Window"),
  CodeActionTriggerKind: numbered("", "Invoke", "Automatic"),
  CompletionTriggerKind: numbered("Invoke", "TriggerCharacter", "TriggerForIncompleteCompletions"),
  TextDocumentSaveReason: numbered("", "Manual", "AfterDelay", "FocusOut"),
};

/** What the script does and looks at. */
const editor = {
  settings, shown, providers, commands,
  open(file, languageId, text) {
    const document = new Document(file, languageId, text);
    workspace.textDocuments.push(document);
    workspace.emitters.onDidOpenTextDocument?.fire(document);
    return document;
  },
  /** Puts a text in place of a range, as an edit of the server or a key does. */
  type(document, range, text) {
    const offset = ({ line, character }) =>
      document.text.split("\n").slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
    document.text = document.text.slice(0, offset(range.start)) + text + document.text.slice(offset(range.end));
    document.version += 1;
    workspace.emitters.onDidChangeTextDocument.fire({ document, contentChanges: [{ range, text }] });
  },
  close(document) {
    document.isClosed = true;
    workspace.textDocuments.splice(workspace.textDocuments.indexOf(document), 1);
    workspace.emitters.onDidCloseTextDocument.fire(document);
  },
};

module.exports = { vscode, editor };

// Starts `clmm lsp` for litmus tests, cat models and OpenCL kernels.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const settings = workspace.getConfiguration("clmm");
  const model = settings.get("model");
  client = new LanguageClient(
    "clmm",
    "clmm",
    { command: settings.get("path"), args: ["lsp", ...settings.get("arguments")] },
    {
      documentSelector: ["litmus", "cat", "opencl"].map((language) => ({ language })),
      initializationOptions: model ? { model } : {},
    },
  );
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };

#!/usr/bin/env bash
# node.sh TEST: runs vscode/TEST_test.js; exit code 77 where there is no node, or `./dev editors` has not fetched the
# libraries that VS Code brings and the extension asks for.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."

skip() { printf 'skipped: %s\n' "$*"; exit 77; }

command -v node >/dev/null || skip "there is no node"
[[ $(node --version) =~ ^v([0-9]+) && ${BASH_REMATCH[1]} -ge 18 ]] || skip "node is older than 18"
export CLMM_NODE_MODULES=${CLMM_NODE_MODULES:-$PWD/build/editors/node_modules}
[[ -d $CLMM_NODE_MODULES/vscode-languageclient ]] || skip "the libraries of VS Code are not here (./dev editors)"
exec node --test "tests/lsp/vscode/$1_test.js"

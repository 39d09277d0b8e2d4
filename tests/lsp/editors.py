"""editors.py vim|neovim|emacs: the setup of docs/editors.md in the editor itself, in batch: a test with a mistake
is opened, and the message must be there. Exit code 77 where the editor, or its client, is not installed."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLMM = pathlib.Path(os.environ.get("CLMM", ROOT / "build/release/bin/clmm")).resolve()
MESSAGE = "'memory_order_releas' is not declared"

NEOVIM = """lua
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 20)
local file = io.open("found", "w")
file:write(vim.bo.filetype, "\\n")
for _, each in ipairs(vim.diagnostic.get(0)) do file:write(each.lnum + 1, " ", each.message, "\\n") end
file:close()
"""

VIM = """call lsp#enable()
let s:left = 600
while s:left > 0 && get(lsp#get_buffer_diagnostics_counts(), 'error', 0) == 0
  sleep 100m
  let s:left -= 1
endwhile
let s:type = &filetype
LspDocumentDiagnostics
call writefile([s:type] + map(getloclist(0), 'v:val.lnum . " " . v:val.text'), 'found')
qa!
"""

EMACS = """(require 'eglot)
(setq eglot-sync-connect 60)
(find-file "wrong.litmus")
(call-interactively #'eglot)
(let ((end (+ (float-time) 60)))
  (while (and (< (float-time) end) (null (flymake-diagnostics))) (accept-process-output nil 0.05)))
(let ((found (mapcar (lambda (each) (format "%d %s" (line-number-at-pos (flymake-diagnostic-beg each))
                                            (flymake-diagnostic-text each))) (flymake-diagnostics)))
      (mode (string-remove-suffix "-mode" (symbol-name major-mode))))
  (write-region (string-join (cons mode found) "\\n") nil "found"))
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def snippets(language):
    """The blocks of code in docs/editors.md in a language, in their order."""
    found = re.findall(rf"^```{language}\n(.*?)^```", (ROOT / "docs/editors.md").read_text(), re.MULTILINE | re.DOTALL)
    assert found, f"docs/editors.md has no {language}"
    return found


def version_of(*words):
    text = subprocess.run(words, capture_output=True, text=True).stdout
    return tuple(map(int, re.search(r"(\d+)\.(\d+)", text).groups()))


def neovim(folder):
    new, old = snippets("lua")
    (folder / "init.lua").write_text(new if version_of("nvim", "--version") >= (0, 11) else old)
    (folder / "look.lua").write_text(NEOVIM.partition("\n")[2])
    return ["nvim", "--headless", "-n", "-u", "init.lua", "wrong.litmus", "-c", "luafile look.lua", "-c", "qa!"]


def vim_lsp():
    for place in (os.environ.get("CLMM_VIM_LSP"), *pathlib.Path.home().glob(".vim/pack/*/*/vim-lsp"), "/usr/share/vim-lsp"):
        if place and pathlib.Path(place, "autoload/lsp.vim").is_file():
            return place
    skip("there is no plugin vim-lsp ($CLMM_VIM_LSP is its folder)")


def vim(folder):
    [snippet] = snippets("vim")
    (folder / "vimrc").write_text(f"set nocompatible\nset rtp^={vim_lsp()}\nfiletype plugin on\n{snippet}")
    (folder / "look.vim").write_text(VIM)
    return ["vim", "-n", "-T", "dumb", "--not-a-term", "-u", "vimrc", "wrong.litmus", "-S", "look.vim"]


def emacs(folder):
    [snippet] = snippets("elisp")
    if version_of("emacs", "--version") < (29, 0):
        known = subprocess.run(["emacs", "-q", "--batch", "--eval", "(package-initialize)", "--eval", "(require 'eglot)"],
                               capture_output=True)
        if known.returncode != 0:
            skip("Emacs before 29 has no eglot (elpa-eglot)")
    (folder / "init.el").write_text("(package-initialize)\n" + snippet)
    (folder / "look.el").write_text(EMACS)
    return ["emacs", "-q", "--batch", "-l", "init.el", "-l", "look.el"]


EDITORS = {"vim": ("vim", vim), "neovim": ("nvim", neovim), "emacs": ("emacs", emacs)}


def main():
    program, setup = EDITORS[sys.argv[1]]
    if not shutil.which(program):
        skip(f"{program} is not installed")
    with tempfile.TemporaryDirectory(prefix="clmm-editor-") as name:
        folder = pathlib.Path(name)
        text = (ROOT / "examples/message-passing.litmus").read_text()
        wrong = text.replace("memory_order_release", "memory_order_releas", 1)
        (folder / "wrong.litmus").write_text(wrong)
        line = wrong[:wrong.index("memory_order_releas")].count("\n") + 1
        (folder / "bin").mkdir()
        (folder / "bin/clmm").symlink_to(CLMM)
        environment = os.environ | {"PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": name, "XDG_CONFIG_HOME": name,
                                    "XDG_DATA_HOME": name, "XDG_STATE_HOME": name, "XDG_CACHE_HOME": name}
        words = setup(folder)
        done = subprocess.run(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=120)
        found = folder / "found"
        assert found.is_file(), f"{words} looked at nothing: {done.stdout}{done.stderr}"
        kind, *messages = found.read_text().split("\n")
        assert kind == "litmus", f"the file's type is '{kind}'"
        assert any(each.startswith(f"{line} ") and MESSAGE in each for each in messages), f"no message in line {line}: {messages}"
    print(f"{sys.argv[1]}: {messages[0]}")


main()

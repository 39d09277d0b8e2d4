"""A scripted session with the language server: each feature, on small documents."""
import os
import sys
import tempfile
from pathlib import Path

from client import Client, Failed

TEST = """OPENCL mp
Expect=forbidden, race-free
{ [data]=0; [flag]=0; }

P0@wg 0, dev 0 (global int* data, global atomic_int* flag) {
  *data = 1;
  atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
}

P1@wg 1, dev 0 (global int* data, global atomic_int* flag) {
  int seen = atomic_load_explicit(flag, memory_order_acquire, memory_scope_device);
  int value = 1;
  if (seen == 1) { value = *data; }
}

exists (1:seen=1 /\\ 1:value=0)
"""
MODEL = """"mine"
include "base.cat"
(* What comes before. *)
let hb = (sb | base)+
acyclic hb as order
"""
KERNEL = """// clmm: --global 2 --local 2 --args "a={0,0}"
kernel void k(global int* a) {
  int i = get_global_id(0);
  a[0] = i;
}
"""
failures = []


def check(what, holds):
    if not holds:
        failures.append(what)
        print("failed:", what)


def refused(call, word):
    try:
        call()
    except Failed as problem:
        return word in str(problem)
    return False


def line_of(text, word):
    """Position of a word's first letter."""
    at = text.index(word)
    return text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1


def tests_are_judged(client, uri):
    client.open(uri, TEST)
    client.finish()
    messages = client.diagnostics(uri)["diagnostics"]
    codes = {each["code"] for each in messages}
    check("a failed Expect= and the race are shown", {"E-EXPECT", "data-race"} <= codes)
    race = next(each for each in messages if each["code"] == "data-race")
    check("a race names its other access", "relatedInformation" in race)
    lens = client.of("codeLens", uri)
    check("the verdict stands over the condition",
          lens[0]["range"]["start"]["line"] == line_of(TEST, "exists")[0]
          and lens[0]["command"]["title"].startswith("allowed")
          and "racy" in lens[0]["command"]["title"])


def words_are_explained(client, uri):
    said = client.at("hover", uri, *line_of(TEST, "memory_order_relaxed"))["contents"]["value"]
    check("hover on an order", "Relaxed" in said and "Memory Ordering Rules" in said)
    said = client.at("hover", uri, *line_of(TEST, "flag]"))["contents"]["value"]
    check("hover on a location tells its actions", "P0: Wrlx.dev flag" in said and "P1: Racq.dev flag" in said)
    said = client.at("hover", uri, *line_of(TEST, "atomic_store_explicit"))["contents"]["value"]
    check("hover on a function", "Atomic store" in said)
    check("hover on a number", client.at("hover", uri, *line_of(TEST, "= 1;")) is None)


def names_are_found(client, uri):
    line, character = line_of(TEST, "seen = ")
    uses = client.at("references", uri, line, character, context={"includeDeclaration": True})
    check("uses of a register, in the condition too", len(uses) == 3)
    at = client.at("definition", uri, *line_of(TEST, "seen=1"))
    check("definition of a register", at["range"]["start"] == {"line": line, "character": character})
    locations = client.at("documentHighlight", uri, *line_of(TEST, "data]"))
    check("a location's parameters are its name", len(locations) == 5)
    names = [each["name"] for each in client.of("documentSymbol", uri)]
    check("outline", names == ["P0", "P1", "condition"])
    edits = client.at("rename", uri, *line_of(TEST, "flag]"), newName="ready")["changes"][uri]
    check("rename changes all uses", len(edits) == 5 and all(e["newText"] == "ready" for e in edits))
    place = line_of(TEST, "flag]")
    check("rename to what is taken", refused(lambda: client.at("rename", uri, *place, newName="data"), "something else"))
    check("rename to a word", refused(lambda: client.at("rename", uri, *place, newName="global"), "word of the language"))
    check("rename to no name", refused(lambda: client.at("rename", uri, *place, newName="1x"), "no name"))
    check("rename of a word", refused(lambda: client.at("prepareRename", uri, *line_of(TEST, "exists")), "no name here"))
    labels = {each["label"] for each in client.at("completion", uri, *line_of(TEST, "if (seen"))}
    check("completion", {"seen", "value", "flag", "memory_order_acquire", "CLK_LOCAL_MEM_FENCE",
                         "atomic_fetch_add_explicit"} <= labels)
    labels = {each["label"] for each in client.at("completion", uri, 1, 7)}
    check("completion of expectations", {"race-free", "opencl-scoped"} <= labels and "flag" not in labels)


def mistakes_are_mended(client, uri):
    """A hint becomes an edit; the repair makes the test what it claims."""
    line, character = line_of(TEST, "memory_order_relaxed")
    place = {"line": line, "character": character}
    client.change(uri, 2, {"range": {"start": place, "end": {"line": line, "character": character + 20}},
                           "text": "memory_order_relaxd"})
    check("no verdict of an older text", client.of("codeLens", uri) == [])
    client.finish()
    actions = client.of("codeAction", uri, range={"start": place, "end": place}, context={"diagnostics": []})
    fixes = [each for each in actions if each["kind"] == "quickfix"]
    check("a hint is an action", fixes and fixes[0]["edit"]["changes"][uri][0]["newText"] == "memory_order_relaxed")
    client.change(uri, 3, {"text": TEST})
    client.finish()
    actions = client.of("codeAction", uri, range={"start": place, "end": place}, context={"diagnostics": []})
    check("a repair is offered", any(each["kind"] == "refactor.rewrite" for each in actions))
    client.ask("workspace/executeCommand", {"command": "clmm.repair", "arguments": [uri]})
    client.finish()
    edit = next(each for each in client.heard if each["method"] == "workspace/applyEdit")
    client.send({"id": edit["id"], "result": {"applied": True}})
    changed = edit["params"]["edit"]["changes"][uri][0]
    begin, end = changed["range"]["start"]["line"], changed["range"]["end"]["line"]
    lines = TEST.splitlines(keepends=True)
    mended = "".join(lines[:begin]) + changed["newText"] + "".join(lines[end:])
    check("the repair releases", "memory_order_release" in changed["newText"])
    client.change(uri, 4, {"text": mended})
    client.finish()
    check("the repair is enough", client.diagnostics(uri)["diagnostics"] == [])
    check("nothing is left to repair", client.of(
        "codeAction", uri, range={"start": place, "end": place}, context={"diagnostics": []}) == [])
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    check("a closed document is unknown", refused(lambda: client.of("codeLens", uri), "not open"))
    check("… and has no messages", client.diagnostics(uri)["diagnostics"] == [])


def models_are_read(client, folder):
    (folder / "base.cat").write_text('(* Read by others. *)\nlet base = rf | mo\n')
    path = folder / "mine.cat"
    uri = path.as_uri()
    client.open(uri, MODEL, "cat")
    check("a model without mistakes", client.diagnostics(uri)["diagnostics"] == [])
    said = client.at("hover", uri, *line_of(MODEL, "hb as"))["contents"]["value"]
    check("hover on a definition", "let hb = (sb | base)+" in said and "What comes before." in said)
    said = client.at("hover", uri, *line_of(MODEL, "sb |"))["contents"]["value"]
    check("hover on a relation", "sequenced-before" in said)
    said = client.at("hover", uri, *line_of(MODEL, "base)"))["contents"]["value"]
    check("hover on what is included", "let base = rf | mo" in said and "Read by others." in said)
    at = client.at("definition", uri, *line_of(MODEL, "base)"))
    check("definition in another file", at["uri"] == (folder / "base.cat").as_uri() and at["range"]["start"]["line"] == 1)
    names = [each["name"] for each in client.of("documentSymbol", uri)]
    check("outline of a model", names == ["hb", "order"])
    client.change(uri, 2, {"text": MODEL.replace("acyclic hb", "acyclic hc")})
    messages = client.diagnostics(uri)["diagnostics"]
    check("an unknown relation", messages and messages[0]["code"] == "E-CAT-NAME")


def kernels_are_verified(client, folder):
    uri = (folder / "k.cl").as_uri()
    client.open(uri, KERNEL, "opencl")
    client.finish()
    check("a kernel's race", "data-race" in {each["code"] for each in client.diagnostics(uri)["diagnostics"]})
    title = client.of("codeLens", uri)[0]["command"]["title"]
    check("properties over the kernel", "race-free: Refuted" in title and "bounds: Verified" in title)
    client.change(uri, 2, {"text": KERNEL.replace("--global 2", "--globl 2")})
    messages = client.diagnostics(uri)["diagnostics"]
    check("a launch line that is none", messages and messages[0]["range"]["start"]["line"] == 0)
    client.change(uri, 3, {"text": KERNEL.replace("a={", "b={")})
    message = client.diagnostics(uri)["diagnostics"][0]
    check("a launch line without an argument", message["code"] == "E-ARGUMENT" and message["range"]["start"]["line"] == 0)
    client.change(uri, 4, {"text": KERNEL.partition("\n")[2].replace("int i", "it i")})
    check("a kernel without a launch is parsed", client.diagnostics(uri)["diagnostics"][0]["code"] == "E-SYNTAX")


def columns_count_what_was_agreed():
    text = "OPENCL t\n{ [x]=0; }\nP0@wg 0, dev 0 (global atomic_int* x) { /* é𝔸 */ y; }\nexists (x=0)\n"
    columns = {}
    for name, encodings in {"utf-8": ["utf-8", "utf-16"], "utf-16": ["utf-16"], "": []}.items():
        client = Client(encodings=encodings)
        client.open("untitled:t", text)
        message = client.diagnostics("untitled:t")["diagnostics"][0]
        columns[name] = message["range"]["start"]["character"]
        check("what was agreed is said", client.capabilities["capabilities"]["positionEncoding"] == (name or "utf-16"))
        client.close()
    line = text.splitlines()[2]
    check("bytes", columns["utf-8"] == len(line[:line.index("y;")].encode()))
    check("UTF-16 units", columns["utf-16"] == columns[""] == len(line[:line.index("y;")].encode("utf-16-le")) // 2)


def damage_is_survived():
    client = Client()
    client.send_bytes(b"{ not json")
    client.send_bytes(b"[]")
    client.send_bytes(b"\"text\"")
    client.send_bytes(b"\xff\xfe")
    client.send({"id": "a", "method": "no/such"})
    client.send({"id": "b", "method": "textDocument/hover"})
    client.send({"id": "c", "method": "textDocument/hover", "params": {"textDocument": {"uri": "x"}, "position": {}}})
    client.send({"id": "d", "method": "initialize", "params": {}})
    client.tell("textDocument/didChange", {"textDocument": {"uri": "x"}, "contentChanges": []})
    client.tell("textDocument/didOpen", {"textDocument": 3})
    codes = {each: client.answer(each)["error"]["code"] for each in "abcd"}
    check("codes of errors", codes == {"a": -32601, "b": -32602, "c": -32803, "d": -32803})
    deep = "OPENCL t\n{ [x]=0; }\nP0 (global atomic_int* x) { int r = " + "(" * 50000 + "1;\n}\nexists (x=0)\n"
    client.open("untitled:deep", deep)
    check("deep nesting is a message", client.diagnostics("untitled:deep")["diagnostics"] != [])
    client.open("untitled:large", "x" * (1 << 21))
    check("a large file is a warning", client.diagnostics("untitled:large")["diagnostics"][0]["code"] == "W-SIZE")
    client.change("untitled:large", 2, {"text": TEST})
    client.finish()
    check("… until it is small", client.of("codeLens", "untitled:large") != [])
    check("it ends as it should", client.close() == 0)
    client = Client()
    client.process.stdin.close()
    check("an end without shutdown", client.process.wait(timeout=60) == 1)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        client = Client()
        uri = (folder / "m p.litmus").as_uri()
        tests_are_judged(client, uri)
        words_are_explained(client, uri)
        names_are_found(client, uri)
        mistakes_are_mended(client, uri)
        models_are_read(client, folder)
        kernels_are_verified(client, folder)
        check("the session ends well", client.close() == 0)
    columns_count_what_was_agreed()
    damage_is_survived()
    sys.exit(1 if failures else 0)


main()

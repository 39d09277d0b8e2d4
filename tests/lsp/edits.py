"""edits.py COUNT SEED: random edits of tests, models and kernels, half of which undo the last one.

The server must not end, must hold the text that the client holds, and what it shows last must be what
a fresh session shows of that text: no verdict of an older version."""
import random
import sys
from pathlib import Path

from client import Client

FILES = ["examples/message-passing.litmus", "examples/thin-air.litmus", "examples/reduction.litmus", "tests/golden/x86/addresses.litmus",
         "model/cat/rc11.cat", "examples/crossing-joins.cat"]
PIECES = ["", "{", "}", "(", ")", ";", "[", "/*", "*/", "\"", "\n", "memory_order_release", "x", "0",
          "99999999999999999999", "é", "𝔸", "\t", "exists", "let r = ", "#", "P0", "->", "\\", "\u0000", "while(1)"]
count, seed = int(sys.argv[1]), int(sys.argv[2])
draw = random.Random(seed)


def units(text):
    return len(text.encode("utf-16-le")) // 2


def position(text, at):
    line = text.count("\n", 0, at)
    return {"line": line, "character": units(text[text.rfind("\n", 0, at) + 1:at])}


def shown(client, uri):
    client.finish()
    return [client.diagnostics(uri)["diagnostics"], client.of("codeLens", uri),
            client.of("documentSymbol", uri)]


def fresh(uri, text, language):
    client = Client("--timeout", "60", encodings=())
    client.open(uri, text, language)
    found = shown(client, uri)
    assert client.close() == 0
    return found


def main():
    files = [path for path in FILES if Path(path).exists()]
    assert len(files) >= 3
    client = Client("--timeout", "60", encodings=())
    texts, versions, compared = {}, {}, 0
    for path in files:
        texts[path], versions[path] = Path(path).read_text(), 1
        client.open(Path(path).resolve().as_uri(), texts[path], Path(path).suffix[1:])
    undo = None
    for number in range(count):
        if undo and draw.random() < 0.5:
            path, begin, end, piece = undo
            undo = None
        else:
            path = draw.choice(files)
            text = texts[path]
            begin = draw.randrange(len(text) + 1)
            end = min(len(text), begin + draw.choice([0, 0, 1, 2, 7, 40]))
            piece = draw.choice(PIECES)
            undo = (path, begin, begin + len(piece), text[begin:end])
        uri, text = Path(path).resolve().as_uri(), texts[path]
        versions[path] += 1
        client.change(uri, versions[path], {
            "range": {"start": position(text, begin), "end": position(text, end)}, "text": piece})
        texts[path] = text[:begin] + piece + text[end:]
        place = position(texts[path], min(begin, len(texts[path])))
        for method in draw.sample(["hover", "completion", "definition", "documentHighlight"], 1):
            client.at(method, uri, place["line"], place["character"])
        if number % max(1, count // 20) == 0:
            assert shown(client, uri) == fresh(uri, texts[path], Path(path).suffix[1:]), \
                f"edit {number} of {path} (seed {seed}) leaves what its text does not say"
            compared += 1
    for path in files:
        uri = Path(path).resolve().as_uri()
        assert shown(client, uri) == fresh(uri, texts[path], Path(path).suffix[1:]), path
    assert client.close() == 0
    print(f"{count} edits (seed {seed}), compared {compared + len(files)} times")


main()

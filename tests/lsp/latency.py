"""latency.py [MILLISECONDS [KEYS]]: how long after a key the diagnostics of a test of 100 lines are there; more than that many
milliseconds in the median is a failure.

Every key is one change. Four of five leave a name that nothing declares: the time is that until it is shown. After the fifth
the text is right again, and its verdict is being computed when the next key comes."""
import statistics
import sys
import time
from pathlib import Path

from client import Client

AIM = float(sys.argv[1]) if len(sys.argv) > 1 else 20
KEYS = int(sys.argv[2]) if len(sys.argv) > 2 else 200
LINES = 100
WORD = "memory_order_relaxed"


def long_test():
    """Six units that write and read each other's locations."""
    names = [f"x{i}" for i in range(6)]
    lines = ["OPENCL long", "{ " + " ".join(f"[{name}]=0;" for name in names) + " }"]
    parameters = ", ".join(f"global atomic_int* {name}" for name in names)
    for unit, name in enumerate(names):
        lines.append(f"P{unit}@wg {unit}, dev 0 ({parameters}) {{")
        for number in range(7):
            lines.append(f"  atomic_store_explicit({name}, {number + 1}, {WORD}, memory_scope_device);")
            lines.append(f"  int r{number} = atomic_load_explicit({names[unit - 1]}, {WORD}, memory_scope_device);")
        lines.append("}")
    lines += ["// the end"] * (LINES - 1 - len(lines))
    lines.append("exists (0:r0=7 /\\ 1:r0=7)")
    assert len(lines) == LINES
    return "\n".join(lines) + "\n"


def published(client, uri, version, has_mistake):
    """Waits until the version is shown, with its mistake if it has one."""
    def find():
        shown = [each["params"] for each in client.heard if each["method"] == "textDocument/publishDiagnostics"
                 and each["params"]["uri"] == uri and each["params"].get("version") == version]
        return [each for each in shown if has_mistake == any(said["severity"] == 1 for said in each["diagnostics"])]
    with client.changed:
        client.changed.wait_for(lambda: find() or client.ended, timeout=60)
        assert find(), f"version {version} was not shown {'with' if has_mistake else 'without'} a mistake"


def main():
    client = Client()
    uri, text = Path("long.litmus").resolve().as_uri(), long_test()
    client.open(uri, text)
    published(client, uri, 1, False)
    lines = text.split("\n")
    line = next(at for at in range(LINES // 2, LINES) if WORD in lines[at])
    column = lines[line].index(WORD) + len(WORD)
    times = []
    for key in range(KEYS):
        # A word grows by four letters, which is a mistake, and shrinks again.
        typed = key % 5
        grows = typed < 4
        begin = {"line": line, "character": column + (typed if grows else 0)}
        end = begin if grows else {"line": line, "character": column + 4}
        begun = time.perf_counter()
        client.change(uri, key + 2, {"range": {"start": begin, "end": end}, "text": "q" if grows else ""})
        published(client, uri, key + 2, grows)
        times.append((time.perf_counter() - begun) * 1000)
    assert client.close() == 0
    times.sort()
    median = statistics.median(times)
    print(f"{LINES} lines, {KEYS} keys: diagnostics after {median:.1f} ms in the median, {times[KEYS * 95 // 100]:.1f} ms in 95 of 100, "
          f"{times[-1]:.1f} ms at most")
    sys.exit(0 if median <= AIM else 1)


main()

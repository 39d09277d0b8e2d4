"""pyclmm against the program: the same answers, the same errors; threads, limits and interrupts. $CLMM is the program."""

import ast
import json
import os
import pathlib
import signal
import subprocess
import threading
import time
import unittest
import warnings

import pyclmm
from pyclmm import _native

EXAMPLES = sorted(str(path) for path in pathlib.Path("examples").rglob("*.litmus"))
MESSAGE_PASSING = "examples/message-passing.litmus"
RACY = "examples/publication.litmus"

#: One write of each of so many units to one location, and a unit that looks at it over and over.
MANY_WRITES = (
    "OPENCL many\n{ [x]=0; }\n"
    + "".join(
        f"P{i}@wg {i}, dev 0 (global atomic_int* x) {{\n"
        f"  atomic_store_explicit(x, {i + 1}, memory_order_relaxed, memory_scope_device);\n"
        "}\n" for i in range(9))
    + "P9@wg 9, dev 0 (global atomic_int* x) {\n"
    + "".join(f"  int r{i} = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);\n"
              for i in range(9))
    + "}\nexists (x=1)\n")


def clmm(*words, code=0):
    """What the program prints."""
    run = subprocess.run([os.environ["CLMM"], *words], capture_output=True, text=True, check=False)
    if code is not None and run.returncode != code:
        raise AssertionError(f"clmm {words}: exit {run.returncode}: {run.stderr}")
    return run.stdout if code == 0 or code is None else run.stderr


class SameAsTheProgram(unittest.TestCase):
    maxDiff = None

    def test_check_of_all_examples(self):
        self.assertGreater(len(EXAMPLES), 60)
        for path in EXAMPLES:
            with self.subTest(path), warnings.catch_warnings():
                warnings.simplefilter("ignore", pyclmm.TestWarning)
                wanted = json.loads(clmm("check", "--json", path, code=None))["results"]
                self.assertEqual([pyclmm.check(path)], wanted)

    def test_check_with_model_and_switches(self):
        wanted = json.loads(clmm("check", "--json", "--model", "opencl-2.0", "--executions",
                                 "--variant", "order-S=psc", MESSAGE_PASSING))["results"]
        self.assertEqual([pyclmm.check(MESSAGE_PASSING, model="opencl-2.0", executions=True,
                                       switches=["order-S=psc"])], wanted)

    def test_check_of_a_kernel(self):
        path = "docs/samples/threshold.cl"
        arguments = ["out[1]", "in[1]=any"]
        for kernel, code in [("compared", 1), ("computed", 3)]:
            words = ["--kernel", kernel, "--global", "2", "--local", "2"]
            words += [word for each in arguments for word in ("--arg", each)]
            launch = pyclmm.Launch([2], [2], arguments, kernel)
            for outcomes in [False, True] if kernel == "compared" else [False]:
                with self.subTest(kernel, outcomes=outcomes):
                    wanted = clmm("check", "--json", path, *words, *["--outcomes"] * outcomes, code=None)
                    self.assertEqual([pyclmm.check(path, launch=launch, outcomes=outcomes)],
                                     json.loads(wanted)["results"])
        with self.assertRaises(pyclmm.Rejected) as caught:
            pyclmm.check(path, launch=pyclmm.Launch([2]))
        self.assertEqual(caught.exception.code, "E-NAME")

    def test_a_text_is_the_file(self):
        text = pathlib.Path(MESSAGE_PASSING).read_text(encoding="utf-8")
        self.assertEqual(pyclmm.check(text, name=MESSAGE_PASSING), pyclmm.check(pathlib.Path(MESSAGE_PASSING)))

    def test_explain(self):
        for path in [MESSAGE_PASSING, RACY, "examples/iriw.litmus"]:
            with self.subTest(path):
                self.assertEqual(pyclmm.explain(path), json.loads(clmm("explain", "--json", path)))
        self.assertEqual(pyclmm.explain(MESSAGE_PASSING, state="1:seen=1; 1:value=1"),
                         json.loads(clmm("explain", "--json", MESSAGE_PASSING, "--state", "1:seen=1; 1:value=1")))

    def test_graph(self):
        for picture in ["svg", "dot"]:
            with self.subTest(picture):
                self.assertEqual(pyclmm.graph(MESSAGE_PASSING, format=picture),
                                 [clmm("graph", "--format", picture, MESSAGE_PASSING)])
        pictures = pyclmm.graph(MESSAGE_PASSING, format="dot", select="all", show=["rf;sb"], hide=["mo"])
        self.assertGreater(len(pictures), 1)
        self.assertEqual("".join(pictures), clmm("graph", "--format", "dot", "--select", "all", "--show", "rf;sb",
                                                 "--hide", "mo", MESSAGE_PASSING))
        self.assertEqual(pyclmm.graph(MESSAGE_PASSING, theme="dark", legend=False),
                         [clmm("graph", "--format", "svg", "--theme", "dark", "--no-legend", MESSAGE_PASSING)])
        self.assertIn("<svg", pyclmm.graph(MESSAGE_PASSING)[0]._repr_svg_())
        self.assertIsNone(pictures[0]._repr_svg_())

    def test_compare(self):
        words = ["opencl-2.0", "opencl-3.0", "opencl-3.0+order-S=psc"]
        for path in [MESSAGE_PASSING, "examples/iriw.litmus"]:
            options = [word for each in words for word in ("--model", each)]
            self.assertEqual(pyclmm.compare(path, words),
                             json.loads(clmm("compare", "--json", *options, path)))
            self.assertEqual(pyclmm.compare(path), json.loads(clmm("compare", "--json", path)))

    def test_models(self):
        self.assertEqual(pyclmm.models(), [line.split()[0] for line in clmm("models").splitlines()
                                           if line and not line.startswith(" ")])
        self.assertEqual(clmm("version").split()[1], pyclmm.__version__)


class Errors(unittest.TestCase):
    def rejected(self, *words, **options):
        with self.assertRaises(pyclmm.Rejected) as caught:
            pyclmm.check(*words, **options)
        return caught.exception

    def test_in_a_file(self):
        path = "docs/samples/mistakes.litmus"
        error = self.rejected(path)
        self.assertEqual(str(error) + "\n", clmm("check", path, code=2).split("\n1 test")[0])
        first = str(error).splitlines()[0]
        self.assertEqual(first, f"{error.file}:{error.line}:{error.column}: error: {error.message} [{error.code}]")
        self.assertEqual(error.file, path)
        self.assertGreater(len(error.diagnostics), 1)

    def test_in_a_text(self):
        text = pathlib.Path(MESSAGE_PASSING).read_text(encoding="utf-8").replace("memory_order_release", "memory_order_relese")
        error = self.rejected(text, name="mine.litmus")
        self.assertEqual(error.file, "mine.litmus")
        lines = text.splitlines()
        self.assertEqual(lines[error.line - 1][error.column - 1:].find("memory_order_relese"), 0)
        self.assertIn("memory_order_release", error.hint)
        self.assertEqual(self.rejected(text).file, "<text>")

    def test_without_a_place(self):
        error = self.rejected("no/such.litmus")
        self.assertEqual((error.code, error.file, error.line, error.column, error.hint),
                         ("E-FILE", None, None, None, None))
        self.assertEqual(self.rejected(MESSAGE_PASSING, model="opencl-9").code, "E-MODEL")
        self.assertEqual(self.rejected(MESSAGE_PASSING, engine="magic").code, "E-USAGE")

    def test_of_every_function(self):
        for asked in [pyclmm.explain, pyclmm.graph, pyclmm.compare]:
            with self.assertRaises(pyclmm.Rejected):
                asked("no/such.litmus")
        for wrong in [{"select": "magic"}, {"show": ["no-such"]}, {"format": "png"}, {"theme": "blue"}]:
            with self.assertRaises(pyclmm.Rejected):
                pyclmm.graph(MESSAGE_PASSING, **wrong)
        with self.assertRaises(pyclmm.Rejected):
            pyclmm.explain(MESSAGE_PASSING, state="no=1")
        with self.assertRaises(pyclmm.Rejected):
            pyclmm.compare(MESSAGE_PASSING, ["opencl-3.0", "opencl-9"])

    def test_of_arguments(self):
        for wrong in [{"timeout": 0}, {"timeout": -1.0}, {"timeout": float("nan")}, {"name": "x.litmus"}]:
            with self.assertRaises(ValueError) as caught:
                pyclmm.check(MESSAGE_PASSING, **wrong)
            self.assertNotIsInstance(caught.exception, pyclmm.Rejected)
        with self.assertRaises(TypeError):
            pyclmm.check(7)
        with self.assertRaises(ValueError):
            pyclmm.explain(MESSAGE_PASSING, reasons=0)

    def test_warnings(self):
        text = pathlib.Path(MESSAGE_PASSING).read_text(encoding="utf-8").replace("global atomic_int*", "global int*")
        with self.assertWarns(pyclmm.TestWarning) as caught:
            pyclmm.check(text, name="plain.litmus")
        self.assertTrue(str(caught.warning).startswith("plain.litmus:"))
        self.assertEqual(caught.filename, __file__)


class Limits(unittest.TestCase):
    def test_time(self):
        begin = time.monotonic()
        result = pyclmm.check(MANY_WRITES, timeout=0.3, executions=True)
        self.assertLess(time.monotonic() - begin, 20)
        self.assertFalse(result["complete"])
        self.assertIn("time", result["incomplete_because"])

    def test_undecided(self):
        with self.assertRaises(pyclmm.Undecided) as caught:
            pyclmm.graph(MANY_WRITES, select="all", timeout=0.001)
        self.assertIn("time", caught.exception.reason)
        self.assertIsInstance(caught.exception.result, list)

    def test_an_interrupt_ends_the_search(self):
        class Interrupted(Exception):
            pass

        def interrupt(*_):
            raise Interrupted

        before = signal.signal(signal.SIGALRM, interrupt)
        begin = time.monotonic()
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with self.assertRaises(Interrupted):
                pyclmm.check(MANY_WRITES, timeout=120, executions=True)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertLess(time.monotonic() - begin, 60)


class Threads(unittest.TestCase):
    def test_two_at_once(self):
        paths = EXAMPLES[:40]
        wanted = [pyclmm.check(path) for path in paths]
        found = {}

        def work(number):
            found[number] = [pyclmm.check(path) for path in paths]

        threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, {0: wanted, 1: wanted})

    def test_others_run_meanwhile(self):
        results = []
        slow = threading.Thread(
            target=lambda: results.append(pyclmm.check(MANY_WRITES, timeout=1.5, executions=True)))
        slow.start()
        turns = 0
        while slow.is_alive():
            pyclmm.check(MESSAGE_PASSING)
            turns += 1
        self.assertGreater(turns, 5)
        self.assertFalse(results[0]["complete"])


class Stubs(unittest.TestCase):
    def test_name_what_there_is(self):
        tree = ast.parse(pathlib.Path("python/pyclmm/_native.pyi").read_text(encoding="utf-8"))
        named = {}
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                named[node.name] = {each.name if isinstance(each, ast.FunctionDef) else each.target.id
                                    for each in node.body}
            elif isinstance(node, ast.FunctionDef):
                named[node.name] = set()
            elif isinstance(node, ast.AnnAssign):
                named[node.target.id] = set()
        there = {}
        for name in dir(_native):
            if name.startswith("__"):
                continue
            value = getattr(_native, name)
            there[name] = {each for each in dir(value) if not each.startswith("_")} if isinstance(value, type) else set()
        self.assertEqual(there, named)

    def test_everything_is_documented(self):
        for name in pyclmm.__all__:
            self.assertTrue(getattr(pyclmm, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()

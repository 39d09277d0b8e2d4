"""The playground in a real browser: it says what `clmm check` says, and every control does what it says."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

import browser
from browser import CLMM, ROOT

PAGE = ROOT / "build/playground/playground.html"
MEBIBYTES = 5  # gzipped, at most
CORPUS = pathlib.Path(os.environ.get("CLMM_CORPUS_DIR", ROOT / "../shared/corpus")).resolve()

# Asks the page's own worker and module, without what else the page does: [[name, text], …] to replies.
ASK_ALL = """
const [tests, done] = [arguments[0], arguments[1]];
const bytes = Uint8Array.from(atob(document.getElementById('module').textContent), (each) => each.charCodeAt(0));
const text = document.getElementById('worker-text').textContent;
const address = URL.createObjectURL(new Blob([text], {type: 'text/javascript'}));
(async () => {
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const module = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
  const replies = [];
  let worker = null;
  for (const [id, [name, text]] of tests.entries()) {
    if (!worker) { worker = new Worker(address); worker.postMessage({module}); }
    const { reply, failed } = await new Promise((resolve) => {
      worker.onmessage = ({data}) => resolve(data);
      worker.postMessage({id, request: {ask: 'check', name, text, timeout: 20000}});
    });
    replies.push(reply ? reply.result : {failed});
    if (failed) { worker.terminate(); worker = null; }
  }
  done(replies);
})();
"""

# What ends by time ends elsewhere from run to run, and a page has a smaller stack.
ENDED = "timeout"
TOO_DEEP = "E-LIMIT"


def by_command(path):
    done = subprocess.run([CLMM, "check", path, "--json", "--engine", "explicit", "--timeout", "20"],
                          capture_output=True, text=True, cwd=ROOT)
    result = json.loads(done.stdout)["results"][0]
    for shown in (result, *result.get("undefined", [])):
        shown.pop("witness", None)  # the page finds them as well, and draws them
    return result


# What the explicit engine does not decide, Z3 would, which the page has not.
WITHOUT_Z3 = "; the SMT engine needs Z3, which this clmm was built without"


def as_with_z3(reply):
    return json.loads(json.dumps(reply).replace(WITHOUT_Z3, ""))


class Playground(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = browser.start()

    @classmethod
    def tearDownClass(cls):
        cls.page.quit()

    def setUp(self):
        self.page.desktop()
        self.page.media()

    def tearDown(self):
        self.assertEqual(self.page.errors(), [])

    # ---- the page's vocabulary ----

    def open(self, address="", until="done"):
        self.page.open(PAGE, address)
        self.wait_for(until)

    def wait_for(self, state):
        WebDriverWait(self.page, browser.PATIENCE, 0.05).until(
            lambda page: page.execute_script("return document.body.dataset.state") == state)

    def chips(self):
        return self.page.texts("#chips .chip")

    def text(self):
        return self.page.one("#editor").get_attribute("value")

    def write(self, text):
        """As who pastes it."""
        self.page.execute_script(
            "document.body.dataset.state = 'edited'; const field = document.getElementById('editor'); field.value = arguments[0];"
            "field.dispatchEvent(new Event('input'));", text)
        self.wait_for("done")

    def choose(self, selector, value):
        self.page.execute_script("document.body.dataset.state = 'asked';")
        Select(self.page.one(selector)).select_by_value(value)
        self.wait_for("done")

    def in_report(self, ask):
        self.page.switch_to.frame(self.page.one("#report"))
        try:
            return ask(self.page)
        finally:
            self.page.switch_to.default_content()

    # ---- what it says ----

    def test_it_is_small(self):
        packed = subprocess.run(["gzip", "-c", PAGE], capture_output=True, check=True).stdout
        self.assertLess(len(packed), MEBIBYTES * 2**20)

    def test_the_first_verdict_comes_within_a_second(self):
        times = []
        for _ in range(3):
            self.open("#test=examples/message-passing.litmus")
            times.append(self.page.execute_script("return performance.getEntriesByName('first verdict')[0].startTime"))
        print(f"first verdict after {', '.join(f'{each:.0f}' for each in times)} ms", file=sys.stderr)
        self.assertLess(min(times), 1000)

    def compare(self, files):
        """How many tests get the command's answer from the page."""
        texts = {}
        for file in files:
            try:
                texts[str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file)] = file.read_text()
            except UnicodeDecodeError:
                pass  # the editor's text has characters, not bytes
        with ThreadPoolExecutor(2) as pool:
            expected = dict(zip(texts, pool.map(by_command, texts)))
        self.page.open(PAGE)
        self.page.set_script_timeout(browser.PATIENCE)
        replies = {}
        listed = list(texts.items())
        for begin in range(0, len(listed), 50):
            some = listed[begin:begin + 50]
            replies.update(zip([name for name, _ in some], self.page.execute_async_script(ASK_ALL, some)))
        alike = ended = 0
        for name, wanted in expected.items():
            too_deep = any(each["code"] == TOO_DEEP for each in replies[name].get("diagnostics", []))
            if too_deep or any(ENDED in str(each.get("incomplete_because", "")) for each in (wanted, replies[name])):
                ended += 1
                continue
            with self.subTest(name):
                self.assertEqual(as_with_z3(replies[name]), wanted)
                alike += 1
        print(f"{alike} tests alike, {ended} without an end in time or depth", file=sys.stderr)
        self.assertLess(ended, 20)
        return alike

    def test_it_says_what_the_command_says(self):
        files = sorted((ROOT / "examples").rglob("*.litmus")) + sorted((ROOT / "tests/golden").rglob("*.litmus"))
        self.assertGreater(self.compare(files), 1000)

    @unittest.skipUnless(CORPUS.is_dir(), "the published tests are not here")
    def test_it_says_what_the_command_says_of_published_tests(self):
        self.assertGreaterEqual(self.compare(sorted((CORPUS / "opencl").rglob("*.litmus"))), 100)
        self.assertGreaterEqual(self.compare(sorted((CORPUS / "ptx7.5").rglob("*.litmus"))), 100)

    def test_the_exercises_of_the_tutorial_are_solved(self):
        self.open()
        for lesson in sorted((ROOT / "docs/tutorial").glob("[0-9]*.md")):
            with self.subTest(lesson.stem):
                goal = re.search(r"Goal: `(Expect=[^`]*)`", lesson.read_text())[1]
                answer = (ROOT / f"examples/tutorial/{lesson.stem[:2]}-answer.litmus").read_text()
                self.choose("#examples", f"lesson:{lesson.stem}")
                self.assertIn(lesson.read_text().split("\n")[0][2:], self.page.one("#lesson h2").text)
                self.page.execute_script("document.body.dataset.state = 'asked'; document.getElementById('exercise').click();")
                self.wait_for("done")
                exercise = self.text()
                self.assertEqual(exercise, (ROOT / f"examples/tutorial/{lesson.stem[:2]}-exercise.litmus").read_text())
                self.write(re.sub(r"^Expect=.*$", goal, exercise, flags=re.MULTILINE))
                self.assertIn("not as expected", self.chips())
                self.write(re.sub(r"^Expect=.*$", goal, answer, flags=re.MULTILINE))
                self.assertIn("as expected", self.chips())

    def test_outcomes_and_graphs_are_shown(self):
        self.open("#test=examples/message-passing-relaxed.litmus")
        self.assertIn("racy", self.chips())
        states = [browser.state_of(each) for each in by_command("examples/message-passing-relaxed.litmus")["outcomes"]]
        shown = self.in_report(lambda page: [row.get_attribute("data-state") for row in page.all("#outcomes-rows tr")])
        for each in states:
            self.assertIn(each, shown)
        self.assertTrue(self.in_report(lambda page: page.all(".graph .node")))
        self.assertTrue(self.in_report(lambda page: page.all("#undefined li")))

    def test_why_is_told(self):
        name = "examples/iriw.litmus"
        self.open(f"#test={name}")
        told = json.loads(browser.run("explain", name, "--json", "--engine", "explicit"))["explanations"][0]
        axioms = {each["axiom"] for reason in told["reasons"] for each in reason["cases"]}
        shown = self.in_report(lambda page: set(page.texts("#why .case summary code")))
        self.assertTrue(axioms)
        self.assertLessEqual(axioms, shown)

    # ---- what it does ----

    def test_problems_are_underlined_where_they_are(self):
        self.open("#test=examples/message-passing.litmus")
        text = self.text()
        self.write(text.replace("memory_order_release", "memory_order_releese", 1))
        self.assertEqual(self.chips(), ["rejected"])
        self.assertEqual("".join(self.page.texts("#colours .wavy.error")), "memory_order_releese")
        self.assertIn("memory_order_release", self.page.one("#problems .error .hint").text)
        self.page.one("#problems button").click()
        selected = self.page.execute_script(
            "const field = document.getElementById('editor'); return field.value.slice(field.selectionStart, field.selectionEnd);")
        self.assertEqual(selected, "memory_order_releese")
        self.write(text)
        self.assertEqual(self.page.all("#colours .wavy"), [])

    def test_a_failed_expectation_is_underlined(self):
        self.open("#test=examples/message-passing.litmus")
        self.write(self.text().replace("memory_order_release", "memory_order_relaxed", 1))
        self.assertIn("not as expected", self.chips())
        self.assertEqual("".join(self.page.texts("#colours .wavy.error")), "forbiddenrace-free")
        self.assertIn("expected race-free under opencl-3.0, but it has a data race", self.page.one("#problems").text)

    def test_places_are_counted_in_characters(self):
        self.open()
        text = (ROOT / "examples/message-passing.litmus").read_text()
        first, rest = text.split("\n", 1)
        self.write(f"{first}\n// größer, 𝔸\n" + rest.replace("memory_order_release", "memory_order_releese", 1))
        self.assertEqual("".join(self.page.texts("#colours .wavy.error")), "memory_order_releese")

    def test_colours_follow_the_text(self):
        self.open("#test=examples/message-passing.litmus")
        self.assertEqual(self.page.one("#colours").get_attribute("textContent"), self.text() + "\n")
        self.assertIn("memory_order_release", self.page.texts("#colours .order"))
        self.assertEqual(self.page.one("#gutter").get_attribute("textContent").split("\n")[-1], str(self.text().count("\n") + 1))

    def test_another_model_says_something_else(self):
        self.open("#test=examples/tutorial/04-exercise.litmus")
        self.choose("#model", "opencl-3.0")
        self.assertIn("racy", self.chips())
        self.choose("#model", "opencl-3.1")
        self.assertIn("race-free", self.chips())
        self.assertIn("model=opencl-3.1", self.page.current_url)

    def toggle(self, identifier):
        self.page.execute_script("document.body.dataset.state = 'asked'; document.getElementById(arguments[0]).click();", identifier)
        self.wait_for("done")

    def test_axioms_are_switched_off_several_at_once(self):
        self.open("#test=examples/store-buffering.litmus")
        before = self.chips()
        result = json.loads(browser.run("check", "examples/store-buffering.litmus", "--json", "--witness", "never"))["results"][0]
        self.assertIn("state forbidden" if result["allowed"] is False else "state allowed", before)
        self.page.one("#options summary").click()
        boxes = [each.get_attribute("id") for each in self.page.all("#options input[type=checkbox]")]
        self.assertGreater(len(boxes), 3)
        for box in boxes[:2]:
            self.toggle(box)
        names = [box.removeprefix("axiom-") for box in boxes[:2]]
        words = [word for name in names for word in ("--without", name)]
        wanted = json.loads(browser.run("check", "examples/store-buffering.litmus", "--json", "--witness", "never", *words))["results"][0]
        self.assertIn(wanted["model"], self.page.one("#status").text + self.in_report(lambda page: page.one(".condition").text))
        self.assertIn(f"without={','.join(names)}", self.page.current_url)
        self.assertEqual(self.page.one("#options-count").text, "(2)")
        for box in boxes[:2]:
            self.toggle(box)
        self.assertEqual(self.chips(), before)

    def write_model(self, text):
        self.page.execute_script(
            "document.body.dataset.state = 'asked'; const field = document.getElementById('cat'); field.value = arguments[0];"
            "field.dispatchEvent(new Event('input'));", text)
        self.wait_for("done")

    def test_a_model_of_ones_own_decides(self):
        name, cat = "examples/message-passing.litmus", 'include "opencl-3.0.cat"\nempty rf as nothing-is-read\n'
        self.open(f"#test={name}")
        before = self.chips()
        self.write_model(cat)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "own.cat"
            file.write_text(cat)
            wanted = json.loads(browser.run("check", name, "--json", "--witness", "never", "--model", file))["results"][0]
        self.assertEqual(wanted["outcomes"], [])
        self.assertEqual(self.in_report(lambda page: page.all("#outcomes-rows tr:not(.extra)")), [])
        self.assertEqual(self.page.one("#model").get_attribute("value"), "own.cat")
        self.assertEqual(len(self.page.all("#axiom-nothing-is-read")), 1)
        address, own = self.page.current_url.split("#", 1)[1], self.chips()
        self.write_model("")
        self.assertEqual(self.chips(), before)
        self.open()
        self.open(f"#{address}")
        self.assertEqual(self.page.one("#cat").get_attribute("value"), cat)
        self.assertEqual(self.chips(), own)
        self.toggle("axiom-nothing-is-read")
        self.assertEqual(self.chips(), before)

    def test_a_mistake_in_a_model_is_told_with_its_place(self):
        self.open("#test=examples/message-passing.litmus")
        self.write_model('include "opencl-3.0.cat"\nempty rff as nothing\n')
        self.assertEqual(self.chips(), ["rejected"])
        self.assertIn("own.cat:2:7: ", self.page.one("#problems .error").text)
        self.assertEqual(self.page.all("#colours .wavy"), [])

    def test_a_kernel_is_refused(self):
        self.open()
        self.write((ROOT / "examples/kernels/ticket_lock.cl").read_text())
        self.assertEqual(self.chips(), ["rejected"])
        self.assertIn("kernels are not decided in this page", self.page.one("#problems .error").text)

    def test_a_race_is_repaired(self):
        name = "examples/tutorial/09-exercise.litmus"
        self.open(f"#test={name}")
        self.assertIn("racy", self.chips())
        self.toggle("repair")
        said = browser.run("repair", name, "--engine", "explicit")
        self.assertEqual(self.page.one("#repairing pre").get_attribute("textContent"), said.rstrip())
        self.toggle("take")
        self.assertIn("race-free", self.chips())
        self.assertFalse(self.page.one("#repair").is_displayed())

    def test_a_long_search_is_stopped(self):
        self.open()
        stores = "\n".join(f"  atomic_store_explicit(x, {i}, memory_order_relaxed, memory_scope_device);" for i in range(1, 8))
        loads = "\n".join(f"  int r{i} = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);" for i in range(8))
        units = "\n".join(f"P{i}@wg {i}, dev 0 (global atomic_int* x) {{\n{stores}\n{loads}\n}}" for i in range(6))
        self.page.execute_script(
            "document.body.dataset.state = 'edited'; const field = document.getElementById('editor'); field.value = arguments[0];"
            "field.dispatchEvent(new Event('input'));", f"OPENCL long\n{{ [x]=0; }}\n{units}\nexists (x=1)\n")
        self.wait_for("busy")
        WebDriverWait(self.page, browser.SHOWN).until(lambda page: page.one("#stop").is_displayed())
        self.page.one("#stop").click()
        self.wait_for("stopped")
        self.assertEqual(self.page.one("#status").text, "stopped")
        self.choose("#examples", "examples/message-passing.litmus")
        self.assertIn("race-free", self.chips())

    def test_a_test_is_sent_as_a_link(self):
        self.open("#test=examples/message-passing.litmus")
        text = self.text().replace("OPENCL message-passing", "OPENCL größer")
        self.write(text)
        self.choose("#model", "opencl-2.0")
        address = self.page.current_url.split("#", 1)[1]
        self.assertIn("text=", address)
        chips = self.chips()
        self.open()
        self.open(f"#{address}")
        self.assertEqual(self.text(), text)
        self.assertEqual(self.chips(), chips)
        self.assertEqual(self.page.one("#model").get_attribute("value"), "opencl-2.0")

    def test_what_an_address_says_wrongly_is_as_if_it_said_nothing(self):
        self.open("#text=!!!&unroll=x")
        self.assertEqual(self.text(), (ROOT / "examples/message-passing.litmus").read_text())

    def test_a_report_beside_it_can_be_edited(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="clmm-playground-"))
        shutil.copy(PAGE, folder)
        browser.run("report", "examples/store-buffering.litmus", "--model", "opencl-2.0", "-o", folder / "report.html")
        browser.run("report", "examples/store-buffering.litmus", "-o", ROOT / "build/alone.html")
        self.page.open(folder / "report.html")
        self.page.one("#edit").click()
        self.wait_for("done")
        self.assertEqual(self.text(), (ROOT / "examples/store-buffering.litmus").read_text())
        self.assertEqual(self.page.one("#model").get_attribute("value"), "opencl-2.0")
        self.page.open(ROOT / "build/alone.html")
        self.assertEqual(self.page.all("#edit"), [])
        shutil.rmtree(folder)

    # ---- how it looks ----

    def test_nothing_is_cut_off_at_any_width(self):
        self.open("#test=examples/iriw.litmus")
        for width in (390, 768, 1080, 1440, 2560):
            with self.subTest(width):
                self.page.phone(width)
                self.assertLessEqual(self.page.execute_script("return document.documentElement.scrollWidth"), width)

    def test_on_a_phone_the_page_scrolls_and_not_the_report_in_it(self):
        self.page.phone()
        self.open("#test=examples/iriw.litmus")
        # What lies below the screen is not laid out anew, so the frame does not know itself how high it has become.
        frame = "return document.getElementById('report').getBoundingClientRect().height"

        def is_whole(page):
            needed = self.in_report(lambda report: report.execute_script("return document.body.scrollHeight"))
            return 500 < needed <= page.execute_script(frame)

        WebDriverWait(self.page, browser.SHOWN).until(is_whole)

    def test_contrast_is_enough(self):
        for scheme in ("light", "dark"):
            with self.subTest(scheme):
                self.page.media(scheme=scheme)
                self.open("#test=examples/message-passing.litmus")
                self.page.one("#options summary").click()
                self.assertEqual(self.page.execute_script(browser.CONTRAST), [])
                self.assertEqual(self.in_report(lambda page: page.execute_script("return document.documentElement.dataset.theme")), scheme)

    def test_everything_is_reached_by_keys(self):
        self.open("#test=examples/message-passing.litmus&lesson=03-release-and-acquire")
        reached = []
        self.page.execute_script("document.activeElement.blur(); scrollTo(0, 0);")
        for _ in range(40):
            self.page.press(Keys.TAB)
            reached.append(self.page.execute_script("return document.activeElement.id || document.activeElement.tagName"))
            if "report" in reached:
                break
        for name in ("examples", "model", "SUMMARY", "copy", "theme", "lesson", "editor", "report"):
            self.assertIn(name, reached)

    def test_controls_have_names(self):
        self.open()
        self.page.one("#options summary").click()
        for each in self.page.all("button, select, input, textarea, iframe, summary"):
            if each.is_displayed():
                self.assertNotEqual(each.accessible_name, "", each.get_attribute("outerHTML")[:100])
        self.assertEqual(len(self.page.find_elements(By.TAG_NAME, "h1")), 1)


if __name__ == "__main__":
    unittest.main(verbosity=1 if len(sys.argv) < 2 else 2)

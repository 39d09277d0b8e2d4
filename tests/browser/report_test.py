"""The page of `clmm report` in a real browser: what it shows is what clmm says, and every control does
what it says."""

import base64
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from selenium.webdriver.common.keys import Keys

import browser
from browser import ROOT, check, run, state_of

PLACE = pathlib.Path(tempfile.mkdtemp(prefix="clmm-report-"))
TESTS = ["iriw", "message-passing", "message-passing-relaxed", "thin-air", "store-buffering", "kernels-event",
         "release-sequence"]


# What a page calls the verdicts of check.
VERDICTS = {"holds": "condition true", "fails": "condition false", "unknown": "unknown"}

UNKNOWN = ROOT / "tests/golden/language/bounded-loop.unknown.litmus"


def make_reports():
    """A folder with examples, a test with a hostile name, and one that is no test."""
    folder = PLACE / "tests"
    folder.mkdir()
    for name in TESTS:
        shutil.copy(ROOT / f"examples/{name}.litmus", folder)
    text = (ROOT / "examples/store-buffering.litmus").read_text()
    first, rest = text.split("\n", 1)
    (folder / "zz-hostile.litmus").write_text(
        f"OPENCL {browser.HOSTILE.replace(' ', '')}\n(* {browser.HOSTILE} *)\n{rest}")
    (folder / "zz-wrong.litmus").write_text("OPENCL wrong\n{ }\nP0 () { nonsense nonsense }\n")
    reports = {
        "all": [folder, "--title", "all tests"],
        "c11": [ROOT / "examples/c11"],
        "unknown": [UNKNOWN, "--unroll", 2],
        "undefined": [ROOT / f"tests/golden/undefined/{name}.litmus"
                      for name in ("defined-met", "expected", "error.not-expected")],
        "verified": [ROOT / "examples/kernels/ticket_lock.cl", "--global", 2, "--local", 1, "--args",
                     "next[1] serving[1] counter[1]"],
        "cut": [folder / "iriw.litmus", "--list", 4],
        "kernel": [ROOT / "examples/kernels/ticket_lock.cl", "--global", 2, "--local", 1, "--args",
                   "next[1] serving[1] counter[1]", "-D", "WEAK_RELEASE"],
    } | {name: [folder / f"{name}.litmus"] for name in TESTS}
    with ThreadPoolExecutor(2) as pool:
        made = [pool.submit(run, "report", *words, "-o", PLACE / f"{name}.html") for name, words in reports.items()]
        for each in made:
            each.result()


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        make_reports()
        cls.page = browser.start()

    @classmethod
    def tearDownClass(cls):
        try:
            cls.page.quit()
        except browser.LOST:
            cls.page.abandon()
        shutil.rmtree(PLACE)

    def run(self, result=None):
        """A test that a lost Chromium has broken is run once more with another one."""
        method = getattr(self, self._testMethodName)
        setattr(self, self._testMethodName, lambda: self.with_a_browser(method))
        super().run(result)

    def with_a_browser(self, method):
        try:
            self.on_a_page(method)
        except browser.LOST as lost:
            print(f"{self.id()}: {type(lost).__name__}: {lost}; once more", file=sys.stderr)
            type(self).page.abandon()
            type(self).page = browser.start()
            self.on_a_page(method)

    def on_a_page(self, method):
        self.page.desktop()
        self.page.media()
        method()
        self.assertEqual(self.page.errors(), [])

    def open(self, name, address=""):
        self.page.open(PLACE / f"{name}.html", address)

    def outcomes_of(self, test, *words):
        return [state_of(each) for each in check(f"examples/{test}.litmus", *words)[0]["outcomes"]]

    # ---- one test ----

    def test_shows_the_outcomes_that_check_lists(self):
        for test in ("iriw", "message-passing", "kernels-event"):
            self.open(test)
            allowed = self.outcomes_of(test)
            self.assertEqual(self.page.states()[:len(allowed)], allowed)

    def test_relations_can_be_hidden_and_shown(self):
        self.open("iriw", "#test-1.outcome-2")
        for relation in ("sb", "rf", "S", "rb"):
            toggle = self.page.one(f'[data-relation="{relation}"]')
            was_on = toggle.get_attribute("aria-pressed") == "true"
            self.assertEqual(len(self.page.edges(relation)) > 0, was_on, relation)
            toggle.click()
            self.assertEqual(len(self.page.edges(relation)) > 0, not was_on, relation)
            self.page.one(f'[data-relation="{relation}"]').click()
            self.assertEqual(len(self.page.edges(relation)) > 0, was_on, relation)

    def test_edges_and_relations_say_what_they_are(self):
        self.open("message-passing", "#test-1.outcome-1")
        for relation, words in (("sb", "sequenced-before"), ("rf", "reads-from")):
            self.assertIn(words, self.page.one(f'[data-relation="{relation}"]').get_attribute("title"))
            titles = [edge.find_element("css selector", "title").get_attribute("textContent")
                      for edge in self.page.edges(relation)]
            self.assertTrue(titles and all(" → " in each and words in each for each in titles), titles)

    def test_source_lines_fit_their_column(self):
        self.open("kernels-event")
        listing = self.page.one(".listing")
        self.assertLessEqual(listing.get_property("scrollWidth"), listing.get_property("clientWidth"))

    def test_undefined_behaviour_is_found_in_the_index(self):
        self.open("undefined")
        self.page.fill("#search", "division-by-zero")
        self.assertEqual(self.page.texts(".index tbody a"), ["expected", "not-expected"])
        self.page.fill("#search", "division-by-zero unexpected")
        self.assertEqual(self.page.texts(".index tbody a"), ["not-expected"])
        rows = " ".join(each.text for each in self.page.all(".index tbody tr"))
        self.assertIn("division-by-zero", rows)

    def test_a_kernel_without_states_has_no_empty_picture(self):
        self.open("verified")
        self.assertFalse(self.page.one("#picture").is_displayed())
        self.assertIn("--outcomes", self.page.one("main").text)
        self.open("kernel")
        self.assertTrue(self.page.one("#picture").is_displayed())

    def test_stepping_changes_the_outcome_and_the_picture(self):
        self.open("iriw", "#test-1.outcome-1")
        seen = []
        for _ in self.page.states():
            seen.append((self.page.shown_state(), self.page.picture()))
            self.page.one("#next").click()
        self.assertEqual([state for state, _ in seen], self.page.states())
        self.assertEqual(len(set(picture for _, picture in seen[:15])), 15)
        self.assertEqual(self.page.shown_state(), seen[0][0])
        self.page.one("#previous").click()
        self.assertEqual(self.page.shown_state(), seen[-1][0])

    def test_reads_show_the_values_of_the_outcome(self):
        self.open("iriw", "#test-1.outcome-1")
        for state in self.page.states()[:15]:
            values = {each.split("=")[0]: each.split("=")[1] for each in state.replace(";", "").split()}
            read = [label.split("=")[1] for label in self.page.texts(".node .label") if ": R" in label]
            self.assertEqual(read, [values["2:r0"], values["2:r1"], values["3:r0"], values["3:r1"]])
            self.page.one("#next").click()

    def test_the_filter_filters(self):
        self.open("iriw")
        everything = self.page.states()
        self.page.fill("#filter", "2:r0=1")
        kept = self.page.states()
        self.assertEqual(kept, [each for each in everything if "2:r0=1;" in each])
        self.assertTrue(0 < len(kept) < len(everything))
        self.assertIn(self.page.shown_state(), kept)
        self.page.fill("#filter", "satisfies")
        self.assertEqual(self.page.states(), ["2:r0=1; 2:r1=0; 3:r0=1; 3:r1=0;"])
        self.page.fill("#filter", "forbidden opencl-2.0")
        self.assertEqual(self.page.states(), ["2:r0=1; 2:r1=0; 3:r0=1; 3:r1=0;"])
        self.page.fill("#filter", "-forbidden")
        self.assertEqual(self.page.states(), self.outcomes_of("iriw"))
        self.page.fill("#filter", "no such thing")
        self.assertEqual(self.page.states(), [])
        self.page.fill("#filter", "")
        self.assertEqual(self.page.states(), everything)

    def test_an_axiom_off_shows_what_clmm_allows_without_it(self):
        tried = 0
        for test in ("iriw", "message-passing", "release-sequence"):
            self.open(test)
            allowed = self.outcomes_of(test)
            names = [each.get_attribute("data-axiom") for each in self.page.all(".axiom.matters .switch")]
            for name in names:
                folder = browser.without_axiom(name)
                weaker = self.outcomes_of(test, "--model", folder / "opencl-3.0.cat")
                shutil.rmtree(folder)
                self.page.one(f'[data-axiom="{name}"]').click()
                rows = [row.get_attribute("data-state") for row in self.page.all("#outcomes-rows tr.appearing")]
                self.assertEqual(sorted(allowed + rows), sorted(weaker), f"{test} without {name}")
                self.assertIn(self.page.shown_state(), [f"Without {name}: {row}" for row in rows])
                self.assertTrue(self.page.all(".edge.bold") or self.page.all(".node.bold"), name)
                tried += 1
            if names:
                self.page.press("a")
                self.assertEqual(self.page.all("#outcomes-rows tr.appearing"), [])
        self.assertGreater(tried, 2)

    def test_an_axiom_that_adds_nothing_adds_nothing(self):
        self.open("iriw")
        folder = browser.without_axiom("write-write-coherence")
        weaker = self.outcomes_of("iriw", "--model", folder / "opencl-3.0.cat")
        shutil.rmtree(folder)
        self.assertEqual(weaker, self.outcomes_of("iriw"))
        self.page.one("#axioms .others summary").click()
        self.page.one('[data-axiom="write-write-coherence"]').click()
        self.assertEqual(self.page.all("#outcomes-rows tr.appearing"), [])

    def test_models_side_by_side_are_those_of_check(self):
        self.compare_models("iriw", "", "examples/iriw.litmus",
                            ["opencl-2.0", "opencl-3.0", "opencl-3.1", "opencl-scoped"])
        self.compare_models("message-passing-relaxed", "", "examples/message-passing-relaxed.litmus",
                            ["opencl-2.0", "opencl-3.0", "opencl-3.1", "opencl-scoped"])
        first = sorted((ROOT / "examples/c11").glob("*.litmus"))[0]
        self.compare_models("c11", "#test-1", first, ["c11", "rc11", "sc"])

    def compare_models(self, report, address, file, models):
        self.open(report, address)
        self.assertEqual(self.page.texts("#models thead th"), models)
        rows = self.page.all("#models tbody tr")
        states = [row.find_element("tag name", "th").text for row in rows[3:]]
        for column, model in enumerate(models):
            result = check(file, "--model", model)[0]
            cells = [row.find_elements("tag name", "td")[column] for row in rows]
            self.assertEqual(cells[0].text, VERDICTS[result["verdict"]])
            self.assertEqual(cells[1].text.split("\n")[0], "racy" if result["racy"] else "race-free")
            self.assertEqual(cells[2].text, str(len(result["outcomes"])))
            allowed = [state for state, cell in zip(states, cells[3:])
                       if cell.get_attribute("data-answer") in "ya"]
            self.assertEqual(sorted(allowed), sorted(state_of(each) for each in result["outcomes"]), model)

    def test_a_race_shows_its_accesses_and_lines(self):
        self.open("message-passing-relaxed")
        undefined = check("examples/message-passing-relaxed.litmus")[0]["undefined"]
        self.assertEqual(len(self.page.all("ul.undefined > li")), len(undefined))
        self.page.one("#undefined button").click()
        lines = [int(each.get_attribute("data-line")) for each in self.page.all(".line.racing")]
        self.assertEqual(lines, sorted(each["line"] for each in undefined[0]["at"]))
        self.assertEqual(len(self.page.edges("race")), 1)
        self.assertEqual(len(self.page.all(".node.bold")), 2)

    def test_a_forbidden_state_is_explained_as_clmm_explains_it(self):
        for test in ("iriw", "message-passing"):
            self.open(test)
            reasons = json.loads(run("explain", f"examples/{test}.litmus", "--json"))["explanations"][0]["reasons"]
            cases = [each for reason in reasons for each in reason["cases"]]
            self.assertEqual(len(self.page.all("#why .case")), len(cases))
            for i, case in enumerate(cases):
                self.page.all("#why .case > button")[i].click()
                self.assertEqual(self.page.texts(".about .fact"),
                                 ["Suppose " * step["supposed"] + step["text"] for step in case["steps"]])
                self.assertIn(case["axiom"], self.page.one(".about .against").text)
                self.assertGreaterEqual(len(self.page.all(".node.bold")), 1)

    def test_what_would_forbid_it_is_told_with_its_picture(self):
        self.open("thin-air")
        self.assertIn("If y were in global memory, it would be forbidden", self.page.one(".about").text)
        self.page.one(".about button").click()
        self.assertIn("of the test so changed", self.page.one(".about").text)
        self.assertEqual(len(self.page.all(".node.local")), 0)
        self.assertEqual(len(self.page.all(".node.global")), 4)

    def test_thin_air_is_told_and_its_cycle_is_bold(self):
        self.open("thin-air")
        self.assertIn("out of thin air", self.page.one(".about").text)
        self.assertGreaterEqual(len(self.page.all(".edge.bold")), 2)

    def test_lines_and_actions_mark_one_another(self):
        self.open("iriw")
        self.page.point_at("h1")
        node = self.page.one(".node[data-line]")
        line = node.get_attribute("data-line")
        self.page.execute_script("arguments[0].focus()", node)
        self.assertEqual([each.get_attribute("data-line") for each in self.page.all(".line.linked")], [line])
        self.page.execute_script("arguments[0].focus()", self.page.one(f'.line[data-line="{line}"]'))
        self.assertEqual([each.get_attribute("data-line") for each in self.page.all(".node.linked")], [line])
        self.page.point_at(f'.line[data-line="{int(line) + 4}"]')  # what is pointed at comes first
        self.assertEqual([each.get_attribute("data-line") for each in self.page.all(".node.linked")], [str(int(line) + 4)])

    def test_unknown_is_told_with_its_reason(self):
        self.open("unknown")
        reason = check(UNKNOWN, "--unroll", 2)[0]["incomplete_because"]
        self.assertEqual(self.page.texts(".heading .chip")[:2], ["unknown", "allowed?"])
        self.assertIn(f"Verdict unknown: {reason}", self.page.texts(".notice"))
        self.assertEqual(self.page.all('[data-answer="n"]'), [])

    def test_a_list_that_is_cut_says_so(self):
        self.open("cut")
        self.assertEqual(self.page.states(), self.outcomes_of("iriw")[:4] + ["2:r0=1; 2:r1=0; 3:r0=1; 3:r1=0;"])
        self.assertIn("5 of 16 outcomes are listed: the first 4 of each model.", self.page.texts(".notice"))

    def test_a_kernel_shows_its_properties_and_what_refutes_them(self):
        self.open("kernel")
        self.assertIn("race-free Refuted", [each.replace("\n", " ") for each in self.page.texts(".properties li")])
        self.assertGreater(len(self.page.all(".line.racing")), 0)
        self.assertEqual(len(self.page.edges("race")), 1)

    # ---- keys, colours, sizes, paper ----

    def test_keys(self):
        self.open("iriw", "#test-1.outcome-1")
        states = self.page.states()
        for key, expected in ((Keys.ARROW_RIGHT, 1), ("j", 2), ("k", 1), (Keys.ARROW_LEFT, 0)):
            self.page.press(key)
            self.assertEqual(self.page.shown_state(), states[expected])
        self.page.press("1")
        self.assertEqual(self.page.edges("sb"), [])
        self.page.press("/")
        self.assertEqual(self.page.switch_to.active_element.get_attribute("id"), "filter")
        self.page.press("jjk")  # text, not steps
        self.assertEqual(self.page.one("#filter").get_attribute("value"), "jjk")
        self.page.press(Keys.ESCAPE)
        self.assertEqual(self.page.states(), states)
        self.page.press("?")
        self.assertTrue(self.page.one("#help").is_displayed())
        self.page.press(Keys.ESCAPE)
        self.assertFalse(self.page.one("#help").is_displayed())

    def test_every_control_is_reached_by_tab(self):
        self.open("message-passing-relaxed")
        controls = self.page.execute_script(
            "return [...document.querySelectorAll('button, a, input, summary')].filter(e => e.checkVisibility()).length")
        reached = set()
        for _ in range(400):
            self.page.press(Keys.TAB)
            element = self.page.switch_to.active_element
            if element.tag_name == "body" or element.id in reached and element.tag_name != "div":
                break
            reached.add(element.id)
        kinds = [each for each in reached]
        self.assertGreaterEqual(len(kinds), controls - 1)

    def test_buttons_have_names(self):
        for report in ("all", "iriw"):
            self.open(report)
            nameless = self.page.execute_script(
                "return [...document.querySelectorAll('button, input, a')].filter(e => "
                "!(e.getAttribute('aria-label') || e.textContent.trim())).length")
            self.assertEqual(nameless, 0)

    def test_dark_and_light(self):
        def ground():
            return self.page.execute_script("return getComputedStyle(document.body).backgroundColor")
        self.open("iriw")
        light = ground()
        self.page.media(scheme="dark")
        dark = ground()
        self.assertNotEqual(light, dark)
        self.page.media(scheme="light")
        self.page.one("#theme").click()
        self.assertEqual(ground(), dark)
        self.page.press("t")
        self.assertEqual(ground(), light)
        self.page.execute_script("localStorage.clear()")

    def test_text_has_contrast(self):
        for scheme in ("light", "dark"):
            self.page.media(scheme=scheme)
            self.open("message-passing-relaxed")
            self.page.one(".axiom.matters .switch").click()
            self.assertEqual(self.page.execute_script(browser.CONTRAST), [], scheme)

    def test_a_phone_scrolls_only_boxes(self):
        self.page.phone()
        for report in ("all", "iriw", "message-passing-relaxed", "kernels-event", "c11"):
            for address in ("", "#test-1"):
                self.open(report, address)
                self.assertLessEqual(self.page.execute_script("return document.documentElement.scrollWidth"), 390,
                                     report + address)
        self.open("iriw")
        self.assertTrue(self.page.execute_script(
            "const box = document.querySelector('.graph'); return box.scrollWidth > box.clientWidth"))

    def test_paper_has_what_matters_and_no_controls(self):
        self.open("iriw")
        self.page.media("print")
        for selector in ("#source .line", ".graph svg", "#outcomes-rows tr", "#models td", ".axiom", ".about", "h1"):
            self.assertTrue(self.page.one(selector).is_displayed(), selector)
        for selector in ("#next", "#filter", "#theme", ".switch", ".zoom"):
            self.assertFalse(self.page.one(selector).is_displayed(), selector)
        self.page.execute_script("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.page.all("details:not([open], .others, .others *)"), [])
        self.page.execute_script("dispatchEvent(new Event('afterprint'))")
        self.assertNotEqual(self.page.all("details:not([open])"), [])
        for heading in self.page.all("h1, h2, h3, summary"):
            self.assertEqual(heading.value_of_css_property("break-after"), "avoid", heading.text)
        self.assertEqual(self.headings_at_the_foot(self.page.execute_cdp_cmd("Page.printToPDF", {})["data"]), [])

    def headings_at_the_foot(self, pdf):
        """Headings that are the last line of a page, as far as there is a program that reads PDF."""
        headings = {each.text.strip() for each in self.page.all("h2, h3, summary")} - {""}
        if not shutil.which("pdftotext"):
            print("skipped: where pages end (there is no pdftotext, poppler-utils)", file=sys.stderr)
            return []
        pages = subprocess.run(["pdftotext", "-layout", "-", "-"], input=base64.b64decode(pdf), capture_output=True,
                               check=True).stdout.decode().split("\f")
        self.assertGreater(len(pages), 2)
        last = [page.rstrip().rpartition("\n")[2].strip() for page in pages[:-2]]
        return [line for line in last if line and any(heading.startswith(line) for heading in headings)]

    # ---- the index ----

    def test_the_index_finds_tests(self):
        self.open("all")
        self.assertEqual(len(self.page.all(".index tbody tr")), len(TESTS) + 2)
        self.page.fill("#search", "message")
        self.assertEqual(sorted(self.page.texts(".index tbody a")), ["message-passing", "message-passing-relaxed"])
        self.page.fill("#search", "message racy")
        self.assertEqual(self.page.texts(".index tbody a"), ["message-passing-relaxed"])
        self.page.fill("#search", "rejected")
        self.assertEqual(len(self.page.all(".index tbody tr")), 1)
        self.page.one(".index tbody a").click()
        self.assertIn("error", self.page.one(".messages").text)
        self.page.press("i")
        self.assertEqual(self.page.one("#search").get_attribute("value"), "rejected")

    def test_verdicts_of_the_index_are_those_of_check(self):
        self.open("all")
        rows = {row.find_element("tag name", "a").text: row.text for row in self.page.all(".index tbody tr")}
        for test in TESTS:
            result = check(f"examples/{test}.litmus")[0]
            self.assertIn(VERDICTS[result["verdict"]], rows[test])
            self.assertIn("racy" if result["racy"] else "race-free", rows[test])
            for entry in result["undefined"]:
                if "race" not in entry["kind"]:
                    self.assertIn(entry["kind"], rows[test])
            self.assertIn("\nas expected" if result["claims"] else "", rows[test].replace(" as ", "\nas "))

    def test_tests_follow_one_another(self):
        self.open("all", "#test-1")
        names = [self.page.one("h1").text]
        for _ in range(len(TESTS) + 1):
            self.page.press("n")
            names.append(self.page.one("h1").text)
        self.assertEqual(len(set(names)), len(TESTS) + 2)
        self.page.press("p")
        self.assertEqual(self.page.one("h1").text, names[-2])
        self.page.back()
        self.assertEqual(self.page.one("h1").text, names[-1])

    def test_a_hostile_name_is_text(self):
        self.open("all", f"#test-{len(TESTS) + 1}")
        self.assertIn("<script>", self.page.one("h1").text)
        self.assertNotEqual(self.page.title, "pwned")
        self.assertEqual(self.page.all("img"), [])
        self.assertIn("<img", self.page.one("#source").text)


if __name__ == "__main__":
    unittest.main(verbosity=1 if len(sys.argv) < 2 else 2)

"""Pages for everybody: each kind of page that clmm writes, on four widths, light and dark, on paper, by keys alone. axe-core is asked
where `./dev axe` has fetched it; our own rules (accessible.js), which see drawings too, always."""

import base64
import os
import pathlib
import shutil
import sys
import tempfile
import unittest
import zlib

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import browser
from browser import ROOT, run

PLACE = pathlib.Path(tempfile.mkdtemp(prefix="clmm-accessible-"))
PLAYGROUND = ROOT / "build/playground/playground.html"
AXE = pathlib.Path(os.environ.get("CLMM_AXE", ROOT / "build/axe/axe.min.js"))
RULES = (pathlib.Path(__file__).parent / "accessible.js").read_text()

WIDTHS = (390, 768, 1400, 2560)
PAPER = 794  # A4, in CSS's pixels

# Kept apart: a page that is a file may not talk to what is in its frames, so each is asked by itself.
ASK_AXE = """
const done = arguments[0];
axe.run(document, {iframes: false, resultTypes: ['violations'], rules: {'target-size': {enabled: true}, 'frame-tested': {enabled: false}}})
  .then(({violations}) => done(violations.flatMap(({id, nodes}) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`))),
        (error) => done([String(error)]));
"""

# All that a page keeps folded, and its help.
UNFOLD = "for (const each of document.querySelectorAll('details')) each.open = true; document.activeElement.blur();"

# What is focused differs from what it is when it is not.
FOCUSED = """
const at = document.activeElement;
const look = () => {
  const seen = [at, at.closest('.editing'), at.querySelector('rect')].filter(Boolean).map((each) => getComputedStyle(each));
  return seen.map((style) => [style.outlineStyle === 'none' ? '' : style.outline, style.stroke, style.strokeWidth].join()).join();
};
const box = at.getBoundingClientRect();
const focused = look();
at.blur();
const plain = look();
at.focus({focusVisible: true, preventScroll: true});
return {id: at.tagName + at.id + at.className + at.textContent.slice(0, 20) + (at.dataset.line ?? ''), is_seen: focused !== plain || at.tagName === 'IFRAME', is_there: box.width > 0 && box.height > 0,
        place: document.body === at ? -1 : [...document.querySelectorAll('body *')].indexOf(at)};
"""


def packed(text):
    """As the playground's address has it."""
    squeeze = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(squeeze.compress(text.encode()) + squeeze.flush()).decode().rstrip("=")


def make_pages():
    """Each kind of page: (file, address)."""
    place = lambda name: PLACE / f"{name}.html"  # noqa: E731
    (PLACE / "wrong.litmus").write_text("OPENCL wrong\n{ }\nP0 () { nonsense nonsense }\n")
    reports = {
        "index": ["examples/tutorial", PLACE / "wrong.litmus"],
        "forbidden": ["examples/iriw.litmus"],
        "race": ["examples/message-passing-relaxed.litmus"],
        "commands": ["examples/kernels-event.litmus"],
        "thin-air": ["examples/thin-air.litmus"],
        "kernel": ["examples/kernels/ticket_lock.cl", "--global", 2, "--local", 1, "--args", "next[1] serving[1] counter[1]",
                   "-D", "WEAK_RELEASE"],
    }
    reports = {name: ["report", *words, "-o", place(name)] for name, words in reports.items()}
    reports["devices"] = ["run", "examples/message-passing.litmus", "examples/message-passing-relaxed.litmus", "-n", 1000, "--html", place("devices")]
    reports["lowering"] = ["lower", "examples/lowering/store-buffering.litmus", "--mapping", "c11-x86-unfenced", "--html", place("lowering")]
    reports["comparison"] = ["compare", "examples/message-passing.litmus", "-o", place("comparison")]
    for words in reports.values():
        run(*words, codes=(0, 1, 2))
    assert sorted(file.stem for file in PLACE.glob("*.html")) == sorted(reports)
    pages = {file.stem: (file, "") for file in sorted(PLACE.glob("*.html"))}
    pages["index, a rejected test"] = (place("index"), "#test-" + str(len(list((ROOT / "examples/tutorial").glob("*.litmus"))) + 1))
    if PLAYGROUND.is_file():
        pages["playground"] = (PLAYGROUND, "#test=examples/iriw.litmus")
        pages["playground, a race"] = (PLAYGROUND, "#test=examples/message-passing-relaxed.litmus")
        pages["playground, an error"] = (PLAYGROUND, "#text=" + packed("OPENCL wrong\n{ }\nP0 () { nonsense nonsense }\n"))
        pages["playground, a lesson"] = (PLAYGROUND, "#test=examples/tutorial/03-exercise.litmus&lesson=03-release-and-acquire")
    return pages


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = make_pages()
        cls.axe = AXE.read_text() if AXE.is_file() else ""
        print(f"{len(cls.pages)} pages; " + ("axe-core is asked" if cls.axe else "axe-core is not here (./dev axe)"), file=sys.stderr)
        cls.page = browser.start()
        cls.page.set_script_timeout(browser.PATIENCE)

    @classmethod
    def tearDownClass(cls):
        cls.page.quit()
        shutil.rmtree(PLACE)

    def setUp(self):
        self.page.desktop()
        self.page.media()

    def open(self, name):
        file, address = self.pages[name]
        self.page.open(file, address)
        if file == PLAYGROUND:
            WebDriverWait(self.page, browser.PATIENCE, 0.05).until(
                lambda page: page.execute_script("return document.body.dataset.state") == "done")

    def documents(self):
        """What the browser shows, and what is in its frames."""
        yield
        for frame in self.page.all("iframe[src]"):
            self.page.switch_to.frame(frame)
            self.page.one("main *")
            yield
            self.page.switch_to.default_content()

    def findings(self):
        found = []
        for _ in self.documents():
            found += self.page.execute_script(RULES) + self.page.execute_script(browser.CONTRAST)
            if self.axe:
                self.page.execute_script(self.axe)
                found += self.page.execute_async_script(ASK_AXE)
        return found

    def test_nothing_is_found(self):
        for name in self.pages:
            for scheme in ("light", "dark"):
                self.page.media(scheme=scheme)
                self.page.phone(WIDTHS[0])
                self.open(name)
                with self.subTest(f"{name}, {scheme}, as it opens"):
                    self.assertEqual(self.findings(), [])
                for _ in self.documents():
                    self.page.execute_script(UNFOLD)
                for width in WIDTHS:
                    with self.subTest(f"{name}, {scheme}, {width} pixels"):
                        self.page.phone(width)
                        self.assertEqual(self.findings(), [])
                        for _ in self.documents():
                            wide = self.page.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
                            self.assertLessEqual(wide, 0, "the page scrolls to the side")

    def test_what_is_wrong_is_found(self):
        self.open("forbidden")
        for change, rule in {
            "document.documentElement.lang = ''": "html-has-lang",
            "document.querySelector('h2').outerHTML = '<h4>x</h4>'": "heading-order",
            "document.getElementById('next').textContent = ''; document.getElementById('next').removeAttribute('aria-label'); document.getElementById('next').removeAttribute('title')": "name",
            "document.getElementById('filter').id = 'next'": "duplicate-id",
            "document.body.append('words')": "region",
            "document.querySelector('.graph .node text').style.fill = '#c0c0c0'": "color-contrast",
            "document.querySelector('h1').style.color = '#cccccc'": "H1",
            "document.getElementById('next').tabIndex = 3": "tabindex",
        }.items():
            with self.subTest(rule):
                self.open("forbidden")
                self.assertEqual(self.findings(), [])
                self.page.execute_script(change)
                self.assertIn(rule, {each.split(":")[0].split(" ")[0] for each in self.findings()})

    def test_keys_lead_through_a_page_in_its_order_and_show_where_they_are(self):
        for name in self.pages:
            with self.subTest(name):
                self.open(name)
                seen, places = [], []
                for _ in range(60):
                    self.page.press(Keys.TAB)
                    at = self.page.execute_script(FOCUSED)
                    if at["place"] < 0 or at["place"] in places:
                        break
                    seen.append(at)
                    places.append(at["place"])
                    if at["id"].startswith("IFRAME"):
                        break
                self.assertGreater(len(seen), 1)
                self.assertEqual(places, sorted(places))
                self.assertEqual([each["id"] for each in seen if not each["is_seen"] or not each["is_there"]], [])

    def test_paper_shows_all_on_a_white_ground(self):
        for name in self.pages:
            for scheme in ("light", "dark"):
                with self.subTest(f"{name}, {scheme}"):
                    self.page.phone(PAPER)
                    self.page.media("print", scheme)
                    self.open(name)
                    self.page.execute_script("dispatchEvent(new Event('beforeprint'))")
                    for _ in self.documents():
                        self.assertLessEqual(self.page.execute_script("return document.documentElement.scrollWidth"), PAPER)
                        self.assertEqual(self.page.execute_script(browser.CONTRAST), [])
                    ground = self.page.execute_script("return getComputedStyle(document.body).backgroundColor")
                    self.assertIn(ground, ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"))
                    controls = [each.get_attribute("outerHTML")[:80] for each in self.page.all("header button, header select") if each.is_displayed()]
                    self.assertEqual(controls, [])
                    pdf = base64.b64decode(self.page.execute_cdp_cmd("Page.printToPDF", {})["data"])
                    self.assertTrue(pdf.startswith(b"%PDF"))


if __name__ == "__main__":
    unittest.main(verbosity=1 if len(sys.argv) < 2 else 2)

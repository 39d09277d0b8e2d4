"""A headless Chromium, and reports made by clmm to open in it."""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile

import urllib3
from selenium import webdriver
from selenium.common import exceptions
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLMM = os.environ.get("CLMM", str(ROOT / "build/release/bin/clmm"))

# Seconds in which Chromium answers, also on a machine that other work keeps busy.
PATIENCE = 120
SHOWN = 20  # until a page has what was asked for
# What says that Chromium no longer answers, and nothing of the page.
LOST = (exceptions.TimeoutException, exceptions.InvalidSessionIdException, exceptions.SessionNotCreatedException,
        urllib3.exceptions.HTTPError, ConnectionError, TimeoutError)

HOSTILE = "</script><script>document.title='pwned'</script><img/src=x/onerror=document.title='pwned'>"


# Text whose contrast with what is behind it is less than WCAG's 4.5 (3 where it is large).
CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const rgba = (colour) => {
  canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const luminance = ([r, g, b]) => [r, g, b].map((c) => c / 255)
  .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const behind = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = rgba(getComputedStyle(at).backgroundColor);
    if (colour[3] === 255) return colour;
  }
  return [255, 255, 255, 255];
};
const found = [];
for (const element of document.querySelectorAll('body *')) {
  if (element.closest('svg, .unseen, .skip, script, dialog') || !element.checkVisibility()) continue;
  if (![...element.childNodes].some((each) => each.nodeType === 3 && each.data.trim())) continue;
  const style = getComputedStyle(element);
  const [a, b] = [luminance(rgba(style.color)), luminance(behind(element))].sort((x, y) => y - x);
  const needed = parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
  if ((a + 0.05) / (b + 0.05) < needed) found.push(`${element.className || element.tagName}: ${element.textContent.slice(0, 30)}`);
}
return found;
"""


def run(*words, codes=(0, 1, 2, 3)):
    """Standard output of clmm."""
    done = subprocess.run([CLMM, *map(str, words)], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode in codes, f"{words}: exit {done.returncode}\n{done.stderr}"
    return done.stdout


def check(*words):
    return json.loads(run("check", *words, "--json", "--witness", "never"))["results"]


def state_of(outcome):
    """An outcome of `clmm check --json` as the page writes it."""
    return " ".join(f"{name}={value};" for name, value in outcome["values"].items())


def without_axiom(name):
    """The shipped models in a folder, where one check is a comment."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="clmm-cat-"))
    removed = 0
    for file in (ROOT / "model/cat").glob("*.cat"):
        text = file.read_text()
        pattern = rf"^(acyclic|irreflexive|empty)\b[^\n]*\bas {re.escape(name)}$"
        text, count = re.subn(pattern, "", text, flags=re.MULTILINE)
        removed += count
        (folder / file.name).write_text(text)
    assert removed > 0, f"no axiom {name} in model/cat"
    return folder


def children(process):
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(status.read_text().rpartition(")")[2].split()[1]) == process:
                yield int(status.parent.name)
        except OSError:
            pass  # it has ended


def start(attempts=3):
    RemoteConnection.set_timeout(PATIENCE)
    while True:
        attempts -= 1
        try:
            return started()
        except exceptions.WebDriverException:
            if attempts == 0:
                raise


def started(width=1440, height=1000):
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--hide-scrollbars", f"--window-size={width},{height}"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return Browser(options)


class Browser(webdriver.Chrome):
    """Chromium with the page's vocabulary."""

    def __init__(self, options):
        super().__init__(options=options)

    def abandon(self):
        """Ends what no longer listens."""
        for process in [*children(self.service.process.pid), self.service.process.pid]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def open(self, file, address=""):
        self.get("about:blank")
        self.get(f"file://{file}{address}")

    def one(self, selector):
        """Waits for it: a page shows what was clicked when its turn comes."""
        return WebDriverWait(self, SHOWN).until(lambda page: page.find_element(By.CSS_SELECTOR, selector))

    def all(self, selector):
        return self.find_elements(By.CSS_SELECTOR, selector)

    def texts(self, selector):
        return [each.text for each in self.all(selector)]

    def press(self, *keys):
        """Keys go where the focus is."""
        self.switch_to.active_element.send_keys(*keys)

    def fill(self, selector, text):
        field = self.one(selector)
        field.clear()
        field.send_keys(text)
        if text == "":
            field.send_keys(" ", Keys.BACKSPACE)

    def point_at(self, selector):
        ActionChains(self).move_to_element(self.one(selector)).perform()

    def errors(self):
        return [each["message"] for each in self.get_log("browser")
                if each["level"] in ("SEVERE", "WARNING")]

    def edges(self, relation):
        return self.all(f'.edge[data-relations~="{relation}"]')

    def states(self):
        return [row.get_attribute("data-state") for row in self.all("#outcomes-rows tr")]

    def shown_state(self):
        return self.one("#picture-title").text

    def picture(self):
        return self.one(".graph svg").get_attribute("innerHTML")

    def media(self, kind="", scheme="light"):
        self.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": kind, "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def phone(self, width=390):
        self.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 844, "deviceScaleFactor": 2, "mobile": True})

    def desktop(self):
        self.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

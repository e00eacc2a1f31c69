"""axe-core on a page, and what it finds there.

It is not kept here: it comes from $LEDGER_AXE, else from a package of Python that has it in it,
which pip fetches into .build.
"""
import glob
import json
import os
import subprocess
import sys
import zipfile

PACKAGE = "axe-playwright-python==0.1.8"
FILE = "axe_playwright_python/axe.min.js"


def source(folder):
    """The text of axe.min.js; `None` where it cannot be had."""
    if own := os.environ.get("LEDGER_AXE"):
        with open(own, encoding="utf-8") as file:
            return file.read()
    os.makedirs(folder, exist_ok=True)
    wheels = glob.glob(os.path.join(folder, "axe_playwright_python-*.whl"))
    if not wheels:
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
             "--disable-pip-version-check", "--dest", folder, PACKAGE],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        wheels = glob.glob(os.path.join(folder, "axe_playwright_python-*.whl"))
    if not wheels:
        return None
    with zipfile.ZipFile(wheels[0]) as wheel:
        return wheel.read(FILE).decode()


def violations(page, text):
    """What is wrong with the page that is shown: one line for each rule."""
    if not page.evaluate("!!window.axe"):
        page.evaluate(text + "; true")
    # Targets of 24 pixels are asked for by WCAG 2.2, and left out by axe unless told so.
    found = page.evaluate("""
        axe.run(document, { resultTypes: ["violations"],
                            rules: { "target-size": { enabled: true } } })
          .then(({ violations }) => JSON.stringify(violations.map((one) => ({
            id: one.id, help: one.help, count: one.nodes.length,
            nodes: one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + "  " +
              node.any.concat(node.all, node.none).map((check) => check.message).join("; ")),
          }))))""")
    return [f"{one['id']} ({one['count']}): {one['help']}" + "".join(
        f"\n      {node}" for node in one["nodes"]) for one in json.loads(found)]

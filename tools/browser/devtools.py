"""A headless Chromium, driven by the DevTools protocol over a pipe, with nothing beside Python.

Messages are JSON, each ended by a zero byte (`--remote-debugging-pipe`: 3 is read, 4 is written).
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

# What every document tells of itself: how much of it moved, and what became of it.
WATCH = """
window.__shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
KEYS = {"Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, ""), "ArrowLeft": (37, ""),
        "ArrowRight": (39, ""), "Home": (36, ""), "End": (35, ""), " ": (32, " ")}


class Failure(Exception):
    """What did not happen, in words."""


def find():
    """Where Chromium is; `None` where it is not."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """A process of Chromium."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()
        words = [
            find(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--remote-debugging-pipe",
            f"--user-data-dir={self.profile.name}", "about:blank",
        ]
        # A shell gives the descriptors their numbers, for here others may have them.
        redirect = f'exec "$@" 3<&{to_read} 4>&{from_write}'
        self.process = subprocess.Popen(
            ["bash", "-c", redirect, "bash"] + words, pass_fds=(to_read, from_write),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.out, self.back = to_write, from_read
        self.rest = b""
        self.number = 0
        self.events = []

    def receive(self, until):
        """The next message; `None` where none comes in time."""
        while b"\0" not in self.rest:
            wait = until - time.monotonic()
            if wait <= 0 or not select.select([self.back], [], [], wait)[0]:
                return None
            part = os.read(self.back, 1 << 20)
            if not part:
                raise Failure("the browser ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, timeout=60, **values):
        self.number += 1
        message = {"id": self.number, "method": method, "params": values}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        until = time.monotonic() + timeout
        while True:
            answer = self.receive(until)
            if answer is None:
                raise Failure(f"{method}: no answer within {timeout} s")
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def page(self, *size, **look):
        """A page with cookies of its own."""
        return Page(self, *size, **look)

    def end(self):
        try:
            self.call("Browser.close", timeout=5)
        except (Failure, OSError):
            pass
        os.close(self.out)
        os.close(self.back)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()


class Page:
    """A tab: what a person sees and does."""

    def __init__(self, browser, width=1280, height=900, dark=False, language="en", script=True):
        self.browser = browser
        self.context = browser.call("Target.createBrowserContext")["browserContextId"]
        self.target = browser.call(
            "Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = browser.call(
            "Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.narrow = width < 600
        # A form that is wrong is answered with 422, which browsers log.
        self.borne = [" 422 "]
        for method in ["Page.enable", "Runtime.enable", "Log.enable", "Network.enable"]:
            self.call(method)
        self.call("Page.setBypassCSP", enabled=True)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=self.narrow)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])
        self.call("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})
        self.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        if not script:
            self.call("Emulation.setScriptExecutionDisabled", value=True)
        self.shift = 0.0

    def call(self, method, timeout=60, **values):
        return self.browser.call(method, self.session, timeout, **values)

    def evaluate(self, expression, timeout=60):
        result = self.call("Runtime.evaluate", timeout, expression=expression,
                           awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            found = result["exceptionDetails"]
            raise Failure(found.get("exception", {}).get("description") or found["text"])
        return result["result"].get("value")

    def loading(self, action, timeout=30):
        """Does what leads to another document, and waits for it."""
        self.settle()
        mine = [e for e in self.browser.events if e.get("sessionId") == self.session]
        self.noted = getattr(self, "noted", []) + [e for e in mine if self.is_fault(e)]
        self.browser.events = [
            e for e in self.browser.events if e.get("sessionId") != self.session]
        action()
        until = time.monotonic() + timeout
        while not any(e.get("method") == "Page.loadEventFired" and
                      e.get("sessionId") == self.session for e in self.browser.events):
            event = self.browser.receive(until)
            if event is None:
                raise Failure(f"no page within {timeout} s; still at {self.address()}")
            self.browser.events.append(event)

    def open(self, address):
        self.loading(lambda: self.call("Page.navigate", url=address))

    def settle(self):
        """Adds up how much of the document moved."""
        try:
            self.shift += float(self.evaluate("window.__shift || 0") or 0)
            self.evaluate("window.__shift = 0")
        except Failure:
            pass

    def is_fault(self, event):
        method, values = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            return True
        if method == "Log.entryAdded":
            entry = values["entry"]
            return entry["level"] == "error" and not any(
                one in entry["text"] for one in self.borne)
        return method == "Runtime.consoleAPICalled" and values["type"] in ("error", "assert")

    def faults(self):
        """What the console said, and what moved, since the tab was opened."""
        self.settle()
        mine = [e for e in self.browser.events
                if e.get("sessionId") == self.session and self.is_fault(e)]
        said = [json.dumps(e["params"])[:300] for e in getattr(self, "noted", []) + mine]
        moved = [f"the layout shifts by {self.shift:.4f}"] if self.shift > 0 else []
        return said + moved

    def address(self):
        return self.evaluate("location.href")

    def text(self, selector="body"):
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def wait(self, condition, what, timeout=10):
        """Waits until an expression is true."""
        until = time.monotonic() + timeout
        while not self.evaluate(condition):
            if time.monotonic() > until:
                raise Failure(f"{what}: not within {timeout} s, at {self.address()}")
            time.sleep(0.05)

    def point(self, selector):
        """The middle of an element that can be seen, moved to where it can."""
        found = self.evaluate(f"""(() => {{
          const all = [...document.querySelectorAll({json.dumps(selector)})];
          const seen = all.find((one) => one.getClientRects().length);
          if (!seen) return null;
          seen.scrollIntoView({{ block: "center", behavior: "instant" }});
          const box = seen.getClientRects()[0];
          return [box.left + box.width / 2, box.top + box.height / 2];
        }})()""")
        if not found:
            raise Failure(f"nothing to be seen for {selector} at {self.address()}")
        return found

    def click(self, selector, count=1):
        x, y = self.point(selector)
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"]:
            more = {} if kind == "mouseMoved" else {"button": "left", "clickCount": count}
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def key(self, name, **more):
        # Codes are those of keys: that of "&" would be an arrow's.
        code, text = KEYS.get(name) or (ord(name.upper()) if name.isalnum() else 0, name)
        for kind in ["keyDown", "keyUp"]:
            text_of = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=name, windowsVirtualKeyCode=code,
                      **text_of, **more)

    def type(self, selector, text):
        """Clicks into a field, and types in the place of what is there."""
        self.click(selector)
        self.evaluate("document.activeElement.select && document.activeElement.select()")
        if not text:
            self.call("Input.dispatchKeyEvent", type="keyDown", key="Delete",
                      windowsVirtualKeyCode=46)
            self.call("Input.dispatchKeyEvent", type="keyUp", key="Delete",
                      windowsVirtualKeyCode=46)
        for sign in text:
            self.key(sign) if sign.isascii() else self.call("Input.insertText", text=sign)

    def choose_file(self, selector, path):
        """What a person does in the window of the system that asks for a file."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[path])

    def picture(self, path, whole=True):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(data["data"]))

    def overflow(self):
        """How many pixels the page is wider than the screen."""
        return self.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def close(self):
        self.call("Page.close")
        self.browser.call("Target.disposeBrowserContext", browserContextId=self.context)

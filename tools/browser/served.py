"""A ledger of made-up entries, its server, and a browser that was let in."""
import csv
import http.client
import json
import os
import re
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
QUICK = os.environ.get("LEDGER_QUICK")
BUILT = os.path.join(ROOT, ".build/quick/debug" if QUICK else ".build/release")
CATEGORIES = ["food:groceries", "food:out", "home:rent", "transport", "leisure:books"]


def memory(pid, kind="VmRSS"):
    """What a process has in memory, in MiB: all of it, or `RssAnon` alone."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(rf"{kind}:\s+(\d+)", file.read())[1]) / 1_024


class Ledger:
    """A ledger in a folder, and the program."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        # Nothing of who runs it is taken in.
        self.environment = dict(
            os.environ, LEDGER_HOME=folder, NO_COLOR="1", HOME=folder + ".home",
            XDG_CONFIG_HOME=folder + ".home/config", XDG_STATE_HOME=folder + ".home/state")
        os.makedirs(folder + ".home", exist_ok=True)

    def run(self, *words):
        ran = subprocess.run(
            [os.path.join(self.programs, "ledger"), *words], env=self.environment,
            capture_output=True, text=True)
        if ran.returncode:
            raise RuntimeError(f"ledger {' '.join(words)}: {ran.stderr}")
        return ran.stdout

    def entries(self, *words):
        """The rows of `ledger list -O json`."""
        return json.loads(self.run("list", "-O", "json", *words))["rows"]

    def fill(self, count, categories=CATEGORIES, days=700):
        """A ledger of made-up entries of the last days, the same each time."""
        self.run("init", "--currency", "EUR", "--zone", "Europe/Berlin")
        self.run("account", "open", "Checking", "--opening", "2143.50", "--on", "2014-01-01")
        path = self.folder + ".home/made-up.csv"
        today = time.time()
        with open(path, "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(["date", "amount", "description", "category", "account"])
            for number in range(count):
                day = time.strftime("%Y-%m-%d", time.gmtime(today - (number % days) * 86_400))
                cents = 100 + number * 7_919 % 9_900
                out.writerow([
                    day, f"-{cents // 100}.{cents % 100:02}", f"Shop {number % 97}",
                    categories[number % len(categories)], "Checking"])
        self.run("import", path)
        self.run("budget", "set", "food", "900")
        self.run("budget", "set", "transport", "5")
        self.run("task", "add", "Pay the rent", "--due", "today")
        self.run("task", "add", "Call the bank", "--due", "yesterday")
        self.run("people", "add", "Bo", "--contact", "bo@example.org")
        self.run("add", "30", "Dinner", "-c", "food:out", "--payer", "Bo", "--split", "me,Bo")
        self.run("add", "12.50", "Lunch", "-c", "food:out", "--tag", "work")


class Site:
    """A server of a ledger, and a browser that was let in."""

    def __init__(self, ledger, *options):
        self.ledger = ledger
        self.process = subprocess.Popen(
            [os.path.join(ledger.programs, "ledger-serve"), "--ledger", ledger.folder, *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=ledger.environment)
        for line in self.process.stdout:
            found = re.search(r"http://127\.0\.0\.1:(\d+)/(?:\?token=(\w+))?", line)
            if found:
                break
        self.port, self.token = int(found[1]), found[2]
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.cookie = ""
        if self.token:
            answer, _ = self.get("/?token=" + self.token)
            self.cookie = answer.getheader("Set-Cookie").split(";")[0]

    def get(self, target):
        try:
            self.connection.request("GET", target, headers={"Cookie": self.cookie})
            answer = self.connection.getresponse()
        except http.client.RemoteDisconnected:
            # The server ends a connection on which nothing was asked for long.
            self.connection.close()
            self.connection.request("GET", target, headers={"Cookie": self.cookie})
            answer = self.connection.getresponse()
        return answer, answer.read()

    def address(self, target):
        mark = "&" if "?" in target else "?"
        return f"http://127.0.0.1:{self.port}{target}{mark}token={self.token}"

    def memory(self):
        """Resident, in MiB."""
        return memory(self.process.pid)

    def end(self):
        self.process.terminate()
        self.process.wait()

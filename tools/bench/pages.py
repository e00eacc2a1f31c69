"""The pages of ledger in a browser beside those of fava, on the same entries, and under load.

Usage: tools/bench/run pages [--events N] [--requests N] [--programs FOLDER] [--only fava,load]
       tools/bench/run pages --only many --ledger FOLDER [--programs FOLDER]

Prints milliseconds, bytes and memory of each, and the ratios, each of our pages made anew behind a
commit; then how many pages of *Today* there are each second while the log stands still and with a
commit each second, beside the plainest answer of the same server. Behind each figure stands its
bar, and PASS or over; a figure that is over is a failure, and one without a bar says why it has
none. Memory is judged while nobody asks, and shown behind a page beside that. fava is started from
a folder of its own; tools/bench/run --install-peers puts it there.

With `many` every page of a copy of a ledger with millions of events, as
`tools/bench/run make --product ledger,usual,10000,0 --events 10000000` leaves it in
.build-bench/10000000: the first one of its kind since the server began, and behind a commit.
"""
import argparse
import csv
import http.client
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/browser"))
sys.dont_write_bytecode = True

from served import BUILT, Ledger, Site, memory  # noqa: E402

RATIO, BYTES, MS = 10, 100_000, 20
# With millions of events a page may take longer.
MS_OF_MILLIONS = 60
STILL, MOVING, MEMORY = 2_000, 200, 100
# As many years and categories as the other benchmarks have.
DAYS = 3_650
CATEGORIES = [f"{group}:{name}" for group, names in {
    "food": "groceries restaurant coffee takeaway bakery market",
    "home": "rent power water heating repair furniture internet",
    "transport": "train bus fuel parking taxi bicycle",
    "leisure": "books cinema music sport games travel",
    "health": "doctor pharmacy glasses dentist insurance",
    "family": "school clothes toys gifts pocket",
    "work": "tools post phone fees training",
}.items() for name in names.split()]
# What is asked: of us a page; of fava the document, and what its script asks for before anything is
# seen. Neither its script nor ours is counted, nor any style.
PAIRS = {
    "report by month": (
        "/reports", "income_statement/?interval=month", "income_statement?interval=month"),
    "filtered report": (
        "/reports?q=cat:food", "income_statement/?interval=month&account=food",
        "income_statement?interval=month&account=food"),
    "search": (
        "/entries?q=Shop+42", "journal/?filter=%22Shop+42%22",
        "journal_page?page=1&order=desc&filter=%22Shop+42%22"),
    "list": ("/entries", "journal/", "journal_page?page=1&order=desc"),
    "account": (
        "/explain?account=Checking&currency=EUR", "account/Assets:Checking/",
        "account_report?a=Assets:Checking&r=journal"),
    "balance sheet": (
        "/accounts", "balance_sheet/?interval=month", "balance_sheet?interval=month"),
}
# Their bytes are shown beside fava's, and why no bar is held against them.
UNJUDGED = {
    "balance sheet": "sums of accounts alone: a few figures in both, and a page around them",
}
# What of a program's file is run comes into memory by 64 KiB, and goes when nobody asks.
BEHIND_PAGE = "pages of the program's file, which others share and the system can take back"
# So long nobody asks, and more.
REST = 4


class Fava:
    """fava on a journal with the entries of a ledger."""

    def __init__(self, python, ledger):
        path = ledger.folder + ".home/made-up.beancount"
        names = set()
        with open(ledger.folder + ".home/made-up.csv", encoding="utf-8") as file, \
                open(path, "w", encoding="utf-8") as out:
            out.write('option "operating_currency" "EUR"\n2014-01-01 open Assets:Checking EUR\n')
            for row in csv.DictReader(file):
                name = "Expenses:" + ":".join(
                    part.capitalize() for part in row["category"].split(":"))
                if name not in names:
                    out.write(f"2014-01-01 open {name} EUR\n")
                    names.add(name)
                out.write(f'{row["date"]} * "{row["description"]}" ""\n  Assets:Checking  '
                          f'{row["amount"]} EUR\n  {name}  {row["amount"][1:]} EUR\n')
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [python, "-c", "from fava.cli import main; main()", path, "-p", str(self.port)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(1_200):
            try:
                self.place = self.ask("/")[1].getheader("Location").strip("/").split("/")[0]
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("fava does not answer within two minutes")

    def ask(self, target):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        start = time.perf_counter()
        connection.request("GET", target)
        answer = connection.getresponse()
        body = answer.read()
        return (time.perf_counter() - start) * 1_000, answer, body

    def measure(self, targets, rounds):
        """The milliseconds and bytes of some answers together."""
        time_of_all, size = 0, 0
        for target in targets:
            found = [self.ask(f"/{self.place}/{target}") for _ in range(rounds)]
            status = found[0][1].status
            if status != 200:
                raise RuntimeError(f"fava: {status} of {target}: {found[0][2][:200]}")
            time_of_all += statistics.median(ms for ms, _, _ in found)
            size += len(found[0][2])
        return time_of_all, size

    def end(self):
        self.process.terminate()
        self.process.wait()


class Bars:
    """Figures beside their bars; those that are over are kept."""

    def __init__(self):
        self.faults = []

    def judge(self, what, found, bar, is_least=False, unit=""):
        """Prints a figure with its bar, and whether it holds."""
        holds = found >= bar if is_least else found <= bar
        words = f"{what:38} {found:12,.1f} {unit:6} " \
                f"{'at least' if is_least else 'at most':8} {bar:9,}  "
        print(words + ("PASS" if holds else "over"))
        if not holds:
            self.faults.append(" ".join(words.split()))

    @staticmethod
    def show(what, found, reason):
        """Prints a figure that no bar is held against, and why."""
        print(f"{what:38} {found:12,.1f}        no bar: {reason}")


def made_anew(site, target, rounds=15):
    """The milliseconds and the bytes of a page that nobody asked for since the last commit."""
    times = []
    for _ in range(rounds):
        # A page that was just made is copied while nothing is recorded.
        site.ledger.run("add", "1", "Tea", "-c", "food")
        time.sleep(0.1)
        start = time.perf_counter()
        answer, body = site.get(target)
        times.append((time.perf_counter() - start) * 1_000)
        if answer.status != 200:
            raise RuntimeError(f"{target}: {answer.status}")
    return statistics.median(times), len(body)


def beside(site, python, events):
    """Each page beside that of fava."""
    bars = Bars()
    most = MS if events <= 1_000_000 else MS_OF_MILLIONS
    fava = Fava(python, site.ledger)
    rows = []
    try:
        print(f"{'page':16} {'ms':>8} {'fava':>9} {'ratio':>7} {'bytes':>9} {'fava':>12} "
              f"{'ratio':>7}")
        for name, (own, document, data) in PAIRS.items():
            ms, size = made_anew(site, own)
            theirs, their_size = fava.measure(
                [document, "api/" + data], 1 if name == "account" else 3)
            rows.append((name, ms, theirs / ms, size, their_size / size))
            print(f"{name:16} {ms:8.1f} {theirs:9.1f} {theirs / ms:7.0f} {size:9,} "
                  f"{their_size:12,} {their_size / size:7.1f}")
        print()
        for name, ms, faster, size, smaller in rows:
            bars.judge(name, ms, most, unit="ms")
            bars.judge(f"{name}, times faster", faster, RATIO, is_least=True)
            bars.judge(name, size, BYTES, unit="bytes")
            if name in UNJUDGED:
                bars.show(f"{name}, times smaller", smaller, UNJUDGED[name])
            else:
                bars.judge(f"{name}, times smaller", smaller, RATIO, is_least=True)
        made_anew(site, "/", rounds=1)
        behind = site.memory()
        time.sleep(REST)
        # What a process alone has is beside what it shares with its own file and libraries.
        for words, kind in [("resident memory", "VmRSS"), ("memory of its own", "RssAnon")]:
            ours, theirs = (memory(one.process.pid, kind) for one in (site, fava))
            print(f"{words}: {ours:.0f} MiB, fava {theirs:.0f} MiB")
            bars.judge(f"{words}, times smaller", theirs / ours, RATIO, is_least=True)
            if kind == "VmRSS":
                print(f"{words} behind a page: {behind:.0f} MiB, fava {theirs:.0f} MiB")
                bars.show(f"{words} behind it, times smaller", theirs / behind, BEHIND_PAGE)
    finally:
        fava.end()
    return bars.faults


def rate(site, target, count, links=8):
    """Answers a second over some connections that stay open, a few requests on the way on each."""
    request = (f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n"
               f"Cookie: {site.cookie}\r\n\r\n").encode()
    wrong = []

    def ask(share):
        with socket.create_connection(("127.0.0.1", site.port), timeout=30) as link:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            rest = b""
            for _ in range(share):
                link.sendall(request)
                while (end := rest.find(b"\r\n\r\n")) < 0:
                    rest += link.recv(1 << 16)
                if not rest.startswith(b"HTTP/1.1 200"):
                    wrong.append(rest[:40])
                    return
                length = int(re.search(rb"(?i)content-length: (\d+)", rest[:end])[1])
                missing = end + 4 + length - len(rest)
                while missing > 0:
                    part = link.recv(1 << 16)
                    rest += part
                    missing -= len(part)
                rest = rest[end + 4 + length:]

    workers = [threading.Thread(target=ask, args=(count // links,)) for _ in range(links)]
    start = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if wrong:
        raise RuntimeError(f"{target}: {wrong[0]}")
    return count / (time.perf_counter() - start)


def load(site, requests):
    """Many pages of *Today*."""
    bars = Bars()
    # Within seconds of a change of its files nothing is kept.
    time.sleep(4)
    for _ in range(20):
        site.get("/")
    # The plainest answer: a text that is always the same, without a look at the ledger.
    plain = rate(site, "/icon-1.svg", requests // 5)
    first = site.memory()
    still = rate(site, "/", requests // 2)
    middle = site.memory()
    still = max(still, rate(site, "/", requests // 2))
    last = site.memory()
    print(f"plain answers    {plain:,.0f}/s")
    print(f"Today            {still:,.0f}/s while the log stands still: {still / plain:.0%}")
    print(f"resident memory  {first:.0f}, {middle:.0f}, {last:.0f} MiB behind 0, "
          f"{requests // 2:,} and {requests:,} requests")
    done = threading.Event()

    def commit():
        while not done.wait(1):
            site.ledger.run("add", "1", "News")

    writer = threading.Thread(target=commit)
    writer.start()
    try:
        moving = rate(site, "/", requests // 20)
    finally:
        done.set()
        writer.join()
    print(f"Today            {moving:,.0f}/s with a commit each second")
    after = site.memory()
    bars.judge("Today, the log stands still", still, STILL, is_least=True, unit="pages/s")
    bars.judge("Today, a commit each second", moving, MOVING, is_least=True, unit="pages/s")
    bars.judge("memory behind them", max(last, after), MEMORY, unit="MiB")
    bars.judge("memory, more in the second half", last - middle, round(middle / 10) + 2, unit="MiB")
    return bars.faults


MANY = {
    "today": "/", "report by month": "/reports", "filtered report": "/reports?q=cat:food",
    "search, a common phrase": "/entries?q=Grand+Hotel",
    "search, a rare word": "/entries?q=zanzibar",
    "list": "/entries", "account": "/explain?account=Checking&currency=EUR",
    "category": "/explain?category=food:bakery&currency=EUR", "balance sheet": "/accounts",
    "tasks": "/tasks", "budget": "/budget", "audit": "/audit", "people": "/people",
}


def many(programs, kept, folder):
    """The pages of a ledger with millions of events, in a copy of its own."""
    ledger = Ledger(programs, os.path.join(folder, "many"))
    shutil.copytree(kept, ledger.folder)
    # Sums are made once more: those that lie there are of another device.
    ledger.run("replay")
    ledger.run("seal")
    # Who records behind that writes the list of its files; for some seconds after such a change
    # the log's folder is looked through each time.
    for _ in range(3):
        ledger.run("add", "1", "Tea", "-c", "food", "-a", "Checking")
    time.sleep(6)
    site = Site(ledger, "--rate", "1000000")
    faults = []
    try:
        for name, path in MANY.items():
            start = time.perf_counter()
            site.get(path)
            first = (time.perf_counter() - start) * 1_000
            found, _ = made_anew(site, path)
            verdict = "PASS" if found <= MS_OF_MILLIONS else "over"
            print(f"{name:<24} {found:6.1f} ms, bar {MS_OF_MILLIONS}: {verdict}; first {first:.1f}")
            if verdict == "over":
                faults.append(f"{name}: {found:.1f} ms")
        print(f"memory {site.memory():.0f} MiB")
    finally:
        site.end()
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--programs")
    parser.add_argument("--python", default=os.path.join(ROOT, ".build-bench/venv/bin/python"))
    parser.add_argument("--only", default="fava,load")
    parser.add_argument("--ledger")
    options = parser.parse_args()
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        if options.only == "many":
            finish(many(options.programs or BUILT, options.ledger, folder))
        ledger = Ledger(options.programs or BUILT, os.path.join(folder, "ledger"))
        ledger.fill(options.events, CATEGORIES, DAYS)
        for part in options.only.split(","):
            site = Site(ledger, "--rate", "1000000")
            try:
                if part == "load":
                    faults += load(site, options.requests)
                elif subprocess.run([options.python, "-c", "import fava"], check=False,
                                    stderr=subprocess.DEVNULL).returncode:
                    print("fava is not here: tools/bench/run --install-peers")
                else:
                    faults += beside(site, options.python, options.events)
            finally:
                site.end()
    finish(faults)


def finish(faults):
    """Ends with what failed."""
    for fault in faults:
        print("failed:", fault)
    sys.exit(1 if faults else 0)


main()

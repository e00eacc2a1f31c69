"""Everyday jobs of a Taskwarrior user and of an hledger user, done by both programs on the same
data, on a terminal of 80 by 24: keystrokes (of what is typed into a program, an editor and the
rules of a file, too), milliseconds of the whole process (medians, taken in turn), rows of the
screen, and who wins: who is faster, and shorter where the other is no faster.

Usage: tools/bench/run jobs [--tasks N] [--entries N] [--rounds N] [--only tasks|money]

Data are made from a fixed seed. Programs that are not installed are left out, with a word.
What is measured changes a copy: before each command that records, the data are put back. A peer
that takes longer than two minutes for a job is stopped, and has a + behind the ratio.
"""
import argparse
import csv
import datetime
import fcntl
import io
import json
import os
import pty
import random
import re
import shutil
import statistics
import struct
import subprocess
import sys
import termios
import threading
import time
import uuid

NOW = datetime.datetime.now().replace(hour=9, minute=0, second=0, microsecond=0)
WORDS = "call order buy fix write read clean plan book paint ask check send move sort".split()
THINGS = "bulbs rent trip milk report garden bike letter roof taxes shelf dentist photos".split()

# What is done, how ours is typed, how theirs is typed; those with a star record something.
TASK_JOBS = [
    ("* add with deadline, project, tag", "task add Order bulbs due:fri project:home +shop",
     "add Order bulbs due:fri project:home +shop"),
    ("what next", "next -n 20", "next"),
    ("* done", "task done :7", "7 done"),
    ("* another deadline", "task modify :7 due:thu", "7 modify due:thu"),
    ("* annotate", "task annotate :7 number 555", "7 annotate number 555"),
    ("by project", "task list project:home", "project:home list"),
    ("by tag", "task list +phone", "+phone list"),
    ("late and due today", "due", "overdue"),
    ("* hide for a week", "task edit :7 wait:+7d", "7 modify wait:+7d"),
    ("* depends on another", "task edit :7 depends::9", "7 modify depends:9"),
    ("* every week", "repeat add --task Water plants --every 'week on saturday'",
     "add Water plants due:sat recur:weekly"),
    ("* start", "task start :7", "7 start"),
    ("* take back", "undo", "undo"),
    ("* delete", "task drop :7", "7 delete"),
    ("search", "task find rent", "/rent/ list"),
    ("* priority of all calls at once", "task edit --where '+phone project:trip' priority:H",
     "+phone project:trip modify priority:H"),
    ("projects and how far they are", "task projects", "summary"),
    ("done this week", "task list done:'this week'", "end.after:sow completed"),
    ("burndown", "task burndown", "burndown.daily"),
    ("all out, as JSON", "export taskwarrior", "export"),
]

# What is typed into hledger add, line by line.
LUNCH = "\nLunch\nexpenses:food:lunch\n12.50 EUR\nassets:cash\n\n.\ny\n.\n"
RECEIPT = ("\nRewe\nexpenses:food:groceries\n23.40 EUR\nexpenses:household\n6.90 EUR\n"
           "liabilities:card\n\n.\ny\n.\n")
TRANSFER = "\nATM\nassets:cash\n50 EUR\nassets:giro\n\n.\ny\n.\n"

# Rules that hledger needs to read a file, typed once.
BANK_RULES = """skip 1
separator ;
decimal-mark ,
date-format %d.%m.%Y
fields date,description,amount,
currency EUR
account1 assets:giro
if rewe
 account2 expenses:food:groceries
"""
CARD_RULES = """skip 1
fields date,description,amount,
currency EUR
account1 liabilities:card
"""
HOUSE_RULES = """skip 1
date-format %d-%m-%Y
fields date,mode,category,sub,description,amount,kind,currency
account1 assets:%mode
account2 expenses:%category:%sub
amount -%amount
if
%kind Income
 account2 income:%category
 amount %amount
"""

# The same, and what is typed into theirs, and the keys of files and editors beside the command; a
# line of the shell begins with !, and where a text file is changed by hand there is no command.
MONEY_JOBS = [
    ("* lunch, paid in cash", "add 12.50 Lunch -c food:lunch -a cash", "add", LUNCH),
    ("* one receipt, two categories",
     "add 23.40 Rewe -c food:groceries -a card + 6.90 Soap -c household", "add", RECEIPT),
    ("* from the bank to the purse", "add 50 ATM --transfer giro cash", "add", TRANSFER),
    ("* the first file of a bank", "import first.csv --sign account -a save --save-profile save",
     "import first.csv", None, len(BANK_RULES)),
    ("* a household's file", "import house.csv",
     "!sed -E 's/ [0-9]+:[0-9]+,/,/' house.csv >hh.csv; hledger -f hh.csv print -o hh.journal",
     None, len(HOUSE_RULES)),
    ("* the next file, overlapping", "import bank.csv --profile giro", "import bank.csv"),
    ("* a pending row settles", "import card.csv --profile card", "import card.csv"),
    ("balances", "bs", "bs"),
    ("this month by category", "report this month --by category -S",
     "bal expenses -p thismonth -S"),
    ("months by categories", "report -M --by category -1 -A -T -S",
     "bal -M expenses --depth 2 -A -T -S"),
    ("income and expenses", "report -M --net", "is -M -2"),
    ("an account with running balance", "areg cash this month", "areg cash -p thismonth"),
    ("a payee this year, with the sum", "list payee:rewe this year",
     "reg desc:rewe -p thisyear"),
    ("a category by month", "report -M food", "bal -M food -1"),
    ("what the trip cost", "report tag:trip --by category", "bal expenses tag:trip"),
    ("dearest payees", "report --by payee -S", "bal expenses --pivot payee -S"),
    ("this month against the last", "report this month --compare --by category",
     "bal -M expenses --depth 2 -b lastmonth"),
    ("budget against actual", "report -M --budget", "bal -M --budget expenses --depth 2"),
    ("weeks of a month", "report -W last month", "bal -W expenses -1 -p lastmonth"),
    ("the trip in one currency", "report tag:trip -X EUR --by category",
     "bal expenses tag:trip -X EUR"),
    ("* a wrong amount", "amend lunch --amount 14 --reason tip", None, None, 45),
    ("* another category for all", "amend --where payee:metro -c transport:metro --yes",
     None, None, len("sed -i s/expenses:transport:pass/expenses:transport:metro/ main.journal")),
    ("* a double taken out", "void .1", None, None, 30),
    ("* held against the statement", "assert giro BALANCE", "check", None, 40),
    ("net worth by month", "bs -M", "bal -M -H assets liabilities --depth 1"),
    ("a table for a spreadsheet", "report -M --by category -1 -o m.html",
     "bal -M expenses --depth 2 -o m.html"),
    ("rent of the coming months", "report -M -c home:rent --forecast -e AHEAD",
     "bal --forecast -M expenses:home:rent -e AHEAD"),
]


# A job that takes longer is stopped.
SECONDS_MAX = 120


class Side:
    """One of the two programs, with its data and a copy of them to put back."""

    def __init__(self, folder, kept, command, environment):
        self.folder, self.kept = folder, kept
        self.place = os.path.dirname(folder)
        self.command, self.environment = command, {**os.environ, **environment}

    def keep(self):
        shutil.rmtree(self.kept, ignore_errors=True)
        shutil.copytree(self.folder, self.kept)

    def put_back(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.kept, self.folder)

    def clean(self):
        """Takes away what a command wrote beside its data."""
        for name in os.listdir(self.place):
            if name.endswith(".html") or name.startswith("hh.") and not name.endswith(".rules"):
                os.remove(os.path.join(self.place, name))

    def run(self, words, typed=None):
        """Runs a command on a terminal of 80 by 24: milliseconds, the exit code, what was shown."""
        line = words[1:] if words.startswith("!") else f"exec {self.command} {words}"
        main, screen = pty.openpty()
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        start = time.perf_counter()
        with subprocess.Popen(
                ["bash", "-c", line], env=self.environment, cwd=self.place, stdout=screen,
                stderr=screen, stdin=subprocess.DEVNULL if typed is None else subprocess.PIPE,
        ) as process:
            os.close(screen)
            end = threading.Timer(SECONDS_MAX, process.kill)
            end.start()
            if typed is not None:
                process.stdin.write(typed.encode())
                process.stdin.close()
            shown = b""
            while True:
                try:
                    chunk = os.read(main, 1 << 16)
                except OSError:
                    break
                if not chunk:
                    break
                shown += chunk
            code = process.wait()
            end.cancel()
        milliseconds = (time.perf_counter() - start) * 1000
        os.close(main)
        return milliseconds, code, shown.decode(errors="replace")


def screen_rows(text):
    """How many rows of a terminal of 80 columns a text takes."""
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return sum(max(1, -(-len(line) // 80)) for line in lines)


def make_tasks(count):
    """Tasks as Taskwarrior exports them."""
    source = random.Random(7)
    stamp = "%Y%m%dT%H%M%SZ"
    for index in range(count):
        entered = NOW - datetime.timedelta(minutes=source.randrange(1, 400_000))
        task = {
            "uuid": str(uuid.UUID(int=source.getrandbits(128), version=4)),
            "status": "pending", "entry": entered.strftime(stamp),
            "description": f"{source.choice(WORDS)} {source.choice(THINGS)} {index}",
        }
        if source.random() < 0.6:
            task["project"] = source.choice(["home", "home.garden", "work", "trip", "club"])
        if source.random() < 0.4:
            task["tags"] = source.sample(["shop", "phone", "desk", "out"], source.choice([1, 2]))
        if source.random() < 0.5:
            day = NOW + datetime.timedelta(days=source.randrange(-30, 300))
            task["due"] = day.strftime(stamp)
        if source.random() < 0.2:
            task["priority"] = source.choice("HML")
        if source.random() < 0.3:
            task["status"] = "completed"
            task["end"] = (entered + datetime.timedelta(hours=5)).strftime(stamp)
        yield task


def make_journal(count):
    """A journal as hledger reads it."""
    source = random.Random(11)
    payees = ["Rewe", "Metro", "Bakery", "Power", "Cinema", "Bookshop", "Garage", "Chemist"]
    kinds = ["food:groceries", "food:lunch", "home:power", "fun:films", "transport:pass", "health"]
    for account in ["assets:cash", "assets:giro", "assets:save", "assets:dollars",
                    "liabilities:card", "income:salary"]:
        yield f"account {account}\n"
    for index in range(count):
        day = (NOW - datetime.timedelta(days=730 - index * 729 // count)).date()
        if index % 40 == 0:
            yield f"{day} Employer\n    assets:giro  2000.00 EUR\n    income:salary\n"
            continue
        if index % 50 == 7:
            yield (f"{day} Museum  ; trip:lisbon\n    expenses:travel  "
                   f"{source.randrange(100, 9000) / 100:.2f} USD\n    assets:dollars\n")
            continue
        account = source.choice(["assets:cash", "assets:giro", "liabilities:card"])
        tag = "  ; trip:lisbon" if source.random() < 0.02 else ""
        yield (f"{day} {source.choice(payees)}{tag}\n    expenses:{source.choice(kinds)}"
               f"  {source.randrange(100, 9000) / 100:.2f} EUR\n    {account}\n")
    today = NOW.date()
    yield f"{today} Lunch\n    expenses:food:lunch  12.50 EUR\n    assets:cash\n"
    yield "".join(f"P {today - datetime.timedelta(days=days)} USD {price} EUR\n"
                  for days, price in [(731, "0.9217"), (400, "0.9304"), (40, "0.8712")])
    yield (f"~ monthly from {next_month()}\n    expenses:home:rent  980 EUR\n"
           "    assets:giro\n")
    yield f"~ monthly from {today.year}-01-01\n    expenses:food  400 EUR\n    assets:cash\n"


def next_month(ahead=1):
    """The first of a month ahead."""
    month = NOW.year * 12 + NOW.month - 1 + ahead
    return datetime.date(month // 12, month % 12 + 1, 1)


def write_statements(place):
    """Files of banks: what was imported before, what comes now, and the rules of hledger."""
    def day(back):
        return (NOW - datetime.timedelta(days=back)).strftime("%d.%m.%Y")

    def iso(back):
        return (NOW - datetime.timedelta(days=back)).strftime("%Y-%m-%d")

    def write(name, text):
        with open(os.path.join(place, name), "w", encoding="utf-8") as file:
            file.write(text)

    head = "Buchungstag;Verwendungszweck;Betrag;Saldo\n"
    rows = [f"{day(9)};REWE SAGT DANKE;-23,40;1976,60\n", f"{day(8)};Miete;-980,00;996,60\n",
            f"{day(6)};Gehalt;2.450,00;3446,60\n", f"{day(5)};Metro;-12,00;3434,60\n"]
    late = [rows[2], f"{day(6)};Spaet gebucht;-5,00;3441,60\n",
            f"{day(5)};Metro;-12,00;3429,60\n", f"{day(1)};Baeckerei;-3,20;3426,40\n"]
    card = "Date,Description,Amount,Status\n"
    booked = f"{iso(7)},Rewe,-23.40,booked\n"
    source = random.Random(3)
    house = "Date,Mode,Category,Subcategory,Note,Amount,Income/Expense,Currency\n" + "".join(
        f"{(NOW - datetime.timedelta(days=index // 4)).strftime('%d-%m-%Y')}"
        f"{'' if index % 3 else ' 12:0' + str(index % 10)},Cash,{kind},{below},note {index},"
        f"{source.randrange(1, 3000)},Expense,EUR\n"
        for index in range(2_400)
        for kind, below in [source.choice([("Food", "snacks"), ("Travel", "Train")])])
    first = [f"{day(40 - back)};Kauf {back};-{back},50;\n" for back in range(30)]
    files = {"first.csv": head.replace(";Saldo", "") + "".join(
        row.rsplit(";", 1)[0] + "\n" for row in first), "house.csv": house}
    before = {"bank.csv": head + "".join(rows),
              "card.csv": card + booked + f"{iso(3)},Cinema,-12.00,pending\n"}
    after = {"bank.csv": head + "".join(late),
             "card.csv": card + booked + f"{iso(2)},Cinema,-12.00,booked\n"}
    rules = {"first.csv": BANK_RULES, "bank.csv": BANK_RULES, "card.csv": CARD_RULES,
             "hh.csv": HOUSE_RULES}
    for name, text in {**files, **before}.items():
        write(name, text)
    for name, text in rules.items():
        write(f"{name}.rules", text)
    return lambda: [write(name, text) for name, text in after.items()]


def must(side, words):
    milliseconds, code, shown = side.run(words)
    if code:
        sys.exit(f"jobs: {side.command} {words}: {shown}")
    return milliseconds


def set_up(name, work, peer):
    """Ours, and theirs, in folders of their own."""
    folder = os.path.join(work, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "theirs"))
    program = os.environ.get("LEDGER_PROGRAM", os.path.join(os.environ["LEDGER_BENCH_ROOT"],
                                                            ".build/release/ledger"))
    ours = Side(os.path.join(folder, "ours"), os.path.join(folder, "ours.kept"), program, {
        "LEDGER_HOME": os.path.join(folder, "ours"), "HOME": folder,
        "XDG_STATE_HOME": os.path.join(folder, "state"),
        "XDG_CONFIG_HOME": os.path.join(folder, "config"), "NO_COLOR": "1", "PAGER": "",
    })
    theirs = Side(os.path.join(folder, "theirs"), os.path.join(folder, "theirs.kept"), peer, {
        "TASKRC": os.path.join(folder, "taskrc"), "TASKDATA": os.path.join(folder, "theirs"),
        "LEDGER_FILE": os.path.join(folder, "theirs", "main.journal"),
    })
    must(ours, "init --currency EUR --zone Europe/Berlin")
    return folder, ours, theirs


def compare(jobs, ours, theirs, rounds):
    """Prints a row a job, the two programs taken in turn; the jobs that ours lost."""
    lost, keys = [], [0, 0]
    print(f"{'job':34} {'keys':>5} {'theirs':>6} {'ms':>8} {'theirs':>8} {'ratio':>5} "
          f"{'rows':>5} {'theirs':>6}  wins")
    for job, mine, other, typed, more in [(*job, *(None, 0)[len(job) - 3:]) for job in jobs]:
        times, shown, is_stopped = {ours: [], theirs: []}, {}, False
        for _ in range(rounds):
            for side, words in [(ours, mine), (theirs, other)]:
                if words is None or side is theirs and is_stopped:
                    continue
                if job.startswith("*"):
                    side.put_back()
                side.clean()
                milliseconds, code, text = side.run(words, typed if side is theirs else None)
                is_stopped = is_stopped or side is theirs and code == -9
                if code and not is_stopped and not (code == 1 and jobs is TASK_JOBS):
                    sys.exit(f"jobs: {side.command} {words}: {text}")
                times[side].append(milliseconds)
                shown[side] = screen_rows(text)
        first = statistics.median(times[ours])
        own = len("ledger " + mine)
        theirs_keys = more + len(typed or "")
        if other is not None:
            theirs_keys += len(other) - 1 if other.startswith("!") else len(
                os.path.basename(theirs.command) + " " + other)
        keys = [keys[0] + own, keys[1] + theirs_keys]
        second = statistics.median(times[theirs]) if other is not None else None
        is_lost = second < first if second is not None else theirs_keys < own
        if is_lost:
            lost.append(job)
        milliseconds = f"{first:8.1f} " + (f"{second:8.1f} {first / second:5.2f}{'+' * is_stopped}"
                                           if second is not None else f"{'-':>8} {'-':>5}")
        print(f"{job:34} {own:5} {theirs_keys:6} {milliseconds} {shown[ours]:5} "
              f"{shown.get(theirs, '-'):>6}  {'theirs' if is_lost else 'ours'}"
              + ("" if is_lost or own <= theirs_keys else ", by time"), flush=True)
        for side in (ours, theirs):
            if job.startswith("*"):
                side.put_back()
    print(f"{'all ' + str(len(jobs)):34} {keys[0]:5} {keys[1]:6}")
    return lost


def tasks(options, work):
    folder, ours, theirs = set_up("tasks", work, "task")
    with open(os.path.join(folder, "taskrc"), "w", encoding="utf-8") as file:
        file.write(f"data.location={folder}/theirs\nconfirmation=off\nverbose=nothing\n"
                   "bulk=0\nrecurrence.confirmation=no\n")
    path = os.path.join(folder, "tasks.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(list(make_tasks(options.tasks)), file, indent=0)
    print(f"{options.tasks} tasks; imported in {must(ours, f'import {path}'):.0f} ms,"
          f" by Taskwarrior in {must(theirs, f'import {path}'):.0f} ms")
    for side in (ours, theirs):
        side.run(":7 modify +seen" if side is theirs else "task edit :7 +seen")
        side.keep()
    return compare(TASK_JOBS, ours, theirs, options.rounds)


def money(options, work):
    folder, ours, theirs = set_up("money", work, "hledger")
    path = os.path.join(folder, "theirs", "main.journal")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(make_journal(options.entries)))
    print(f"{options.entries} transactions; imported in {must(ours, f'import {path}'):.0f} ms")
    settle = write_statements(folder)
    for words in [
            "budget set food 400 --from " + f"{NOW.year}-01-01",
            f"repeat add 980 Rent -c home:rent --every 'month on the 1st' --from {next_month()}",
            "import bank.csv --sign account -a giro --save-profile giro",
            "import card.csv --sign account -a card --leave-out Status=pending --save-profile card",
            "list -n 3"]:
        must(ours, words)
    for words in ["import bank.csv", "import card.csv"]:
        must(theirs, words)
    settle()
    for side in (ours, theirs):
        side.keep()
    rows = list(csv.DictReader(io.StringIO(ours.run("balance giro -O csv")[2])))
    names = {"BALANCE": rows[0]["balance"], "AHEAD": next_month(4).strftime("%Y-%m")}
    jobs = []
    for job in MONEY_JOBS:
        for name, value in names.items():
            job = tuple(part.replace(name, value) if isinstance(part, str) else part
                        for part in job)
        jobs.append(job)
    return compare(jobs, ours, theirs, options.rounds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("--tasks", type=int, default=10_000)
    parser.add_argument("--entries", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=["tasks", "money"])
    options = parser.parse_args()
    work = os.path.join(os.environ["LEDGER_BENCH_ROOT"], ".build-bench", "jobs")
    lost = []
    for name, peer, measure in [("tasks", "task", tasks), ("money", "hledger", money)]:
        if options.only not in (None, name):
            continue
        if shutil.which(peer) is None:
            print(f"{peer} is not installed: {name} left out (tools/bench/run --install-peers)")
            continue
        lost += measure(options, work)
    print("lost: " + (", ".join(lost) or "none"))


if __name__ == "__main__":
    main()

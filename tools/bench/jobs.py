"""Everyday jobs of a Taskwarrior user and of an hledger user, done by both programs on the same
data: keystrokes, milliseconds of the whole process (medians, taken in turn), who is faster.

Usage: tools/bench/run jobs [--tasks N] [--entries N] [--rounds N] [--only tasks|money]

Data are made from a fixed seed. Programs that are not installed are left out, with a word.
What is measured changes a copy: before each command that records, the data are put back.
"""
import argparse
import datetime
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
import uuid

NOW = datetime.datetime(2026, 11, 27, 9)
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

MONEY_JOBS = [
    ("balances", "balance", "bs"),
    ("this month by category", "report -p 'this month' --by category",
     "bal expenses -p thismonth -S"),
    ("months by categories", "report -M --by category -1 -A -T -S",
     "bal -M expenses --depth 2 -A -T -S"),
    ("income and expenses", "report -M --net", "is -M -2"),
    ("an account with running balance", "list -a cash --balance -p 'this month'",
     "areg cash -p thismonth"),
    ("a payee this year, with the sum", "list payee:rewe -p 'this year'",
     "reg desc:rewe -p thisyear"),
    ("a category by month", "report -M food -1", "bal -M food -1"),
    ("what the trip cost", "report tag:trip --by category", "bal expenses tag:trip"),
    ("dearest payees", "report --by payee -S", "bal expenses --pivot payee -S"),
    ("this month against the last", "report -M -b 'last month' --by category -1",
     "bal -M expenses --depth 2 -b lastmonth"),
    ("weeks of a month", "report -W -p 'last month'", "bal -W expenses -1 -p lastmonth"),
    ("net worth by month", "balance -M", "bal -M -H assets liabilities --depth 1"),
    ("a table for a spreadsheet", "report -M --by category -1 -O csv",
     "bal -M expenses --depth 2 -O csv"),
    ("* another category for all", "amend --where payee:metro -c transport:metro", None),
]


class Side:
    """One of the two programs, with its data and a copy of them to put back."""

    def __init__(self, folder, kept, command, environment):
        self.folder, self.kept = folder, kept
        self.command, self.environment = command, {**os.environ, **environment}

    def keep(self):
        shutil.rmtree(self.kept, ignore_errors=True)
        shutil.copytree(self.folder, self.kept)

    def put_back(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.kept, self.folder)

    def run(self, words):
        """Runs a command; milliseconds and whether it ended well."""
        line = f"{self.command} {words}"
        start = time.perf_counter()
        done = subprocess.run(["bash", "-c", "exec " + line], env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)
        return (time.perf_counter() - start) * 1000, done


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
    for account in ["assets:cash", "assets:giro", "liabilities:card", "income:salary"]:
        yield f"account {account}\n"
    for index in range(count):
        day = (NOW - datetime.timedelta(days=730 - index * 729 // count)).date()
        if index % 40 == 0:
            yield f"{day} Employer\n    assets:giro  2000.00 EUR\n    income:salary\n"
            continue
        account = source.choice(["assets:cash", "assets:giro", "liabilities:card"])
        tag = "  ; trip:lisbon" if source.random() < 0.02 else ""
        yield (f"{day} {source.choice(payees)}{tag}\n    expenses:{source.choice(kinds)}"
               f"  {source.randrange(100, 9000) / 100:.2f} EUR\n    {account}\n")


def must(side, words):
    milliseconds, done = side.run(words)
    if done.returncode:
        sys.exit(f"jobs: {side.command} {words}: {done.stderr.decode()}")
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
        "XDG_CONFIG_HOME": os.path.join(folder, "config"), "NO_COLOR": "1", "COLUMNS": "80",
    })
    theirs = Side(os.path.join(folder, "theirs"), os.path.join(folder, "theirs.kept"), peer, {
        "TASKRC": os.path.join(folder, "taskrc"), "TASKDATA": os.path.join(folder, "theirs"),
        "LEDGER_FILE": os.path.join(folder, "theirs", "main.journal"),
    })
    must(ours, "init --currency EUR --zone Europe/Berlin")
    return folder, ours, theirs


def compare(jobs, ours, theirs, rounds):
    """Prints a row a job, the two programs taken in turn; the jobs that ours lost."""
    lost = []
    print(f"{'job':36} {'keys':>5} {'theirs':>6} {'ms':>9} {'theirs':>9} {'ratio':>6}")
    for job, mine, other in jobs:
        times = {ours: [], theirs: []}
        for _ in range(rounds):
            for side, words in [(ours, mine), (theirs, other)]:
                if words is None:
                    continue
                if job.startswith("*"):
                    side.put_back()
                milliseconds, done = side.run(words)
                if done.returncode not in (0, 1):
                    sys.exit(f"jobs: {side.command} {words}: {done.stderr.decode()}")
                times[side].append(milliseconds)
        first = statistics.median(times[ours])
        keys = len("ledger " + mine)
        if other is None:
            print(f"{job:36} {keys:5} {'-':>6} {first:9.1f} {'-':>9} {'-':>6}")
            continue
        second = statistics.median(times[theirs])
        other_keys = len(os.path.basename(theirs.command) + " " + other)
        print(f"{job:36} {keys:5} {other_keys:6} {first:9.1f} {second:9.1f} {first / second:6.2f}",
              flush=True)
        if first > second:
            lost.append(job)
        for side in (ours, theirs):
            if job.startswith("*"):
                side.put_back()
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
    for side in (ours, theirs):
        side.keep()
    return compare(MONEY_JOBS, ours, theirs, options.rounds)


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
    print("slower than theirs: " + (", ".join(lost) or "none"))


if __name__ == "__main__":
    main()

"""Every command as a whole process on one ledger: milliseconds (median), and whether it is within
the bar of 20; on more than a million events, for those over accounts, kinds and categories, of
twice `report -M` of the same run.

Usage: tools/bench/run commands [--events N] [--rounds N] [--check]

Entries and tasks are made from a fixed seed. Before each command that records, the ledger is put
back. Commands whose work is the whole log (verify, backup, export …) are printed without a bar. A
command of `ledger --help` that is in no table is an error.
"""
import argparse
import datetime
import os
import random
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import time

BAR = 20.0
# Of more than a million events, times `report -M` of the same run; for those of the list.
LARGE_BAR = 2.0
LARGE = {"report -M", "report -M --by category", "report -Q --by category --depth 1 -A -T -S",
         "report -M --net", "report --by account", "report --by kind", "report -M --budget",
         "report -M --tree --by category", "chart -M", "is -M", "balance", "balance -M", "bs",
         "bs -M", "category", "account", "budget"}
TODAY = datetime.date.today()

# Commands that answer, and (with a star) that record, on what `make` records.
COMMANDS = [
    "today", "report -M", "report -M --by category", "report -Q --by category --depth 1 -A -T -S",
    "report -W last month", "report -M --net", "report --by account", "report --by kind",
    "report -M food", "report this month --compare --by category", "report -M --budget",
    "report -M --forecast -e " + (TODAY + datetime.timedelta(days=120)).isoformat(),
    "report --by category -X EUR", "report -M --tree --by category", "chart -M", "is -M",
    "list -n 20",
    "list rewe this year -n 20", "list -a giro --balance -n 20", "find rewe -n 20", "show ENTRY",
    "history ENTRY", "explain this month -c food -n 20", "diff --from 1000 this month", "balance",
    "balance -M", "bs", "bs -M", "reconcile giro -n 20", "category", "payee", "tag",
    "stats", "period last month", "task", "task list project:home", "task projects", "next",
    "agenda", "due", "repeat", "budget", "goal", "prices", "currency", "people", "unit",
    "can Ann read", "log -n 20", "log --causes ENTRY", "info", "schema", "key", "device",
    "attachments", "profile", "rules", "account", "closings", "config", "whoami", "routes",
    "assert --list", "readers", "what-if 'add 5 Tea'", "undo --list -n 5",
    "call report '{\"period\":\"monthly\"}'",
    "* add 12.50 Lunch -c food -a cash", "* add like rewe 12",
    "* amend ENTRY --amount 14 --reason tip", "* void ENTRY", "* restore VOIDED",
    "* mark ENTRY", "* clear ENTRY", "* attach ENTRY note.txt", "* task add Order bulbs due:fri",
    "* task done 1.task", "* undo", "* redo", "* permit Ann write",
    "* revoke Ann read", "* assert giro 1", "* price EUR USD 1.08",
    "* account open purse", "* budget set fun 50", "* goal set 3000 Bike --by 2100-01 -a giro",
    "* repeat add 9 Tea --every week", "* people add Bo", "* unit add Home",
    "* currency add HOURS", "* import bank.csv", "* login Ann",
    "* rules add tea --where tea -c tea",
]
# What reads or writes the whole log; what signs or closes hashes all of it first, and what erases
# writes a segment anew.
WHOLE = ["* close CLOSE", "* erase ENTRY --yes",
         "checkpoint", "prove ENTRY", "verify", "replay", "doctor", "seal", "backup ../copy",
         "export hledger -o ../out.journal",
         "sql 'SELECT count(*) FROM expense'", "projections", "report --by payee",
         "report --by tag",
         "salvage ../saved", "bundle ../all.bundle"]
# Tried by other tools, or the same as one above: they need another ledger, a person or a server.
ELSEWHERE = ["init", "demo", "logout", "reopen", "detach", "attachment", "watch", "sync", "witness",
             "join", "merge", "clone"]


class Place:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.home, self.kept = os.path.join(folder, "ledger"), os.path.join(folder, "kept")
        self.environment = {
            **os.environ, "LEDGER_HOME": self.home, "HOME": folder, "NO_COLOR": "1",
            "XDG_STATE_HOME": os.path.join(folder, "state"), "COLUMNS": "80", "LEDGER_HOOKS": "0",
            "XDG_CONFIG_HOME": os.path.join(folder, "config")}

    def run(self, words):
        """Runs a command: milliseconds by the clock and of the processor, and what came of it."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        done = subprocess.run(
            [self.program, *shlex.split(words)], env=self.environment, cwd=self.folder,
            stdin=subprocess.DEVNULL, capture_output=True, check=False)
        clock = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return clock * 1000, own * 1000, done

    def must(self, words):
        *_, done = self.run(words)
        if done.returncode:
            sys.exit(f"commands: {words}: {done.stderr.decode()}")
        return done.stdout.decode()

    def put_back(self):
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(self.kept, self.home)

    def clean(self):
        for name in ["copy", "out.journal", "saved", "all.bundle"]:
            path = os.path.join(os.path.dirname(self.folder), name)
            shutil.rmtree(path, ignore_errors=True)
            if os.path.exists(path):
                os.remove(path)


def rows(count):
    """A file of entries, the newest today."""
    source = random.Random(35)
    payees = ["Rewe", "Metro", "Bakery", "Power", "Cinema", "Bookshop", "Garage", "Chemist"]
    kinds = ["food:groceries", "food:lunch", "home:power", "fun:films", "transport", "health"]
    yield "date,kind,amount,category,account,title\n"
    for index in range(count):
        day = TODAY - datetime.timedelta(days=1500 - index * 1500 // count)
        kind = "income" if index % 40 == 0 else "expense"
        yield (f"{day},{kind},{source.randrange(100, 9000) / 100:.2f},"
               f"{'salary' if kind == 'income' else source.choice(kinds)},"
               f"{source.choice(['cash', 'giro', 'card'])},{source.choice(payees)} {index % 97}\n")


def make(place, events):
    """A ledger of so many events, with something of everything."""
    path = os.path.join(place.folder, "rows.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(rows(events))
    place.must("init --currency EUR --zone Europe/Berlin --owner Ada")
    place.must("import rows.csv")
    os.remove(path)
    with open(os.path.join(place.folder, "bank.csv"), "w", encoding="utf-8") as file:
        file.write(f"date,kind,amount,title,account\n{TODAY},expense,4.50,Tea,cash\n")
    with open(os.path.join(place.folder, "note.txt"), "w", encoding="utf-8") as file:
        file.write("a note\n")
    for words in [
            "key new", "people add Ann", "permit Ann read", "budget set food 400",
            "goal set 100 Hat --by 2100-01 -a giro",
            "repeat add 980 Rent -c home:rent --every 'month on the 1st'",
            "price USD EUR 0.92", "add 5 Tea -c food -a cash -t trip", "add 6 Milk -c food",
            "void milk"]:
        place.must(words)
    for index in range(200):
        place.must(f"task add Water bed {index} due:{TODAY + datetime.timedelta(days=index % 40)}"
                   " project:home")
    # What was taken back last can be done again.
    place.must("add 7 Bread -c food")
    place.must("undo")


def number(text):
    """The id in the second row of a list."""
    return text.splitlines()[1].split(",")[0]


def measure(place, commands, rounds, names):
    for words in commands:
        records = words.startswith("*")
        for name, value in names.items():
            words = words.replace(name, value)
        times = []
        for _ in range(rounds):
            if records:
                place.put_back()
            place.clean()
            clock, own, done = place.run(words.lstrip("* "))
            # What is in an account is not what is said.
            if done.returncode and not words.startswith("* assert"):
                sys.exit(f"commands: {words}: {done.stderr.decode()}")
            times.append((clock, own))
        if records:
            place.put_back()
        clock, own = (statistics.median(column) for column in zip(*times))
        yield words, clock, own


def check_names(place):
    """Every command of the help is in one of the tables."""
    text = place.must("--help")
    known = {line.lstrip("* ").split()[0] for line in COMMANDS + WHOLE} | set(ELSEWHERE)
    missing = []
    for line in text[text.index("SUBCOMMANDS"):].splitlines():
        found = re.match(r"  ([a-z][a-z, -]*?)(  +|$)", line)
        if found and not known & {name.strip() for name in found[1].split(",")}:
            missing.append(found[1])
    if missing:
        sys.exit("commands: in no table: " + "; ".join(missing))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--check", action="store_true", help="fail where a bar is not met")
    options = parser.parse_args()
    root = os.environ["LEDGER_BENCH_ROOT"]
    program = os.environ.get("LEDGER_PROGRAM", os.path.join(root, ".build/release/ledger"))
    folder = os.path.join(root, ".build-bench", "commands", "place")
    shutil.rmtree(os.path.dirname(folder), ignore_errors=True)
    os.makedirs(folder)
    place = Place(program, folder)
    check_names(place)
    make(place, options.events)
    shutil.copytree(place.home, place.kept)
    names = {
        "ENTRY": number(place.must("list tea -n 1 -O csv")), "CLOSE": f"{TODAY.year - 2}-12",
        "VOIDED": number(place.must("list milk --voided -n 1 -O csv")),
        "1.task": number(place.must("task list -n 1 -O csv"))}
    large = options.events > 1_000_000
    _, report, _ = next(measure(place, ["report -M"], options.rounds, {}))
    bar = LARGE_BAR * report if large else BAR
    over = []
    print(f"{options.events} events, bar {bar:.0f} ms by the clock; clock and processor:")
    for words, clock, own in measure(place, COMMANDS, options.rounds, names):
        is_over = clock > bar and (not large or words in LARGE)
        if is_over:
            over.append(f"{words}: {clock:.1f}")
        print(f"{words:60} {clock:8.1f} {own:8.1f} {'over' if is_over else ''}", flush=True)
    print("of the whole log:")
    for words, clock, own in measure(place, WHOLE, 1, names):
        print(f"{words:60} {clock:8.1f} {own:8.1f}", flush=True)
    print("\n  ".join([f"over the bar: {len(over)} of {len(COMMANDS)}", *over]))
    shutil.rmtree(os.path.dirname(folder), ignore_errors=True)
    if options.check and over:
        sys.exit(1)


if __name__ == "__main__":
    main()

"""The commands that are tried, the ledgers in which they run, and how a run is judged."""
import importlib.machinery
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import namedtuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS_MAX = 30
NOW = "2026-04-09T12:00:00Z"
BIG = 4_100

Result = namedtuple("Result", "code out err")
Case = namedtuple("Case", "group name run")
# What is to be looked through: a name, the arguments, what the program says when it is done, the
# commands before ("damage" breaks the last event), of so many calls that only read one is tried,
# and the folder with the ledger that the command makes beside the one that is there.
Trial = namedtuple("Trial", "name arguments says before stride product", defaults=(None,))


def load(name):
    path = os.path.join(ROOT, "tools", name)
    loader = importlib.machinery.SourceFileLoader(name, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


READER, VERIFIER = load("read-log"), load("verify-proof")
OPENED = ("init --currency EUR --zone UTC --owner Ada", "add 1 First -c food --key a",
          "add 2.50 Second -c home --key b", "add 3 Third --key c")
TRIALS = (
    Trial("init", "init --currency EUR --zone UTC --owner Ada", "Opened a ledger", (), 1),
    Trial("add", "add 12.50 Lunch -c food --key k", "Recorded ", OPENED, 1),
    Trial("import", "import rows.csv", "Recorded ", OPENED, 3),
    Trial("import, spooled", "import big.csv", "Recorded ", OPENED, 25),
    Trial("undo", "undo --key u", "Undid ", OPENED, 3),
    Trial("seal", "seal", "Packed ", OPENED + ("import big.csv",), 5),
    Trial("erase", "erase first --yes", "Erased ", OPENED, 1),
    Trial("erase, sealed", "erase first --yes", "Erased ",
          OPENED + ("import big.csv", "seal", "add 4 Fourth --key d"), 5),
    Trial("backup", "backup copy", "the copy is whole", OPENED, 3, "copy"),
    Trial("backup, again", "backup copy", "the copy is whole",
          OPENED[:2] + ("backup copy",) + OPENED[2:], 3, "copy"),
    Trial("restore", "restore copy --into new", "Restored ", OPENED + ("backup copy",), 3, "new"),
    Trial("salvage", "salvage new", "1 event lost", OPENED + ("damage",), 3, "new"),
    Trial("salvage, with a backup", "salvage new --with copy", "nothing is lost",
          OPENED + ("backup copy", "damage"), 3, "new"),
)
# What is done in two steps, and how it is gone on with after the first.
FINISH = {"erase": "erase --finish", "erase, sealed": "erase --finish"}
# The type of what a salvage puts in the place of an event that is lost.
LOST = 22
# What must not stand in any file any more when it is done.
GONE = b"First"
# Commands that say that it is done where it is done.
ONCE = ("restore", "salvage", "salvage, with a backup")


def write_rows(path, count):
    with open(path, "w") as file:
        file.write("Date,Amount,Title\n")
        for row in range(count):
            file.write(f"2026-01-{row % 28 + 1:02},{row + 1}.50,row {row}\n")


class World:
    """A folder with a ledger and files to be imported."""

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.home = os.path.join(folder, "ledger")
        self.log = os.path.join(self.home, "log")

    def fill(self):
        os.makedirs(self.folder, exist_ok=True)
        write_rows(os.path.join(self.folder, "rows.csv"), 150)
        write_rows(os.path.join(self.folder, "big.csv"), BIG)

    def environment(self):
        return {**os.environ, "LEDGER_HOME": self.home, "HOME": self.folder}

    def command(self, arguments):
        return [self.program, *arguments.split(), "--now", NOW]

    def start(self, command, **options):
        return subprocess.Popen(
            command, cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, **options)

    def run(self, arguments, wrapped=(), **options):
        command = list(wrapped) + self.command(arguments)
        return finish(self.start(command, **options))

    def events(self, folder=None):
        """What a stranger reads: each event without clocks and random numbers. None: no log."""
        log = folder or self.log
        if not os.path.isdir(log) or not any(name.endswith(".log") for name in os.listdir(log)):
            return None
        found = []

        def take(position, event):
            values = sorted(event[2].items())
            if position == 0:
                # The first event has a random number, the ledger's own.
                values = [value for value in values if not isinstance(value[1], bytes)
                          or len(value[1]) != 16]
            found.append((event[0], event[1], tuple(values)))

        READER.Log(log, take)
        return found

    def texts_left(self):
        """The files of the log that still have what is to be erased."""
        for name in sorted(os.listdir(self.log)):
            with open(os.path.join(self.log, name), "rb") as file:
                if GONE in file.read():
                    yield name

    def damage(self):
        """Breaks a bit of the last event."""
        path = os.path.join(self.log, max(
            name for name in os.listdir(self.log) if name.endswith(".log")))
        with open(path, "r+b") as file:
            data = file.read()
            place = len(data.rstrip(b"\0")) - 10
            file.seek(place)
            file.write(bytes([data[place] ^ 1]))

    def state(self, trial):
        """The events; of a ledger that was damaged the bytes, which must stay as they are."""
        if "damage" not in trial.before:
            return self.events()
        bytes_of = {}
        for name in os.listdir(self.log):
            with open(os.path.join(self.log, name), "rb") as file:
                bytes_of[name] = file.read()
        return sorted(item for item in bytes_of.items() if item[0].endswith(".log"))


def finish(process):
    try:
        out, err = process.communicate(timeout=SECONDS_MAX)
    except subprocess.TimeoutExpired:
        # Whatever was started beside it holds the same pipes.
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        return Result("no end", out.decode(), err.decode())
    return Result(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


class Workshop:
    """Makes the ledgers, each command's once, and copies of them for every fault."""

    def __init__(self, scratch, program, can_mount):
        self.scratch, self.can_mount = scratch, can_mount
        self.world = World(os.path.join(scratch, "w"), program)
        self.known = {}
        self.is_unread = False

    def reset(self, trial, world=None):
        """The ledger as the command is to find it."""
        world = world or self.world
        template = self.template(trial)
        if os.path.isdir(world.folder):
            for name in os.listdir(world.folder):
                path = os.path.join(world.folder, name)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        shutil.copytree(template, world.folder, dirs_exist_ok=True)
        return world

    def template(self, trial):
        key = trial.before
        folder = os.path.join(self.scratch, f"template-{len(self.known)}")
        if key not in self.known:
            self.known[key] = folder
            world = self.world
            shutil.rmtree(world.folder, ignore_errors=True)
            world.fill()
            for arguments in trial.before:
                if arguments == "damage":
                    world.damage()
                    continue
                result = world.run(arguments)
                if result.code != 0:
                    sys.exit(f"tools/fault: {arguments}: {result.err}")
            shutil.move(world.folder, folder)
        return self.known[key]

    def expected(self, trial):
        """The events before and after the command, where nothing goes wrong."""
        key = ("expected", trial.name)
        if key not in self.known:
            world = self.reset(trial)
            before = world.state(trial), self.product(trial, world)
            if trial.name in FINISH:
                self.known["leaves", trial.name] = VERIFIER.leaves_of(world.home)
                if not list(world.texts_left()):
                    sys.exit(f"tools/fault: {trial.name}: the text cannot be seen before")
            result = world.run(trial.arguments)
            if result.code != 0 or trial.says not in result.out:
                sys.exit(f"tools/fault: {trial.arguments}: {result.out}{result.err}")
            self.known[key] = before[0], world.state(trial)
            self.known["product", trial.name] = before[1], self.product(trial, world)
        return self.known[key]

    def product(self, trial, world):
        """The events of the ledger that the command makes."""
        return trial.product and world.events(os.path.join(world.folder, trial.product, "log"))

    def judge(self, trial, result, world=None, is_killed=False, must_hold=False):
        """What is wrong after a run: what was lost, what came from nowhere, what was not told.

        is_killed: the program was to be killed. must_hold: nobody was to notice anything.
        """
        world = world or self.world
        before, after = self.expected(trial)
        problems = list(told_wrong(result, is_killed, world))
        said = trial.says in result.out or "this is recorded, up to event" in result.err
        try:
            found = world.state(trial)
        except Exception as error:
            return problems + [("lost", f"the reader stops: {error!r}")]
        # A log without any event is as good as none.
        is_there, is_not = found == after, found == before or not found and not before
        # What is recorded and not done yet: the next run finishes it.
        is_begun = trial.name in FINISH and (
            without_salts(found) == without_salts(before + after[len(before):]))
        if trial.name in FINISH:
            problems += self.judge_leaves(trial, world)
        if is_begun:
            if trial.says in result.out or result.code == 0:
                problems.append(("misreported", "said to be done, and it is only begun"))
            if not is_killed and not re.search(
                    FINISH[trial.name] + "|cannot sync", result.err):
                problems.append(("misreported", f"how to go on is not told: {result.err}"))
        elif not is_there and not is_not:
            kind = "lost" if len(found or ()) < len(before or ()) else "phantom"
            problems.append((kind, f"{len(found or ())} events, neither as before nor as after"))
        elif said and not is_there:
            problems.append(("lost", "what was acknowledged is not there"))
        elif result.code == 0 and not is_there:
            problems.append(("misreported", "exit code 0, and nothing was recorded"))
        elif is_there and not is_not and not said and result.code != 0 and not is_killed:
            # The log is as it is to be, and something beside it may not be.
            is_told = trial.name in FINISH and FINISH[trial.name] in result.err
            if not is_told and not re.search(
                    "cannot sync|failed to keep|standard output", result.err):
                problems.append(("phantom", f"refused, and it is there: {result.err.strip()}"))
        if must_hold and (result.code != 0 or not is_there):
            problems.append(("misreported", f"not done: {result.err.strip()}"))
        self.is_unread = (
            trial.says not in result.out
            and bool(re.search("copy/log/.* cannot be opened", result.out)))
        problems += self.judge_product(trial, result, world)
        return problems + self.go_on(trial, world, is_there, is_begun)

    def judge_leaves(self, trial, world):
        """Every leaf stays what it was, and with them every root."""
        origin, leaves = self.known["leaves", trial.name]
        try:
            now_origin, now = VERIFIER.leaves_of(world.home)
        except Exception as error:
            return [("lost", f"verify-proof stops: {error!r}")]
        if (now_origin, now[:len(leaves)]) != (origin, leaves):
            return [("lost", "the events have other leaves")]
        return []

    def judge_product(self, trial, result, world):
        """What a command makes is a ledger at every moment, or not there yet."""
        if not trial.product:
            return []
        earlier, whole = self.known["product", trial.name]
        try:
            found = self.product(trial, world)
        except Exception as error:
            return [("lost", f"the reader stops in {trial.product}: {error!r}")]
        # A backup that cannot be read helps no salvage; then that is said, with its file.
        if self.is_unread and found and len(found) == len(whole) and all(
                event == other or event[0] == LOST for event, other in zip(found, whole)):
            return []
        if found not in (earlier, whole):
            return [("lost", f"{trial.product} is neither as before nor as after")]
        if found != whole and (result.code == 0 or trial.says in result.out):
            return [("lost", f"{trial.product} was acknowledged and is not there")]
        return []

    def go_on(self, trial, world, is_there, is_begun=False):
        """The same again, without a fault: it is done, and once."""
        problems = []
        is_finished = trial.name in FINISH and (is_there or is_begun)
        sound = 3 if "damage" in trial.before else 0
        verified = world.run("verify")
        # A file that still holds what was erased is named, with the way to go on.
        is_left = is_finished and verified.code != 0 and FINISH[trial.name] in verified.err and any(
            world.texts_left())
        if is_there and verified.code != sound and not is_left:
            problems.append(("lost", f"verify: {verified.err.strip()}"))
        again = world.run(FINISH[trial.name] if is_finished else trial.arguments)
        is_done = trial.name in ONCE and is_there and "is there already" in again.err
        is_done = is_done or trial.name == "init" and is_there
        if again.code != 0 and not is_done:
            problems.append(("lost", f"the next run fails: {again.err.strip()}"))
        try:
            if world.state(trial) != self.expected(trial)[1]:
                problems.append(("lost", "the next run does not make good for it"))
        except Exception as error:
            problems.append(("lost", f"the reader stops after the next run: {error!r}"))
        if world.run("verify").code != sound:
            problems.append(("lost", "verify fails after the next run"))
        if trial.name in FINISH:
            problems += self.judge_leaves(trial, world)
            problems += (("misreported", f"not erased: {name}") for name in world.texts_left())
        left = [name for name in os.listdir(world.log) if name.endswith(".tmp")]
        if left and trial.name not in ("init",) and not trial.product:
            problems.append(("misreported", f"left behind: {left}"))
        made = self.judge_product(trial, Result(0, trial.says, ""), world)
        return problems + made + list(open_files(world.folder))


def without_salts(events):
    """Events without what an erasure leaves beside it."""
    return [(type, schema, tuple(value for value in values if value[0] != READER.SALT))
            for type, schema, values in events]


def told_wrong(result, is_killed, world):
    """An end or a message that says nothing, or the wrong thing."""
    if is_killed and result.code == -9:
        return
    if result.code not in (0, 1, 2, 3):
        yield "misreported", f"ended with {result.code}: {result.err.strip()[:300]}"
    elif result.code != 0:
        names = r"000000000000-\d+|lock|\.csv|settings|state\.json|copy|new|standard output|"
        names += "is recorded, up to event|" + re.escape(world.folder)
        if not re.search(names, result.err):
            yield "misreported", f"no file is named: {result.err.strip()}"


def open_files(folder):
    """Files of the ledger that others than the owner can read."""
    for name in ("ledger", "copy", "new"):
        for place, _, names in os.walk(os.path.join(folder, name)):
            for path in [place] + [os.path.join(place, name) for name in names]:
                if os.stat(path).st_mode & 0o077:
                    yield "misreported", f"open to others: {path}"

"""The commands that are tried, the ledgers in which they run, and how a run is judged."""
import importlib.machinery
import importlib.util
import os
import re
import shutil
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
# commands before, and of so many calls that only read one is tried.
Trial = namedtuple("Trial", "name arguments says before stride")


def load_reader():
    path = os.path.join(ROOT, "tools", "read-log")
    loader = importlib.machinery.SourceFileLoader("read_log", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("read_log", loader))
    loader.exec_module(module)
    return module


READER = load_reader()
OPENED = ("init --currency EUR --zone UTC --owner Ada", "add 1 First -c food --key a",
          "add 2.50 Second -c home --key b", "add 3 Third --key c")
TRIALS = (
    Trial("init", "init --currency EUR --zone UTC --owner Ada", "Opened a ledger", (), 1),
    Trial("add", "add 12.50 Lunch -c food --key k", "Recorded ", OPENED, 1),
    Trial("import", "import rows.csv", "Recorded ", OPENED, 3),
    Trial("import, spooled", "import big.csv", "Recorded ", OPENED, 25),
    Trial("undo", "undo --key u", "Undid ", OPENED, 3),
    Trial("seal", "seal", "Packed ", OPENED + ("import big.csv",), 5),
    Trial("backup", "backup copy", "the copy is whole", OPENED, 3),
    Trial("backup, again", "backup copy", "the copy is whole",
          OPENED[:2] + ("backup copy",) + OPENED[2:], 3),
)


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
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def run(self, arguments, wrapped=(), **options):
        command = list(wrapped) + self.command(arguments)
        return finish(self.start(command, **options))

    def events(self, folder=None):
        """What a stranger reads: each event without clocks and random numbers. None: no log."""
        found = []

        def take(position, event):
            values = sorted(event[2].items())
            if position == 0:
                # The first event has a random number, the ledger's own.
                values = [value for value in values if not isinstance(value[1], bytes)
                          or len(value[1]) != 16]
            found.append((event[0], event[1], tuple(values)))

        log = folder or self.log
        if not os.path.isdir(log) or not any(name.endswith(".log") for name in os.listdir(log)):
            return None
        READER.Log(log, take)
        return found


def finish(process):
    try:
        out, err = process.communicate(timeout=SECONDS_MAX)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return Result("no end", out.decode(), err.decode())
    return Result(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


class Workshop:
    """Makes the ledgers, each command's once, and copies of them for every fault."""

    def __init__(self, scratch, program, can_mount):
        self.scratch, self.can_mount = scratch, can_mount
        self.world = World(os.path.join(scratch, "w"), program)
        self.known = {}

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
            before = world.events()
            result = world.run(trial.arguments)
            if result.code != 0 or trial.says not in result.out:
                sys.exit(f"tools/fault: {trial.arguments}: {result.out}{result.err}")
            self.known[key] = before, world.events()
        return self.known[key]

    def judge(self, trial, result, world=None, is_killed=False, must_hold=False):
        """What is wrong after a run: what was lost, what came from nowhere, what was not told.

        is_killed: the program was to be killed. must_hold: nobody was to notice anything.
        """
        world = world or self.world
        before, after = self.expected(trial)
        problems = list(told_wrong(result, is_killed, world))
        said = trial.says in result.out or "this is recorded, up to event" in result.err
        try:
            found = world.events()
        except Exception as error:
            return problems + [("lost", f"the reader stops: {error!r}")]
        # A log without any event is as good as none.
        is_there, is_not = found == after, found == before or not found and not before
        if not is_there and not is_not:
            kind = "lost" if len(found or ()) < len(before or ()) else "phantom"
            problems.append((kind, f"{len(found or ())} events, neither as before nor as after"))
        elif said and not is_there:
            problems.append(("lost", "what was acknowledged is not there"))
        elif result.code == 0 and not is_there:
            problems.append(("misreported", "exit code 0, and nothing was recorded"))
        elif is_there and not is_not and not said and result.code != 0 and not is_killed:
            if not re.search("cannot sync|failed to keep|standard output", result.err):
                problems.append(("phantom", f"refused, and it is there: {result.err.strip()}"))
        if must_hold and (result.code != 0 or not is_there):
            problems.append(("misreported", f"not done: {result.err.strip()}"))
        problems += self.judge_copy(trial, result, world)
        return problems + self.go_on(trial, world, is_there)

    def judge_copy(self, trial, result, world):
        """A backup is a ledger at every moment, or not there yet."""
        if not trial.name.startswith("backup"):
            return []
        copy = os.path.join(world.folder, "copy")
        earlier = World(self.template(trial), "").events(
            os.path.join(self.template(trial), "copy", "log"))
        whole = self.expected(trial)[1]
        try:
            found = world.events(os.path.join(copy, "log"))
        except Exception as error:
            return [("lost", f"the reader stops in the copy: {error!r}")]
        if found not in (earlier, whole):
            return [("lost", "the copy is neither as before nor as after")]
        if found != whole and (result.code == 0 or trial.says in result.out):
            return [("lost", "the acknowledged copy is not there")]
        return []

    def go_on(self, trial, world, is_there):
        """The same again, without a fault: it is done, and once."""
        problems = []
        verified = world.run("verify")
        if is_there and verified.code != 0:
            problems.append(("lost", f"verify: {verified.err.strip()}"))
        again = world.run(trial.arguments)
        is_open = trial.name == "init" and is_there and again.code != 0
        if again.code != 0 and not is_open:
            problems.append(("lost", f"the next run fails: {again.err.strip()}"))
        try:
            if world.events() != self.expected(trial)[1]:
                problems.append(("lost", "the next run does not make good for it"))
        except Exception as error:
            problems.append(("lost", f"the reader stops after the next run: {error!r}"))
        if world.run("verify").code != 0:
            problems.append(("lost", "verify fails after the next run"))
        left = [name for name in os.listdir(world.log) if name.endswith(".tmp")]
        if left and trial.name not in ("init",) and not trial.name.startswith("backup"):
            problems.append(("misreported", f"left behind: {left}"))
        copied = self.judge_copy(trial, Result(0, trial.says, ""), world)
        return problems + copied + list(open_files(world.folder))


def told_wrong(result, is_killed, world):
    """An end or a message that says nothing, or the wrong thing."""
    if is_killed and result.code == -9:
        return
    if result.code not in (0, 1, 2, 3):
        yield "misreported", f"ended with {result.code}: {result.err.strip()[:300]}"
    elif result.code != 0:
        names = r"000000000000-\d+|lock|\.csv|settings|state\.json|copy|standard output|"
        names += "this is recorded, up to event|" + re.escape(world.home)
        if not re.search(names, result.err):
            yield "misreported", f"no file is named: {result.err.strip()}"


def open_files(folder):
    """Files of the ledger that others than the owner can read."""
    for name in ("ledger", "copy"):
        for place, _, names in os.walk(os.path.join(folder, name)):
            for path in [place] + [os.path.join(place, name) for name in names]:
                if os.stat(path).st_mode & 0o077:
                    yield "misreported", f"open to others: {path}"

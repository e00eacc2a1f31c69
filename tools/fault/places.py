"""Disks that are full, limits, read-only folders, files that vanish, writers, clocks."""
import os
import resource
import shutil
import signal
import subprocess
import time

from calls import record
from trials import FINISH, NOW, OPENED, TRIALS, Case, Result, Trial, World, finish, told_wrong

PAGE = 4_096
ADD = next(trial for trial in TRIALS if trial.name == "add")
WRITERS = ("add", "import", "undo", "seal")
READERS = ("list", "report -M", "verify", "history 2", "info", "find First", "balance")


def cases(workshop, _, __):
    yield from full_disks(workshop)
    yield from limits(workshop)
    yield from read_only(workshop)
    yield from moved_files(workshop)
    yield from writers(workshop)
    yield from clocks(workshop)


def reads(world, trial):
    """What looks works, whatever cannot be written."""
    for arguments in READERS:
        result = world.run(arguments)
        is_begun = arguments == "verify" and trial.name in FINISH
        is_begun = is_begun and FINISH[trial.name] in result.err
        if result.code != 0 and not is_begun:
            yield "misreported", f"{arguments}: {result.err.strip()}"


# Full disks.

def full_disks(workshop):
    if not workshop.can_mount:
        return
    for trial in TRIALS:
        pages = list(range(12)) + [16, 24, 40, 64]
        if trial.name == "import, spooled":
            continue
        for free in pages:
            yield Case("full disk", f"full disk/{trial.name}/{free} pages free",
                       lambda trial=trial, free=free: full_disk(workshop, trial, free))


def full_disk(workshop, trial, free):
    """A disk of a mebibyte with so little left; then there is room again."""
    small = os.path.join(workshop.scratch, "small")
    os.makedirs(small, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", small], check=True)
    try:
        world = World(os.path.join(small, "w"), workshop.world.program)
        workshop.expected(trial)
        os.makedirs(world.folder)
        workshop.reset(trial, world)
        ballast = os.path.join(small, "ballast")
        status = os.statvfs(small)
        with open(ballast, "wb") as file:
            os.posix_fallocate(
                file.fileno(), 0, max(PAGE, status.f_bavail * status.f_bsize - free * PAGE))
        before = world.state(trial)
        result = world.run(trial.arguments)
        problems = list(reads(world, trial)) if before and "damage" not in trial.before else []
        os.remove(ballast)
        return True, problems + workshop.judge(trial, result, world)
    finally:
        subprocess.run(["umount", "-l", small], check=True)


# Limits.

def limits(workshop):
    for name in WRITERS + ("backup",):
        trial = next(trial for trial in TRIALS if trial.name == name)
        sizes = [0, 1, 100, 512, PAGE, PAGE + 100]
        # Frames start behind three pages.
        sizes += range(3 * PAGE + 200, 3 * PAGE + 2_000, 24) if name == "add" else []
        sizes += [2 * PAGE, 3 * PAGE, 70_000, 73_728, 81_920, 90_000]
        for size in sizes:
            yield Case("file size limit", f"file size limit/{name}/{size}",
                       lambda trial=trial, size=size: limited(workshop, trial, size))


def limited(workshop, trial, size):
    workshop.expected(trial)
    world = workshop.reset(trial)

    def limit():
        # Whoever started this may have blocked the signal that a full file sends.
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    result = world.run(trial.arguments, preexec_fn=limit)
    return True, workshop.judge(trial, result)


# Read-only folders.

def read_only(workshop):
    if not workshop.can_mount:
        return
    for name in WRITERS:
        trial = next(trial for trial in TRIALS if trial.name == name)
        yield Case("read-only", f"read-only/{name}",
                   lambda trial=trial: refused_read_only(workshop, trial))
    backup = next(trial for trial in TRIALS if trial.name == "backup")
    yield Case("read-only", "read-only/backup", lambda: copied_read_only(workshop, backup))


def with_read_only(world, body):
    subprocess.run(["mount", "--bind", world.home, world.home], check=True)
    try:
        remount = ["mount", "-o", "remount,ro,bind", world.home]
        subprocess.run(remount, check=True)
        return body()
    finally:
        subprocess.run(["umount", "-l", world.home], check=True)


def refused_read_only(workshop, trial):
    workshop.expected(trial)
    world = workshop.reset(trial)
    result, problems = with_read_only(
        world, lambda: (world.run(trial.arguments), list(reads(world, trial))))
    if result.code == 0:
        problems.append(("misreported", "done where nothing can be written"))
    return True, problems + workshop.judge(trial, result)


def copied_read_only(workshop, trial):
    workshop.expected(trial)
    world = workshop.reset(trial)
    result = with_read_only(world, lambda: world.run(trial.arguments))
    return True, workshop.judge(trial, result, must_hold=True)


# A program that is stopped in the middle.

class Stopped:
    """A command that stands still behind one of its calls."""

    def __init__(self, workshop, trial, call):
        world = workshop.world
        self.log = os.path.join(workshop.scratch, "stopped")
        if os.path.exists(self.log):
            os.remove(self.log)
        self.process = world.start(
            ["strace", "-f", "-qq", "-o", self.log, "-e", f"trace={call.name}", "-e",
             f"inject={call.name}:signal=SIGSTOP:when={call.number}"]
            + world.command(trial.arguments))
        self.program = None
        end = time.monotonic() + 10
        while time.monotonic() < end and self.process.poll() is None:
            if os.path.exists(self.log):
                with open(self.log, errors="replace") as file:
                    for line in file:
                        if "stopped by SIGSTOP" in line:
                            self.program = int(line.split()[0])
                            return
            time.sleep(0.002)

    def go_on(self):
        if self.program:
            os.kill(self.program, signal.SIGCONT)
        return finish(self.process)


def writing_calls(workshop, trial):
    """The calls from the lock to the acknowledgement, and the lock among them."""
    calls = record(workshop, trial)
    first = next(index for index, call in enumerate(calls) if call.name == "flock")
    last = next(index for index, call in enumerate(calls) if call.file == "output")
    return calls[first:last + 1]


# Files that are deleted or replaced.

def moved_files(workshop):
    calls = writing_calls(workshop, ADD)
    synced = max(index for index, call in enumerate(calls) if call.name == "fdatasync")
    for how in ("deleted", "replaced by a copy", "replaced by another"):
        for index, call in enumerate(calls):
            name = f"log {how}/{call.name}/{call.number}"
            yield Case(f"log {how}", name, lambda call=call, how=how, index=index: moved(
                workshop, call, how, index <= synced))


def moved(workshop, call, how, is_early):
    """The log goes away while a program stands still in the middle of an append."""
    before, after = workshop.expected(ADD)
    world = workshop.reset(ADD)
    stopped = Stopped(workshop, ADD, call)
    segment = next(name for name in os.listdir(world.log) if name.endswith(".log"))
    path = os.path.join(world.log, segment)
    aside = os.path.join(world.folder, "aside")
    os.makedirs(aside)
    if how == "replaced by a copy":
        shutil.copy(path, path + ".new")
    elif how == "replaced by another":
        other = World(os.path.join(world.folder, "other"), world.program)
        os.makedirs(other.folder)
        for arguments in OPENED[:2]:
            other.run(arguments)
        shutil.copy(os.path.join(other.log, segment), path + ".new")
    os.link(path, os.path.join(aside, segment))
    if how == "deleted":
        os.remove(path)
    else:
        os.replace(path + ".new", path)
    copied = world.events() if how == "replaced by a copy" else None
    result = stopped.go_on()
    problems = list(told_wrong(result, False, world))
    said = ADD.says in result.out or "this is recorded" in result.err
    try:
        here, there = world.events(), world.events(aside)
    except Exception as error:
        return True, problems + [("lost", f"the reader stops: {error!r}")]
    if said and after not in (here, there):
        problems.append(("lost", "what was acknowledged is nowhere"))
    elif said and is_early and here != after:
        problems.append(("lost", "acknowledged, and not in the log that is there"))
    if how == "replaced by a copy" and not said and here not in (before, copied):
        problems.append(("phantom", "refused, and it is there"))
    if result.code == 0 and not said:
        problems.append(("misreported", "exit code 0, and nothing was said"))
    return stopped.program is not None, problems


# Writers beside each other.

def writers(workshop):
    calls = writing_calls(workshop, ADD)
    held = [call for call in calls if call.name in ("pwrite64", "fdatasync")]
    for call in (held[0], held[-1]):
        yield Case("stopped holder", f"stopped holder/{call.name}/{call.number}",
                   lambda call=call: waiting(workshop, call))
    # The other writer waits for five seconds.
    for call in calls[::8]:
        yield Case("broken lock", f"broken lock/{call.name}/{call.number}",
                   lambda call=call: broken_lock(workshop, call))
    for count in (2, 8):
        yield Case("writers at once", f"writers at once/{count}",
                   lambda count=count: at_once(workshop, count))


OTHER = Trial("other", "add 7 Other --key other", "Recorded ", (), 1)


def waiting(workshop, call):
    """Another writer waits for a holder that stands still, names it and gives up."""
    workshop.expected(ADD)
    world = workshop.reset(ADD)
    stopped = Stopped(workshop, ADD, call)
    other = world.run(OTHER.arguments)
    problems = list(told_wrong(other, False, world))
    if other.code != 3 or str(stopped.program) not in other.err:
        problems.append(("misreported", f"the holder is not named: {other.out}{other.err}"))
    result = stopped.go_on()
    return stopped.program is not None, problems + workshop.judge(ADD, result, must_hold=True)


def broken_lock(workshop, call):
    """The lock file is removed under a holder that stands still, and another writer comes."""
    before, after = workshop.expected(ADD)
    world = workshop.reset(ADD)
    stopped = Stopped(workshop, ADD, call)
    os.remove(os.path.join(world.log, "lock"))
    other = world.run(OTHER.arguments)
    result = stopped.go_on()
    problems = list(told_wrong(other, False, world)) + list(told_wrong(result, False, world))
    problems += found_once(world, (ADD, result), (OTHER, other))
    again = world.run(ADD.arguments), world.run(OTHER.arguments)
    problems += found_once(world, (ADD, again[0]), (OTHER, again[1]))
    if any(run.code != 0 for run in again):
        problems.append(("lost", f"the next run fails: {again[0].err}{again[1].err}"))
    return stopped.program is not None, problems


def found_once(world, *runs):
    """Whether what was said to be recorded is there once, and nothing twice."""
    try:
        events = world.events()
    except Exception as error:
        yield "lost", f"the reader stops: {error!r}"
        return
    for trial, result in runs:
        title = trial.arguments.split()[2].encode()
        count = sum(title in dict(values).values() for _, _, values in events or ())
        said = trial.says in result.out or "this is recorded" in result.err
        if count > 1:
            yield "phantom", f"{title.decode()} is there {count} times"
        elif said and count == 0:
            yield "lost", f"{title.decode()} was acknowledged and is not there"


def at_once(workshop, count):
    """Programs that add at the same time; some of them are killed."""
    workshop.expected(ADD)
    world = workshop.reset(ADD)
    acknowledged, problems, left = set(), [], 10
    titles = [[f"W{writer}N{number}" for number in range(left)] for writer in range(count)]
    for number in range(left):
        running = [(titles[writer][number], world.start(
            world.command(f"add 1 {titles[writer][number]}"))) for writer in range(count)]
        for writer, (_, process) in enumerate(running):
            if (writer + number) % 5 == 4:
                time.sleep(0.004)
                process.kill()
        for title, process in running:
            result = finish(process)
            problems += told_wrong(result, True, world)
            if "Recorded " in result.out:
                acknowledged.add(title)
    found = [value.decode() for _, _, values in world.events() for _, value in values
             if isinstance(value, bytes) and value.startswith(b"W")]
    if len(found) != len(set(found)):
        problems.append(("phantom", "a title is there twice"))
    if acknowledged - set(found):
        problems.append(("lost", f"acknowledged and not there: {acknowledged - set(found)}"))
    if world.run("verify").code != 0:
        problems.append(("lost", "verify fails"))
    return True, problems


# Clocks.

def clocks(workshop):
    for when in ("2036-04-09T12:00:00Z", "2016-04-09T12:00:00Z"):
        for trial in TRIALS:
            if trial.name in ("add", "import", "undo", "seal", "backup"):
                yield Case("clock", f"clock/{trial.name}/{when[:4]}",
                           lambda trial=trial, when=when: clock(workshop, trial, when))


def clock(workshop, trial, when):
    """Ten years on, or ten years back, and then the present again."""
    _, after = workshop.expected(trial)
    world = workshop.reset(trial)
    command = [world.program, *trial.arguments.split(), "--now", when]
    result = finish(world.start(command))
    problems = list(told_wrong(result, False, world))
    try:
        found = world.events()
    except Exception as error:
        return True, problems + [("lost", f"the reader stops: {error!r}")]
    if result.code != 0 or len(found) != len(after):
        problems.append(("lost", f"not recorded: {result.err.strip()}"))
    later = world.run("add 1 Later --key later")
    problems += found_once(world, (Trial("", "add 1 Later", "Recorded ", (), 1), later))
    if later.code != 0:
        problems.append(("lost", f"the next run fails: {later.err.strip()}"))
    if world.run("verify").code != 0:
        problems.append(("lost", "verify fails"))
    return True, problems

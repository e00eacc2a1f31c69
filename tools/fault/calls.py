"""Every call of a command fails, is interrupted, or is the last one."""
import os
import re
from collections import Counter, namedtuple

from trials import TRIALS, Case

# A call: its name, which of that name it is in its thread, the file, and the next of the thread.
Call = namedtuple("Call", "name number file next")
LINE = re.compile(r"^(\d+) +(\w+)\((.*)")
READING = {"newfstatat", "fstat", "statx", "getdents64", "fcntl", "pread64", "read", "close",
           "lseek", "faccessat2", "access", "ioctl", "readlink"}
TAKING = {"pwrite64", "ftruncate", "fdatasync", "fsync", "renameat", "rename", "mkdir", "fallocate"}


def record(workshop, trial):
    """The calls of a command that have to do with its files or its output, in their order."""
    world = workshop.reset(trial)
    path = os.path.join(workshop.scratch, "recorded")
    world.run(trial.arguments, ("strace", "-f", "-y", "-qq", "-o", path))
    counts, lines = Counter(), []
    with open(path, errors="replace") as file:
        for match in filter(None, map(LINE.match, file)):
            thread, name, text = match.groups()
            counts[thread, name] += 1
            lines.append((thread, name, counts[thread, name], text))
    calls, following = [], {}
    place = re.escape(world.folder) + r"/?([^\">,]*)"
    for thread, name, number, text in reversed(lines):
        of_files = (re.search(r'AT_FDCWD<[^>]*>, "([^/"][^"]*)"', text)
                    or re.search(place, re.sub(r"AT_FDCWD<[^>]*>", "", text)))
        of_output = name == "write" and re.match(r"[12]<", text)
        if (of_files or of_output) and name != "execve":
            file = of_files[1] if of_files and not of_output else "output"
            calls.append(Call(name, number, file, following.get(thread)))
        following[thread] = (name, number)
    return list(dict((call[:2], call) for call in calls).values())[::-1]


def cases(workshop, table_calls, only):
    for trial in TRIALS:
        if not f"{trial.name}/".startswith(only) and not only.startswith(f"{trial.name}/"):
            continue
        calls = record(workshop, trial)
        table_calls[trial.name] = len(calls)
        reads = 0
        for call in calls:
            if call.name in READING and "<" not in call.file:
                reads += 1
                if reads % trial.stride:
                    continue
            yield from faults(workshop, trial, call)


def faults(workshop, trial, call):
    place = f"{trial.name}/{call.name}/{call.number}"
    for error in ("EIO", "ENOSPC", "EINTR"):
        yield Case(trial.name, f"{place}/{error}", lambda error=error: broken(
            workshop, trial, call, f"error={error}:when={call.number}",
            # Where strace fails a close the file stays open; an interrupted one closes it.
            error == "EINTR" and call.name != "close"))
    if call.name in TAKING:
        yield Case(trial.name, f"{place}/ENOSPC for good", lambda: broken(
            workshop, trial, call, f"error=ENOSPC:when={call.number}+", False))
    yield Case(trial.name, f"{place}/killed before", lambda: killed(
        workshop, trial, call.name, call.number))
    if call.next:
        yield Case(trial.name, f"{place}/killed after", lambda: killed(
            workshop, trial, *call.next))


def inject(workshop, trial, name, what, *options):
    """Runs the command with a fault; returns what came of it and whether the fault was met."""
    workshop.expected(trial)
    world = workshop.reset(trial)
    path = os.path.join(workshop.scratch, "injected")
    result = world.run(trial.arguments, (
        "strace", "-f", *options, "-qq", "-o", path, "-e", f"trace={name}",
        "-e", f"inject={name}:{what}"))
    with open(path, errors="replace") as file:
        return result, "INJECTED" in file.read()


def broken(workshop, trial, call, what, must_hold):
    result, is_met = inject(workshop, trial, call.name, what, "--seccomp-bpf")
    return is_met, workshop.judge(trial, result, must_hold=must_hold)


def killed(workshop, trial, name, number):
    """The moment after one call is the moment before the next: that is tried once."""
    key = (trial.name, name, number)
    if key not in workshop.known:
        result, _ = inject(workshop, trial, name, f"signal=SIGKILL:when={number}")
        problems = workshop.judge(trial, result, is_killed=True)
        workshop.known[key] = result.code == -9, problems
    return workshop.known[key]

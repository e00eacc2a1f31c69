#!/usr/bin/env python3
# How much of the decoders' code the inputs of tools/fuzz reach: regions as the compiler counts
# them, of the files that decoders.txt names, without the functions that it leaves out.
#
# Usage: tools/fuzzing/coverage.py LLVM PROGRAM PROFILE [--missed]
#
#   LLVM      the folder of llvm-cov
#   --missed  prints each place that no input reaches, too
import json
import os
import re
import subprocess
import sys

SOURCES = "Sources/"
CODE_REGION = 0
# The operand of `text[...]` counts as a function, which nobody calls.
UNCALLED = "UnboundedRange_"
MODULES = r"\b(EventLog|Ledger|Interchange|Application|Swift)\."


def decoders():
    """The files, each with what is left out of it."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "decoders.txt")
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                file, _, left_out = line.strip().partition(" without ")
                yield file, left_out.split()


def plain(names, llvm):
    """Names without modules and what tells private ones apart, `Type.name(`."""
    program = os.path.join(llvm, "swift-demangle")
    text = "\n".join(name.split(":")[-1] for name in names)
    found = subprocess.run([program, "--compact"], input=text, capture_output=True, text=True,
                           check=True).stdout
    for pattern, kept in ((r"\((\w+) in _[0-9A-F]{32}\)", r"\1"), (MODULES, ""),
                          (r"\(extension in \w+\):", "")):
        found = re.sub(pattern, kept, found)
    return found.split("\n")


def regions(llvm, program, profile):
    """For each file its regions, and how often each was entered: a generic function is compiled
    several times."""
    files = dict(decoders())
    answer = subprocess.run(
        [os.path.join(llvm, "llvm-cov"), "export", program, f"-instr-profile={profile}", *files],
        capture_output=True, check=True).stdout
    functions = json.loads(answer)["data"][0]["functions"]
    found = {file: {} for file in files}
    used = set()
    for function, name in zip(functions, plain([f["name"] for f in functions], llvm)):
        path = function["filenames"][0]
        file = path[path.rfind(SOURCES):]
        if file not in files or UNCALLED in name:
            continue
        left_out = [part for part in files[file] if part in name.replace(" ", "")]
        used.update((file, part) for part in left_out)
        if left_out:
            continue
        for region in function["regions"]:
            if region[7] == CODE_REGION:
                place = tuple(region[:4])
                found[file][place] = max(found[file].get(place, 0), region[4])
    for file, parts in files.items():
        for part in parts:
            if (file, part) not in used:
                sys.exit(f"coverage: decoders.txt: {file} has no {part}")
    return found


def row(name, places):
    missed = sum(1 for count in places.values() if count == 0)
    share = 100 * (len(places) - missed) / max(1, len(places))
    print(f"{name:52} {len(places):7} {missed:7} {share:7.2f} %")


def main():
    llvm, program, profile = sys.argv[1:4]
    found = regions(llvm, program, profile)
    print(f"{'':52} {'regions':>7} {'missed':>7} {'reached':>9}")
    for file, places in found.items():
        row(file.removeprefix(SOURCES), places)
        if "--missed" in sys.argv:
            for (line, column, _, _), count in sorted(places.items()):
                if count == 0:
                    print(f"    {line}:{column}")
    row("all", {(file, place): count for file, places in found.items()
                for place, count in places.items()})


main()

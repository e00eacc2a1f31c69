#!/usr/bin/env python3
# Usage: tools/currencies/generate.py [--check]
"""Writes Sources/Ledger/Values/Money/Currency+Table.swift from iso4217.txt beside this script.

Usage: tools/currencies/generate.py          write the table
       tools/currencies/generate.py --check  exit 1 if the table is not up to date
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE.parents[1] / "Sources/Ledger/Values/Money/Currency+Table.swift"
PER_LINE = 8


def read_exponents():
    exponents = {}
    for number, line in enumerate((HERE / "iso4217.txt").read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        digits, codes = line.split(":")
        for code in codes.split():
            if not re.fullmatch("[A-Z]{3}", code) or code in exponents:
                sys.exit(f"iso4217.txt:{number}: bad or repeated code {code}")
            exponents[code] = int(digits)
    return exponents


def swift(exponents):
    lines = [
        "// Written by tools/currencies/generate.py from tools/currencies/iso4217.txt.",
        "",
        "extension Currency {",
        "    /// Decimal digits of the active ISO 4217 currencies by code.",
        "    static let isoExponents: [String: Int] = [",
    ]
    entries = [f'"{code}": {digits},' for code, digits in sorted(exponents.items())]
    for start in range(0, len(entries), PER_LINE):
        lines.append("        " + " ".join(entries[start : start + PER_LINE]))
    return "\n".join(lines + ["    ]", "}", ""])


def main():
    text = swift(read_exponents())
    if "--check" in sys.argv[1:]:
        sys.exit(0 if TABLE.exists() and TABLE.read_text() == text else f"{TABLE}: out of date")
    TABLE.write_text(text)


main()

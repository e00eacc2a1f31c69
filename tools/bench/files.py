"""Files of every format taken over, as long as one may have: milliseconds of the whole process and
the most memory it had. What must hold is checked; exits with 1 where something does not.

Usage: tools/bench/run files [--only FORMAT,…] [--big] [--rounds N]

Without --big each file has as many rows as its bar speaks of; with it 100 MB, or of what is held
whole the most that is taken, and then 100 MB, which are to be refused. Each is imported once more,
where nothing is new.
"""
import argparse
import datetime
import json
import os
import random
import shutil
import subprocess
import sys
import time
import uuid

START = datetime.date(2021, 1, 1)
PAYEES = ["Rewe", "Metro", "Bakery", "Power", "Cinema", "Bookshop", "Garage", "Chemist"]
KINDS = ["food:groceries", "food:lunch", "home:power", "fun:films", "transport:pass", "health"]
WORDS = "call order buy fix write read clean plan book paint ask check send move sort".split()
THINGS = "bulbs rent trip milk report garden bike letter roof taxes shelf dentist photos".split()
BIG = 100_000_000
MEGABYTES_MAX = 256
# What is held whole: bytes and rows that are taken at once, a little below.
TASKS_MOST = (31_000_000, 109_000)
# Whether tasks wait for others.
IS_LINKED = "--big" in sys.argv
APPS_MOST = (25_000_000, 119_000)


def rows(source):
    """Days, payees, kinds and cents without end: two thousand rows a day at the most."""
    index = 0
    while True:
        day = START + datetime.timedelta(days=index // 57 % 1_900)
        yield index, day, source.choice(PAYEES), source.choice(KINDS), source.randrange(100, 9_000)
        index += 1


def hledger(source):
    yield "account assets:cash\naccount assets:giro\naccount liabilities:card\n"
    for index, day, payee, kind, cents in rows(source):
        account = source.choice(["assets:cash", "assets:giro", "liabilities:card"])
        yield (f"{day} {payee} {index}\n    expenses:{kind}  {cents / 100:.2f} EUR\n"
               f"    {account}\n\n")


def beancount(source):
    names = {kind: ":".join(part.capitalize() for part in kind.split(":")) for kind in KINDS}
    yield "2020-01-01 open Assets:Giro\n"
    for name in names.values():
        yield f"2020-01-01 open Expenses:{name}\n"
    for index, day, payee, kind, cents in rows(source):
        yield (f'{day} * "{payee}" "Receipt {index}"\n  Expenses:{names[kind]}'
               f"  {cents / 100:.2f} EUR\n  Assets:Giro\n\n")


def csv(source):
    yield "Date,Payee,Category,Amount\n"
    for index, day, payee, kind, cents in rows(source):
        yield f"{day},{payee} {index},{kind},-{cents / 100:.2f}\n"


def ofx(source):
    yield ("OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX>"
           "<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>7"
           "</BANKACCTFROM><BANKTRANLIST>\n")
    for index, day, payee, kind, cents in rows(source):
        yield (f"<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>{day:%Y%m%d}<TRNAMT>-{cents / 100:.2f}"
               f"<FITID>{index}<NAME>{payee}<MEMO>{kind} {index}</STMTTRN>\n")


def ofx_end():
    return "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"


def camt(source):
    """Entries with what banks say beside them."""
    yield ('<?xml version="1.0" encoding="UTF-8"?>\n'
           '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>'
           "<Stmt><Id>1</Id><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>\n")
    for index, day, payee, kind, cents in rows(source):
        yield (f"""<Ntry>
 <Amt Ccy="EUR">{cents / 100:.2f}</Amt>
 <CdtDbtInd>DBIT</CdtDbtInd>
 <Sts>BOOK</Sts>
 <BookgDt><Dt>{day}</Dt></BookgDt>
 <ValDt><Dt>{day}</Dt></ValDt>
 <AcctSvcrRef>R{index}</AcctSvcrRef>
 <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn>
  <Prtry><Cd>NDDT+105+00931+992</Cd><Issr>DK</Issr></Prtry></BkTxCd>
 <NtryDtls><TxDtls>
  <Refs><EndToEndId>E{index}</EndToEndId><MndtId>M{index % 900}</MndtId></Refs>
  <AmtDtls><TxAmt><Amt Ccy="EUR">{cents / 100:.2f}</Amt></TxAmt></AmtDtls>
  <RltdPties><Dbtr><Nm>A. Customer</Nm></Dbtr>
   <DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct>
   <Cdtr><Nm>{payee}</Nm></Cdtr>
   <CdtrAcct><Id><IBAN>DE02500105170137075030</IBAN></Id></CdtrAcct></RltdPties>
  <RltdAgts><CdtrAgt><FinInstnId><BIC>INGDDEFFXXX</BIC></FinInstnId></CdtrAgt></RltdAgts>
  <RmtInf><Ustrd>{kind} {index}</Ustrd></RmtInf>
 </TxDtls></NtryDtls>
 <AddtlNtryInf>Direct debit</AddtlNtryInf>
</Ntry>
""")


def camt_end():
    return "</Stmt></BkToCstmrStmt></Document>\n"


def qif(source):
    yield "!Type:Bank\n"
    for index, day, payee, kind, cents in rows(source):
        yield f"D{day:%d/%m/%Y}\nT-{cents / 100:.2f}\nP{payee} {index}\nL{kind}\n^\n"


def mt940(source):
    yield ":20:A\n:25:12030000/202051\n:28C:1/1\n:60F:C210101EUR0,\n"
    total = 0
    for index, day, payee, kind, cents in rows(source):
        total += cents
        mt940.total = total
        yield (f":61:{day:%y%m%d}{day:%m%d}D{cents // 100},{cents % 100:02}NMSCNONREF//R{index}\n"
               f":86:105?00SEPA?20SVWZ+{kind} {index}?32{payee}\n")


def mt940_end():
    return f":62F:D260101EUR{mt940.total // 100},{mt940.total % 100:02}\n-\n"


def taskwarrior(source):
    stamp = "%Y%m%dT%H%M%SZ"
    now = datetime.datetime(2026, 11, 27, 9)
    yield "[\n"
    index, last = 0, None
    while True:
        entered = now - datetime.timedelta(minutes=source.randrange(1, 400_000))
        task = {
            "uuid": str(uuid.UUID(int=source.getrandbits(128), version=4)),
            "status": "pending", "entry": entered.strftime(stamp),
            "description": f"{source.choice(WORDS)} {source.choice(THINGS)} {index}",
            "project": source.choice(["home", "home.garden", "work", "trip", "club"]),
            "tags": source.sample(["shop", "phone", "desk", "out"], source.choice([1, 2])),
        }
        if IS_LINKED and last and source.random() < 0.5:
            task["depends"] = [last]
        last = task["uuid"]
        if source.random() < 0.5:
            day = now + datetime.timedelta(days=source.randrange(-30, 300))
            task["due"] = day.strftime(stamp)
        if source.random() < 0.3:
            task["status"] = "completed"
            task["end"] = (entered + datetime.timedelta(hours=5)).strftime(stamp)
        yield ("" if index == 0 else ",\n") + json.dumps(task)
        index += 1


def taskwarrior_end():
    return "\n]\n"


def todo(source):
    index = 0
    while True:
        day = START + datetime.timedelta(days=source.randrange(2_000))
        mark = f"x {day} " if source.random() < 0.3 else "(B) "
        yield (f"{mark}{day} {source.choice(WORDS)} {source.choice(THINGS)} {index} +home:flat"
               f" @phone due:{day}\n")
        index += 1


def ics(source):
    yield "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\n"
    index = 0
    while True:
        day = START + datetime.timedelta(days=source.randrange(2_000))
        yield (f"BEGIN:VTODO\r\nUID:{index}@bench\r\nDTSTAMP:20260101T090000Z\r\n"
               f"SUMMARY:{source.choice(WORDS)} {source.choice(THINGS)} {index}\r\n"
               f"DUE;VALUE=DATE:{day:%Y%m%d}\r\nPRIORITY:5\r\nCATEGORIES:home,phone\r\n"
               "END:VTODO\r\n")
        index += 1


def ics_end():
    return "END:VCALENDAR\r\n"


def own(source):
    """This program's own list of lines."""
    yield ("id,version,day,time,kind,incoming,counterpart,amount,currency,category,account,title,"
           "note,tags,payer,externalId,voided,entry,split\n")
    for index, day, payee, kind, cents in rows(source):
        yield (f"{index + 2},{index + 2},{day},,expense,false,false,{cents / 100:.2f},EUR,{kind},"
               f"giro,{payee} {index},,,,,false,,\n")


def ynab(source):
    yield "Account,Flag,Date,Payee,Category Group,Category,Memo,Outflow,Inflow,Cleared\n"
    for index, day, payee, kind, cents in rows(source):
        yield f"Giro,,{day},{payee},Needs,{kind.replace(':', ' ')},{index},{cents / 100:.2f},,C\n"


def actual(source):
    yield "Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared\n"
    for index, day, payee, kind, cents in rows(source):
        name = kind.replace(":", " ")
        yield f"Giro,{day},{payee},{index},Needs,{name},-{cents / 100:.2f},0,Cleared\n"


def firefly(source):
    yield ("type,currency_code,amount,description,date,source_name,source_type,destination_name,"
           "destination_type,reconciled,category\n")
    for index, day, payee, kind, cents in rows(source):
        yield (f"Withdrawal,EUR,-{cents / 100:.2f},Receipt {index},{day}T00:00:00+01:00,Giro,"
               f"Asset account,{payee},Expense account,1,{kind.replace(':', ' ')}\n")


def splitwise(source):
    yield "Date,Description,Category,Cost,Currency,Ann,Bo\n"
    for index, day, payee, kind, cents in rows(source):
        half = cents // 2 / 100
        yield (f"{day},{payee} {index},{kind.replace(':', ' ')},{half * 2:.2f},EUR,{half:.2f},"
               f"-{half:.2f}\n")


def money_manager(source):
    yield "Date,Account,Category,Subcategory,Note,EUR,Income/Expense,Description\n"
    for index, day, payee, kind, cents in rows(source):
        name = kind.replace(":", " ")
        yield f"{day},Giro,{name},,{payee} {index},{cents / 100:.2f},Exp.,\n"


class Format:
    """A format: what makes it, its name, its rows and milliseconds at the most, options; of what is
    held whole the most that is taken; words of what has to be there before."""

    def __init__(self, make, name, count, bar, options="", big_bar=None, end=lambda: "", head=1,
                 most=None, before=()):
        self.make, self.name, self.count, self.bar = make, name, count, bar
        self.options, self.big_bar, self.end, self.head = options, big_bar, end, head
        self.most, self.before = most, before

    def write(self, path, size_max, count_max):
        """How many rows were written."""
        size, count = 0, -self.head
        with open(path, "w", encoding="utf-8", newline="") as file:
            for piece in self.make(random.Random(11)):
                file.write(piece)
                size += len(piece)
                count += 1
                if size >= size_max or count >= count_max:
                    break
            file.write(self.end())
        return count


EVERY = float("inf")
FORMATS = {
    "hledger": Format(hledger, "main.journal", 100_000, 1_000),
    "beancount": Format(beancount, "main.beancount", 100_000, 1_000, head=7),
    "taskwarrior": Format(taskwarrior, "tasks.json", 100_000, 1_000, end=taskwarrior_end,
                          most=TASKS_MOST),
    "taskwarrior-5000": Format(taskwarrior, "tasks.json", 5_000, 500, end=taskwarrior_end,
                               most=TASKS_MOST),
    "todo.txt": Format(todo, "todo.txt", 100_000, 1_000, head=0, most=TASKS_MOST),
    "ics": Format(ics, "tasks.ics", 100_000, 1_000, end=ics_end, most=TASKS_MOST),
    "camt": Format(camt, "camt.xml", 100_000, None, "--account =giro", 4_000, camt_end),
    "ofx": Format(ofx, "bank.ofx", 100_000, None, "--account =giro", end=ofx_end),
    "mt940": Format(mt940, "bank.sta", 100_000, None, "--account =giro", end=mt940_end),
    "qif": Format(qif, "bank.qif", 100_000, None, "--account =giro"),
    "csv": Format(csv, "bank.csv", 100_000, None, "--sign account --account =giro"),
    "own": Format(own, "lines.csv", 100_000, None),
    "ynab": Format(ynab, "ynab.csv", 100_000, None, most=APPS_MOST),
    "actual": Format(actual, "actual.csv", 100_000, None, most=APPS_MOST),
    "firefly": Format(firefly, "firefly.csv", 100_000, None, most=APPS_MOST),
    "splitwise": Format(splitwise, "splitwise.csv", 100_000, None, most=APPS_MOST,
                        before=("people add Ann", "people add Bo")),
    "money-manager": Format(money_manager, "manager.csv", 100_000, None, most=APPS_MOST),
}


class Ledger:
    """The program and folders of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.home = os.path.join(folder, "home")
        self.program = os.environ.get("LEDGER_PROGRAM", os.path.join(
            os.environ["LEDGER_BENCH_ROOT"], ".build/release/ledger"))
        self.environment = {
            **os.environ, "LEDGER_HOME": self.home, "HOME": folder, "NO_COLOR": "1",
            "XDG_STATE_HOME": os.path.join(folder, "state"),
            "XDG_CONFIG_HOME": os.path.join(folder, "config"),
        }

    def run(self, words, refused=None):
        """Milliseconds of the whole process, its own seconds, megabytes at the most.

        What is to be refused says why.
        """
        start = time.perf_counter()
        with open(os.path.join(self.folder, "errors"), "w+", encoding="utf-8") as errors:
            child = subprocess.Popen([self.program, *words], env=self.environment,
                                     stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                     stderr=errors)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            milliseconds = (time.perf_counter() - start) * 1000
            errors.seek(0)
            said = errors.read()
            if child.returncode if refused is None else refused not in said:
                sys.exit(f"files: {words}: {said[:2000]}")
        return milliseconds, usage.ru_utime, usage.ru_maxrss / 1024

    def import_once(self, path, form):
        shutil.rmtree(self.home, ignore_errors=True)
        self.run(["init", "--currency", "EUR", "--zone", "Europe/Berlin"])
        for words in form.before:
            self.run(words.split())
        return self.run(["import", path, *form.options.split()])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("--only", default=",".join(FORMATS))
    parser.add_argument("--big", action="store_true")
    parser.add_argument("--rounds", type=int)
    options = parser.parse_args()
    rounds = options.rounds or (1 if options.big else 3)
    folder = os.path.join(os.environ["LEDGER_BENCH_ROOT"], ".build-bench", "files")
    os.makedirs(folder, exist_ok=True)
    ledger, broken = Ledger(folder), []
    print(f"{'format':18} {'rows':>9} {'MB':>6} {'ms':>7} {'user s':>7} {'peak MiB':>9}")

    def tell(name, count, path, run):
        size = os.path.getsize(path) / 1e6
        print(f"{name:18} {count:9} {size:6.1f} {run[0]:7.0f} {run[1]:7.2f} {run[2]:9.1f}",
              flush=True)
        if run[2] > MEGABYTES_MAX:
            broken.append(f"{name} takes {run[2]:.0f} MiB, the bar is {MEGABYTES_MAX}")

    for name in options.only.split(","):
        form = FORMATS[name]
        path = os.path.join(folder, form.name)
        most = form.most or (BIG, EVERY)
        count = form.write(path, *(most if options.big else (EVERY, form.count)))
        runs = [ledger.import_once(path, form) for _ in range(rounds)]
        best, peak = min(runs), max(run[2] for run in runs)
        tell(name, count, path, (best[0], best[1], peak))
        bar = form.big_bar if options.big else form.bar
        if bar is not None and best[0] > bar:
            broken.append(f"{name} takes {best[0]:.0f} ms, the bar is {bar}")
        if options.big:
            tell("  again", count, path, ledger.run(["import", path, *form.options.split()]))
        if options.big and form.most:
            count = form.write(path, BIG, EVERY)
            tell("  refused", count, path, ledger.run(["import", path], "held at once"))
        os.remove(path)
    shutil.rmtree(folder)
    print("\n".join(broken) or "every bar holds")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()

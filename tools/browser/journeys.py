"""Journeys of a person through the pages, one per screen: clicks and keys, and at the end what the
program says of the ledger.
"""
import json
import os
import re
import shutil
import tempfile

import axe
from devtools import Failure
from served import Ledger, ROOT, Site

LOOKS = {"narrow": (390, 844), "wide": (1280, 900)}
HOUSEHOLD = os.path.join(
    os.path.dirname(ROOT), "shared/data/csv-household-inr/Daily Household Transactions.csv")
MADE = "Date,Mode,Category,Subcategory,Note,Amount,Income/Expense,Currency\n" + "".join(
    f"{day:02}-01-2026,Cash,Food,snacks,Tea {day},{day}.50,Expense,EUR\n" for day in range(1, 29))


class Traveller:
    """A page of a ledger of its own, and what is asked of both."""

    def __init__(self, browser, site, page, faults, place):
        self.browser, self.site, self.page = browser, site, page
        self.ledger, self.faults, self.place = site.ledger, faults, place

    def picture(self, moment):
        """Keeps what is seen, and asks whether all of it can be."""
        self.page.picture(f"{self.place}-{moment}.png")
        found = axe.violations(self.page, self.axe) if self.axe else []
        if (wide := self.page.overflow()) > 0:
            found.append(f"{wide} pixels too wide")
        self.faults += [f"{os.path.basename(self.place)}-{moment}: {one}" for one in found]

    def go(self, target):
        self.page.open(self.site.address(target))

    def send(self, selector):
        self.page.loading(lambda: self.page.click(selector))

    def enter(self):
        self.page.loading(lambda: self.page.key("Enter"))

    def sees(self, text, selector="main"):
        shown = self.page.text(selector)
        if text not in shown:
            raise Failure(f"no \"{text}\" at {self.page.address()}, but: {shown[:300]!r}")

    def expect(self, what, found, wanted):
        if found != wanted:
            raise Failure(f"{what}: {found!r}, not {wanted!r}")

    def rows(self, *words):
        return [(row["title"], row["amount"], row["category"])
                for row in self.ledger.entries(*words)]


def record(by):
    """Today: a wrong amount is told beside its field, a right one is recorded, undone, redone."""
    by.go("/")
    form = "form[action='/do/add']"
    by.page.type(f"{form} [name=amount]", "twelve")
    by.page.type(f"{form} [name=title]", "Bäcker & Söhne")
    by.page.type(f"{form} [name=category]", "food:out")
    by.enter()
    by.expect("where it is wrong", by.page.evaluate(
        "document.querySelector('[aria-invalid]')?.name"), "amount")
    by.expect("what was typed", by.page.evaluate(
        f"document.querySelector(\"{form} [name=title]\").value"), "Bäcker & Söhne")
    by.picture("wrong")
    by.page.type(f"{form} [name=amount]", "12.50")
    by.send(f"{form} button")
    by.sees("Recorded, event")
    by.sees("Bäcker & Söhne")
    by.picture("recorded")
    by.send("form[action='/do/undo'] button")
    by.sees("Undone.")
    by.expect("entries after undo", by.rows("Bäcker"), [])
    by.send("form[action='/do/redo'] button")
    by.expect("the entry", by.rows("Bäcker"), [("Bäcker & Söhne", "12.50", "food:out")])


def report(by):
    """Reports: by category, to the events of one figure."""
    by.go("/reports")
    by.page.evaluate("document.querySelector('[name=by]').focus()")
    by.page.key("c")
    by.send("main form button")
    by.sees("food:groceries", "table")
    by.picture("categories")
    target = by.page.evaluate("[...document.querySelectorAll('tfoot a')].pop().innerText")
    by.send("tfoot td:last-child a")
    by.sees(target)
    by.picture("explained")
    month = by.page.evaluate("new URLSearchParams(location.search).get('begin')")[:7]
    rows = by.ledger.entries("-p", month, "-n", "1000")
    sum_of = sum(round(float(row["amount"]) * 100) for row in rows if row["kind"] == "expense")
    by.expect("the figure", target.replace(",", ""), f"{sum_of / 100:.2f}")


def amend(by):
    """Entries: found, changed, its history read, voided and restored."""
    by.go("/entries")
    if by.script:
        by.page.key("/")
        by.expect("the key for search", by.page.evaluate("document.activeElement.name"), "q")
    by.page.type("[name=q]", "Lunch")
    by.enter()
    by.send("tbody td a")
    change = "form[action='/do/amend']"
    by.page.type(f"{change} [name=amount]", "13.75")
    by.page.type(f"{change} [name=reason]", "a tip")
    by.send(f"{change} button")
    by.sees("12.50")
    by.sees("because: a tip")
    by.picture("amended")
    by.expect("amended", by.rows("Lunch"), [("Lunch", "13.75", "food:out")])
    by.send("form[action='/do/void'] button")
    by.expect("voided", by.rows("Lunch"), [])
    by.send("form[action='/do/restore'] button")
    by.expect("restored", by.rows("Lunch"), [("Lunch", "13.75", "food:out")])


# What a browser tells a page of a task that somebody drags to the fourth day.
DRAG = """(() => {
    const dataTransfer = new DataTransfer();
    const tell = (place, name) => place.dispatchEvent(
        new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }));
    tell(document.querySelector("[data-task]"), "dragstart");
    const day = document.querySelectorAll("[data-day]")[3];
    tell(day, "dragover");
    tell(day, "drop");
})()"""


def tasks(by):
    """Tasks: one is added and done, and stands behind its tab; another one goes to another day."""
    by.go("/tasks")
    form = "form[action='/do/task/add']"
    by.page.type(f"{form} [name=title]", "Mend the bike")
    by.page.type(f"{form} [name=due]", "today")
    by.enter()
    by.sees("Mend the bike")
    task = by.page.evaluate("""
        [...document.querySelectorAll("main li")].find((one) => one.innerText.includes("bike"))
          .querySelector("form [name=id]").value""")
    by.send(f"form[action='/do/task/done']:has([value='{task}']) button")
    by.send("a[href*='tab=done']")
    by.sees("Mend the bike")
    by.picture("done")
    found = json.loads(by.ledger.run("task", "list", "--all", "-O", "json"))["rows"]
    by.expect("the task", [row["status"] for row in found if row["title"] == "Mend the bike"],
              ["completed"])
    by.sees("How it went")
    by.send("a[href*='tab=agenda']")
    moved = by.page.evaluate("document.querySelector('[data-task]').dataset.task")
    day = by.page.evaluate("document.querySelectorAll('[data-day]')[3].dataset.day")
    if by.script:
        by.page.loading(lambda: by.page.evaluate(DRAG))
    else:
        by.page.type("#move [name=id]", moved)
        by.page.type("#move [name=due]", day)
        by.send("#move button")
    by.sees("Recorded, event")
    by.picture("moved")
    found = json.loads(by.ledger.run("task", "list", "-O", "json"))["rows"]
    by.expect("the day of the task",
              [row["dueLocal"][:10] for row in found if str(row["id"]) == moved], [day])
    by.expect("entries", len(by.rows("-n", "1000")), by.count)


def reconcile(by):
    """Accounts: a statement is held against one, what was typed is ticked off, and it is noted."""
    by.ledger.run("add", "5", "Stamps", "-c", "home", "-a", "Checking")
    by.go("/accounts")
    balance = by.page.evaluate("""
        [...document.querySelectorAll("tbody tr")].find((one) => one.innerText.includes("Checking"))
          .querySelector(".n:last-child").innerText""")
    by.send("a[href^='/reconcile']")
    if by.page.evaluate("!!document.querySelector('select[name=account] option:not(:checked)')"):
        by.page.evaluate("document.querySelector('select[name=account]').value = 'Checking'")
    amount = re.sub(r"[^-\d.]", "", balance.replace("−", "-"))
    by.page.type("[name=balance]", amount)
    by.send("main form button")
    by.picture("compared")
    box = by.page.evaluate("!!document.querySelector('main input[type=checkbox]')")
    if box:
        by.page.click("main input[type=checkbox]")
        by.picture("ticked")
    by.send("form[action='/do/statement'] button, form[action='/do/reconcile'] button")
    by.sees("Recorded, event")
    found = json.loads(by.ledger.run("assert", "Checking", "--list", "-O", "json"))
    by.expect("statements", len(found["rows"]), 1)
    by.expect("the entry", by.rows("Stamps"), [("Stamps", "5.00", "home")])


def budget(by):
    """Budget: one is set, and what was spent stands beside it; it is ended, which is undone."""
    def there():
        found = json.loads(by.ledger.run("budget", "list", "-O", "json"))["rows"]
        return sorted(row["category"] for row in found)

    by.go("/budget")
    form = "form[action='/do/budget']:has([list=categories])"
    by.page.type(f"{form} [name=category]", "leisure")
    by.page.type(f"{form} [name=amount]", "250")
    by.enter()
    by.sees("leisure")
    by.picture("set")
    by.expect("budgets", there(), ["food", "leisure", "transport"])
    by.send("main a[href^='/budget?category=leisure']")
    by.picture("change")
    by.send("form[action='/do/budget/end'] button")
    by.expect("budgets", there(), ["food", "transport"])
    by.send("form[action='/do/undo'] button")
    by.expect("budgets", there(), ["food", "leisure", "transport"])
    by.expect("entries", len(by.rows("-n", "1000")), by.count)


def imports(by):
    """Import: a file of a household is looked at, recorded, and known a second time."""
    path = HOUSEHOLD
    wanted = 2_461
    if not os.path.exists(path):
        path, wanted = by.ledger.folder + ".home/household.csv", 28
        with open(path, "w", encoding="utf-8") as file:
            file.write(MADE)
    before = len(by.ledger.entries("-n", "10000"))
    by.go("/import")
    for isAgain in [False, True]:
        by.page.choose_file("input[type=file]", path)
        by.send("form[action='/import'] button")
        by.sees("0 new" if isAgain else f"{wanted:,} new")
        by.picture("known" if isAgain else "looked-at")
        if not isAgain:
            by.send("form[action='/do/import'] button")
            by.sees("Recorded, event")
            by.go("/import")
    by.expect("entries", len(by.ledger.entries("-n", "10000")) - before, wanted)


def people(by):
    """People: one is added and found, and what was paid stands behind the name."""
    by.go("/people")
    form = "form[action='/do/people/add']"
    by.page.type(f"{form} [name=name]", "Zoë")
    by.page.type(f"{form} [name=contact]", "zoe@example.org")
    by.enter()
    by.page.type("form[method=get] [name=q]", "zoe@")
    by.enter()
    by.sees("Zoë")
    by.ledger.run("add", "8", "Cake", "-c", "food:out", "--payer", "Zoë")
    by.go("/people?q=zoe")
    by.picture("found")
    by.send("a[href^='/entries?q=who']")
    by.sees("Cake")
    by.expect("what Zoë paid", by.rows("who:Zoë"), [("Cake", "8.00", "food:out")])


def share(by):
    """Today and People: a dinner that two bear, with a picture of its bill, and what settles it."""
    by.go("/")
    form = "form[action='/do/add']"
    by.page.type(f"{form} [name=amount]", "24")
    by.page.type(f"{form} [name=title]", "Pizza")
    by.page.click(f"{form} details:has([name=split]) summary")
    by.page.type(f"{form} [name=split]", "me, Bo")
    path = by.ledger.folder + ".home/bill.txt"
    with open(path, "w", encoding="utf-8") as file:
        file.write("24.00")
    by.page.choose_file(f"{form} [name=file]", path)
    by.picture("typed")
    by.send(f"{form} .actions button")
    by.sees("Recorded, event")
    by.expect("the entry", by.rows("Pizza"), [("Pizza", "24.00", "")])
    by.send("tbody td a")
    by.sees("bill.txt")
    # Of 30.00 that Bo paid and of these 24.00 each bears a half: 15.00 less 12.00.
    by.go("/people")
    by.sees("3.00 EUR")
    by.page.click("li:has(form[action='/do/settle']) summary")
    by.picture("settling")
    by.send("form[action='/do/settle'] button")
    by.sees("Everything is settled.")
    by.picture("settled")
    found = json.loads(by.ledger.run("people", "balance", "-O", "json"))
    by.expect("what is left to pay", found["payments"], [])
    by.expect("entries", len(by.rows("-n", "1000")), by.count + 2)


def decide(by):
    """Today, what a merge set aside, and a button that keeps what stands."""
    other = by.ledger.folder + ".stick"
    by.ledger.run("backup", other)
    by.ledger.run("amend", "Lunch", "--amount", "13")
    for number in range(3):
        by.ledger.run("add", "1", f"Tea {number}")
    by.ledger.run("amend", "Lunch", "--amount", "14", "--ledger", other)
    by.ledger.run("merge", other)
    by.go("/")
    by.send("main a[href='/conflicts']")
    by.sees("amount 13.00")
    by.sees("14.00")
    by.picture("both")
    by.send("form[action='/do/keep'] button")
    by.sees("Nothing waits for a decision.")
    by.picture("none")
    by.expect("the entry", by.rows("Lunch"), [("Lunch", "13.00", "food:out")])
    by.go("/")
    if "Merges set aside" in by.page.text("main"):
        raise Failure("Today still counts what was decided")


def past(by):
    """Audit: back by the slider, through pages of that moment, and to the present again."""
    by.go("/audit")
    if by.script:
        by.page.evaluate("document.querySelector('[type=range]').focus()")
        for key in ["Home", "ArrowRight"]:
            by.page.key(key)
        by.expect("a slider that keys move", by.page.evaluate("location.pathname"), "/audit")
        by.page.loading(lambda: by.page.key("Enter"))
    else:
        by.page.evaluate("document.querySelector('[type=range]').value = 2")
        by.send("form[data-slider] button")
    by.expect("the moment", by.page.evaluate(
        "new URLSearchParams(location.search).get('at')"), "2")
    by.send("nav a[href^='/entries']")
    by.sees("0 entries")
    by.picture("empty")
    by.expect("entries then", by.ledger.entries("--as-of", "2"), [])
    by.go("/entries?at=100")
    then = len(by.ledger.entries("--as-of", "100", "-n", "1000"))
    by.sees(f"{then} entries")
    by.picture("past")
    by.expect("forms in the past",
              by.page.evaluate("document.querySelectorAll('form[method=post]').length"), 0)
    by.send(".note a")
    by.sees(f"{by.count} entries")


def keyboard(by):
    """People, budgets and the log: Tab reaches all that can be chosen or typed into, what has the
    focus is seen to have it, and keys of the page lead on from link to link, to where entries are
    recorded and out of its fields."""
    focus = "document.activeElement.name ?? document.activeElement.tagName"
    by.go("/entries")
    by.page.loading(lambda: by.page.key("n"))
    by.expect("where something is recorded", by.page.evaluate(focus), "amount")
    by.page.evaluate("""document.activeElement.dispatchEvent(new KeyboardEvent(
      "keydown", {key: "Escape", isComposing: true, bubbles: true}))""")
    by.expect("in it while letters are put together", by.page.evaluate(focus), "amount")
    by.page.key("Escape")
    by.expect("out of the field", by.page.evaluate(focus), "BODY")
    by.page.loading(lambda: by.page.key("4"))
    by.expect("by a key then", by.page.evaluate("location.pathname"), "/tasks")
    by.go("/entry?id=5")
    by.page.key("n")
    by.expect("what of an entry is typed first", by.page.evaluate(focus), "amount")
    reachable = """[...document.querySelectorAll(
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
      .filter((one) => one.checkVisibility() && !one.disabled)"""
    for place in ["/people", "/budget", "/audit?q=rent"]:
        by.go(place)
        wanted = by.page.evaluate(f"""window.seen = new Set(); window.bare = [];
          document.addEventListener("focusin", ({{ target }}) => seen.add(target));
          {reachable}.length""")
        if wanted < 12:
            raise Failure(f"{place}: only {wanted} to reach")
        for _ in range(wanted + 2):
            by.page.key("Tab")
            # Each is looked at once it is drawn: before that the browser may not know yet that
            # keys moved the focus.
            by.page.evaluate("""new Promise(requestAnimationFrame).then(() => {
              const { activeElement } = document;
              const { outlineStyle } = getComputedStyle(activeElement);
              if (seen.has(activeElement) && outlineStyle === "none")
                bare.push(activeElement.outerHTML);
            })""")
        by.expect(f"{place}: what Tab does not reach", by.page.evaluate(
            f"JSON.stringify({reachable}.filter((one) => !seen.has(one)).map("
            "(one) => one.outerHTML.slice(0, 120)))"), "[]")
        by.expect(f"{place}: focus that nobody sees", by.page.evaluate(
            "JSON.stringify(bare.map((one) => one.slice(0, 120)))"), "[]")
    # The last link of the log is in what is closed: keys come to it once it is open.
    by.page.evaluate("document.querySelector('main summary').focus()")
    by.page.key("Enter")
    by.page.key("j")
    by.expect("behind what was opened", by.page.evaluate(
        "document.activeElement.closest('details') && document.activeElement.tagName"), "A")
    # What another program records leaves the one who moves by keys where they are.
    here = by.page.evaluate("document.activeElement.outerHTML")
    by.ledger.run("task", "add", "Raise the rent")
    by.page.wait("document.querySelector('main').innerText.includes('Raise the rent')",
                 "another program's commit", timeout=3)
    by.expect("what has the focus", by.page.evaluate("document.activeElement.outerHTML"), here)


def news(by):
    """What another program records is on an open page within a second; where somebody types it
    is offered first, and nothing that was typed is lost."""
    by.go("/")
    by.ledger.run("add", "1", "From elsewhere", "-c", "food:out")
    by.page.wait("document.querySelector('main').innerText.includes('From elsewhere')",
                 "another program's commit", timeout=3)
    by.page.type("form[action='/do/add'] [name=title]", "half")
    by.ledger.run("add", "2", "Once more", "-c", "food:out")
    by.page.wait("!!document.getElementById('news')", "the offer", timeout=3)
    by.picture("offer")
    by.expect("what is typed", by.page.evaluate(
        "document.querySelector(\"form[action='/do/add'] [name=title]\").value"), "half")
    by.page.click("#news button")
    by.page.wait("document.querySelector('main').innerText.includes('Once more')", "the second")
    by.expect("what was typed", by.page.evaluate(
        "document.querySelector(\"form[action='/do/add'] [name=title]\").value"), "half")
    by.expect("the entries", by.rows("elsewhere") + by.rows("Once more"),
              [("From elsewhere", "1.00", "food:out"), ("Once more", "2.00", "food:out")])


def offline(by):
    """What is sent while the server is off is kept, stands in its form again, and is recorded
    once; what was only typed can be thrown away."""
    by.go("/")
    by.page.wait("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')",
                 "the worker")
    by.go("/")
    form = "form[action='/do/add']"
    typed = f"""['amount', 'title'].map((name) => document.querySelector("{form}")
                .elements.namedItem(name).value).join()"""
    kept = "Object.keys(localStorage).filter((name) => name.startsWith('draft ')).length"
    by.page.type(f"{form} [name=amount]", "4.20")
    by.page.type(f"{form} [name=title]", "Milk")
    # The browser says that nothing answers, and so does the page.
    by.page.borne.append("net::ERR_")
    by.site.end()
    by.send(f"{form} button")
    by.sees("take it as not recorded")
    by.picture("off")
    by.site = Site(by.ledger, "--port", str(by.site.port))
    by.expect("entries while it was off", by.rows("Milk"), [])
    by.go("/")
    by.sees("not recorded so far", form)
    by.expect("what was typed", by.page.evaluate(typed), "4.20,Milk")
    by.picture("again")
    by.send(f"{form} .actions button")
    by.sees("Recorded, event")
    by.expect("the entry", by.rows("Milk"), [("Milk", "4.20", "")])
    by.expect("what is kept then", by.page.evaluate(kept), 0)
    by.page.type(f"{form} [name=title]", "half")
    by.go("/")
    by.expect("what was only typed", by.page.evaluate(typed), ",half")
    by.page.click(f"{form} .note button")
    by.expect("what was thrown away", by.page.evaluate(typed), ",")
    by.expect("what is kept at the end", by.page.evaluate(kept), 0)


ALL = [record, report, amend, tasks, reconcile, budget, imports, people, share, decide, past,
       keyboard, news, offline]
# Of these the forms are gone through once more without a script.
WITHOUT_SCRIPT = [record, amend, tasks, reconcile, budget, imports, people, share, decide,
                  past]


def ways():
    """Each journey with how wide and dark the screen is, its language, and whether scripts run."""
    for width in LOOKS:
        for dark in [False, True]:
            yield record, width, dark, True
    for number, journey in enumerate(ALL[1:]):
        yield journey, "narrow", number % 2 == 0, True
        yield journey, "wide", number % 2 == 1, True
    for number, journey in enumerate(WITHOUT_SCRIPT):
        yield journey, ["wide", "narrow"][number % 2], False, False


def travel(browser, programs, folder, axe_text):
    """Goes all journeys, each on a copy of one ledger; returns what went wrong."""
    faults = []
    with tempfile.TemporaryDirectory() as place:
        first = Ledger(programs, os.path.join(place, "first"))
        first.fill(400)
        count = len(first.entries("-n", "1000"))
        for number, (journey, width, dark, script) in enumerate(ways()):
            name = f"{journey.__name__}-{width}-{'dark' if dark else 'light'}"
            name += "" if script else "-without-script"
            copy = os.path.join(place, f"{number}")
            for end in ["", ".home"]:
                shutil.copytree(first.folder + end, copy + end)
            site = Site(Ledger(programs, copy))
            page = browser.page(*LOOKS[width], dark=dark, script=script)
            by = Traveller(browser, site, page, faults, os.path.join(folder, name))
            by.count, by.script, by.axe = count, script, axe_text if script else None
            try:
                journey(by)
            except (Failure, RuntimeError) as failure:
                faults.append(f"{name}: {failure}")
                page.picture(os.path.join(folder, f"{name}-failed.png"))
            finally:
                faults.extend(f"{name}: {fault}" for fault in page.faults())
                page.close()
                by.site.end()
            shutil.rmtree(copy)
    return faults

"""Pages of long words, names and figures, as they are ordinary: none is wider than the screen, and
what the program itself says is read whole."""
import os

WORD = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft"
BOOKING = "SEPA-Lastschrift-Stadtwerke-Musterhausen-Abschlag-Strom-EREF+0001234567MREF+D1234567"
NAME = "Maximiliane-Wilhelmina_von_Hohenzollern-Sigmaringen-Schaumburg"
ACCOUNT = "Girokonto-Gemeinschaft-Musterhausen-Sparkasse"
FILE = "Scan_2026-11-27_Rechnung_Stadtwerke_Musterhausen_0001234567_und_noch_mehr.pdf"
FLIGHTS = "work:travel:international:flights"
PAGES = ["/", "/reports", "/reports?by=category", "/reports?by=payee", "/reports?by=tag",
         "/reports?compare=previous", "/reports?by=category&compare=year", "/reports?by=account", "/reports?by=person", "/entries", "/entry?id=ID", "/tasks",
         "/tasks?tab=agenda", "/accounts", "/reconcile", "/reconcile?balance=1", "/budget",
         "/people", "/audit", "/audit?q=EREF", "/?at=6", "/compared?from=3",
         "/explain?category=work", "/verify"]
# Children of one row of a list that lie over one another.
OVER = """[...document.querySelectorAll('ul.list > li')].filter(row => {
    const boxes = [...row.children].map(one => one.getBoundingClientRect());
    return boxes.some((a, i) => boxes.slice(i + 1).some(b => a.left < b.right - 1 &&
        b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
}).length"""
# Text that runs out of its own box, and over what is beside it.
SPILLED = """[...document.querySelectorAll('main *')].filter(one =>
    !one.children.length && one.textContent.trim() && one.scrollWidth > one.clientWidth + 1 &&
    getComputedStyle(one).display != 'inline' && !one.closest('.scroll') &&
    !['INPUT', 'SELECT', 'OPTION', 'TEXTAREA'].includes(one.tagName)).length"""
# Figures of entries and of comparisons that are out of sight before anybody scrolls.
HIDDEN = """[...document.querySelectorAll('.scroll td.n')].filter(one =>
    one.getBoundingClientRect().right > document.documentElement.clientWidth).length"""

# Words of the program that a choice or a field has no room for, and links of the menu, buttons and
# large figures on more than one line. The arrow of a choice takes 18 pixels.
CUT = """(() => {
    const pen = document.createElement('canvas').getContext('2d');
    const room = (one) => {
        const style = getComputedStyle(one);
        pen.font = style.font;
        return one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    };
    const isCut = (one) => {
        const words = one.options ? [...one.options].map(({ text }) => text) : [one.placeholder];
        const most = room(one) - (one.options ? 18 : 0) + 1;
        return words.some((word) => pen.measureText(word).width > most);
    };
    const isBroken = (one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size > 1;
    };
    const fields = 'main select:not([name=account]), main input[placeholder]';
    return [
        ...[...document.querySelectorAll(fields)].filter(isCut),
        ...[...document.querySelectorAll('nav a, main button, .big a')].filter(isBroken),
    ].filter((one) => one.checkVisibility()).map((one) => one.name || one.innerText);
})()"""
# Lines of the menu.
MENU = "new Set([...document.querySelectorAll('nav a')].map(one => one.offsetTop)).size"


def fill(ledger):
    """Returns the id of an entry with everything that an entry has."""
    ledger.run("init", "--currency", "EUR", "--zone", "Europe/Berlin")
    ledger.run("account", "open", ACCOUNT, "--opening", "2143.50", "--on", "2026-01-01")
    ledger.run("add", "1234567.89", BOOKING, "-c", FLIGHTS, "--account", ACCOUNT, "--payee", WORD,
               "--tag", "reisekostenabrechnung2026international", "--note",
               f"one line\nanother line\n  {WORD}")
    ledger.run("add", "12.50", "Lunch with many short words in a title that goes on and on",
               "-c", "food", "--account", ACCOUNT)
    ledger.run("add", "99 USD", WORD, "-c", FLIGHTS)
    ledger.run("budget", "set", FLIGHTS, "1000000")
    ledger.run("task", "add", WORD, "--due", "today", "--project", f"haus:{WORD}")
    ledger.run("people", "add", NAME, "--contact", f"{NAME}@sehr-lange-adresse.example.org")
    ledger.run("add", "1230", "Dinner", "-c", "food:out", "--payer", NAME, "--split", f"me,{NAME}")
    entry = str(ledger.entries("amt:>1000000")[0]["id"])
    path = os.path.join(ledger.folder + ".home", FILE)
    with open(path, "w", encoding="ascii") as file:
        file.write("x")
    ledger.run("attach", entry, path)
    return entry


def narrow(site, browser, entry):
    """What is too wide, runs over something else or is out of sight, on small and large screens."""
    faults = []
    for width in [320, 390, 768, 1280]:
        for language in ["en", "de"]:
            page = browser.page(width, 844, language=language)
            page.open(site.address("/"))
            for target in PAGES:
                page.open(f"http://127.0.0.1:{site.port}{target.replace('ID', entry)}")
                title = f"{target} in {language} at {width}"
                if (wide := page.overflow()) > 0:
                    faults.append(f"{title}: {wide} pixels too wide")
                if over := page.evaluate(OVER):
                    faults.append(f"{title}: {over} rows of a list with one thing over another")
                if spilled := page.evaluate(SPILLED):
                    faults.append(f"{title}: {spilled} texts run out of their boxes")
                if width >= 390 and (cut := page.evaluate(CUT)):
                    faults.append(f"{title}: no room for {', '.join(cut)}")
                if width == 390 and (lines := page.evaluate(MENU)) > 2:
                    faults.append(f"{title}: a menu of {lines} lines")
                is_list = target in ["/", "/entries", "/entry?id=ID"] or "compare=" in target
                if is_list and width >= 390 and (hidden := page.evaluate(HIDDEN)):
                    faults.append(f"{title}: {hidden} figures out of sight")
            page.close()
    return faults

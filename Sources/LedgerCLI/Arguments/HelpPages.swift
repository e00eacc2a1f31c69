/// The help pages that are about no command.
enum HelpPages {
    static let names = ["options", "query", "dates"]

    /// What they may be called, too.
    private static let others = [
        "option": "options", "queries": "query", "term": "query", "terms": "query",
        "date": "dates", "day": "dates", "days": "dates",
    ]

    /// The name of the page that is meant; `nil` where there is none.
    static func name(_ typed: String) -> String? {
        let name = typed.lowercased()
        return names.contains(name) ? name : others[name]
    }

    /// A page; `nil` where there is none of that name.
    static func text(_ name: String, columns: Int) -> String? {
        switch self.name(name) {
        case "options": SharedPage.text(columns: columns)
        case "query": query
        case "dates": dates
        default: nil
        }
    }

    private static let query = """
        Which entries are meant. Everything that lists, adds up or changes many takes terms.

        ledger list rewe not:tag:work 'amt:>20'
        ledger report -M cat:food or tag:trip
        ledger void --where 'batch:1042'

        TEXT
          rewe              in title, payee, note, tags or category, in any case
          'two words'       both together; in quotes nothing else has a meaning
          title: payee: note:rewe   there alone; with nothing behind the colon: none
          /^rewe|aldi$/     a regular expression; also title:/…/ payee:/…/ and so on

        WHAT AN ENTRY IS
          cat:food          the category and all below it; cat:=food it alone; cat: none
          tag:trip          the tag, also with a value; tag:trip=lisbon; tag: none
          acct:card         the account; kind:income; cur:USD
          amt:12.50         the amount; 'amt:>20' 'amt:<=5' amt:10..20
          date:2026-03      the day: date:'last month' date:2026-03..2026-05
          who:Ann           who paid; by:Ann who recorded it
          status:pending    what ledger mark said; status:cleared; status: nothing
          id:1042           the entry; batch:1042 what an import recorded

        TOGETHER
          One of several title:, cat:, acct:, date: and the like is enough; of text, tag:,
          amt: and not: each must hold. not, and, or and brackets join terms; and binds
          more than or: '(cat:food or tag:trip)' not acct:cash
        """

    private static let dates = """
        Days in words, as --period, --begin, --end, date: and reports take them.

        ledger period last month            shows what a phrase means
        ledger report -M last year          in reports, lists and due

        DAYS
          today yesterday tomorrow          monday, last monday
          2026-03-01  1 march               in 3 days, 2 weeks ago, P3D
          easter, good friday, easter 2027

        SPANS
          2026  2026-03  2026-W14  q1 2026  h2 2026  march, march 2026
          this, last and next week, month, quarter, year
          last 30 days, next 2 weeks, last P3M
          2026-03..2026-05                  up to the first of May, as with from … to …
          from 2026-03, since march, until april

        BUCKETS
          daily weekly monthly quarterly yearly, every 2 weeks, biweekly,
          every friday, every weekday, every 25th day of month (pay cycles),
          every 12 months from 2025-04 (fiscal years); all may be followed by a span:
          monthly in 2026, weekly from 2026-01 to 2026-04

        -e and end are the day after the last one, --to is the last one.
        """
}

internal import Application
internal import Ledger

/// What an import gave rows by itself, and what it proposes.
struct LearnedText {
    private let learned: [ImportCSV.Learned]
    private let transfers: [ImportCSV.TransferNote]
    private let isRehearsal: Bool
    private let output: OutputShape

    private static let shownMax = 10

    init(_ understood: ImportCSV.Understood, isRehearsal: Bool, output: OutputShape) {
        (learned, transfers) = (understood.learned ?? [], understood.transfers ?? [])
        (self.isRehearsal, self.output) = (isRehearsal, output)
    }

    var text: String { categories + proposals }

    private var categories: String {
        if learned.isEmpty { return "" }
        let count = learned.reduce(0) { $0 + $1.rows }
        let verb = isRehearsal ? "would get" : "got"
        var text =
            "note: \(counted(count, "row")) without a category \(verb) that of earlier entries "
            + "(--no-learn: none):\n"
        for one in learned.prefix(LearnedText.shownMax) {
            let rows = one.rows == 1 ? "" : "\(grouped(one.rows)) x "
            let most = one.agreeing == one.of ? "" : ", \(one.agreeing) of \(one.of) agree"
            text +=
                "      \(rows)\(Screen.plain(one.title)): \(Screen.plain(one.category)), "
                + "like entry \(one.like)\(most)\n"
        }
        return text + more(learned.count)
    }

    private var proposals: String {
        if transfers.isEmpty { return "" }
        let (noun, verb) =
            transfers.count == 1 ? ("row", "may be a transfer") : ("rows", "may be transfers")
        var text = "note: \(grouped(transfers.count)) \(noun) \(verb) between accounts:\n"
        for one in transfers.prefix(LearnedText.shownMax) {
            let other = one.other.map { "entry \($0)" } ?? "the row"
            text +=
                "      \(one.day) \(Screen.plain(one.account)) \(Figure(one.amount).text) "
                + "\(one.currency), and \(other) of \(one.otherDay) in "
                + "\(Screen.plain(one.otherAccount))"
            if let id = one.id, let other = one.other {
                text +=
                    "\n        \(output.program) amend --where 'id:\(id) or id:\(other)' "
                    + "--kind transfer --yes"
            }
            text += "\n"
        }
        return text + more(transfers.count)
    }

    private func more(_ count: Int) -> String {
        let rest = count - LearnedText.shownMax
        return rest > 0 ? "      and \(grouped(rest)) more; --format json has them\n" : ""
    }
}

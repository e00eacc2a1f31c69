internal import Application
internal import Ledger

/// The rows of a file that look like entries that were typed by hand, and how to keep one of each.
struct TypedText {
    private let typed: [ImportReceipt.Typed]
    private let output: OutputShape

    private static let shownMax = 20

    init(_ receipt: ImportReceipt, output: OutputShape) {
        (typed, self.output) = (receipt.typed ?? [], output)
    }

    var text: String {
        if typed.isEmpty { return "" }
        let looks =
            typed.count == 1
            ? "looks like an entry that you typed" : "look like entries that you typed"
        var text = "note: \(counted(typed.count, "row")) \(looks): "
        text += typed.prefix(TypedText.shownMax).map { "\($0.entry)" }.joined(separator: ", ")
        let rest = typed.count - TypedText.shownMax
        text += rest > 0 ? "\n      and \(grouped(rest)) more; --format json has them\n" : "\n"
        let ids = typed.compactMap(\.void).prefix(TypedText.shownMax)
        if ids.isEmpty {
            return text
                + "      once the file is recorded, its receipt says how to keep one of each\n"
        }
        let words = ids.map { "\($0)" }.joined(separator: " ")
        return text + "      keep one of each: \(output.program) void \(words)\n"
    }
}

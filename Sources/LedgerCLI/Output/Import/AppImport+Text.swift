internal import Application
internal import Interchange

extension AppImport.Note {
    /// What the list of another program came to, for the receipt.
    var table: TextTable {
        var table = TextTable(
            columns: [.init(title: ""), .init(title: "", alignment: .right), .init(title: "")])
        table.add("  \(format.name)", grouped(rows), rows == 1 ? "row" : "rows")
        let counts = [
            ("  transfers", transfers, "with both of their accounts"),
            ("  transfers", alone, "whose other side is not in the file"),
            ("  splits", splits, "of several lines"),
        ]
        for (name, count, words) in counts where count > 0 {
            table.add(name, grouped(count), words)
        }
        for (name, count) in kept.sorted(by: { $0.key < $1.key }) {
            table.add("  kept", grouped(count), "\(Screen.plain(name)), as notes or tags")
        }
        for (name, count) in leftOut.sorted(by: { $0.key < $1.key }) {
            table.add("  left out", grouped(count), Screen.plain(name))
        }
        return table
    }
}

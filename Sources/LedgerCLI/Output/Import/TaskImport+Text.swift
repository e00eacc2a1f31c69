internal import Application
internal import Interchange

extension TaskImport.Note {
    /// What a file of tasks came to, for the receipt.
    var table: TextTable {
        var table = TextTable(
            columns: [
                .init(title: ""), .init(title: "", alignment: .right),
                .init(title: "", widthMin: 20),
            ])
        let states = [("open", open), ("completed", completed), ("dropped", dropped)]
        for (name, count) in states where count > 0 { table.add("  \(name)", grouped(count), "") }
        for (name, count) in kept.sorted(by: { $0.key < $1.key }) {
            table.add("  in notes", grouped(count), Screen.plain(name))
        }
        for (name, count) in leftOut.sorted(by: { $0.key < $1.key }) {
            let isRule = name == "recurring template"
            let next = isRule ? ": ledger repeat add --task TITLE --every week" : ""
            table.add("  left out", grouped(count), Screen.plain(name) + next)
        }
        return table
    }
}

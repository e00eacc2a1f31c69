internal import Ledger

/// What `doctor` found, as text.
struct DoctorText {
    let output: OutputShape

    func text(_ answer: DoctorAnswer) -> String {
        let bad = answer.rows.count { !$0.ok }
        let style = output.style
        let head = bad == 0 ? "All is well." : "\(counted(bad, "finding")), marked with !"
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        for row in answer.rows { table.add("\(row.ok ? " " : "!") \(row.check)", row.value) }
        return style.bold(head) + "\n\n" + table.rendered(columns: nil)
    }

    static func csv(_ answer: DoctorAnswer) -> String {
        CSVOutput.text(
            header: ["check", "ok", "value", "finding", "next"],
            rows: answer.rows.map { [$0.check, "\($0.ok)", $0.value, $0.finding, $0.next] })
    }
}

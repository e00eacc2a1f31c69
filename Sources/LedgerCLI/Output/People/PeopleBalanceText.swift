internal import Application
internal import Ledger

/// Who paid, who bears what, and what settles it, as text and CSV.
struct PeopleBalanceText {
    let balance: PeopleBalance
    let output: OutputShape

    var text: String {
        let footer = output.footer(balance.position, balance.root)
        if balance.lines == 0 {
            return "No line is split: \(output.program) add 30 Dinner --split me,NAME\n\n\(footer)"
        }
        var text = rows.rendered(columns: output.columns)
        if balance.payments.isEmpty {
            text += "\nNobody owes anything.\n"
        } else {
            text += "\n" + payments.rendered(columns: output.columns)
        }
        var notes = [counted(balance.lines, "split line")]
        if balance.unpaid > 0 {
            notes.append("\(grouped(balance.unpaid)) of them without a payer, in no figure")
        }
        text += "\n" + output.style.dim(notes.joined(separator: "; ")) + "\n"
        if let first = balance.payments.first {
            let words = [
                output.program, "add", first.amount, "Settled", "--settle", "--payer",
                "\(first.from)", "--split", "\(first.to)", "--currency", first.currency,
            ]
            text +=
                output.style.dim("  record a payment:\n    \(words.joined(separator: " "))") + "\n"
        }
        return text + footer
    }

    private static func name(_ name: String, _ id: UInt64) -> String {
        name.isEmpty ? "#\(id)" : Screen.plain(name)
    }

    private var rows: TextTable {
        var table = TextTable(
            columns: [
                .init(title: "Id", alignment: .right), .init(title: "Name", widthMin: 12),
                .init(title: "Paid", alignment: .right), .init(title: "Bears", alignment: .right),
                .init(title: "Net", alignment: .right), .init(title: ""),
            ], style: output.style)
        for row in balance.rows {
            table.add(
                "\(row.id)", PeopleBalanceText.name(row.name, row.id), Figure(row.paid).text,
                Figure(row.borne).text, Figure(row.net).text, row.currency)
        }
        return table
    }

    private var payments: TextTable {
        var table = TextTable(
            columns: [
                .init(title: "From", widthMin: 12), .init(title: "To", widthMin: 12),
                .init(title: "Amount", alignment: .right), .init(title: ""),
            ], style: output.style)
        for payment in balance.payments {
            table.add(
                PeopleBalanceText.name(payment.fromName, payment.from),
                PeopleBalanceText.name(payment.toName, payment.to), Figure(payment.amount).text,
                payment.currency)
        }
        return table
    }

    /// The rows of the JSON form under the same keys.
    static func csv(_ balance: PeopleBalance) -> String {
        CSVOutput.text(
            header: ["id", "name", "currency", "paid", "borne", "net"],
            rows: balance.rows.map {
                ["\($0.id)", $0.name, $0.currency, $0.paid, $0.borne, $0.net]
            })
    }
}

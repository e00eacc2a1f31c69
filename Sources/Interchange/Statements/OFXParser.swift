internal import Ledger

/// Reads the statements of bank accounts and credit cards in OFX (version 1.6 and 2.2).
///
/// In SGML only aggregates have closing tags; an element ends where the next one begins. Amounts
/// are those of the account: what went out is negative. Their decimals are after either mark;
/// what can be read with both is read as the rest of the file is.
struct OFXParser: StatementParser {
    /// The aggregates in which elements of statements, or others of the same names, are.
    private static let aggregates: Set = [
        "OFX", "SIGNONMSGSRSV1", "SONRS", "FI", "STATUS", "BANKMSGSRSV1", "CREDITCARDMSGSRSV1",
        "STMTTRNRS", "CCSTMTTRNRS", "STMTRS", "CCSTMTRS", "BANKACCTFROM", "CCACCTFROM",
        "BANKACCTTO", "CCACCTTO", "BANKTRANLIST", "BANKTRANLISTP", "STMTTRN", "STMTTRNP", "PAYEE",
        "CURRENCY", "ORIGCURRENCY", "IMAGEDATA", "LEDGERBAL", "AVAILBAL", "CASHADVBALAMT",
        "BALLIST", "BAL", "CLOSING", "INVSTMTMSGSRSV1", "INVSTMTTRNRS", "INVSTMTRS",
        "INVACCTFROM", "INVTRANLIST", "INVBANKTRAN", "LOANMSGSRSV1",
    ]
    /// What every transaction has once.
    private static let single: Set = ["TRNAMT", "DTPOSTED", "FITID"]
    private static let depthMax = 32
    /// Rows that are read at once.
    private static let rowsMax = 256

    private var markup: MarkupReader
    private let zone: Zone
    private var stack: [String] = []
    private var isBegun = false
    private var hasStatement = false
    /// The element whose text comes next.
    private var element: String?
    private var statement = Statement()
    private var fields: [String: [UInt8]] = [:]
    private var fieldsLine = 1

    private struct Statement {
        var account: [UInt8] = []
        var bank: [UInt8] = []
        var currency: [UInt8] = []
        var closing: String?
        var day: String?
        var entries = 0
    }

    init(_ source: any ByteSource, _ form: TextForm, _ shape: StatementShape) {
        markup = MarkupReader(source, form, .ofx)
        zone = shape.zone
    }

    mutating func read(into output: inout StatementOutput) throws(ImportError) -> Bool {
        while output.rows.count < OFXParser.rowsMax {
            guard let token = try markup.next() else {
                if let open = stack.last { throw markup.fault(.cut("</\(open)>")) }
                guard isBegun else { throw markup.fault(.cut("<OFX>")) }
                guard hasStatement else { throw markup.fault(.noStatement) }
                return false
            }
            switch token {
            case .open(let name): try open(name.uppercased())
            case .text(let text): try take(text)
            case .close(let name): try close(name.uppercased(), &output)
            }
        }
        return true
    }

    private mutating func open(_ name: String) throws(ImportError) {
        element = nil
        guard isBegun || name == "OFX" else { return }
        guard OFXParser.aggregates.contains(name) else {
            element = name
            return
        }
        isBegun = true
        stack.append(name)
        guard stack.count <= OFXParser.depthMax else { throw markup.fault(.tooLong("depth")) }
        switch name {
        case "STMTRS", "CCSTMTRS":
            guard !isInStatement(above: 1) else { throw markup.fault(.misplaced("<\(name)>")) }
            hasStatement = true
            statement = Statement()
        case "STMTTRN", "STMTTRNP":
            guard stack.dropLast().last?.hasPrefix("STMTTRN") == false else {
                throw markup.fault(.misplaced("<\(name)>"))
            }
            fields = [:]
            fieldsLine = markup.line
        default: break
        }
    }

    /// Whether what is open is in a statement, the last `count` aside.
    private func isInStatement(above count: Int = 0) -> Bool {
        stack.dropLast(count).contains { $0 == "STMTRS" || $0 == "CCSTMTRS" }
    }

    private mutating func take(_ text: [UInt8]) throws(ImportError) {
        guard let name = element, let parent = stack.last, isInStatement() else { return }
        element = nil
        switch (parent, name) {
        case ("STMTTRN", _), ("STMTTRNP", _):
            // Where the lines between two transactions are lost, one of them would be, too.
            guard fields[name] == nil || !OFXParser.single.contains(name) else {
                throw markup.fault(.misplaced("<\(name)>"))
            }
            fields[name] = text
        case ("PAYEE", "NAME"): fields["PAYEE"] = text
        case ("BANKACCTTO", "ACCTID"): fields["BANKACCTTO"] = text
        case ("CURRENCY", "CURSYM"): fields["CURSYM"] = text
        case ("STMTRS", "CURDEF"), ("CCSTMTRS", "CURDEF"), ("BANKACCTFROM", "BANKID"),
            ("BANKACCTFROM", "ACCTID"), ("CCACCTFROM", "ACCTID"):
            guard statement.entries == 0 else { throw markup.fault(.misplaced("<\(name)>")) }
            if name == "CURDEF" {
                statement.currency = text
            } else if name == "BANKID" {
                statement.bank = text
            } else {
                statement.account = text
            }
        case ("LEDGERBAL", "BALAMT"): statement.closing = text[...].trimmedCell.text
        case ("LEDGERBAL", "DTASOF"):
            statement.day = OFXDate(text)?.told(in: zone).prefix(10).text
        default: break
        }
    }

    private mutating func close(
        _ name: String, _ output: inout StatementOutput
    ) throws(ImportError) {
        element = nil
        guard isBegun, OFXParser.aggregates.contains(name) else { return }
        guard let open = stack.popLast() else { throw markup.fault(.misplaced("</\(name)>")) }
        guard open == name else { throw markup.fault(.misplaced("</\(name)>")) }
        switch name {
        case "STMTTRN", "STMTTRNP":
            guard isInStatement() else { return }
            statement.entries += 1
            output.rows.append(
                StatementOutput.Row(
                    line: fieldsLine, cells: cells(isPending: name == "STMTTRNP")))
        case "STMTRS", "CCSTMTRS":
            output.add(
                StatementNote(
                    account: account[...].text, currency: statement.currency[...].text,
                    entries: statement.entries, closing: statement.closing, day: statement.day))
        default: break
        }
    }

    /// The number of the account behind that of its bank.
    private var account: [UInt8] {
        statement.bank.isEmpty
            ? statement.account : statement.bank + [UInt8(ascii: "/")] + statement.account
    }

    private func cells(isPending: Bool) -> [[UInt8]] {
        func field(_ name: String) -> [UInt8] { fields[name] ?? [] }
        let date = fields["DTPOSTED"] ?? field("DTTRAN")
        let bought = fields["DTUSER"] ?? date
        let name = fields["NAME"] ?? field("PAYEE")
        let memo = field("MEMO")
        let isDeleted = field("CORRECTACTION").elementsEqual("DELETE".utf8)
        let status = isPending ? "pending" : isDeleted ? "cancelled" : ""
        return [
            OFXDate(date)?.told(in: zone) ?? date, field("TRNAMT"),
            fields["CURSYM"] ?? statement.currency, name.isEmpty ? memo : name,
            name.isEmpty || name == memo ? [] : memo, field("FITID"), account, field("TRNTYPE"),
            field("CHECKNUM"), OFXDate(bought)?.told(in: zone) ?? bought,
            Array(status.utf8), field("REFNUM"), field("SIC"), field("BANKACCTTO"),
        ]
    }
}

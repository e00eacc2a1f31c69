internal import Ledger

/// Reads the account reports of ISO 20022: camt.052, camt.053 and camt.054, of any version.
///
/// An amount has no sign: `CdtDbtInd` says on which side of the account it is, also of a reversal.
/// An entry of several payments, each with an amount and together as much as the entry, is so many
/// rows; any other entry is one.
struct CamtParser: StatementParser {
    private static let depthMax = 64
    /// Rows that are read at once.
    private static let rowsMax = 256
    private static func isStatement(_ name: String) -> Bool {
        name == "Stmt" || name == "Rpt" || name == "Ntfctn"
    }

    private var markup: MarkupReader
    private let shape: StatementShape
    private var stack: [String] = []
    /// How many elements are open with the outermost payment; `nil` outside of payments.
    private var detailsDepth: Int?
    private var isBegun = false
    private var hasStatement = false
    private var statement: CamtStatement?
    private var entry: CamtEntry?
    private var balance: CamtBalance?

    init(_ source: any ByteSource, _ form: TextForm, _ shape: StatementShape) {
        markup = MarkupReader(source, form, .camt)
        self.shape = shape
    }

    mutating func read(into output: inout StatementOutput) throws(ImportError) -> Bool {
        while output.rows.count < CamtParser.rowsMax {
            guard let token = try markup.next() else {
                if let open = stack.last { throw markup.fault(.cut("</\(open)>")) }
                guard isBegun else { throw markup.fault(.cut("<Document>")) }
                guard hasStatement else { throw markup.fault(.noStatement) }
                return false
            }
            switch token {
            case .open(let name): try open(name)
            case .text(let text): try take(text)
            case .close(let name): try close(name, &output)
            }
        }
        return true
    }

    /// An element that is open, the innermost first.
    private func open(above count: Int) -> String {
        count < stack.count ? stack[stack.count - 1 - count] : ""
    }

    private mutating func open(_ name: String) throws(ImportError) {
        isBegun = true
        stack.append(name)
        if name == "TxDtls", detailsDepth == nil { detailsDepth = stack.count }
        guard stack.count <= CamtParser.depthMax else { throw markup.fault(.tooLong("depth")) }
        let parent = open(above: 1)
        if CamtParser.isStatement(name), statement == nil {
            statement = CamtStatement()
            hasStatement = true
        } else if CamtParser.isStatement(parent) {
            if name == "Ntry" { entry = CamtEntry(line: markup.line) }
            if name == "Bal" { balance = CamtBalance() }
        } else if name == "TxDtls", parent == "NtryDtls" {
            entry?.details.append(CamtDetails())
            guard entry?.isOverfull != true else { throw markup.fault(.tooLong("Ntry")) }
        }
        guard name == "Amt" else { return }
        let currency = markup.attribute("Ccy") ?? []
        if parent == "Ntry" { entry?.currency = currency }
        if parent == "Bal" { balance?.currency = currency }
        if isAmountOfDetails { entry?.setDetails(\.currency, currency) }
    }

    /// Whether the open `Amt` is that of a payment: its own, or the one in `AmtDtls/TxAmt`.
    private var isAmountOfDetails: Bool {
        open(above: 1) == "TxDtls"
            || open(above: 1) == "TxAmt" && open(above: 2) == "AmtDtls"
                && open(above: 3) == "TxDtls"
    }

    private mutating func take(_ text: [UInt8]) throws(ImportError) {
        if entry != nil {
            if detailsDepth != nil { takeDetail(text) } else { try takeEntry(text) }
        } else if balance != nil {
            takeBalance(text)
        } else if statement != nil {
            takeAccount(text)
        }
    }

    private mutating func takeAccount(_ text: [UInt8]) {
        let (name, parent) = (open(above: 0), open(above: 1))
        let isID = parent == "Id" && open(above: 2) == "Acct"
        let isOther = parent == "Othr" && open(above: 2) == "Id" && open(above: 3) == "Acct"
        switch name {
        case "IBAN" where isID, "Id" where isOther: statement?.account = text
        case "Ccy" where parent == "Acct": statement?.currency = text
        default: break
        }
    }

    private mutating func takeBalance(_ text: [UInt8]) {
        switch (open(above: 1), open(above: 0)) {
        case ("CdOrPrtry", "Cd"): balance?.type = text[...].text
        case ("Bal", "Amt"): balance?.amount = text
        case ("Bal", "CdtDbtInd"): balance?.side = text[...].text
        case ("Dt", "Dt"), ("Dt", "DtTm"): balance?.day = text
        default: break
        }
    }

    private mutating func takeEntry(_ text: [UInt8]) throws(ImportError) {
        let parent = open(above: 1)
        let date = parent == "BookgDt" || parent == "ValDt" ? day(text) : []
        switch (parent, open(above: 0)) {
        case ("Ntry", "Amt"), ("Ntry", "CdtDbtInd"): try takeAmount(text)
        case ("Ntry", "RvslInd"): entry?.isReversal = ["true", "1"].contains(text[...].text)
        case ("Ntry", "Sts"): entry?.status = text[...].text
        case ("Sts", "Cd") where open(above: 2) == "Ntry": entry?.status = text[...].text
        case ("BookgDt", "Dt"), ("BookgDt", "DtTm"): entry?.booked = date
        case ("ValDt", "Dt"), ("ValDt", "DtTm"): entry?.valued = date
        case ("Ntry", "AcctSvcrRef"): entry?.reference = CamtParser.reference(text)
        case ("Ntry", "NtryRef"): entry?.number = CamtParser.reference(text)
        case ("Ntry", "AddtlNtryInf"): entry?.information = text
        default: break
        }
    }

    /// What an entry has once: where lines between two are lost, one of them would be, too.
    private mutating func takeAmount(_ text: [UInt8]) throws(ImportError) {
        let name = open(above: 0)
        let known = name == "Amt" ? entry?.amount.isEmpty : entry?.side.isEmpty
        guard known != false else { throw markup.fault(.misplaced("<\(name)>")) }
        if name == "CdtDbtInd" {
            entry?.side = text[...].text
        } else if text.contains(UInt8(ascii: ",")) {
            // Decimals are behind a point; a comma would be read as one between thousands.
            throw markup.fault(.malformed(text[...].text))
        } else {
            entry?.amount = text
        }
    }

    private mutating func takeDetail(_ text: [UInt8]) {
        let parent = open(above: 1)
        switch (parent, open(above: 0)) {
        case (_, "Amt") where isAmountOfDetails: entry?.setDetails(\.amount, text)
        case ("TxDtls", "CdtDbtInd"): entry?.setDetails(\.side, text[...].text)
        case ("Refs", "AcctSvcrRef"):
            entry?.setDetails(\.reference, CamtParser.reference(text))
        case ("Refs", "EndToEndId"):
            entry?.setDetails(\.endToEnd, CamtParser.reference(text))
        case ("Refs", "MndtId"): entry?.setDetails(\.mandate, text)
        case ("Id", "IBAN") where open(above: 3) == "RltdPties":
            let role = open(above: 2)
            entry?.addAccount(text, of: role)
        case (_, "Nm"):
            let role = parent == "Pty" ? open(above: 2) : parent
            guard open(above: parent == "Pty" ? 3 : 2) == "RltdPties" else { return }
            entry?.addName(text, of: role)
        case ("RmtInf", "Ustrd"): entry?.addRemittance(text)
        case ("CdtrRefInf", "Ref"): entry?.setDetails(\.creditorReference, text)
        case ("TxDtls", "AddtlTxInf"): entry?.setDetails(\.information, text)
        default: break
        }
    }

    private mutating func close(
        _ name: String, _ output: inout StatementOutput
    ) throws(ImportError) {
        guard stack.last == name else { throw markup.fault(.misplaced("</\(name)>")) }
        stack.removeLast()
        if let depth = detailsDepth, stack.count < depth { detailsDepth = nil }
        switch name {
        case "Ntry" where CamtParser.isStatement(open(above: 0)):
            guard let entry, let account = statement?.account else { return }
            output.rows += entry.rows(account: account)
            statement?.add(entry)
            self.entry = nil
        case "Bal" where CamtParser.isStatement(open(above: 0)):
            if let balance {
                let date = balance.day.map { day($0) }
                statement?.add(balance, day: date)
            }
            balance = nil
        case _ where CamtParser.isStatement(name) && entry == nil:
            guard let statement else { return }
            output.add(try statement.note(shape, line: markup.line))
            self.statement = nil
        default: break
        }
    }

    /// The text, unless it says that there is none.
    private static func reference(_ text: [UInt8]) -> [UInt8] {
        let none = ["NONREF", "NOTPROVIDED", "NONE"]
        return none.contains { text.elementsEqual($0.utf8) } ? [] : text
    }

    /// `2026-03-31`, also of a day with a zone; a time with a zone is told in the ledger's zone.
    private func day(_ text: [UInt8]) -> [UInt8] {
        if text.count <= 10 { return text }
        let written = text[...].text
        guard let day = Day(written.prefix(10)) else { return text }
        let rest = written.dropFirst(10)
        guard rest.first == "T" else {
            let isZone = rest == "Z" || rest.first == "+" || rest.first == "-"
            return isZone ? Array(day.description.utf8) : text
        }
        guard let time = TimeOfDay(rest.dropFirst().prefix(8)) else { return text }
        if time == .midnight { return Array(day.description.utf8) }
        var zone = rest.dropFirst(9)
        if zone.first == "." { zone = zone.dropFirst().drop(while: \.isNumber) }
        if zone.isEmpty { return Array("\(day) \(time)".utf8) }
        guard let offset = CamtParser.offset(zone) else { return text }
        let moment = Zone.utc.timestamp(of: day, time).adding(milliseconds: Int64(-offset) * 1_000)
        return Array("\(shape.zone.day(at: moment)) \(shape.zone.timeOfDay(at: moment))".utf8)
    }

    /// The seconds of `Z` or `+02:00`.
    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        guard text.count == 6, let sign = text.first, sign == "+" || sign == "-",
            let time = TimeOfDay(text.dropFirst())
        else { return nil }
        return sign == "-" ? -time.secondsSinceMidnight : time.secondsSinceMidnight
    }
}

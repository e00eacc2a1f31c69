internal import Ledger

/// A format of banks and programs that says itself what is what, so that nothing of its columns
/// has to be found out.
package enum StatementFormat: String, CaseIterable, Codable, Hashable, Sendable {
    /// Open Financial Exchange: version 1 in SGML, version 2 and QFX in XML.
    case ofx
    /// Account reports of ISO 20022 in XML: camt.052, camt.053, camt.054.
    case camt
    /// The interchange format of Quicken, in lines.
    case qif
    /// Statements of SWIFT, in fields that begin with tags.
    case mt940

    /// What the fields of its rows are called, after the elements that hold them.
    package var columns: [String] {
        switch self {
        case .ofx:
            [
                "DTPOSTED", "TRNAMT", "CURRENCY", "NAME", "MEMO", "FITID", "ACCTID", "TRNTYPE",
                "CHECKNUM", "DTUSER", "STATUS", "REFNUM", "SIC", "BANKACCTTO",
            ]
        case .camt:
            [
                "BookgDt", "Amt", "Ccy", "CdtDbtInd", "Nm", "RmtInf", "AcctSvcrRef", "Acct",
                "ValDt", "EndToEndId", "Sts", "IBAN", "MndtId", "AddtlNtryInf",
            ]
        case .mt940:
            [
                "Booked", "Amount", "Currency", "DebitCredit", "Name", "Purpose", "Reference",
                "Account", "Valued", "Posting", "Status", "IBAN", "EREF",
            ]
        case .qif: ["D", "T", "Kind", "P", "M", "L", "Account", "N", "C", "Class", "A"]
        }
    }

    /// How many columns it had at first; those that came later stand behind them.
    private var firstColumns: Int { self == .qif ? 9 : 11 }

    /// Whether columns are those of this format, as this program or an earlier one reads it.
    func has(_ columns: [String]) -> Bool {
        columns.count >= firstColumns && self.columns.starts(with: columns)
    }

    /// What its fields mean, where nothing else is given.
    private var meaning: CSVImportOptions {
        switch self {
        case .ofx:
            CSVImportOptions(
                date: "DTPOSTED", amount: "TRNAMT", payee: "NAME", note: "MEMO",
                currency: "CURRENCY", account: "ACCTID", externalID: "FITID")
        case .camt:
            CSVImportOptions(
                date: "BookgDt", amount: "Amt", payee: "Nm", note: "RmtInf", kind: "CdtDbtInd",
                currency: "Ccy", account: "Acct", externalID: "AcctSvcrRef")
        case .mt940:
            CSVImportOptions(
                date: "Booked", amount: "Amount", payee: "Name", note: "Purpose",
                kind: "DebitCredit", currency: "Currency", account: "Account",
                externalID: "Reference")
        case .qif:
            CSVImportOptions(
                date: "D", amount: "T", payee: "P", note: "M", category: ["L"], kind: "Kind",
                account: "Account")
        }
    }

    /// What is given, over what the format means.
    ///
    /// - Throws: ``ImportError/statementOption(_:option:)`` for what the format says itself.
    func options(_ given: CSVImportOptions) throws(ImportError) -> CSVImportOptions {
        if let option = refused(given) {
            throw .statementOption(self, option: option)
        }
        var options = given.over(meaning)
        if given.title != nil, given.payee == nil { options.payee = "" }
        // No other column is looked at for words.
        options.kind = meaning.kind ?? ""
        options.sign = .account
        if self == .qif {
            // The reader completes years.
            options.dateForm = options.dateForm?.ofWholeYears
            return options
        }
        // OFX knows either mark, and banks write both into one file.
        if self != .ofx { options.decimalMark = .point }
        options.dateForm = DateForm(rawValue: "YYYY-MM-DD")
        return options
    }

    /// The first option that means something for CSV only.
    private func refused(_ given: CSVImportOptions) -> String? {
        let isWritten = self == .qif
        let options: [(String, Bool)] = [
            ("time", given.time != nil), ("amount", given.amount != nil),
            ("debit", given.debit != nil), ("credit", given.credit != nil),
            ("sign", given.sign != nil), ("minor-units", given.minorUnits != nil),
            ("kind", given.kind != nil), ("in", given.incoming != nil),
            ("balance", given.balance?.isEmpty == false),
            ("date-form", given.dateForm != nil && !isWritten),
            ("decimal-mark", given.decimalMark != nil && !isWritten && self != .ofx),
            ("separator", given.separator != nil),
            ("skip", given.skippedLines != nil), ("no-header", given.hasHeader != nil),
        ]
        return options.first { $0.1 }?.0
    }
}

/// A format that is read, and how.
package struct StatementShape: Hashable, Sendable {
    /// The format.
    package let format: StatementFormat
    /// The zone in which times that name another one are told.
    let zone: Zone
    /// Whether a statement whose entries do not lead from its first balance to its last is refused.
    let checksBalances: Bool
}

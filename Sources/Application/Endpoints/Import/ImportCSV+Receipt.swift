internal import FoundationEssentials
internal import Interchange
internal import Ledger

extension ImportCSV.Understood {
    init(
        _ plan: CSVPlan, _ survey: FileSurvey, _ profile: ImportCSV.ProfileNote,
        _ journal: JournalImport.Note?, _ app: AppImport.Note?, rules: Int?,
        learned: [ImportCSV.Learned], transfers: [ImportCSV.TransferNote]
    ) {
        (self.rules, self.journal, self.app, tasks) = (rules, journal, app, nil)
        self.learned = learned.isEmpty ? nil : learned
        self.transfers = transfers.isEmpty ? nil : transfers
        format = plan.layout.statement?.format.rawValue
        statements =
            plan.layout.statement == nil
            ? nil : plan.statements.map { ImportCSV.Statement($0) }
        separator = plan.layout.separator.rawValue
        dates = plan.dates.form?.rawValue
        decimalMark = plan.amounts.isDecided ? plan.amounts.decimalMark?.rawValue : nil
        let found = plan.columns
        func one(_ source: CSVColumns.Source?) -> [CSVColumns.Source] { source.map { [$0] } ?? [] }
        func one(_ column: CSVColumns.Column?) -> [CSVColumns.Source] {
            column.map { [.column($0)] } ?? []
        }
        let sources: [(ImportRole, [CSVColumns.Source])] = [
            (.date, one(found.date)), (.time, one(found.time)), (.amount, one(found.amount)),
            (.debit, one(found.debit)), (.credit, one(found.credit)), (.title, one(found.title)),
            (.note, one(found.note)), (.category, found.category), (.kind, one(found.kind)),
            (.currency, one(found.currency)), (.account, one(found.account)),
            (.tag, found.tags), (.externalID, one(found.externalID)),
            (.balance, one(found.balance)),
        ]
        var columns: [String: [String]] = [:]
        for (role, sources) in sources where !sources.isEmpty {
            columns[role.rawValue] = sources.map { source in
                switch source {
                case .column(let column): column.name
                case .constant(let text): "=" + text
                }
            }
        }
        self.columns = columns
        unused = found.unused.map(\.name)
        emptyRows = survey.tally.empty
        repeatedHeaders = survey.tally.repeatedHeaders
        let leftOut = survey.tally.leftOut
        leftOutRows = leftOut > 0 ? leftOut : nil
        footers = survey.footers.map(\.text)
        // In a register a colon makes a level by the rules of its format.
        splitCategoryRows = plan.layout.statement == nil ? survey.tally.splitCategoryRows : 0
        shortRows = survey.tally.shortRows
        encoding = plan.text.encoding.rawValue
        encodingSamples = plan.text.samples.map { ImportCSV.Sample(line: $0.line, text: $0.text) }
        headerLine = plan.layout.headerLine ?? 0
        preambleLines = plan.layout.preambleLines
        self.profile = profile
        sign = ImportCSV.SignNote(plan.signs)
        balance = plan.balance.map { ImportCSV.BalanceNote($0) }
    }
}

extension RefusedRow {
    /// The row as the receipt shows it.
    var refusal: ImportReceipt.Refusal {
        let (word, text): (String, String) =
            switch reason {
            case .undecodable: ("undecodable", column ?? "")
            case .textAfterQuote: ("textAfterQuote", column ?? "")
            case .tooFewFields(let found, let expected):
                ("tooFewFields", "\(found) < \(expected)")
            case .tooManyFields(let found, let expected):
                ("tooManyFields", "\(found) > \(expected)")
            case .badDate(let text): ("badDate", text)
            case .badAmount(let text): ("badAmount", text)
            case .badTime(let text): ("badTime", text)
            case .noAmount: ("noAmount", "")
            case .bothSides(let debit, let credit): ("bothSides", "\(debit) | \(credit)")
            case .otherCurrency(let text, _): ("otherCurrency", text)
            case .tooPrecise(let text, _): ("tooPrecise", text)
            case .amountOverflow(let text): ("amountOverflow", text)
            case .unknownKind(let text): ("unknownKind", text)
            case .unknownCurrency(let text): ("unknownCurrency", text)
            case .badCategory(let text): ("badCategory", text)
            case .badTag(let text): ("badTag", text)
            case .textTooLong(let bytes, let bytesMax):
                ("textTooLong", "\(bytes) > \(bytesMax)")
            case .partWithoutSum: ("partWithoutSum", "")
            case .partsMissing(let found, let expected):
                ("partsMissing", "\(found) < \(expected)")
            case .badSum(let stated, let found): ("badSum", "\(found), not \(stated)")
            }
        return ImportReceipt.Refusal(line: line, reason: word, text: text)
    }
}

extension ImportCSV.Output: Codable {
    private enum Key: String, CodingKey {
        case understood
    }

    package init(from decoder: any Decoder) throws {
        receipt = try ImportReceipt(from: decoder)
        understood = try decoder.container(keyedBy: Key.self)
            .decode(ImportCSV.Understood.self, forKey: .understood)
    }

    package func encode(to encoder: any Encoder) throws {
        try receipt.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(understood, forKey: .understood)
    }
}

extension FileBytes: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let data = Data(base64Encoded: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not base64")
        }
        bytes = [UInt8](data)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes).base64EncodedString())
    }
}

internal import Application
internal import Interchange
internal import Ledger

/// What the page of imports is asked: a file that was sent, and how it is to be read. The fields
/// are called as the options of `ledger import`.
struct ImportQuestion {
    /// What a column, or a constant behind `=`, can be named for.
    static let roles: [(name: StaticString, label: Phrase)] = [
        ("date", "Date"), ("time", "Time"), ("amount", "Amount"), ("debit", "Went out"),
        ("credit", "Came in"), ("payee", "Payee"), ("title", "Title"), ("note", "Note"),
        ("category", "Category"), ("account", "Account"), ("currency", "Currency"),
        ("kind", "Kind"), ("tag", "Tag"), ("external-id", "Id of the bank"),
        ("balance", "Balance"),
    ]

    let query: FormFields

    init(_ query: FormFields) { self.query = query }

    /// What was said of the file, to be carried on; without the file itself and what a page says.
    var said: [FormFields.Pair] {
        query.pairs.filter { ImportQuestion.names.contains($0.name) && !$0.value.isEmpty }
    }

    private static let names = Set(
        roles.map { "\($0.name)" } + [
            "sign", "in", "leave-out", "when", "date-form", "decimal-mark", "separator", "encoding",
            "skip", "no-header", "minor-units", "profile", "save-profile", "changes",
            "skip-refused",
        ])

    /// As the endpoint takes it.
    ///
    /// - Throws: ``ApplicationError/badChoice(field:_:allowed:)`` for a word that is none.
    func input(_ file: FileShelf.File) throws(ApplicationError) -> ImportCSV.Input {
        let changes = try word("changes", ImportProposals.init(rawValue:), ImportProposals.allCases)
        return ImportCSV.Input(
            file: FileBytes(file.bytes), fileName: file.name, options: try options,
            profile: query["profile"], saveProfile: query["save-profile"],
            proposals: changes == .list ? nil : changes,
            skipsRefused: query["skip-refused"] == nil ? nil : true)
    }

    private var options: CSVImportOptions {
        get throws(ApplicationError) {
            CSVImportOptions(
                date: column("date"), time: column("time"), amount: column("amount"),
                debit: column("debit"), credit: column("credit"),
                sign: try word("sign", AmountSign.init(rawValue:), AmountSign.allCases),
                minorUnits: query["minor-units"] == nil ? nil : true,
                title: column("title"), payee: column("payee"), note: column("note"),
                category: column("category").map { [$0] } ?? [], kind: column("kind"),
                incoming: query["in"],
                leftOut: query.pairs.filter { $0.name == "leave-out" && !$0.value.isEmpty }
                    .map(\.value),
                when: query.pairs.filter { $0.name == "when" && !$0.value.isEmpty }.map(\.value),
                currency: column("currency"), account: column("account"),
                tag: column("tag").map { [$0] } ?? [], externalID: column("external-id"),
                balance: column("balance"),
                dateForm: try word("date-form", DateForm.init(rawValue:), DateForm.allCases),
                decimalMark: try word(
                    "decimal-mark", MoneyFormat.DecimalMark.init(rawValue:),
                    MoneyFormat.DecimalMark.allCases),
                separator: try word("separator", separator, CSVSeparator.allCases),
                encoding: try word(
                    "encoding", TextEncoding.init(named:), TextEncoding.allCases),
                skippedLines: query["skip"].flatMap { Int($0) },
                hasHeader: query["no-header"] == nil ? nil : false)
        }
    }

    /// A column, or a constant; `=` alone leaves it out, for a field without text says nothing.
    private func column(_ name: String) -> String? {
        query[name].map { $0 == "=" ? "" : $0 }
    }

    private func separator(_ text: String) -> CSVSeparator? {
        text == "tab" ? .tab : CSVSeparator(rawValue: text)
    }

    private func word<Value: RawRepresentable<String>>(
        _ name: String, _ read: (String) -> Value?, _ all: some Sequence<Value>
    ) throws(ApplicationError) -> Value? {
        guard let text = query[name] else { return nil }
        guard let value = read(text) else {
            throw .badChoice(field: name, text, allowed: all.map(\.rawValue))
        }
        return value
    }
}

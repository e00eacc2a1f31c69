internal import Interchange
internal import Ledger

/// What saved profiles have to do with an import: the one that is named, the one that is saved, and
/// those that were saved for such files.
struct ImportProfiles {
    /// What is said about the file: the options of the request, then those of the profile.
    let options: CSVImportOptions
    private let given: CSVImportOptions
    private let used: CSVProfile?
    private let saved: String?
    private let file: ProfilesFile
    private let home: any LedgerHome

    init(_ input: ImportCSV.Input, _ env: Environment) throws(ApplicationError) {
        let file: ProfilesFile = try env.home.kept()
        let given = input.options ?? CSVImportOptions()
        let used = try input.profile.map { (name) throws(ApplicationError) in try file.named(name) }
        saved = input.saveProfile?.trimmed
        if saved?.isEmpty == true { throw .decision(.emptyName) }
        options = used.map { given.over($0.options) } ?? given
        (self.given, self.used, self.file, home) = (given, used, file, env.home)
    }

    /// The profiles that may say what a file takes that cannot be imported as it is.
    func helpful(for error: ImportError, _ source: any ByteSource) -> [String] {
        guard used == nil, error.isOpenToOptions else { return [] }
        return names(file.items.filter { $0.matches(source, given) })
    }

    /// Saves what is to be saved, unless rows were refused, and says what there is to say.
    ///
    /// - Parameter app: The names of the columns of another program's list, which decide all that
    ///   was not said; `nil` for other files.
    func finish(
        _ plan: CSVPlan, header app: [String]?, isRefused: Bool
    ) throws(ApplicationError) -> ImportCSV.ProfileNote {
        let header = app ?? plan.layout.header
        if let saved, !isRefused {
            var file = file
            let options = app == nil ? plan.decided(options) : options
            file.save(CSVProfile(name: saved, header: header, options: options))
            try home.keep(file)
        }
        let isNew = used == nil && saved == nil && plan.layout.hasNames
        return ImportCSV.ProfileNote(
            used: used?.name, isForOtherColumns: used.map { !$0.matches(header) } ?? false,
            saved: isRefused ? nil : saved,
            proposed: isNew ? names(file.items.matching(header)) : [])
    }

    /// Profiles that say more than is given.
    private func names(_ profiles: [CSVProfile]) -> [String] {
        profiles.filter { given.over($0.options) != given }.map(\.name)
    }
}

extension ImportError {
    /// Whether other options can make the file one that can be imported.
    fileprivate var isOpenToOptions: Bool {
        switch self {
        case .notUTF8, .otherMark, .noHeader, .missingColumn, .unknownColumn, .repeatedColumn,
            .badConstant, .badColumnRule, .ambiguousDates, .ambiguousAmounts, .unknownDates,
            .unknownAmounts,
            .amountsTwice, .ambiguousCurrency, .ambiguousColumn, .ambiguousSides, .ambiguousSign,
            .ambiguousRows, .ambiguousDirection, .contradictedBalance:
            true
        case .otherFormat, .empty, .unreadable, .changed, .notText, .badText, .badHeader,
            .unclosedQuote,
            .tooLarge, .badStatement, .incompleteStatement, .statementOption, .badJournal,
            .badTasks:
            false
        }
    }
}

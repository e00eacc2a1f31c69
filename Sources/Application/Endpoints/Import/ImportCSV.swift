internal import EventLog
package import Interchange
package import Ledger

/// Imports a CSV file, a statement, a journal or tasks: all of it or nothing, and only what is new.
package enum ImportCSV: KeyedEndpoint {
    /// A file and what is known of it.
    package struct Input: Codable, Hashable, Sendable {
        /// The file; `nil` where a path is given.
        package var file: FileBytes?
        /// Where the file is, which then is never held in memory; `-` is the standard input.
        package var path: String?
        /// Its name, for the receipt.
        package var fileName: String?
        /// Which column means what; what is left out is found out from the file.
        package var options: CSVImportOptions?
        /// The saved profile that says what the options leave open.
        package var profile: String?
        /// The name under which the options, and what the columns decided, are saved for the next
        /// file.
        package var saveProfile: String?
        /// What to do with changed and missing rows; `nil` to list them.
        package var proposals: ImportProposals?
        /// Whether refused rows are left out; else nothing is written when there is one.
        package var skipsRefused: Bool?
        /// Whether rows without a category get that of earlier lines of the same payee or text;
        /// `nil` for yes.
        package var learns: Bool?
        /// As in ``AddEntry/Input/refusesSlips``, of the account of all rows.
        package var refusesSlips: Bool?

        /// A request.
        package init(
            file: FileBytes? = nil, path: String? = nil, fileName: String? = nil,
            options: CSVImportOptions? = nil, profile: String? = nil, saveProfile: String? = nil,
            proposals: ImportProposals? = nil, skipsRefused: Bool? = nil, learns: Bool? = nil
        ) {
            self.file = file
            self.path = path
            self.fileName = fileName
            self.options = options
            self.profile = profile
            self.saveProfile = saveProfile
            self.proposals = proposals
            self.skipsRefused = skipsRefused
            self.learns = learns
        }
    }

    /// The receipt and how the file was understood; in JSON one object, the latter in `understood`.
    /// When the receipt refuses a row, nothing was written.
    package struct Output: Hashable, Sendable {
        /// What was done.
        package let receipt: ImportReceipt
        /// How the file was understood.
        package let understood: Understood
    }

    /// How a file was understood.
    package struct Understood: Codable, Hashable, Sendable {
        /// The format of the statement; `nil` for CSV.
        package let format: String?
        /// What the statements of the file say of themselves; `nil` for CSV.
        package let statements: [Statement]?
        /// What separates fields: `,`, `;` or a tab; a tab for a statement, too.
        package let separator: String
        /// The form of the dates, such as `DD-MM-YYYY`; `nil` without any row.
        package let dates: String?
        /// Before the decimals of amounts: `.` or `,`; `nil` when no amount has any.
        package let decimalMark: String?
        /// The name of the column, or the constant behind `=`, of each role that has one.
        package let columns: [String: [String]]
        /// The columns that were not imported.
        package let unused: [String]
        /// Rows without anything in them, which were left out.
        package let emptyRows: Int
        /// Rows that say the same as the header, which were left out.
        package let repeatedHeaders: Int
        /// Rows that were left out because of one of their values; `nil` for none.
        package let leftOutRows: Int?
        /// Records behind the last row that are none, which were left out; the first of them.
        package let footers: [String]
        /// Rows that end before the last column; what is missing was taken for empty.
        package let shortRows: Int
        /// How the bytes are text, such as `utf-8`.
        package let encoding: String
        /// The first lines with letters beyond ASCII, where nothing in the file proves the
        /// encoding.
        package let encodingSamples: [Sample]
        /// The line on which the header starts, from 1; 0 for a file without one.
        package let headerLine: Int
        /// Lines before the header that are not empty.
        package let preambleLines: Int
        /// Rows in which a `:` inside a category's cell made a sub-level.
        package let splitCategoryRows: Int
        /// What the signs of amounts were taken for.
        package let sign: SignNote
        /// What the balances prove; `nil` without a column of balances.
        package let balance: BalanceNote?
        /// The saved profiles that have to do with the file.
        package let profile: ProfileNote
        /// What a journal came to; `nil` for other files.
        package let journal: JournalImport.Note?
        /// What the list of another program came to; `nil` for other files.
        package let app: AppImport.Note?
        /// What a file of tasks came to; `nil` for other files.
        package let tasks: TaskImport.Note?
        /// How many of the new lines rules find, which nothing applies by itself; `nil` for none.
        package let rules: Int?
        /// The categories that rows without one got, and why; `nil` for none.
        package let learned: [Learned]?
        /// What may be transfers between accounts, which nothing makes them; `nil` for none.
        package let transfers: [TransferNote]?
    }

    package static let path = "import/csv"
    package static let summary = "import a file of a bank, a journal or tasks; twice adds nothing"
    /// A file is held against the lines that there are, and the receipt says where they differ.
    package static let needs: Set<Permission> = [.read, .create]

    package static func asks(_ input: Input) -> [PermissionRequest] {
        let writes = input.proposals == .accept || input.saveProfile != nil
        return [PermissionRequest(writes ? needs.union([.write]) : needs)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorder = try env.recorder()
        let file = try source(input, env)
        if let done = try tasks(file, input, env, recorder) { return done }
        let journal = try journal(file, input, env)
        let profiles = try ImportProfiles(input, env)
        let app = journal == nil ? try app(file, profiles.options, env) : nil
        let list = journal?.list ?? app.map { MemoryBytes($0.list) }
        let source: any ByteSource = list ?? file
        // What was said of the file is not said of the list that was made of it.
        let options = list == nil ? profiles.options : CSVImportOptions()
        var read: (rows: RowReading, survey: FileSurvey)?
        var run: ImportRun?
        var (prices, plans) = (NewPrices?.none, JournalPlans())
        let recorded = try recorder.recordStream(
            { snapshot, now throws(ApplicationError) in
                var rows: RowReading
                let survey: FileSurvey
                if let read {
                    (rows, survey) = read
                } else {
                    if let plan = journal?.plan ?? app?.plan {
                        rows = RowReading(source, plan)
                    } else {
                        rows = try reading(source, options, profiles, snapshot, env)
                    }
                    try rows.findOrigin(journal?.log, snapshot, env)
                    // The first pass keeps the rows of a small file.
                    survey = try FileSurvey(
                        &rows, refused: app?.refused ?? [],
                        liabilities: journal?.liabilities ?? [],
                        openings: journal?.openings ?? [])
                }
                read = (rows, survey)
                if input.refusesSlips == true, let typed = options.account {
                    try env.refuseSlip(ofAccount: typed, for: survey, in: snapshot)
                }
                var new = try ImportRun(
                    rows, survey, snapshot, input.proposals ?? .list,
                    fileName: input.fileName ?? "",
                    rules: input.learns == false
                        ? nil : categoryRules(try env.lineReader(snapshot), env).map(\.test))
                prices = try ImportCSV.prices(of: journal, snapshot, now)
                plans = try ImportCSV.budgets(of: journal, snapshot, now)
                (new.prices, new.others) = (prices, plans.new)
                defer { run = new }
                return isRefused(survey, input) || new.isEmpty ? nil : try new.streamed()
            })
        guard let run, let read else { throw .decision(.nothingGiven) }
        let profile = try profiles.finish(
            read.rows.plan, header: app?.header, isRefused: isRefused(read.survey, input))
        let head = try mappingError(ApplicationError.store, recorder.store.head())
        return Output(
            receipt: run.receipt(recorded, at: head, isKept: !env.isDryRun),
            understood: Understood(
                read.rows.plan, read.survey, profile,
                journal?.note.with(prices: prices?.count ?? 0).with(
                    budgets: plans.count, until: plans.lastDay, left: plans.left),
                app?.note,
                rules: recorded.flatMap { env.ruled(in: $0.appended.positions.lowerBound) },
                learned: run.learned.notes,
                transfers: run.transferNotes(env.isDryRun ? nil : recorded)))
    }

    private static func isRefused(_ survey: FileSurvey, _ input: Input) -> Bool {
        survey.refusedCount > 0 && input.skipsRefused != true
    }

    private static func source(
        _ input: Input, _ env: Environment
    ) throws(ApplicationError) -> any ByteSource {
        if let file = input.file { return MemoryBytes(file.bytes) }
        guard let path = input.path else {
            throw .badInput(path: ImportCSV.path, field: "file", .missing)
        }
        return try FileSource.named(path, spoolingIn: env.home.place)
    }

    private static func reading(
        _ source: any ByteSource, _ options: CSVImportOptions, _ profiles: ImportProfiles,
        _ snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) -> RowReading {
        guard let settings = snapshot.referenceData.settings else { throw .report(.notOpened) }
        let zone = try env.zone(of: snapshot)
        let referenceData = snapshot.referenceData
        let plan: CSVPlan
        do throws(ImportError) {
            plan = try CSVImport.examine(
                source, options, zone: zone,
                baseCurrency: settings.baseCurrency,
                currency: { referenceData.currency(listed: $0) })
            // A wrong sign turns every sum around: it is asked for before anything is recorded.
            if let hint = plan.signs.hint {
                throw .ambiguousSign(hint, samples: plan.signs.samples)
            }
        } catch { throw .csv(error, profiles: profiles.helpful(for: error, source)) }
        return RowReading(source, plan)
    }
}

extension ReferenceData {
    /// The currency of a code in a list; `nil` for none.
    func currency(listed code: String) -> Currency? {
        currency(code: code) ?? currency(code: code.uppercased())
    }
}

/// The bytes of a file; in JSON a string in base64.
package struct FileBytes: Hashable, Sendable {
    /// The bytes.
    package var bytes: [UInt8]

    /// Some bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

internal import EventLog
internal import Interchange
internal import Ledger

/// Finds out what becomes of what a journal that this program wrote says is in accounts at the
/// start of a day.
struct JournalOpenings {
    private let snapshot: LedgerSnapshot
    private let balances: Balances
    /// Whether the ledger wrote the journal; `nil` where the journal does not say of which it is.
    private let isOwn: Bool?

    init(
        _ source: any ByteSource, _ encoding: TextEncoding?, _ snapshot: LedgerSnapshot,
        _ env: Environment
    ) throws(ApplicationError) {
        let log: (events: UInt64, root: String)?
        do throws(ImportError) {
            log = try JournalImport.log(of: source, given: encoding)
        } catch { throw .csv(error) }
        self.snapshot = snapshot
        balances = try mappingError(ApplicationError.store, snapshot.balances())
        isOwn = try log.map { log throws(ApplicationError) in
            try JournalOpenings.own(log, snapshot, env).isOwn
        }
    }

    /// Whether the log had a root, or a branch of it that a merge replaced, and which.
    static func own(
        _ log: (events: UInt64, root: String), _ snapshot: LedgerSnapshot, _ env: Environment
    ) throws(ApplicationError) -> (isOwn: Bool, branch: CheckedBranch?) {
        let store = snapshot.store
        guard let root = Digest(hex: log.root),
            let known = Checkpoint(origin: try env.origin(of: store), size: log.events, root: root)
        else { return (false, nil) }
        do throws(ApplicationError) {
            return (true, try env.branch(of: known, against: store))
        } catch {
            guard case .proof = error else { throw error }
            return (false, nil)
        }
    }

    /// The ledger that wrote the journal has it. So has another one in which as much is in the
    /// account by then, or into which files brought what is in the account, whatever was made of
    /// that since.
    func use(
        of opening: JournalImport.Opening
    ) throws(ApplicationError) -> JournalImport.Opening.Use {
        if isOwn == true { return .known }
        let data = snapshot.referenceData
        let same = data.account(at: opening.id).flatMap {
            isOwn == nil && $0.facts.name == opening.account ? $0 : nil
        }
        guard let account = same ?? data.account(named: opening.account.trimmed) else {
            return .begins
        }
        let pot = Balances.AccountCurrency(
            account: account.position, currency: opening.amount.currency)
        let before = balances.balance(of: pot, on: opening.day.adding(days: -1))
        if before.minor == Int128(opening.amount.minor) { return .known }
        let has = balances.opening(of: pot) != nil || before.lines > 0
        if same != nil, has { return .known }
        do throws(StoreError) {
            return try isBrought(opening, account) ? .known : .transfer
        } catch { throw .store(error) }
    }

    /// Whether files brought what is in an account by a day: they opened it with something, or
    /// have lines before.
    private func isBrought(
        _ opening: JournalImport.Opening, _ account: ReferenceData.Account
    ) throws(StoreError) -> Bool {
        let (id, begins) = (account.position, account.facts.opening.minor != 0)
        // What opened it was undone.
        if account.isClosed, !begins, !balances.hasLines(id) { return false }
        let next = opening.day.adding(days: 1)
        let isTransfer = try hasImported(
            id, DayRange(start: opening.day, end: next), opening.posted.minor.magnitude)
        if begins || !isTransfer, let first = try snapshot.importedOpening(of: id),
            first.minor != 0, first.currency == opening.amount.currency
        {
            return true
        }
        // What came as a transfer is known as one.
        if isTransfer { return false }
        return try hasImported(id, DayRange(start: .min, end: opening.day))
    }

    /// Whether a file brought a line of an account, of an amount where one is given.
    private func hasImported(
        _ account: UInt64, _ days: DayRange, _ amount: UInt64? = nil
    ) throws(StoreError) -> Bool {
        var has = false
        let batches = try snapshot.importBatches()
        // No text of them matters.
        try snapshot.forEachImportedLine(
            of: batches, on: days, in: [account],
            where: { _, _, minor in
                if amount == nil || minor.magnitude == amount { has = true }
                return false
            }, { _ in })
        return has
    }
}

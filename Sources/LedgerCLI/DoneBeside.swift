internal import Application
internal import Interchange

/// What a request did beside the log, or to it without a commit of its own: where the answer cannot
/// be shown it is told all the same, so that nobody does it again.
struct DoneBeside: Hashable {
    /// The commands that show what came of it.
    let shown: [String]

    /// Something that lasts, such as who acts from now on.
    ///
    /// - Parameter shown: What shows it.
    init(_ shown: String...) { self.shown = shown }

    /// What a request did; `nil` where it only looked, or was a rehearsal.
    init?<E: Endpoint>(_ endpoint: E.Type, _ input: E.Input) {
        guard DoneBeside.byPath[E.path] != nil,
            let found = DoneBeside(calling: E.path, JSONCoding.encode(input))
        else { return nil }
        switch input {
        case let input as BackUpLedger.Input: self.init(copy: input.destination)
        case let input as RestoreBackup.Input: self.init(copy: input.destination)
        case let input as SalvageLedger.Input: self.init(copy: input.destination)
        case let input as CloneLedger.Input:
            self = input.destination.map(DoneBeside.init(copy:)) ?? found
        case let input as BundleLedger.Input: self.init(file: input.path)
        case let input as ExportTiles.Input: self.init(file: input.path)
        case let input as UpgradeProjections.Input where input.accept != true: return nil
        default: self = found
        }
    }

    /// What a request from outside did.
    ///
    /// - Parameter json: The request.
    init?(calling path: String, _ json: [UInt8]) {
        guard let found = DoneBeside.byPath[path] else { return nil }
        if case .bool(true) = JSONCoding.value(json)?.object?["dryRun"] { return nil }
        self = found
    }

    /// A copy of a ledger, which can be verified.
    private init(copy folder: String) {
        self.init("ledger verify --ledger \(Explanation.shellWord(folder))")
    }

    private init(file: String) { self.init("ls -l \(Explanation.shellWord(file))") }

    /// Every request that does something which no commit of its own tells of.
    private static let byPath: [String: DoneBeside] = [
        BackUpLedger.path: DoneBeside("ledger info"),
        RestoreBackup.path: DoneBeside("ledger info"),
        SalvageLedger.path: DoneBeside("ledger info"),
        CloneLedger.path: DoneBeside("ledger info"),
        BundleLedger.path: DoneBeside("ledger info"),
        ExportTiles.path: DoneBeside("ledger info"),
        DemoLedger.path: DoneBeside("ledger info"),
        JoinLedger.path: DoneBeside("ledger log -n 3", "ledger verify"),
        MergeCopy.path: DoneBeside("ledger log -n 3", "ledger verify"),
        SealLog.path: DoneBeside("ledger info"),
        FinishErasures.path: DoneBeside("ledger doctor"),
        SyncTasks.path: DoneBeside("ledger task list"),
        NewKey.path: DoneBeside("ledger key list"),
        NewWitness.path: DoneBeside("ledger witness show"),
        MoveReader.path: DoneBeside("ledger reader"),
        RemoveReader.path: DoneBeside("ledger reader"),
        SaveRule.path: DoneBeside("ledger rules list"),
        RemoveKept<Rule>.path: DoneBeside("ledger rules list"),
        RemoveKept<CSVProfile>.path: DoneBeside("ledger profile list"),
        RebuildProjections.path: DoneBeside("ledger projections"),
        UpgradeProjections.path: DoneBeside("ledger projections"),
        DropProjections.path: DoneBeside("ledger projections"),
    ]
}

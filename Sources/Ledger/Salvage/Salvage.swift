package import EventLog

/// Writes what can be read of a damaged ledger into a new one, in which every event has the
/// position it had.
package struct Salvage {
    /// What the new ledger needs beside the events.
    package struct Options: Sendable {
        /// The new log's id.
        package var logID: CommitID
        /// Ids of commits that hold lost events.
        package var newCommitID: @Sendable () -> CommitID
        /// Where salts come from of which the seed is lost.
        package var makeSeed: SeedSource
        /// What the ledger is, where the event is lost that said it.
        package var opening: LedgerOpened?
        /// What the folders behind the first one are called.
        package var backups: [String]

        /// Options.
        package init(
            logID: CommitID, newCommitID: @escaping @Sendable () -> CommitID,
            makeSeed: @escaping SeedSource, opening: LedgerOpened?, backups: [String] = []
        ) {
            self.logID = logID
            self.newCommitID = newCommitID
            self.makeSeed = makeSeed
            self.opening = opening
            self.backups = backups
        }
    }

    private let remains: DamagedLogScan
    private let survey: SalvageSurvey
    private let options: Options

    /// Looks through a damaged ledger; nothing is written.
    ///
    /// - Parameter storages: Its folder, then those of older backups.
    /// - Throws: ``SalvageError``.
    /// - Complexity: O(*n*) in the bytes.
    package init(of storages: [any LogStorage], _ options: Options) throws(SalvageError) {
        do throws(LogError) {
            remains = try DamagedLogScan(in: storages)
            survey = try SalvageSurvey(remains)
        } catch { throw .source(error) }
        self.options = options
        if survey.kept == 0 {
            if let error = Salvage.formatError(in: storages) { throw .source(error) }
            throw .nothing
        }
        if survey.isLost(0), options.opening == nil { throw .openingLost }
    }

    /// What opening says of a log in another format, which is not damaged at all.
    private static func formatError(in storages: [any LogStorage]) -> LogError? {
        guard let first = storages.first else { return nil }
        do throws(LogError) { _ = try Log.open(in: first) } catch {
            switch error {
            case .olderFormat, .newerFormat: return error
            default: return nil
            }
        }
        return nil
    }

    /// Writes the new ledger.
    ///
    /// - Parameters:
    ///   - target: A folder without a log; `nil` to write nothing but the account.
    ///   - progress: Called now and then with the number of events so far.
    /// - Throws: ``SalvageError``.
    /// - Complexity: O(*n*) in the events.
    package func write(
        to target: (any LogStorage)?, progress: (UInt64) -> Void
    ) throws(SalvageError) -> SalvageAccount {
        let plan: SalvagePlan
        do throws(LogError) {
            plan = try SalvagePlan(remains, survey, opening: options.opening)
        } catch { throw .source(error) }
        var logOptions = Log.Options()
        logOptions.makeSeed = options.makeSeed
        do throws(LogError) {
            var writer = SalvageWriter(
                survey: survey, plan: plan, newCommitID: options.newCommitID,
                builder: try LogBuilder(
                    in: target ?? MemoryStorage(), id: options.logID, options: logOptions))
            try remains.read { events throws(LogError) in
                try writer.add(events)
                progress(events.positions.upperBound)
            }
            let head = try writer.finish(remains.count)
            return account(plan, head, writer.commits)
        } catch { throw .target(error) }
    }

    private func account(
        _ plan: SalvagePlan, _ head: LogHead, _ commits: [SalvageAccount.Commit]
    ) -> SalvageAccount {
        var account = SalvageAccount()
        account.events = head.count
        account.kept = survey.kept
        account.lost = head.count - survey.kept
        account.rebuilt = UInt64(plan.rows.count)
        account.unfinished = remains.unfinished
        account.isEndKnown = remains.isCountSure
        account.proved = remains.proved.count
        account.provedRoot = remains.proved.root?.hex ?? ""
        account.position = head.count - 1
        account.root = head.root.hex
        account.missing = missing
        account.differing = remains.differing.map { range in
            let place = remains.place(of: range.lowerBound)
            return SalvageAccount.Differing(
                first: range.lowerBound, last: range.upperBound - 1, events: UInt64(range.count),
                file: place?.file ?? "", offset: place?.bytes.lowerBound ?? 0)
        }
        account.partial =
            partial(survey.withoutText, "text") + partial(survey.withoutDetails, "details")
        account.commits = commits
        account.named = named(plan)
        account.files = remains.faults.map {
            SalvageAccount.File(file: name(of: $0), fault: $0.kind.rawValue)
        }
        return account
    }

    /// A file by its name, with the folder where it is not the ledger's own.
    private func name(of fault: RemainsFault) -> String {
        let backup = fault.folder - 1
        guard options.backups.indices.contains(backup) else { return fault.file }
        return "\(options.backups[backup])/\(fault.file)"
    }

    private var missing: [SalvageAccount.Missing] {
        var rows = remains.holes.map { hole in
            let zeros = hole.isFileMissing ? "noFile" : "zeros"
            return SalvageAccount.Missing(
                first: hole.positions.lowerBound, last: hole.positions.upperBound - 1,
                events: UInt64(hole.positions.count), file: hole.file,
                offset: hole.bytes.lowerBound, bytes: UInt64(hole.bytes.count),
                reason: hole.reason?.code ?? zeros)
        }
        for range in survey.undecodable.ranges {
            let place = remains.place(of: range.lowerBound)
            rows.append(
                SalvageAccount.Missing(
                    first: range.lowerBound, last: range.upperBound - 1,
                    events: UInt64(range.count), file: place?.file ?? "",
                    offset: place?.bytes.lowerBound ?? 0, bytes: UInt64(place?.bytes.count ?? 0),
                    reason: "details"))
        }
        return rows.sorted { $0.first < $1.first }
    }

    private func partial(
        _ positions: PositionRanges, _ lost: String
    ) -> [SalvageAccount.Partial] {
        positions.ranges.map {
            SalvageAccount.Partial(
                first: $0.lowerBound, last: $0.upperBound - 1, events: UInt64($0.count),
                lost: lost)
        }
    }

    private func named(_ plan: SalvagePlan) -> [SalvageAccount.Named] {
        var rows = survey.entities.map { entity, mentions in
            let isThere = plan.rows[entity.position] != nil
            let became = plan.made.contains(entity.position) ? "made" : isThere ? "rebuilt" : "lost"
            return SalvageAccount.Named(
                position: entity.position, what: entity.what.rawValue, events: mentions.count,
                first: mentions.first, became: became)
        }
        let known = Set(rows.map(\.position))
        for position in plan.made where !known.contains(position) {
            let what: SalvageSurvey.What = position == 0 ? .ledger : .person
            rows.append(
                SalvageAccount.Named(
                    position: position, what: what.rawValue, events: 0, first: position,
                    became: "made"))
        }
        return rows.sorted { ($0.position, $0.what) < ($1.position, $1.what) }
    }
}

/// Why a ledger was not salvaged.
package enum SalvageError: Error, Hashable, Sendable {
    /// The damaged ledger.
    case source(LogError)
    /// The new one cannot be written.
    case target(LogError)
    /// Not one event can be read.
    case nothing
    /// The event that opened the ledger is lost: currency and zone have to be told.
    case openingLost
}

extension Corruption.Reason {
    /// What is wrong, as a word for machines.
    fileprivate var code: String {
        switch self {
        case .segmentHeader: "segmentHeader"
        case .magic: "magic"
        case .length: "length"
        case .headerChecksum: "headerChecksum"
        case .sectionChecksum: "sectionChecksum"
        case .bodyChecksum: "bodyChecksum"
        case .position: "position"
        case .chain: "chain"
        case .commitOrder: "commitOrder"
        case .writerEpoch: "writerEpoch"
        case .body: "body"
        case .root: "root"
        case .missingSegment: "missingSegment"
        case .headSlot: "headSlot"
        case .truncated: "truncated"
        case .rule(let rule): rule.rawValue
        }
    }
}

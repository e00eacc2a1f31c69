internal import EventLog
internal import Interchange
internal import Ledger

extension ImportCSV {
    /// What becomes of a file of tasks; `nil` where the file is none.
    static func tasks(
        _ source: any ByteSource, _ input: Input, _ env: Environment, _ recorder: CommandHandler
    ) throws(ApplicationError) -> Output? {
        let encoding = input.options?.encoding
        let name = input.fileName ?? input.path ?? ""
        let found: TaskFormat?
        do throws(ImportError) { found = try format(source, encoding, name) } catch {
            throw .csv(error)
        }
        guard let format = found else { return nil }
        let snapshot = try env.snapshot()
        let zone = try env.zone(of: snapshot)
        let reader = try TaskValueReader(env, snapshot, zone)
        var file: TaskImport
        do throws(ImportError) {
            var options = input.options ?? CSVImportOptions()
            options.encoding = nil
            if options != CSVImportOptions() || input.profile != nil || input.saveProfile != nil {
                throw .badTasks(format, .options)
            }
            file = try TaskImport(
                source, encoding: encoding, format, zone: zone, attributes: reader.attributes)
        } catch { throw .csv(error) }
        return try record(&file, input, reader, recorder)
    }

    /// What is no text is refused later, as any file is.
    private static func format(
        _ source: any ByteSource, _ encoding: TextEncoding?, _ name: String
    ) throws(ImportError) -> TaskFormat? {
        do throws(ImportError) {
            return try TaskFormat(source, given: encoding, name: name)
        } catch .empty, .notText, .notUTF8, .otherMark {
            return nil
        } catch {
            throw error
        }
    }

    private static func record(
        _ file: inout TaskImport, _ input: Input, _ reader: TaskValueReader,
        _ recorder: CommandHandler
    ) throws(ApplicationError) -> Output {
        let isRefused = file.refusedCount > 0 && input.skipsRefused != true
        let (zone, records) = (reader.zone, reader.valued(&file))
        let (refused, refusedCount, note) = (file.refused, file.refusedCount, file.note)
        var matched: TaskMatching?
        let recorded = try recorder.recordStream { snapshot, _ throws(ApplicationError) in
            let matching = try TaskMatching(
                records, snapshot, zone, takesAll: input.proposals == .ignore)
            matched = matching
            let changes = input.proposals == .accept ? matching.changed.map(\.target) : []
            if isRefused || matching.new.isEmpty && changes.isEmpty { return nil }
            let counts = [
                ImportBatches.readCount: records.count, "new": matching.new.count,
                "known": matching.known, ImportBatches.changedCount: changes.count,
                "refused": refusedCount,
            ].filter { $0.value > 0 }.mapValues { Int64($0) }
            let tasks = TasksToImport(
                fileName: input.fileName ?? "", counts: counts,
                new: matching.new.asking.map { $0.task(matching) }, changes: changes)
            return try streamed(tasks, matching, snapshot)
        }
        guard let matched else { throw .decision(.nothingGiven) }
        let head = try mappingError(ApplicationError.store, recorder.store.head())
        let receipt = ImportReceipt(
            file: input.fileName ?? "", read: records.count + refusedCount,
            new: matched.new.count, known: matched.known,
            changed: matched.changed.map { changed in
                ImportReceipt.Changed(
                    line: changed.record.line, id: changed.target.id,
                    day: changed.record.facts.deadline.map { $0.day(in: zone) },
                    title: changed.record.facts.title, changes: changed.fields)
            },
            held: matched.held.isEmpty ? nil : matched.held.count,
            accepted: input.proposals == .accept && recorded != nil,
            refused: refused.map { fault in
                let (word, text) = fault.words
                return ImportReceipt.Refusal(line: fault.line, reason: word, text: text)
            },
            refusedCount: refusedCount, id: recorded?.appended.positions.lowerBound,
            position: recorded.map { $0.appended.positions.upperBound - 1 }
                ?? (head.count > 0 ? head.count - 1 : 0),
            root: recorded?.appended.root.hex ?? head.root.hex,
            notes: matched.leftOut.map {
                DecisionNote(.dependencyLeftOut, given: $0, used: "")
            } + (recorded?.decision.notes ?? []))
        return Output(receipt: receipt, understood: Understood(note))
    }

    /// New tasks that are decided at once.
    private static let decidedAtOnce = 1_024

    /// What is to be written, decided while what was decided before is encoded.
    ///
    /// - Parameter tasks: What the file brings; of the new tasks those that ask for something.
    private static func streamed(
        _ tasks: TasksToImport, _ matching: TaskMatching, _ snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> Streamed {
        let new = matching.new
        let state = try mappingError(
            ApplicationError.store, snapshot.state(for: .importTasks(tasks)))
        let opened = try mappingError(
            ApplicationError.decision, TaskImportDecision(tasks, adding: new.count, state))
        return Streamed(batch: .inThisCommit(0)) { (emit) throws(StreamFailure) in
            var decision = opened
            try mappingError(StreamFailure.store, emit(decision.opening))
            var events: [Event] = []
            for start in stride(from: 0, to: new.count, by: decidedAtOnce) {
                let some = new[start..<min(new.count, start + decidedAtOnce)]
                events.removeAll(keepingCapacity: true)
                do throws(DecisionError) {
                    try decision.add(some, matching, to: &events)
                } catch { throw .decision(error) }
                for event in events { try mappingError(StreamFailure.store, emit(event)) }
            }
            let ending: [Event]
            do throws(DecisionError) { ending = try decision.ending() } catch {
                throw .decision(error)
            }
            for event in ending { try mappingError(StreamFailure.store, emit(event)) }
            return decision.notes
        }
    }
}

extension Deadline {
    /// The day on which it is in a zone.
    fileprivate func day(in zone: Zone) -> Day {
        switch self {
        case .day(let day): day
        case .instant(let instant): zone.day(at: instant)
        }
    }
}

extension ImportCSV.Understood {
    /// How a file of tasks was understood: it says all of it itself.
    fileprivate init(_ tasks: TaskImport.Note) {
        self.tasks = tasks
        format = tasks.format.rawValue
        (statements, journal, app, rules, balance) = (nil, nil, nil, nil, nil)
        (learned, transfers) = (nil, nil)
        (separator, dates, decimalMark) = ("", nil, nil)
        (columns, unused, footers, encodingSamples) = ([:], [], [], [])
        (emptyRows, repeatedHeaders, leftOutRows, shortRows) = (0, 0, nil, 0)
        (encoding, headerLine, preambleLines, splitCategoryRows) = ("utf-8", 0, 0, 0)
        sign = ImportCSV.SignNote()
        profile = ImportCSV.ProfileNote(
            used: nil, isForOtherColumns: false, saved: nil, proposed: [])
    }
}

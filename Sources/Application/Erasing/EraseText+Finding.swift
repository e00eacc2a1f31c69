internal import EventLog
internal import Ledger

extension EraseText {
    /// What is asked for, held against a ledger: what it takes and where the same text stays.
    struct Wanted {
        /// The entities.
        private(set) var texts: EraseTexts
        /// The events that say so; `nil` where only files have such text, and where the log says
        /// so already.
        private(set) var decision: Decision?
        /// The first event by which the log says so already: an erasure that did not end.
        private(set) var said: UInt64?
        /// What it comes to in the log.
        let plan: ErasurePlan
        /// What goes, by place.
        let takes: [TextPlace]
        /// Where the same text stays.
        let stays: [TextPlace]

        init(
            _ input: Input, _ snapshot: LedgerSnapshot, _ env: Environment
        ) throws(ApplicationError) {
            var texts = EraseTexts(ids: [], reason: input.reason ?? "")
            for id in input.ids { texts.ids.append(try env.id(id, in: snapshot, type: nil)) }
            var query: LineQuery?
            if let terms = input.query {
                let asked = try env.lineReader(snapshot).today
                    .query(terms, snapshot.referenceData).withPayeesAsTitles
                texts.ids += try mappingError(
                    ApplicationError.store, snapshot.entities(toErase: asked))
                query = asked
            }
            if let person = input.person {
                texts.ids = [try env.person(person, in: snapshot)]
                texts.isRecorder = true
            }
            // Under a key that was used before the text may be gone already.
            let isRepeat = try mappingError(
                ApplicationError.store, snapshot.store.head().count > snapshot.count)
            let decision = texts.ids.isEmpty ? nil : try snapshot.decision(.eraseTexts(texts))
            let events = try mappingError(
                ApplicationError.store,
                snapshot.events(of: decision?.erasures(at: snapshot.count) ?? []))
            plan = try mappingError(
                ApplicationError.store, ErasurePlan(of: events, query: query, in: snapshot))
            for (field, text) in [("reason", input.reason), ("key", env.key)] {
                if let text, plan.sought?.occurs(in: text) == true {
                    throw .repeatsErased(field: field)
                }
            }
            let files = ErasedFiles(env.home, plan)
            let attached = try env.attachments(of: plan.events, in: snapshot)
            let inFiles = try files.takes() + attached.places
            takes = plan.takes.all + inFiles
            stays = plan.stays.all + (try files.stays(but: attached.paths))
            // Text that is gone although nobody erased it is accounted for from then on.
            var isSaid = isRepeat || !plan.events.isEmpty
            if !isSaid { isSaid = try snapshot.isUnexplained(anyOf: events) }
            if !isSaid, inFiles.isEmpty {
                throw .nothingToErase(
                    texts.ids, stays: stays, names: try env.names(with: plan.sought, in: snapshot))
            }
            if !isRepeat { said = try snapshot.unended(decision, of: plan.events) }
            self.decision = isSaid && said == nil ? decision : nil
            self.texts = texts
        }
    }
}

extension LedgerSnapshot {
    /// The first of the events by which the log says already what is decided, of all texts that
    /// there are; `nil` where it does not.
    fileprivate func unended(
        _ decision: Decision?, of texts: [UInt64]
    ) throws(ApplicationError) -> UInt64? {
        let wanted = decision?.erasures(at: count) ?? []
        if wanted.isEmpty || texts.isEmpty { return nil }
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            let erasures = try erasures().filter { old in
                wanted.contains { $0.target == old.target && $0.isRecorder == old.isRecorder }
            }
            let said = Set(erasures.map(\.target))
            guard let first = erasures.first, wanted.allSatisfy({ said.contains($0.target) }),
                Set(texts).isSubset(of: try events(of: erasures))
            else { return nil }
            return first.position
        }
    }

    /// Whether the text of some event is gone although nobody erased it.
    fileprivate func isUnexplained(anyOf events: [UInt64]) throws(ApplicationError) -> Bool {
        if events.isEmpty { return false }
        let unexplained = try mappingError(ApplicationError.store, checkErasures().unexplained)
        return !Set(events).isDisjoint(with: unexplained)
    }
}

extension Decision {
    /// What its events erase, when they stand at a position.
    fileprivate func erasures(at position: UInt64) -> [Erasure] {
        events.compactMap { event in
            guard case .textErased(let erased) = event, let target = erased.target.position else {
                return nil
            }
            return Erasure(position: position, target: target, isRecorder: erased.isRecorder)
        }
    }
}

/// What has a name that is a fact, and can be called something else from now on.
package struct RenamableName: Hashable, Sendable {
    /// What can be renamed.
    package enum Kind: Hashable, Sendable { case account, category, unit }

    /// What it is.
    package let kind: Kind
    /// What it is called now; of a unit its path.
    package let name: String
}

extension Environment {
    /// What is called something with a text that stays.
    fileprivate func names(
        with sought: SoughtText?, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [RenamableName] {
        guard let sought else { return [] }
        let all = try today(in: snapshot).query("", snapshot.referenceData)
        return try mappingError(ApplicationError.store) { () throws(StoreError) in
            let accounts = snapshot.referenceData.accounts.map(\.facts.name)
            let categories = try snapshot.names(.category, of: all).rows.map(\.name)
            let organisation = try snapshot.organisation()
            let units = organisation.units.keys.sorted().map { id in
                (organisation.units[id]?.name ?? "", organisation.path(of: id))
            }
            return accounts.filter(sought.occurs).map { RenamableName(kind: .account, name: $0) }
                + categories.filter(sought.occurs).map { RenamableName(kind: .category, name: $0) }
                + units.filter { sought.occurs(in: $0.0) }
                .map { RenamableName(kind: .unit, name: $0.1) }
        }
    }
}

/// What an erasure did.
struct ErasureDone {
    let erased: TextsErased
    let left: [TextPlace]
    let head: LogHead
}

extension Environment {
    /// The files that nothing names any more when the text of some events is gone.
    private func contents(
        of events: [UInt64], in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> [String] {
        try mappingError(ApplicationError.store, snapshot.attachments()).contents(only: Set(events))
    }

    /// The same by their paths, and as places of text.
    fileprivate func attachments(
        of events: [UInt64], in snapshot: LedgerSnapshot
    ) throws(ApplicationError) -> (paths: Set<String>, places: [TextPlace]) {
        let paths = try contents(of: events, in: snapshot).map(AttachmentFiles.path)
        var places = TextPlaces()
        for path in paths { places.add(path) }
        return (Set(paths), places.all)
    }

    /// Hashes the files of the log that have some events, which are written anew when their text is
    /// erased.
    func hash(filesWith events: [UInt64]) throws(ApplicationError) {
        guard !events.isEmpty, let file = try store() as? FileEventStore else { return }
        let starts = Set(events.map { $0 / Limit.segmentEvents * Limit.segmentEvents })
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            _ = try file.quickCheck(since: file.head().count, files: starts, progress: progress)
        }
    }

    /// Does what the log says was to be erased, takes the same text out of the files beside it, and
    /// looks for it afterwards. The tables beside the log are made anew when somebody asks.
    ///
    /// - Parameter wanted: What was asked for; `nil` to go on with what was interrupted.
    func erase(_ wanted: EraseText.Wanted?) throws(ApplicationError) -> ErasureDone {
        let store = try store()
        // What an interrupted merge left has the same texts.
        if let folder = home.folder, !isDryRun {
            Places.removeFolder(Places.resolved("\(folder)/log") + FolderNames.mergingEnding)
        }
        let snapshot = try snapshot(of: store, upTo: nil)
        let all = try mappingError(ApplicationError.store, snapshot.events(of: snapshot.erasures()))
        let plan: ErasurePlan
        if let wanted {
            plan = wanted.plan
        } else {
            plan = try mappingError(
                ApplicationError.store, ErasurePlan(of: all, query: nil, in: snapshot))
        }
        // What is sought is known as long as the log has it.
        let files = ErasedFiles(home, plan)
        try files.remove(withTails: all.isEmpty)
        if !isDryRun {
            try AttachmentFiles(home).remove(contents(of: all, in: snapshot))
        }
        // Before, so that an end in between leaves no text in the tables; and behind, for others
        // may have made them anew meanwhile.
        if !isDryRun { try removeModels() }
        let erased = try mappingError(ApplicationError.store, store.eraseText(at: all))
        var left = TextPlaces()
        if !isDryRun {
            try removeModels()
            try mappingError(
                ApplicationError.store,
                snapshot.forEachLeft(of: plan) { left.add($0.column.name, event: $0.position) })
        }
        let known = try mappingError(ApplicationError.store, snapshot.known(plan))
        let inFiles = isDryRun ? [] : try files.left(known: known)
        let head = try mappingError(ApplicationError.store, store.head())
        return ErasureDone(erased: erased, left: left.all + inFiles, head: head)
    }
}

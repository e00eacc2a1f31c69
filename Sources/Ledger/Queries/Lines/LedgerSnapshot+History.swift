internal import EventLog

extension LedgerSnapshot {
    /// Every version of the line or task created at a position, oldest first; `nil` when none was
    /// created there.
    ///
    /// - Complexity: O(*n*) in the links after that position.
    package func history(of id: UInt64) throws(StoreError) -> LineHistory? {
        let erasures = try erasures().filter { $0.target == id }.map(\.position)
        let positions = (try versions(of: [id]).positions + erasures).sorted()
        var state = LedgerState(count: count, referenceData: referenceData)
        var versions: [VersionRow] = []
        var old: [FieldText] = []
        let marks = try undoMarks()
        var found: [RecordedEvent] = []
        try store.readEvents(at: positions, .all) { position, event, commit in
            // Other lines of the entry have versions of their own.
            guard event.target == id || position == id || erasures.contains(position), let commit
            else { return }
            found.append(RecordedEvent(position: position, event: event, commit: commit))
        }
        let files = try fileSayings(among: found.lazy.map(\.event))
        for recorded in found {
            let (position, event, commit) = (recorded.position, recorded.event, recorded.commit)
            state.apply(event, at: position)
            let new = texts(of: id, in: state)
            let file = files[position]
            let action = file.map { VersionRow.Action($0.deed) } ?? event.action
            versions.append(
                VersionRow(
                    position: position, action: action,
                    recordedAt: Timestamp(millisecondsSince1970: commit.recordedAt),
                    logClock: Timestamp(millisecondsSince1970: commit.logClock),
                    actor: commit.actor.flatMap(referenceData.person(at:))?.name ?? "",
                    batch: commit.batch,
                    changes: file?.changes ?? FieldText.changes(from: old, to: new),
                    reason: event.reason, undoes: marks.undone[commit.firstPosition],
                    redo: marks.isRedo(commit.firstPosition) ? true : nil))
            old = new
        }
        guard !versions.isEmpty else { return nil }
        let head = try head()
        return LineHistory(
            id: id, type: state.lines[id] == nil ? "task" : "line", versions: versions,
            position: head.lastPosition, root: head.root.hex)
    }

    private func texts(of id: UInt64, in state: LedgerState) -> [FieldText] {
        if let line = state.lines[id] { return line.texts(referenceData) }
        return state.todos[id]?.texts(referenceData) ?? []
    }
}

extension Event {
    /// The position of what the event changes; `nil` for other events.
    var target: UInt64? {
        switch self {
        case .lineAmended(let event): event.target.position
        case .lineVoided(let event): event.target.position
        case .lineRestored(let event): event.target.position
        case .lineMarked(let event): event.target.position
        case .fileAttached(let file): file.target.position
        default: todoTarget
        }
    }

    fileprivate var action: VersionRow.Action {
        switch self {
        case .lineAmended: .amended
        case .lineVoided: .voided
        case .lineRestored: .restored
        case .lineMarked: .marked
        case .taskEdited, .taskTimed, .taskLinked, .taskStarted, .taskStopped, .taskValued:
            .edited
        case .taskCompleted, .taskFinished: .completed
        case .taskReopened: .reopened
        case .taskRescheduled: .rescheduled
        case .taskDropped: .dropped
        case .textErased: .erased
        default: .added
        }
    }

    /// Why; empty when not said.
    var reason: String {
        switch self {
        case .lineAmended(let event): event.reason
        case .lineVoided(let event): event.reason
        case .lineRestored(let event): event.reason
        case .taskCompleted(let event), .taskReopened(let event), .taskDropped(let event):
            event.reason
        case .unknown: ""
        default: row[.reason]?.bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }
}

extension VersionRow.Action {
    fileprivate init(_ deed: FileDeed) {
        self =
            switch deed {
            case .attached: .attached
            case .detached: .detached
            case .renamed: .renamed
            }
    }
}

/// A field of an entity as text.
struct FieldText {
    let field: String
    /// `nil` for none.
    let text: String?

    init(_ field: String, _ text: String?) {
        self.field = field
        self.text = text
    }

    /// What differs, in the order of the fields; with nothing before, everything that is said.
    static func changes(from old: [FieldText], to new: [FieldText]) -> [FieldChange] {
        var changes: [FieldChange] = []
        for (index, field) in new.enumerated() {
            let was = index < old.count ? old[index].text : nil
            let isSame =
                (was == nil) == (field.text == nil)
                && (was ?? "").isSame(as: field.text ?? "")
            if isSame { continue }
            changes.append(FieldChange(field: field.field, was: was, now: field.text))
        }
        return changes
    }
}

extension LineState {
    /// Every field, always in the same order.
    func texts(_ referenceData: ReferenceData) -> [FieldText] {
        let row = LineRow(self, referenceData: referenceData)
        let isTransfer = row.kind == .transfer
        return [
            FieldText("kind", row.kind.name),
            FieldText("amount", row.amount),
            FieldText("currency", row.currency),
            FieldText("day", row.day.description),
            FieldText("category", row.category.nonEmpty),
            FieldText("account", row.account.nonEmpty),
            FieldText("direction", isTransfer ? (row.incoming ? "in" : "out") : nil),
            FieldText("time", row.time.nonEmpty),
            FieldText("payer", row.payer.nonEmpty),
            FieldText("split", row.shares?.map(\.text).joined(separator: ", ")),
            FieldText("externalId", row.externalId.nonEmpty),
            FieldText("title", row.title.nonEmpty),
            FieldText("note", row.note.nonEmpty),
            FieldText("tags", row.tags.joined(separator: ", ").nonEmpty),
            FieldText("status", row.status?.rawValue),
            FieldText("voided", row.voided ? "yes" : nil),
        ]
    }
}

extension String {
    /// Itself, or `nil` when it is empty.
    var nonEmpty: String? { isEmpty ? nil : self }
}

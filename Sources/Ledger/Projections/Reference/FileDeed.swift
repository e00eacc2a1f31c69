/// What an event about a file of a line or a task did.
package enum FileDeed: String, CaseIterable, Hashable, Sendable {
    /// It belongs there from then on.
    case attached
    /// It belongs there no more.
    case detached
    /// It is called something else from then on.
    case renamed

    /// The deeds that a word means: `file` all of them, `detached` or `file-detached` one; none for
    /// another word.
    package static func named(_ word: String) -> Set<FileDeed> {
        let (word, thing) = (word.lowercased(), EventType.fileAttached.entity)
        return Set(
            allCases.filter { [thing, $0.rawValue, "\(thing)-\($0.rawValue)"].contains(word) })
    }
}

/// What an event said of a file.
struct FileSaying: Hashable {
    let deed: FileDeed
    /// What it was called before; `nil` where it did not belong there, or its text was erased.
    let was: String?
    /// What it is called from then on; `nil` where it does not belong there, or its text was
    /// erased.
    let now: String?

    /// The name as it is told.
    var name: String? { now ?? was }

    /// The name as a change; none where it was erased.
    var changes: [FieldChange] {
        name == nil ? [] : [FieldChange(field: "file", was: was, now: now)]
    }
}

extension AttachmentBook {
    /// What each event about a file did, by its position.
    ///
    /// - Complexity: O(*n*) in those events.
    var sayings: [UInt64: FileSaying] {
        var there: [Key: String] = [:]
        var sayings: [UInt64: FileSaying] = [:]
        for entry in entries {
            let (ends, name) = (entry.file.ends, entry.file.fileName)
            let known = entry.key.flatMap { there[$0] }
            if let key = entry.key { there[key] = ends ? nil : name }
            if ends {
                sayings[entry.position] = FileSaying(
                    deed: .detached, was: name.nonEmpty, now: nil)
            } else if let known, known != name {
                sayings[entry.position] = FileSaying(
                    deed: .renamed, was: known.nonEmpty, now: name.nonEmpty)
            } else {
                sayings[entry.position] = FileSaying(
                    deed: .attached, was: nil, now: name.nonEmpty)
            }
        }
        return sayings
    }
}

extension LedgerSnapshot {
    /// What events about files did, by position; nothing where there are none among some.
    func fileSayings(
        among events: some Sequence<Event>
    ) throws(StoreError) -> [UInt64: FileSaying] {
        let isNeeded = events.contains { $0.type == .fileAttached }
        return isNeeded ? try attachments().sayings : [:]
    }
}

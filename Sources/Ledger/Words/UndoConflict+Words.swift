internal import EventLog

extension UndoConflict {
    /// The first of several, a line each below how many there are.
    static func words(_ conflicts: [UndoConflict]) -> String {
        let shownMax = 10
        let things = Prose.counted(Set(conflicts.map(\.id)).count, "thing")
        var text = "\(things) changed since; nothing was written"
        for conflict in conflicts.prefix(shownMax) { text += "\n    \(conflict.words)" }
        let rest = conflicts.count - shownMax
        return rest > 0 ? "\(text)\n    and \(Prose.grouped(rest)) more" : text
    }

    /// `1042 Lunch: amount was set to 12.50 and is 13.00 since event 1050`
    package var words: String {
        let name = "\(id) \(UndoConflict.words(title: title, type))"
        let since = "since event \(by)"
        switch (type, field) {
        case ("line", "voided"): return "\(name): \(now == nil ? "restored" : "voided") \(since)"
        case ("account", "closed"):
            return "\(name): \(now == nil ? "open again" : "closed") \(since)"
        case ("statement", "withdrawn"): return "\(name): withdrawn \(since)"
        case (_, UndoConflict.erasedField):
            return "\(name): the text that it had in event \(by) is erased"
        case ("closing", "closed"): return "\(name): closed again \(since)"
        case ("closing", UndoConflict.figuresField):
            return "\(name): the figures of these days are others \(since)"
        case ("category", "merged"): return "\(name): one with another category \(since)"
        default:
            return "\(name): \(field) was set to \(UndoConflict.words(value: set)) and is "
                + "\(UndoConflict.words(value: now)) \(since)"
        }
    }

    /// A value on one line, and not too long.
    package static func words(value: String?) -> String {
        value.map { PlainText.cut(PlainText.plain($0), to: 40) } ?? "(none)"
    }

    /// What a thing is called; its type where it cannot have a title.
    package static func words(title: String, _ type: String) -> String {
        if !title.isEmpty { return PlainText.plain(title) }
        return type == "line" || type == "task" ? "(no title)" : type
    }
}

extension NotUndoable: CustomStringConvertible {
    /// Why it has no inverse.
    public var description: String {
        switch self {
        case .opening: "it opened the ledger"
        case .person: "a person who was added stays known"
        case .currency: "a currency that was declared stays known"
        case .attribute: "an attribute that was declared stays known"
        case .erasure: "nothing brings text back that was erased"
        case .merge: "what this merge took in is mixed with other merges; undo its commits"
        case .nothing: "it changed nothing"
        }
    }
}

internal import Application
internal import EventLog
internal import Ledger

/// What stands in the address of a page; what cannot be is refused, and is no other question.
extension PageContext {
    /// How many rows of a list are passed over.
    ///
    /// - Throws: As ``number(_:in:)``.
    func skip() throws(ApplicationError) -> Int {
        try number("skip", in: 0...Int(clamping: Limit.logEventsMax)) ?? 0
    }

    /// A whole number; `nil` where there is none.
    ///
    /// - Throws: ``ApplicationError/outOfRange(field:_:)``, or
    ///   ``ApplicationError/badInput(path:field:_:)`` for what is no number.
    func number(_ name: String, in range: ClosedRange<Int>) throws(ApplicationError) -> Int? {
        guard let text = request.query[name] else { return nil }
        guard let number = Int(text) else {
            throw .badInput(path: request.path, field: name, .wrongType)
        }
        guard range.contains(number) else { throw .outOfRange(field: name, number) }
        return number
    }

    /// One of some words; `nil` where there is none.
    ///
    /// - Throws: ``ApplicationError/badChoice(field:_:allowed:)``.
    func word(_ name: String, of allowed: [String]) throws(ApplicationError) -> String? {
        try request.query.word(name, of: allowed)
    }
}

extension FormFields {
    /// One of some words; `nil` where there is none.
    ///
    /// - Throws: ``ApplicationError/badChoice(field:_:allowed:)``.
    func word(_ name: String, of allowed: [String]) throws(ApplicationError) -> String? {
        guard let text = self[name] else { return nil }
        guard allowed.contains(text) else {
            throw .badChoice(field: name, text, allowed: allowed)
        }
        return text
    }
}

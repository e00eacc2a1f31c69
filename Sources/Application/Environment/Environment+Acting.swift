internal import EventLog
internal import Ledger

// Somebody else, or another moment: each a changed copy, to be passed on or pushed.

extension Environment {
    /// A copy in which a person acts: a name in any case, or an id such as `1` or `#1`.
    ///
    /// - Throws: ``ApplicationError/unknownPerson(_:suggestions:)``.
    package func acting(as name: String) throws(ApplicationError) -> Environment {
        let snapshot = try snapshot()
        let digits = name.hasPrefix("#") ? name.dropFirst() : name[...]
        var user = UInt64(digits).flatMap { snapshot.referenceData.person(at: $0)?.position }
        if user == nil { user = try person(name, in: snapshot) }
        return with { $0.user = user }
    }

    /// A copy at another moment: the ledger as it was then, and the clock of then.
    ///
    /// - Parameter text: A position, RFC 3339, or a date or phrase with all of that day.
    package func travelling(to text: String) throws(ApplicationError) -> Environment {
        let past = try past(text)
        let moment: Timestamp
        switch past {
        case .time(let time): moment = time
        case .position:
            let snapshot = try with { $0.asOf = past }.snapshot()
            let head = try mappingError(ApplicationError.store, snapshot.head())
            moment = Timestamp(millisecondsSince1970: head.logClock)
        }
        return with { copy in
            copy.asOf = past
            copy.now = { moment }
        }
    }
}

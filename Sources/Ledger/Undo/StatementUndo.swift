/// Statements that are withdrawn or asserted again.
struct StatementUndo {
    /// A statement that was noted.
    struct Noted {
        /// Where.
        let position: UInt64
        /// What.
        let statement: StatementAsserted
        /// Where it was withdrawn; `nil` while it stands.
        var withdrawn: UInt64?
        /// Whether it stands after the undo.
        var stands: Bool
    }

    /// All of them, oldest first.
    private(set) var noted: [Noted] = []

    /// Takes in an event that follows.
    mutating func apply(_ event: Event, at position: UInt64) {
        switch event {
        case .statementAsserted(let statement):
            noted.append(Noted(position: position, statement: statement, stands: true))
        case .assertionWithdrawn(let withdrawal):
            guard let index = noted.firstIndex(where: { $0.position == withdrawal.target.position })
            else { return }
            noted[index].withdrawn = position
            noted[index].stands = false
        default: break
        }
    }

    /// Takes back the event at a position, the newest first: a statement, or one that says the same
    /// and stands in its place, is withdrawn; one that was withdrawn stands again.
    ///
    /// - Returns: What stands in the way: a statement that was withdrawn since; else `nil`.
    mutating func rollBack(_ position: UInt64) -> Noted? {
        if let own = noted.firstIndex(where: { $0.position == position }) {
            let same = noted.lastIndex { $0.stands && $0.statement == noted[own].statement }
            guard let standing = noted[own].stands ? own : same else { return noted[own] }
            noted[standing].stands = false
        } else if let index = noted.firstIndex(where: { $0.withdrawn == position }) {
            noted[index].stands = true
        }
        return nil
    }

    /// The statements whose standing changes.
    var changed: [Noted] { noted.filter { $0.stands != ($0.withdrawn == nil) } }

    /// The events that make it so.
    func events(reason: String) -> [Event] {
        changed.map { noted in
            if noted.stands { return .statementAsserted(noted.statement) }
            let withdrawal = AssertionWithdrawn(
                target: .position(noted.position), reason: reason)
            return .assertionWithdrawn(withdrawal)
        }
    }
}

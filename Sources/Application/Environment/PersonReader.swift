internal import Ledger

/// Reads persons who are named beside something else; those who are not known yet are added in
/// front of it, in the same commit.
struct PersonReader {
    let env: Environment
    let snapshot: LedgerSnapshot
    private var added: [PersonAdded] = []
    private var notes: [DecisionNote] = []

    init(_ env: Environment, _ snapshot: LedgerSnapshot) {
        self.env = env
        self.snapshot = snapshot
    }

    /// A person by name in any case, `me`, or an id such as `1` or `#1`.
    mutating func person(_ text: String) throws(ApplicationError) -> Reference {
        if let known = try known(text) { return known }
        let decision = try snapshot.decision(.addPerson(name: text))
        guard case .personAdded(let person) = decision.events.first else {
            throw .unknownPerson(text, suggestions: [])
        }
        if let index = added.firstIndex(where: { $0.name == person.name }) {
            return .inThisCommit(index)
        }
        added.append(person)
        notes.append(DecisionNote(.personAdded, given: text, used: person.name))
        return .inThisCommit(added.count - 1)
    }

    /// The position that a person has or will have: someone who is known, as
    /// ``Environment/personID(_:in:)`` finds them, else someone who is added.
    mutating func position(_ text: String) throws(ApplicationError) -> UInt64 {
        try env.refuseID(ofPerson: text)
        do throws(ApplicationError) {
            return try env.personID(text, in: extended)
        } catch .unknownPerson {
            guard case .inThisCommit(let index) = try person(text) else {
                throw .unknownPerson(text, suggestions: [])
            }
            return snapshot.count + UInt64(index)
        } catch {
            throw error
        }
    }

    /// The snapshot with those who have to be added.
    var extended: LedgerSnapshot { added.isEmpty ? snapshot : snapshot.knowing(added) }

    /// As ``person(_:)``, of those who are known; `nil` for a name that is not.
    ///
    /// Who may not read the ledger names others by name: an id would tell what they are called.
    func known(_ text: String) throws(ApplicationError) -> Reference? {
        try env.refuseID(ofPerson: text)
        if let position = env.knownPerson(text, in: snapshot) { return .position(position) }
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard let position = UInt64(digits) else { return nil }
        if snapshot.referenceData.person(at: position) == nil {
            throw .decision(.unknownPerson(position))
        }
        return .position(position)
    }

    /// A decision with those who have to be added in front of its events.
    func completed(_ decision: Decision) -> Decision {
        if added.isEmpty { return decision }
        var decision = decision
        for (index, event) in decision.events.enumerated() {
            switch event {
            case .lineAdded(var line):
                line.entry = moved(line.entry)
                line.facts.account = moved(line.facts.account)
                decision.events[index] = .lineAdded(line)
            case .lineAmended(var line):
                line.facts.account = moved(line.facts.account)
                decision.events[index] = .lineAmended(line)
            case .lineMarked(var mark):
                mark.target = moved(mark.target) ?? mark.target
                decision.events[index] = .lineMarked(mark)
            default: break
            }
        }
        decision.events.insert(contentsOf: added.map { .personAdded($0) }, at: 0)
        decision.notes += notes
        return decision
    }

    private func moved(_ reference: Reference?) -> Reference? {
        guard case .inThisCommit(let index)? = reference else { return reference }
        return .inThisCommit(index + added.count)
    }
}

extension Environment {
    /// Refuses the id of another person from somebody who may not read the ledger, whether there
    /// is such a person or not.
    func refuseID(ofPerson text: String) throws(ApplicationError) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard !reads, let position = UInt64(digits), position != actor else { return }
        throw .unknownPerson(text, suggestions: [])
    }
}

internal import Ledger

extension Environment {
    /// Refuses what was decided where a category, an account or a person that is new is likely to
    /// be a slip for one that is known; who may not read the ledger learns of none.
    ///
    /// - Parameter snapshot: What is known without the decision.
    /// - Throws: ``DecisionError/similarCategory(_:near:)`` and its like.
    func refuseSlips(
        in decision: Decision, of snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        if grant?.reads == false { return }
        for note in decision.notes {
            switch note.kind {
            case .similarCategory:
                let (given, used) = (levels(note.given), levels(note.used))
                let differing = zip(given, used).first { $0 != $1 }
                let isSlip =
                    given.count != used.count
                    || differing.map { Spelling.isSlip($0, for: $1) } == true
                if isSlip { throw .decision(.similarCategory(note.given, near: note.used)) }
            case .accountOpened:
                let names = snapshot.referenceData.accounts.map(\.facts.name)
                if let near = meant(by: note.used, among: names) {
                    throw .decision(.similarAccount(note.given, near: near))
                }
            case .personAdded: try refuseSlip(ofPerson: note.given, in: snapshot)
            default: break
            }
        }
    }

    /// Refuses an account that is typed for all rows of a file, would be new, and whose name is
    /// likely to be a slip for a known one.
    func refuseSlip(
        ofAccount typed: String, for survey: FileSurvey, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        let name = String(typed.hasPrefix("=") ? typed.dropFirst() : typed[...])
        let isOfAll = survey.accounts.contains { $0.name == name }
        if grant?.reads == false || !isOfAll { return }
        if snapshot.referenceData.account(named: name) != nil { return }
        let names = snapshot.referenceData.accounts.map(\.facts.name)
        if let near = meant(by: name, among: names) {
            throw .decision(.similarAccount(name, near: near))
        }
    }

    /// Refuses a person who would be new and whose name is likely to be a slip for a known one.
    func refuseSlip(
        ofPerson name: String, in snapshot: LedgerSnapshot
    ) throws(ApplicationError) {
        if grant?.reads == false { return }
        if let near = meant(by: name, among: snapshot.referenceData.persons.map(\.name)) {
            throw .decision(.similarPerson(name, near: near))
        }
    }

    /// The name for which another one is likely to be a slip: level by level where both have as
    /// many.
    private func meant(by text: String, among names: [String]) -> String? {
        names.first { name in
            let pairs = zip(levels(text), levels(name)).filter {
                $0.lowercased() != $1.lowercased()
            }
            return levels(text).count == levels(name).count
                ? !pairs.isEmpty && pairs.allSatisfy { Spelling.isSlip($0, for: $1) }
                : Spelling.isSlip(text, for: name)
        }
    }

    private func levels(_ name: String) -> [Substring] { name.split(separator: ":") }
}

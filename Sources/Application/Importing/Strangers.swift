internal import Interchange
internal import Ledger

/// Persons whom a file names and the ledger does not have, all of them before anything is written.
struct Strangers {
    private let known: [String]
    private let folded: Set<String>
    private var seen: Set<String> = []
    private var names: [String] = []

    init(_ snapshot: LedgerSnapshot) {
        known = snapshot.referenceData.persons.map(\.name)
        folded = Set(known.map { $0.lowercased() })
    }

    /// Takes the names of a row.
    mutating func look(at row: ImportRow) {
        guard let own = row.own, !own.payer.isEmpty || !own.shares.isEmpty else { return }
        if !own.payer.isEmpty { take(own.payer) }
        for share in own.shares { take(share.name) }
    }

    private mutating func take(_ name: String) {
        let small = name.lowercased()
        if !folded.contains(small), seen.insert(small).inserted { names.append(name) }
    }

    /// - Throws: ``ApplicationError/unknownPerson(_:suggestions:)`` for one,
    ///   ``ApplicationError/unknownPersons(_:)`` for several.
    func refuse() throws(ApplicationError) {
        guard let first = names.first else { return }
        if names.count > 1 { throw .unknownPersons(names) }
        throw .unknownPerson(first, suggestions: Spelling.nearest(to: first, among: known))
    }
}

internal import Ledger

/// What an endpoint asks for: some permissions in a unit.
package struct Asked: Hashable, Sendable {
    /// All of them.
    package var permissions: Set<Permission>
    /// The unit, as it was typed; `nil` for the whole ledger.
    package var unit: String?

    /// Permissions in a unit.
    package init(_ permissions: Set<Permission>, in unit: String? = nil) {
        self.permissions = permissions
        self.unit = unit
    }
}

/// Why the acting person may not do something.
package struct Refusal: Codable, Hashable, Sendable {
    /// What was called.
    package let path: String
    /// The person, by position.
    package let person: UInt64
    /// What the person is called; may be empty.
    package let name: String
    /// What is missing, in order.
    package let missing: [Permission]
    /// The path of the unit; `/` for the whole ledger.
    package let unit: String

    /// A refusal.
    package init(
        path: String, person: UInt64, name: String, missing: [Permission], unit: String
    ) {
        self.path = path
        self.person = person
        self.name = name
        self.missing = missing
        self.unit = unit
    }
}

extension Permission {
    /// The same as an event has it.
    var right: Rights {
        switch self {
        case .read: .read
        case .create: .create
        case .write: .write
        case .share: .share
        }
    }
}

extension Set<Permission> {
    /// The same as an event has it.
    var rights: Rights { reduce(into: []) { $0.insert($1.right) } }
}

extension Environment {
    /// Holds what an endpoint asks for against what the acting person may do at the end of the
    /// ledger, whatever past is looked at.
    ///
    /// Nothing is checked where no rights were ever granted, and where there is no ledger that can
    /// be opened: what mends one has to run.
    ///
    /// - Throws: ``ApplicationError/forbidden(_:)``.
    /// - Complexity: O(*n*) in the frames, and in the grants where there are any, and the units
    ///   where one is named.
    func check(_ path: String, _ asked: [Asked]) throws(ApplicationError) {
        guard let store = try? home.open(), (try? store.hasRights()) == true else { return }
        let organisation: Organisation
        let withUnits = asked.contains { $0.unit != nil }
        do throws(StoreError) {
            organisation = try store.rights(of: actor, withUnits: withUnits)
        } catch {
            // The owner mends what is damaged.
            if actor == Organisation.owner { return }
            throw .store(error)
        }
        let table = RightsTable(organisation)
        for one in asked {
            // A unit that is not known is told of by the endpoint, to who may see all of them.
            let unit = try? one.unit.map { try unitID($0, in: organisation) } ?? nil
            let answer = table.answer(actor, one.permissions.rights, in: unit)
            if answer.isGranted { continue }
            throw .forbidden(
                Refusal(
                    path: path, person: actor, name: name(ofPerson: actor),
                    missing: Permission.allCases.filter { answer.missing.contains($0.right) },
                    unit: organisation.path(of: unit)))
        }
    }

    private func name(ofPerson id: UInt64) -> String {
        (try? with { $0.asOf = nil }.books().chart.person(at: id)?.name) ?? ""
    }
}

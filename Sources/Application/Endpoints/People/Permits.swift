internal import EventLog
package import Ledger

/// Rights of some persons in a unit.
package struct RightsInput: Codable, Hashable, Sendable {
    /// The persons, by id or name.
    package var people: [String]
    /// `read`, `create`, `write`, `share`, or `all`.
    package var rights: [String]
    /// The unit; the whole ledger when left out, or `/`.
    package var unit: String?
    /// Why.
    package var reason: String?

    /// A request.
    package init(
        people: [String], rights: [String], unit: String? = nil, reason: String? = nil
    ) {
        self.people = people
        self.rights = rights
        self.unit = unit
        self.reason = reason
    }

    /// The rights, as they are typed: each by itself, or several divided by commas.
    static func rights(_ words: [String]) throws(ApplicationError) -> Rights {
        var rights: Rights = []
        for word in words.flatMap({ $0.split(separator: ",") }) {
            guard let right = Rights(name: word) else {
                throw .badChoice(
                    field: "right", String(word), allowed: Rights.all.names + ["all"])
            }
            rights.formUnion(right)
        }
        return rights
    }

    /// Whoever passes a right on has to have it, and to be allowed to share.
    var asked: [PermissionRequest] {
        let rights = (try? RightsInput.rights(rights)) ?? []
        let passed = Permission.allCases.filter { rights.contains($0.right) }
        return [PermissionRequest(Set(passed).union([.share]), in: unit)]
    }

    func command(
        _ snapshot: LedgerSnapshot, _ env: Environment,
        _ make: ([UInt64], Rights, UInt64?) -> PeopleCommand
    ) throws(ApplicationError) -> Command {
        let rights = try RightsInput.rights(rights)
        let people = try env.personIDs(people, in: snapshot)
        var id: UInt64?
        if let unit { id = try env.unitID(unit, in: snapshot.wholeOrganisation()) }
        return .people(make(people, rights, id))
    }
}

/// Lets persons do something in a unit and all below.
package enum Permit: KeyedEndpoint {
    package typealias Input = RightsInput
    /// What was written; the id is that of the first event.
    package typealias Output = WriteReceipt

    package static let path = "permit"
    package static let summary = "let persons read, create, write or share in a unit"
    package static let needs: Set<Permission> = [.share]

    package static func asks(_ input: Input) -> [PermissionRequest] { input.asked }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.record { snapshot, env throws(ApplicationError) in
            try input.command(snapshot, env) {
                .grant($0, $1, unit: $2, reason: input.reason ?? "")
            }
        }.written()
    }
}

/// Lets persons no longer do something in a unit and all below.
package enum Revoke: KeyedEndpoint {
    package typealias Input = RightsInput
    /// What was written; the id is that of the first event.
    package typealias Output = WriteReceipt

    package static let path = "revoke"
    package static let summary = "take back what persons may do in a unit"
    package static let needs: Set<Permission> = [.share]

    package static func asks(_ input: Input) -> [PermissionRequest] {
        [PermissionRequest(needs, in: input.unit)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.record { snapshot, env throws(ApplicationError) in
            try input.command(snapshot, env) {
                .revoke($0, $1, unit: $2, reason: input.reason ?? "")
            }
        }.written()
    }
}

/// Says whether a person may do something, and why.
package enum AskRight: Endpoint {
    /// Who, what and where.
    package struct Input: Codable, Hashable, Sendable {
        /// The person, by id or name.
        package var person: String
        /// `read`, `create`, `write`, `share`, several of them or `all`.
        package var rights: [String]
        /// The unit; the whole ledger when left out, or `/`.
        package var unit: String?

        /// A request.
        package init(person: String, rights: [String], unit: String? = nil) {
            self.person = person
            self.rights = rights
            self.unit = unit
        }
    }

    /// Why a person may do one thing or not; flat.
    package struct Row: Codable, Hashable, Sendable {
        /// One right.
        package let right: String
        /// Whether the person has it.
        package let granted: Bool
        /// The path of the unit in which it was granted; `/` for the whole ledger, `nil` where it
        /// was not.
        package let from: String?
        /// The position of the event that granted it; `nil` where it was not, and for the owner,
        /// who has it from the beginning.
        package let event: UInt64?
    }

    /// An answer.
    package struct Output: Codable, Hashable, Sendable {
        /// Whether the person may do all of it, as everyone may before rights are in force.
        package let granted: Bool
        /// Whether rights are asked for at all: not before the first was granted.
        package let inForce: Bool
        /// The person, by position.
        package let person: UInt64
        /// What the person is called.
        package let name: String
        /// The path of the unit; `/` for the whole ledger.
        package let unit: String
        /// Right by right, in order.
        package let rows: [Row]
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "can"
    package static let summary = "say whether a person may do something in a unit, and why"
    package static let needs: Set<Permission> = [.read]

    package static func asks(_ input: Input) -> [PermissionRequest] {
        [PermissionRequest(needs, in: input.unit)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let person = try env.personID(input.person, in: snapshot)
        let rights = try RightsInput.rights(input.rights)
        if rights.isEmpty { throw .decision(.nothingGiven) }
        let organisation = try snapshot.wholeOrganisation()
        var unit: UInt64?
        if let text = input.unit { unit = try env.unitID(text, in: organisation) }
        let answer = RightsTable(organisation).answer(person, rights, in: unit)
        let rows = rights.each.map { right in
            let source = answer.sources.first { $0.right == right }
            return Row(
                right: right.names.first ?? "", granted: source != nil,
                from: source.map { organisation.path(of: $0.unit) }, event: source?.event)
        }
        let head = try mappingError(ApplicationError.store, snapshot.head())
        let inForce = !organisation.grants.isEmpty
        return Output(
            granted: answer.isGranted || !inForce, inForce: inForce, person: person,
            name: snapshot.referenceData.person(at: person)?.name ?? "",
            unit: organisation.path(of: unit), rows: rows, position: max(1, snapshot.count) - 1,
            root: head.root.hex)
    }
}

internal import EventLog
package import Ledger

/// Shows the units as a tree.
package enum UnitTreeEndpoint: Endpoint {
    /// From where.
    package struct Input: Codable, Hashable, Sendable {
        /// The unit to begin with; all of them when left out.
        package var unit: String?

        /// A request.
        package init(unit: String? = nil) { self.unit = unit }
    }

    /// The units, each before those below it.
    package typealias Output = UnitList

    package static let path = "unit/tree"
    package static let summary = "show the units of the organisation as a tree"
    package static let needs: Set<Permission> = [.read]

    package static func asks(_ input: Input) -> [PermissionRequest] {
        [PermissionRequest(needs, in: input.unit)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        var top: UInt64?
        if let unit = input.unit { top = try env.unitID(unit, in: snapshot.wholeOrganisation()) }
        return try mappingError(ApplicationError.store, snapshot.unitTree(below: top))
    }
}

/// Shows the units above a unit, or above those of a person.
package enum UnitChain: Endpoint {
    /// Of what.
    package struct Input: Codable, Hashable, Sendable {
        /// A unit.
        package var unit: String?
        /// A person, by id or name: the chain of each unit of the person.
        package var person: String?

        /// A request.
        package init(unit: String? = nil, person: String? = nil) {
            self.unit = unit
            self.person = person
        }
    }

    /// The units, the highest first.
    package typealias Output = UnitList

    package static let path = "unit/chain"
    package static let summary = "show the chain of units above a unit or a person"
    package static let needs: Set<Permission> = [.read]

    /// Units of a person may be anywhere.
    package static func asks(_ input: Input) -> [PermissionRequest] {
        [PermissionRequest(needs, in: input.person == nil ? input.unit : nil)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if input.person != nil, input.unit != nil {
            throw .badInput(path: path, field: "unit", .badValue)
        }
        let snapshot = try env.snapshot()
        if let person = input.person {
            let id = try env.personID(person, in: snapshot)
            return try mappingError(ApplicationError.store, snapshot.unitChains(ofPerson: id))
        }
        guard let text = input.unit else {
            throw .badInput(path: path, field: "unit", .missing)
        }
        let unit = try env.unit(text, in: snapshot.wholeOrganisation())
        return try mappingError(ApplicationError.store, snapshot.unitChain(of: unit))
    }
}

/// Adds a unit.
package enum AddUnit: KeyedEndpoint {
    /// The unit.
    package struct Input: Codable, Hashable, Sendable {
        /// Its name; it stays for ever.
        package var name: String
        /// The unit above; none when left out.
        package var parent: String?

        /// A request.
        package init(name: String, parent: String? = nil) {
            self.name = name
            self.parent = parent
        }
    }

    /// What was written; the id is that of the unit.
    package typealias Output = WriteReceipt

    package static let path = "unit/add"
    package static let summary = "add a unit to the organisation"
    package static let needs: Set<Permission> = [.create]

    package static func asks(_ input: Input) -> [PermissionRequest] {
        [PermissionRequest(needs, in: input.parent)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.record { snapshot, env throws(ApplicationError) in
            var parent: UInt64?
            if let text = input.parent {
                parent = try env.unitID(text, in: snapshot.wholeOrganisation())
            }
            return .people(.addUnit(input.name, parent: parent))
        }.written()
    }
}

/// Gives a unit another name.
package enum RenameUnit: KeyedEndpoint {
    /// Which unit, and its name.
    package struct Input: Codable, Hashable, Sendable {
        /// The unit.
        package var unit: String
        /// Its name from now on.
        package var name: String

        /// A request.
        package init(unit: String, name: String) {
            self.unit = unit
            self.name = name
        }
    }

    /// What was written; the id is that of the unit.
    package typealias Output = WriteReceipt

    package static let path = "unit/rename"
    package static let summary = "give a unit another name"
    package static let needs: Set<Permission> = [.write]

    package static func asks(_ input: Input) -> [PermissionRequest] {
        [PermissionRequest(needs, in: input.unit)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var id: UInt64 = 0
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            id = try env.unit(input.unit, in: snapshot.wholeOrganisation())
            return .people(.renameUnit(id, input.name))
        }
        return recorded.written(id)
    }
}

/// Moves a unit and all below it.
package enum MoveUnit: KeyedEndpoint {
    /// Which unit, and where to.
    package struct Input: Codable, Hashable, Sendable {
        /// The unit.
        package var unit: String
        /// The unit above it from now on; `/` for none.
        package var parent: String

        /// A request.
        package init(unit: String, parent: String) {
            self.unit = unit
            self.parent = parent
        }
    }

    /// What was written; the id is that of the unit.
    package typealias Output = WriteReceipt

    package static let path = "unit/move"
    package static let summary = "move a unit, with all below it, below another one"
    package static let needs: Set<Permission> = [.write]

    /// Rights are inherited from above, so whoever moves a unit must be allowed to at both ends.
    package static func asks(_ input: Input) -> [PermissionRequest] {
        [PermissionRequest(needs, in: input.unit), PermissionRequest(needs, in: input.parent)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var id: UInt64 = 0
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            let organisation = try snapshot.wholeOrganisation()
            id = try env.unit(input.unit, in: organisation)
            return .people(.moveUnit(id, to: try env.unitID(input.parent, in: organisation)))
        }
        return recorded.written(id)
    }
}

internal import EventLog

/// Units: a tree from the top, siblings by name, or a chain from the highest to the lowest.
package struct UnitList: Codable, Hashable, Sendable {
    /// The units.
    package let rows: [UnitRow]
    /// The position of the last event that was taken in.
    package let position: UInt64
    /// The root over all events up to and including it, lower-case hex.
    package let root: String
}

/// A unit as lists show it; flat.
package struct UnitRow: Codable, Hashable, Sendable {
    /// The unit's id: the position of the event that added it.
    package let id: UInt64
    /// Its name.
    package let name: String
    /// Its name behind those of all units above it: `Company/Sales`.
    package let path: String
    /// How many units are above it.
    package let depth: Int
    /// The unit above; `nil` for none, and then left out of JSON.
    package let parent: UInt64?
    /// How many persons are in it.
    package let members: Int
    /// How many persons are in it or in a unit below; someone who is in two counts twice.
    package let membersBelow: Int
    /// The post of the person whose chain it is; `nil` elsewhere and for units in which the person
    /// is not, and then left out of JSON.
    package let post: String?
}

extension LedgerSnapshot {
    /// The units below one, that one included; `nil` for all.
    ///
    /// - Complexity: O(*n* · log *n*) in the units, and O(*m*) in the memberships.
    package func unitTree(below top: UInt64? = nil) throws(StoreError) -> UnitList {
        let organisation = try organisation()
        let tree = UnitTree(organisation)
        return try list(tree.rows(below: top))
    }

    /// A unit behind all above it.
    package func unitChain(of unit: UInt64) throws(StoreError) -> UnitList {
        let tree = UnitTree(try organisation())
        return try list(tree.chain(of: unit, person: nil))
    }

    /// The units of a person, each behind all above it.
    package func unitChains(ofPerson person: UInt64) throws(StoreError) -> UnitList {
        let organisation = try organisation()
        let tree = UnitTree(organisation)
        let own = organisation.memberships.filter { $0.key.person == person && $0.value.isMember }
        let units = own.keys.compactMap(\.unit).sorted()
        return try list(units.flatMap { tree.chain(of: $0, person: person) })
    }

    private func list(_ rows: [UnitRow]) throws(StoreError) -> UnitList {
        let head = try head()
        return UnitList(rows: rows, position: head.lastPosition, root: head.root.hex)
    }
}

/// Units with how many are in them.
private struct UnitTree {
    private let organisation: Organisation
    private var members: [UInt64: Int] = [:]
    private var membersBelow: [UInt64: Int] = [:]
    private var children: [UInt64?: [Organisation.Unit]] = [:]

    init(_ organisation: Organisation) {
        self.organisation = organisation
        for (place, membership) in organisation.memberships where membership.isMember {
            if let unit = place.unit { members[unit, default: 0] += 1 }
        }
        for unit in organisation.units.values where !unit.isClosed {
            children[unit.parent, default: []].append(unit)
        }
        for key in children.keys {
            children[key]?.sort {
                let order = NameOrder.compared($0.name, $1.name)
                return order == 0 ? $0.position < $1.position : order < 0
            }
        }
        for (row, _) in walk(below: nil).reversed() {
            let own = (members[row.position] ?? 0) + (membersBelow[row.position] ?? 0)
            membersBelow[row.position] = own
            if let parent = row.parent { membersBelow[parent, default: 0] += own }
        }
    }

    /// Each unit before those below it, with its depth.
    private func walk(below top: UInt64?) -> [(Organisation.Unit, Int)] {
        var found: [(Organisation.Unit, Int)] = []
        var open: [(Organisation.Unit, Int)]
        if let top {
            open =
                organisation.units[top].map { [($0, organisation.chain(of: top).count - 1)] } ?? []
        } else {
            open = (children[nil] ?? []).reversed().map { ($0, 0) }
        }
        while let (unit, depth) = open.popLast() {
            found.append((unit, depth))
            open += (children[unit.position] ?? []).reversed().map { ($0, depth + 1) }
        }
        return found
    }

    func rows(below top: UInt64?) -> [UnitRow] {
        var paths: [UInt64: String] = [:]
        return walk(below: top).map { unit, depth in
            let above = unit.parent.map { paths[$0] ?? organisation.path(of: $0) }
            let path = above.map { "\($0)/\(unit.name)" } ?? unit.name
            paths[unit.position] = path
            return row(unit, path, depth, post: nil)
        }
    }

    func chain(of unit: UInt64, person: UInt64?) -> [UnitRow] {
        organisation.chain(of: unit).reversed().enumerated().map { depth, unit in
            let place = person.map { Organisation.Place(person: $0, unit: unit.position) }
            let membership = place.flatMap { organisation.memberships[$0] }
            return row(
                unit, organisation.path(of: unit.position), depth,
                post: membership?.isMember == true ? membership?.post : nil)
        }
    }

    private func row(
        _ unit: Organisation.Unit, _ path: String, _ depth: Int, post: String?
    ) -> UnitRow {
        UnitRow(
            id: unit.position, name: unit.name, path: path, depth: depth, parent: unit.parent,
            members: members[unit.position] ?? 0,
            membersBelow: membersBelow[unit.position] ?? 0, post: post)
    }
}

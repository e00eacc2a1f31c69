/// Who may do what, made ready for many questions: every unit knows which numbers the units below
/// it have, so whether a grant reaches a unit is two comparisons.
package struct RightsTable: Sendable {
    /// What was granted to someone.
    private struct Entry {
        /// The numbers of the units that it reaches.
        let reach: Range<Int32>
        let unit: UInt64?
        let rights: Rights
        let grant: Organisation.Grant
    }

    private var reaches: [UInt64: Range<Int32>] = [:]
    private var entries: [UInt64: [Entry]] = [:]

    /// The rights in an organisation.
    ///
    /// Units that are above themselves, which this program does not write, are reached by what
    /// holds in the whole ledger only.
    ///
    /// - Complexity: O(*n*) in the units and grants.
    package init(_ organisation: Organisation) {
        number(organisation)
        var places = Array(organisation.grants.keys)
        let owner = Organisation.Place(person: Organisation.owner, unit: nil)
        if organisation.grants[owner] == nil { places.append(owner) }
        let everything = 0..<Int32.max
        for place in places {
            let rights = organisation.rights(of: place)
            guard let reach = place.unit == nil ? everything : place.unit.flatMap({ reaches[$0] }),
                !rights.isEmpty
            else { continue }
            entries[place.person, default: []].append(
                Entry(
                    reach: reach, unit: place.unit, rights: rights,
                    grant: organisation.grants[place] ?? Organisation.Grant()))
        }
        // The widest first: what comes later is nearer, of all that reach the same unit.
        for person in entries.keys {
            entries[person]?.sort {
                ($0.reach.lowerBound, $1.reach.upperBound)
                    < ($1.reach.lowerBound, $0.reach.upperBound)
            }
        }
    }

    /// Numbers the units so that those below a unit follow it.
    private mutating func number(_ organisation: Organisation) {
        var below: [UInt64: [UInt64]] = [:]
        var roots: [UInt64] = []
        for unit in organisation.units.values {
            if let parent = unit.parent, organisation.units[parent] != nil {
                below[parent, default: []].append(unit.position)
            } else {
                roots.append(unit.position)
            }
        }
        var next: Int32 = 1
        // A unit is met twice: when it gets its number, and when all below it have theirs.
        var path: [(unit: UInt64, first: Int32?)] = roots.map { ($0, nil) }
        while let (unit, first) = path.popLast() {
            if let first {
                reaches[unit] = first..<next
                continue
            }
            path.append((unit, next))
            next += 1
            for child in below[unit] ?? [] { path.append((child, nil)) }
        }
    }

    /// Whether a person may do something.
    ///
    /// - Parameters:
    ///   - person: By position.
    ///   - rights: All of them are asked for.
    ///   - unit: By position; `nil` for the whole ledger.
    /// - Complexity: O(*g*) in the grants of the person.
    package func answer(_ person: UInt64, _ rights: Rights, in unit: UInt64?) -> RightsAnswer {
        var answer = RightsAnswer(missing: rights)
        let number: Int32
        switch unit.map({ reaches[$0] }) {
        case .some(.some(let reach)): number = reach.lowerBound
        default: number = 0
        }
        guard let entries = entries[person] else { return answer }
        for entry in entries where entry.reach.contains(number) {
            let found = entry.rights.intersection(rights)
            if found.isEmpty { continue }
            answer.missing.subtract(found)
            for right in found.each {
                answer.sources.removeAll { $0.right == right }
                answer.sources.append(
                    RightsAnswer.Source(
                        right: right, unit: entry.unit, event: entry.grant.version(of: right)))
            }
        }
        return answer
    }
}

/// Whether someone may do something, and why.
package struct RightsAnswer: Hashable, Sendable {
    /// Why someone may do something.
    package struct Source: Hashable, Sendable {
        /// One right.
        package let right: Rights
        /// The unit in which it was granted; `nil` for the whole ledger.
        package let unit: UInt64?
        /// The event that granted it; `nil` for the owner, who has it from the beginning.
        package let event: UInt64?
    }

    /// What is not granted.
    package internal(set) var missing: Rights
    /// The nearest grant of each right that there is.
    package internal(set) var sources: [Source] = []

    /// Whether nothing is missing.
    package var isGranted: Bool { missing.isEmpty }
}

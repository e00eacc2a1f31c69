internal import EventLog
internal import Ledger

extension Environment {
    /// Holds what an endpoint asks for against what the acting person may do at the end of the
    /// ledger, whatever past is looked at.
    ///
    /// Nothing is asked where no rights were ever granted, and where there is no ledger. Whatever
    /// fails on the way refuses.
    ///
    /// - Parameters:
    ///   - isMending: Whether the endpoint looks at what may be damaged, or mends it: then the
    ///     owner passes where rights cannot be read.
    ///   - receipt: The id of the entity that is asked for, where only that is shown: who recorded
    ///     it may see it as of that very commit.
    /// - Throws: ``ApplicationError/forbidden(_:)``, ``ApplicationError/store(_:)``.
    /// - Complexity: O(*n*) in the frames, and in the grants where there are any, and the units
    ///   where one is named.
    @discardableResult
    func check(
        _ path: String, _ asked: [PermissionRequest], isMending: Bool = false,
        receipt: String? = nil
    ) throws(ApplicationError) -> Grant {
        let open = Grant(path: path, asked: asked, events: 0, inForce: false, reads: true)
        do throws(ApplicationError) {
            let found = try mappingError(
                ApplicationError.store,
                home.open().map { store throws(StoreError) in
                    (store, try store.head().count)
                })
            guard let (store, count) = found else { return open }
            return try check(path, asked, store, upTo: count, receipt: receipt)
        } catch .store(let error) {
            // What is damaged has to be mended by somebody.
            if isMending, actor == Organisation.owner { return open }
            throw .store(error)
        } catch {
            throw error
        }
    }

    /// What the acting person may do in the whole ledger as it is now, whatever past is looked at,
    /// as far as the caller may; everything of that where no rights were ever granted.
    ///
    /// - Complexity: As ``check(_:_:isMending:receipt:)``.
    package func permissions() throws(ApplicationError) -> Set<Permission> {
        guard case .granted(let granted) = access else { return [] }
        let table = try mappingError(ApplicationError.store) {
            () throws(StoreError) -> RightsTable? in
            guard let store = try home.open() else { return nil }
            let count = try store.head().count
            guard try store.hasRights(upTo: count) else { return nil }
            return RightsTable(try store.rights(of: actor, withUnits: false, upTo: count))
        }
        guard let table else { return granted }
        return granted.filter { table.answer(actor, $0.right, in: nil).isGranted }
    }

    /// Holds what was granted against the ledger as it is where something is recorded.
    ///
    /// - Complexity: O(1) while nothing was recorded in between; else as the first check.
    func checkAgain(_ snapshot: LedgerSnapshot) throws(ApplicationError) -> Grant? {
        guard let grant, grant.events < snapshot.count else { return grant }
        let changes = try mappingError(
            ApplicationError.store,
            snapshot.store.positions(
                of: Organisation.rightTypes, in: grant.events..<snapshot.count))
        if changes.isEmpty { return grant }
        return try check(grant.path, grant.asked, snapshot.store, upTo: snapshot.count)
    }

    private func check(
        _ path: String, _ asked: [PermissionRequest], _ store: any EventStore, upTo count: UInt64,
        receipt: String? = nil
    ) throws(ApplicationError) -> Grant {
        func grant(inForce: Bool, reads: Bool) -> Grant {
            Grant(path: path, asked: asked, events: count, inForce: inForce, reads: reads)
        }
        let (inForce, organisation) = try mappingError(ApplicationError.store) {
            () throws(StoreError) in
            let inForce =
                if let memo {
                    try memo.hasRights(store, upTo: count)
                } else {
                    try store.hasRights(upTo: count)
                }
            guard inForce else { return (false, Organisation()) }
            let withUnits = asked.contains { $0.unit != nil }
            return (true, try store.rights(of: actor, withUnits: withUnits, upTo: count))
        }
        if !inForce { return grant(inForce: false, reads: true) }
        let table = RightsTable(organisation)
        for one in asked {
            for unit in try units(one.unit, organisation, store) {
                let answer = table.answer(actor, one.permissions.rights, in: unit)
                if answer.isGranted { continue }
                if answer.missing == .read, try isOwnReceipt(receipt, store) { continue }
                throw .forbidden(
                    Refusal(
                        path: path, person: actor, name: name(ofPerson: actor),
                        missing: Permission.allCases.filter { answer.missing.contains($0.right) },
                        unit: place(of: unit, typed: one.unit, table, organisation)))
            }
        }
        return grant(inForce: true, reads: table.answer(actor, .read, in: nil).isGranted)
    }

    /// What a refusal calls a unit: its path for who may read in it, else what was typed, so that
    /// nobody learns of names, or which ids are units.
    private func place(
        of unit: UInt64?, typed: String?, _ table: RightsTable, _ organisation: Organisation
    ) -> String {
        if let typed, !table.answer(actor, .read, in: unit).isGranted { return typed }
        return organisation.path(of: unit)
    }

    /// The units in which something is asked, as what answers understands the name; of a past all
    /// that stood below it then. A unit that is not known is reported by the endpoint, to who may
    /// see all of them.
    private func units(
        _ text: String?, _ now: Organisation, _ store: any EventStore
    ) throws(ApplicationError) -> [UInt64?] {
        guard let text else { return [nil] }
        guard let asOf else { return [try? unitID(text, in: now)] }
        let then: Organisation
        do throws(ApplicationError) {
            let count = try count(of: store, asOf)
            then = try mappingError(
                ApplicationError.store, store.rights(of: actor, withUnits: true, upTo: count))
        } catch .beyondEnd {
            return [nil]
        } catch {
            throw error
        }
        guard let unit = try? unitID(text, in: then) else { return [nil] }
        return then.units.keys.filter { then.isBelow($0, unit) }.sorted()
    }

    /// Whether an entity is looked at as it was right behind the commit that recorded it, by who
    /// recorded it: that is what a writer is told.
    private func isOwnReceipt(
        _ text: String?, _ store: any EventStore
    ) throws(ApplicationError) -> Bool {
        guard let text, case .position(let position) = asOf,
            let id = UInt64(text.hasPrefix("#") ? text.dropFirst() : text[...])
        else { return false }
        let snapshot = try snapshot(of: store, upTo: nil)
        let commit = try mappingError(ApplicationError.store, snapshot.commit(at: id))
        guard let commit, commit.positions.upperBound == position + 1 else { return false }
        return commit.header.actor == actor
    }

    /// Whether the acting person may read the whole ledger.
    var reads: Bool { grant?.reads ?? true }

    private func name(ofPerson id: UInt64) -> String {
        // A refusal without a name is one all the same.
        (try? with { $0.asOf = nil }.snapshot().referenceData.person(at: id)?.name) ?? ""
    }
}

/// What an endpoint asks for: some permissions in a unit.
package struct PermissionRequest: Hashable, Sendable {
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
    /// The folder of another ledger, where it is that one's; left out for the ledger itself.
    package let folder: String?

    /// A refusal.
    package init(
        path: String, person: UInt64, name: String, missing: [Permission], unit: String,
        folder: String? = nil
    ) {
        self.folder = folder
        self.path = path
        self.person = person
        self.name = name
        self.missing = missing
        self.unit = unit
    }

    /// The same, of the ledger in another folder.
    func inFolder(_ folder: String) -> Refusal {
        Refusal(
            path: path, person: person, name: name, missing: missing, unit: unit, folder: folder)
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
    var rights: Rights {
        var rights: Rights = []
        for permission in self { rights.insert(permission.right) }
        return rights
    }
}

/// What a call was granted: held against the ledger again where something is recorded.
package struct Grant: Sendable {
    /// What was called.
    let path: String
    /// What it asks for.
    let asked: [PermissionRequest]
    /// How many events there were when it was granted.
    let events: UInt64
    /// Whether rights are asked for at all: not before the first was granted.
    let inForce: Bool
    /// Whether the acting person may read the whole ledger.
    let reads: Bool
}

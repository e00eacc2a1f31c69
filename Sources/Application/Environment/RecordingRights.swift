internal import EventLog
internal import Ledger

/// Holds events that are to be recorded against what the acting person may do, however they came
/// about: directly, by an undo, an import or a rule. The table is ``needs(of:addedIn:)``.
struct RecordingRights {
    /// Rights in a unit; `nil` for the whole ledger.
    private struct Need: Hashable {
        var rights: Rights
        var unit: UInt64?

        init(_ rights: Rights, in unit: UInt64? = nil) {
            self.rights = rights
            self.unit = unit
        }
    }

    private let env: Environment
    private let snapshot: LedgerSnapshot
    /// `nil` where nothing is asked.
    private let grant: Grant?
    private var held: Set<Need> = []
    private var organisation: Organisation?

    /// The rights to add something to books.
    init(_ env: Environment, _ snapshot: LedgerSnapshot, _ grant: Grant?) {
        self.env = env
        self.snapshot = snapshot
        self.grant = grant?.inForce == true ? grant : nil
    }

    /// Whether anything is asked.
    var isAsked: Bool { grant != nil }

    /// Holds the events of one commit against the rights.
    ///
    /// - Throws: ``ApplicationError/forbidden(_:)``.
    mutating func take(_ events: [Event]) throws(ApplicationError) {
        if grant == nil { return }
        let unit = events.lazy.compactMap { event in
            if case .membershipSet(let set) = event, set.person.position == nil {
                set.unit.position
            } else {
                nil
            }
        }.first
        for event in events { try take(event, addedIn: unit) }
    }

    /// Holds one event against the rights.
    ///
    /// - Parameter unit: The unit in which the same commit puts a person whom it adds.
    /// - Throws: ``ApplicationError/forbidden(_:)``.
    mutating func take(_ event: Event, addedIn unit: UInt64? = nil) throws(ApplicationError) {
        if grant == nil { return }
        for need in try needs(of: event, addedIn: unit) where !held.contains(need) {
            try require(need)
            held.insert(need)
        }
    }

    /// What an event asks for: one row for each type of which more decides than its declaration.
    private mutating func needs(
        of event: Event, addedIn unit: UInt64?
    ) throws(ApplicationError) -> [Need] {
        switch event {
        // A new line takes up again what no line names.
        case .accountChanged(let change):
            let old = change.target.position.flatMap(snapshot.referenceData.account(at:))
            let isTakenUp = old?.isClosed == true && !change.isClosed && old?.facts == change.facts
            return [Need(isTakenUp ? .create : .write)]
        case .personAdded: return [Need(.create, in: unit)]
        case .personChanged(let change):
            return [change.target.position == nil ? Need(.create, in: unit) : Need(.write)]
        case .unitAdded(let added): return [Need(.create, in: added.facts.parent?.position)]
        case .unitChanged(let change): return try needs(of: change)
        case .membershipSet(let set): return try needs(of: set)
        case .membershipEnded(let ended): return [Need(.write, in: ended.unit.position)]
        case .rightsGranted(let change):
            return [Need(change.rights.union(.share), in: change.unit?.position)]
        case .rightsRevoked(let change): return [Need(.share, in: change.unit?.position)]
        // Who may record what comes again may say that it came otherwise.
        // What is said of something with which it is recorded.
        case .lineMarked(let mark) where mark.target.position == nil: return [Need(.create)]
        case .accountTyped(let typed) where typed.account.position == nil:
            return [Need(.create)]
        case .repeatSkipped(let skip) where !skip.stops: return [Need(.create)]
        // What is declared of the type.
        default: return event.type?.declaration.rights.map { [Need($0)] } ?? []
        }
    }

    /// Rights are inherited from above: who moves a unit passes on what somebody gains by it, and
    /// takes away what somebody loses.
    private mutating func needs(of change: UnitChanged) throws(ApplicationError) -> [Need] {
        let organisation = try whole()
        guard let unit = change.target.position else { return [] }
        var needs = [Need(.write, in: unit)]
        let parent = change.facts.parent?.position
        if organisation.units[unit]?.parent != parent { needs.append(Need(.write, in: parent)) }
        let out = organisation.handedOut(by: change)
        if !out.gained.isEmpty || out.isLost {
            needs.append(Need(out.gained.union(.share), in: unit))
        }
        return needs
    }

    /// Who reads in a unit sees who is in it and how to reach them: so nobody is put into one but
    /// by who may see that already.
    private mutating func needs(of set: MembershipSet) throws(ApplicationError) -> [Need] {
        let unit = set.unit.position
        guard let person = set.person.position else { return [Need(.create, in: unit)] }
        var needs = [Need(.write, in: unit)]
        if person == env.actor { return needs }
        let organisation = try whole()
        let table = RightsTable(organisation)
        let isSeen = organisation.memberships.contains { place, membership in
            place.person == person && membership.isMember
                && table.answer(env.actor, .read, in: place.unit).isGranted
        }
        if !isSeen { needs.append(Need(.read)) }
        return needs
    }

    private mutating func require(_ need: Need) throws(ApplicationError) {
        guard let grant else { return }
        let known = try need.unit == nil ? rights() : whole()
        let answer = RightsTable(known).answer(env.actor, need.rights, in: need.unit)
        if answer.isGranted { return }
        throw .forbidden(
            Refusal(
                path: grant.path, person: env.actor,
                name: snapshot.referenceData.person(at: env.actor)?.name ?? "",
                missing: Permission.allCases.filter { answer.missing.contains($0.right) },
                unit: known.path(of: need.unit)))
    }

    /// What the acting person may do in the whole ledger.
    private func rights() throws(ApplicationError) -> Organisation {
        if let organisation { return organisation }
        return try mappingError(
            ApplicationError.store,
            snapshot.store.rights(of: env.actor, withUnits: false, upTo: snapshot.count))
    }

    private mutating func whole() throws(ApplicationError) -> Organisation {
        if let organisation { return organisation }
        let found = try snapshot.wholeOrganisation()
        organisation = found
        return found
    }
}

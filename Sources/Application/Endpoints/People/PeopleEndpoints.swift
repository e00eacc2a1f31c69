internal import EventLog
package import Ledger

/// Lists persons: name, unit, post.
package enum ListPeople: Endpoint {
    /// Whom to list; everyone without arguments.
    package struct Input: Codable, Hashable, Sendable {
        /// Words that all occur in name, post, unit or contact, in any case.
        package var text: String?
        /// Whoever is in this unit or in one below.
        package var unit: String?
        /// These persons, by id or name.
        package var people: [String]?
        /// At most this many; all when left out.
        package var limit: Int?

        /// A request.
        package init(
            text: String? = nil, unit: String? = nil, people: [String]? = nil, limit: Int? = nil
        ) {
            self.text = text
            self.unit = unit
            self.people = people
            self.limit = limit
        }
    }

    /// The persons; those whom an expense or a task named last come first.
    package typealias Output = ContactList

    package static let path = "people"
    package static let summary = "list persons with unit and post, recent ones first"
    package static let needs: Set<Permission> = [.read]

    package static func asks(_ input: Input) -> [PermissionRequest] {
        [PermissionRequest(needs, in: input.unit)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        if let limit = input.limit, limit < 0 { throw .outOfRange(field: "limit", limit) }
        let snapshot = try env.snapshot()
        var query = ContactQuery(limit: input.limit)
        query.words = (input.text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        if let unit = input.unit {
            query.unit = try env.unitID(unit, in: snapshot.wholeOrganisation())
            query.isInside = !env.reads
        }
        if let people = input.people { query.ids = Set(try env.personIDs(people, in: snapshot)) }
        return try mappingError(ApplicationError.store, snapshot.contacts(query))
    }
}

/// Shows one person: units, rights and what is known of the person.
package enum ShowPerson: Endpoint {
    /// Whom.
    package struct Input: Codable, Hashable, Sendable {
        /// The person, by id or name.
        package var person: String

        /// A request.
        package init(person: String) { self.person = person }
    }

    /// A unit in which a person is, or has rights; flat.
    package struct Place: Codable, Hashable, Sendable {
        /// The path of the unit; `/` for the whole ledger.
        package let unit: String
        /// Whether the person is in it.
        package let member: Bool
        /// The post there; empty for none.
        package let post: String
        /// The rights granted there, in order.
        package let rights: [String]
    }

    /// One person.
    package struct Output: Codable, Hashable, Sendable {
        /// What lists say of the person.
        package let person: ContactRow
        /// Where the person is or has rights, by path.
        package let rows: [Place]
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "people/show"
    package static let summary = "show a person with units and rights"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let id = try env.personID(input.person, in: snapshot)
        let organisation = try snapshot.wholeOrganisation()
        let list = try mappingError(
            ApplicationError.store, snapshot.contacts(ContactQuery(ids: [id])))
        guard let person = list.rows.first else { throw .decision(.unknownPerson(id)) }
        var places = Set(organisation.memberships.keys).union(organisation.grants.keys)
        places.insert(Organisation.Place(person: id, unit: nil))
        let rows = places.filter { $0.person == id }.compactMap { place -> Place? in
            let membership = organisation.memberships[place]
            let isMember = membership?.isMember == true
            let rights = organisation.rights(of: place).names
            if !isMember, rights.isEmpty { return nil }
            return Place(
                unit: organisation.path(of: place.unit), member: isMember,
                post: membership?.post ?? "", rights: rights)
        }
        return Output(
            person: person, rows: rows.sorted { $0.unit < $1.unit }, position: list.position,
            root: list.root)
    }
}

/// What of a person is typed; what is left out is not said.
package struct PersonInput: Codable, Hashable, Sendable {
    /// The name.
    package var name: String?
    /// What the person does, whatever the unit.
    package var post: String?
    /// Where a picture is.
    package var picture: String?
    /// How to reach the person.
    package var contact: String?

    /// Nothing is said.
    package init() {}
}

/// Adds a person.
package enum AddPerson: KeyedEndpoint {
    /// The person.
    package struct Input: Codable, Hashable, Sendable {
        /// What is known; the name is needed. In a unit, the post is the one there.
        package var person: PersonInput
        /// A unit in which the person is from now on.
        package var unit: String?

        /// A request.
        package init(_ person: PersonInput, unit: String? = nil) {
            self.person = person
            self.unit = unit
        }
    }

    /// What was written; the id is that of the person.
    package typealias Output = WriteReceipt

    package static let path = "people/add"
    package static let summary = "add a person"
    package static let needs: Set<Permission> = [.create]

    package static func asks(_ input: Input) -> [PermissionRequest] {
        [PermissionRequest(needs, in: input.unit)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.record { snapshot, env throws(ApplicationError) in
            let typed = input.person
            var facts = PersonFacts(name: typed.name ?? "")
            facts.picture = typed.picture ?? ""
            facts.contact = typed.contact ?? ""
            guard let text = input.unit else {
                facts.post = typed.post ?? ""
                return .people(.addPerson(facts, unit: nil, post: ""))
            }
            let unit = try env.unit(text, in: snapshot.wholeOrganisation())
            return .people(.addPerson(facts, unit: unit, post: typed.post ?? ""))
        }.written()
    }
}

/// Changes what is known of a person; what it was stays in the history.
package enum ChangePerson: KeyedEndpoint {
    /// What is left out stays; an empty text clears what may be missing.
    package struct Input: Codable, Hashable, Sendable {
        /// The person, by id or name.
        package var id: String
        /// What is known from now on.
        package var person: PersonInput

        /// A request.
        package init(id: String, _ person: PersonInput) {
            self.id = id
            self.person = person
        }
    }

    /// What was written; the id is that of the person.
    package typealias Output = WriteReceipt

    package static let path = "people/change"
    package static let summary = "change what is known of a person"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        var id: UInt64 = 0
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            id = try env.personID(input.id, in: snapshot)
            let typed = input.person
            return .people(
                .changePerson(
                    id,
                    PersonChanges(
                        name: typed.name, post: typed.post, picture: typed.picture,
                        contact: typed.contact)))
        }
        return recorded.written(id)
    }
}

/// Who is put into a unit, or taken out of it.
package struct MembersInput: Codable, Hashable, Sendable {
    /// The persons, by id or name.
    package var people: [String]
    /// The unit.
    package var unit: String
    /// What they do there; means nothing where they leave.
    package var post: String?
    /// Why they leave; means nothing where they join.
    package var reason: String?

    /// A request.
    package init(
        people: [String], unit: String, post: String? = nil, reason: String? = nil
    ) {
        self.people = people
        self.unit = unit
        self.post = post
        self.reason = reason
    }

    /// Records what becomes of the persons in the unit.
    func record(
        in env: Environment, _ make: ([UInt64], UInt64) -> PeopleCommand
    ) throws(ApplicationError) -> WriteReceipt {
        var ids: [UInt64] = []
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            ids = try env.personIDs(people, in: snapshot)
            return .people(make(ids, try env.unit(unit, in: snapshot.wholeOrganisation())))
        }
        return recorded.written(ids.first)
    }
}

/// Puts persons into a unit, or gives them another post there.
package enum JoinUnit: KeyedEndpoint {
    package typealias Input = MembersInput
    /// What was written; the id is that of the first person.
    package typealias Output = WriteReceipt

    package static let path = "people/join"
    package static let summary = "put persons into a unit, with a post"
    package static let needs: Set<Permission> = [.write]

    package static func asks(_ input: Input) -> [PermissionRequest] {
        [PermissionRequest(needs, in: input.unit)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try input.record(in: env) { .join($0, unit: $1, post: input.post ?? "") }
    }
}

/// Takes persons out of a unit.
package enum LeaveUnit: KeyedEndpoint {
    package typealias Input = MembersInput
    /// What was written; the id is that of the first person.
    package typealias Output = WriteReceipt

    package static let path = "people/leave"
    package static let summary = "take persons out of a unit"
    package static let needs: Set<Permission> = [.write]

    package static func asks(_ input: Input) -> [PermissionRequest] {
        [PermissionRequest(needs, in: input.unit)]
    }

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try input.record(in: env) { .leave($0, unit: $1, reason: input.reason ?? "") }
    }
}

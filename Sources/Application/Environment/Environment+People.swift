internal import EventLog
internal import Ledger

extension Environment {
    /// The position of the person that a text means: `5` or `#5`, `.3` for row 3 of the last list,
    /// `me`, a name in any case, or words that occur in one name only.
    ///
    /// - Throws: ``ApplicationError/unknownPerson(_:suggestions:)``,
    ///   ``ApplicationError/ambiguousPerson(_:_:)``, ``ApplicationError/noSuchRow(_:count:)``.
    /// - Complexity: O(*n*) in the persons.
    func personID(_ text: String, in snapshot: LedgerSnapshot) throws(ApplicationError) -> UInt64 {
        if let position = knownPerson(text, in: snapshot) { return position }
        if let position = UInt64(text.hasPrefix("#") ? text.dropFirst() : text[...]) {
            guard snapshot.referenceData.person(at: position) != nil else {
                throw .decision(.unknownPerson(position))
            }
            return position
        }
        if text.hasPrefix("."), let row = Int(text.dropFirst()) {
            guard lastList.indices.contains(row - 1) else {
                throw .noSuchRow(text, count: lastList.count)
            }
            return try personID("\(lastList[row - 1])", in: snapshot)
        }
        let words = text.lowercased().split(separator: " ")
        let found = snapshot.referenceData.persons.filter { person in
            let name = person.name.lowercased()
            return !words.isEmpty && words.allSatisfy(name.contains)
        }
        if let only = found.first, found.count == 1 { return only.position }
        if found.isEmpty { return try person(text, in: snapshot) }
        throw .ambiguousPerson(text, found.prefix(Environment.candidatesMax).map(\.name))
    }

    /// The positions of the persons that texts mean, in their order; one text may mean several,
    /// divided by commas.
    func personIDs(_ texts: [String], in snapshot: LedgerSnapshot) throws(ApplicationError)
        -> [UInt64]
    {
        var ids: [UInt64] = []
        for text in texts {
            // A name may have a comma itself.
            if let position = knownPerson(text, in: snapshot) {
                ids.append(position)
                continue
            }
            for part in text.split(separator: ",") {
                ids.append(try personID(String(part).trimmed, in: snapshot))
            }
        }
        return ids
    }

    /// The position of the unit that a text means: `12` or `#12`, a path such as `Company/Sales`
    /// or its end, a name, in any case; `nil` for the whole ledger: `/`.
    ///
    /// - Throws: ``ApplicationError/unknownUnit(_:suggestions:)``,
    ///   ``ApplicationError/ambiguousUnit(_:_:)``.
    /// - Complexity: O(*n* · *d*) in the units and their depth at most; O(*n*) where few have the
    ///   name.
    func unitID(
        _ text: String, in organisation: Organisation
    ) throws(ApplicationError) -> UInt64? {
        if text == "/" { return nil }
        let open = organisation.units.values.filter { !$0.isClosed }
        if let id = UInt64(text.hasPrefix("#") ? text.dropFirst() : text[...]),
            organisation.units[id]?.isClosed == false
        {
            return id
        }
        let wanted = text.lowercased()
        let end = wanted.hasPrefix("/") ? String(wanted.dropFirst()) : wanted
        let name = end.split(separator: "/").last.map(String.init) ?? end
        var found = open.filter { unit in
            let own = unit.name.lowercased()
            return own == end || own == name && isEnd(end, of: unit, organisation)
        }
        if found.count > 1 {
            // A whole path goes before the end of another.
            let whole = found.filter { organisation.path(of: $0.position).lowercased() == end }
            if whole.count == 1 { found = whole }
        }
        if let only = found.first, found.count == 1 { return only.position }
        let paths = found.map { organisation.path(of: $0.position) }.sorted()
        if !found.isEmpty {
            throw .ambiguousUnit(text, Array(paths.prefix(Environment.candidatesMax)))
        }
        throw .unknownUnit(
            text, suggestions: Spelling.nearest(to: text, among: Set(open.map(\.name)).sorted()))
    }

    private func isEnd(
        _ end: String, of unit: Organisation.Unit, _ organisation: Organisation
    ) -> Bool {
        let path = organisation.path(of: unit.position).lowercased()
        return path == end || path.hasSuffix("/\(end)")
    }

    /// As ``unitID(_:in:)``, of what must be a unit.
    func unit(
        _ text: String, in organisation: Organisation
    ) throws(ApplicationError) -> UInt64 {
        guard let id = try unitID(text, in: organisation) else {
            throw .unknownUnit(text, suggestions: [])
        }
        return id
    }

    /// How many names are listed in an error.
    private static let candidatesMax = 8

    /// Who acts.
    package var actor: UInt64 { user ?? Organisation.owner }
}

extension LedgerSnapshot {
    /// The units and rights, as far as they go.
    func wholeOrganisation() throws(ApplicationError) -> Organisation {
        try mappingError(ApplicationError.store, organisation())
    }
}

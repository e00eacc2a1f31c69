internal import Application
internal import Ledger

extension Explanation {
    /// What is wrong with persons, units and rights.
    static func people(_ error: DecisionError) -> Explanation {
        switch error {
        case .duplicatePerson(let name, let id):
            Explanation(
                "\(quoted(name)) is a person already, \(id); two of one name cannot be told apart",
                "ledger people show \(id)")
        case .notAUnit(let id):
            Explanation("event \(id) added no unit that is there", "ledger unit tree")
        case .duplicateUnit(let path, let id):
            Explanation("the unit \(quoted(path)) is there already, \(id)", "ledger unit tree")
        case .unitCycle(let unit, let below):
            Explanation(
                "\(quoted(unit)) cannot stand below "
                    + (unit == below ? "itself" : "\(quoted(below)), which stands below it"),
                .words("ledger unit chain \(shellWord(below))"))
        case .notAMember(let person, let unit):
            Explanation(
                "\(quoted(person)) is not in \(quoted(unit))",
                .words("ledger people show \(shellWord(person))"))
        case .notGranted(let person, let rights, let unit, let from):
            notGranted(person, rights, unit, from)
        case .lastOwner(let person):
            Explanation(
                "\(quoted(person)) is the only owner: nobody else has all rights in the whole "
                    + "ledger",
                "ledger permit PERSON all")
        default: Explanation("\(error)")
        }
    }

    private static func notGranted(
        _ person: String, _ rights: Rights, _ unit: String, _ from: String?
    ) -> Explanation {
        let names = rights.names.joined(separator: ",")
        let what = "\(quoted(person)) was not granted \(names) in \(RightText.place(unit))"
        guard let from else {
            return Explanation(what, .words("ledger people show \(shellWord(person))"))
        }
        let place = from == "/" ? "" : " \(shellWord(from))"
        return Explanation(
            "\(what) itself, but in \(RightText.place(from))",
            .words("ledger revoke \(shellWord(person)) \(names)\(place)"))
    }

    /// Who may not do what where.
    static func forbidden(_ refusal: Refusal) -> Explanation {
        let rights = refusal.missing.map(\.rawValue)
        let name = refusal.name.isEmpty ? "person \(refusal.person)" : quoted(refusal.name)
        let person = refusal.name.isEmpty ? "\(refusal.person)" : shellWord(refusal.name)
        let place = refusal.unit == "/" ? "" : " \(shellWord(refusal.unit))"
        let asked = rights.joined(separator: ",")
        return Explanation(
            "\(name) may not \(rights.joined(separator: " and ")) in "
                + "\(RightText.place(refusal.unit)), which \(quoted(refusal.path)) needs; "
                + "an owner can grant it",
            .words("ledger permit \(person) \(asked)\(place)"),
            .words("ledger can \(person) \(asked)\(place) --why"))
    }

    /// Several persons or units may be meant, or none is.
    static func nameOfPeople(_ error: ApplicationError) -> Explanation {
        switch error {
        case .ambiguousPerson(let text, let names):
            Explanation(
                "\(quoted(text)) may be one of several persons"
                    + names.map { "\n    \(Screen.plain($0))" }.joined(),
                .replacing(text, names.first ?? ""))
        case .unknownUnit(let text, let near):
            Explanation(
                "there is no unit \(quoted(text))\(meant(near))",
                tries: near.prefix(1).map { .replacing(text, $0) } + ["ledger unit tree"])
        case .ambiguousUnit(let text, let paths):
            Explanation(
                "\(quoted(text)) may be one of several units"
                    + paths.map { "\n    \(Screen.plain($0))" }.joined(),
                .replacing(text, paths.first ?? ""))
        default: Explanation(error.code)
        }
    }
}

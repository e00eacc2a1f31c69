internal import Application
internal import Ledger

extension Explanation {
    /// Who may not do what where.
    static func forbidden(_ refusal: Refusal) -> Explanation {
        let rights = refusal.missing.map(\.rawValue)
        let name = refusal.name.isEmpty ? "person \(refusal.person)" : quoted(refusal.name)
        let person = refusal.name.isEmpty ? "\(refusal.person)" : shellWord(refusal.name)
        let place = refusal.unit == "/" ? "" : " \(shellWord(refusal.unit))"
        let asked = rights.joined(separator: ",")
        let of = refusal.folder.map { " of \(quoted($0))" } ?? ""
        let there = refusal.folder.map { " --ledger \(shellWord($0))" } ?? ""
        return Explanation(
            "\(name) may not \(rights.joined(separator: " and ")) in "
                + "\(Rights.words(ofUnit: refusal.unit))\(of), which "
                + "\(quoted(refusal.path)) needs; "
                + "an owner can grant it",
            .words("ledger permit \(person) \(asked)\(place)\(there)"),
            .words("ledger can \(person) \(asked)\(place) --why\(there)"))
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

package import EventLog

extension Upcasting {
    /// The steps of this program.
    package static let current = Upcasting([
        Version(.lineAdded, 1): titleIsDivided, Version(.lineAmended, 1): titleIsDivided,
        Version(.lineAdded, 2): noShares, Version(.lineAmended, 2): noShares,
    ])

    /// Changes whenever events of older versions are read in another way than before: what was made
    /// of them then is to be made anew.
    package static let fingerprint: Digest = {
        let steps = current.steps.map { version, step in
            "\(version.type.rawValue) \(version.schema) \(step.summary)\n"
        }
        let schemas = EventSchema.all.map { $0.line + "\n" }
        return SHA256.hash(Array((schemas + steps.sorted()).joined().utf8))
    }()

    /// Version 2 of lines had no shares. Without a version of its own, a program that does not know
    /// them could amend an amount and leave shares that are not its sum.
    private static let noShares = Step("nobody shares the line", [:])

    /// Version 1 of lines had one title, version 2 has a payee and a description.
    private static let titleIsDivided = Step(
        "the title is divided at the first “ | ” into payee and description, where both say "
            + "something; else all of it is the description",
        [
            .title: .bytes { title in
                guard let (payee, description) = LineTitle.divided(title) else { return nil }
                return [
                    Field(.payee, .bytes(Array(payee))),
                    Field(.title, .bytes(Array(description))),
                ]
            }
        ])
}

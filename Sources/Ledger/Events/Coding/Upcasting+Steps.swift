package import EventLog

extension Upcasting {
    /// The steps of this program: those of all declarations.
    package static let current = Upcasting(
        EventDeclaration.all.reduce(into: [:]) { steps, declaration in
            steps.merge(declaration.steps) { first, _ in first }
        })

    /// Changes whenever events of older versions are read in another way than before: what was made
    /// of them then is to be made anew.
    package static let fingerprint: Digest = {
        let steps = current.steps.map { version, step in
            "\(version.type.rawValue) \(version.schema) \(step.summary)\n"
        }
        let schemas = EventSchema.all.map { $0.line + "\n" }
        return SHA256.hash(Array((schemas + steps.sorted()).joined().utf8))
    }()
}

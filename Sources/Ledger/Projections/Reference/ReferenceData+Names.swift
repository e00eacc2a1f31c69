extension ReferenceData {
    func accountName(_ reference: Reference?) -> String? {
        reference?.position.flatMap(account(at:))?.facts.name
    }

    /// The name of a person; `nil` where there is none.
    package func personName(_ reference: Reference?) -> String? {
        reference?.position.flatMap(person(at:))?.name
    }
}

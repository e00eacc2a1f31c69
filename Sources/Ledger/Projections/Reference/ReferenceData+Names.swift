extension ReferenceData {
    func accountName(_ reference: Reference?) -> String? {
        reference?.position.flatMap(account(at:))?.facts.name
    }

    func personName(_ reference: Reference?) -> String? {
        reference?.position.flatMap(person(at:))?.name
    }
}

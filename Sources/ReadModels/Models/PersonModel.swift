internal import EventLog
internal import Ledger

/// The persons of the ledger.
enum PersonModel: ReadModel {
    static let name = "person"
    static let version = 1
    static let terms: ModelTerms = .persons

    static let tables = [
        ModelTable(
            name: "person", meaning: "the persons of the ledger",
            columns: [
                .integer("position", "of the event that added the person: the person's id"),
                .text("name", "what the person is called"),
                .integer("owner", "1 for the ledger's owner"),
            ],
            key: ["position"])
    ]

    static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws {
        let addition = try writer.insertion(tables[0])
        let persons = source.names.persons
        for person in persons where positions.contains(person) {
            let isOwner = person == persons.first
            try addition.run([
                .integer(Int64(clamping: person)), .text(source.names.person(person)),
                .integer(isOwner ? 1 : 0),
            ])
        }
        writer.reached(positions.upperBound)
    }
}

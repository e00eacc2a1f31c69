internal import EventLog
internal import Ledger

/// The persons of the ledger.
package enum PersonModel: ReadModel {
    package static let name = "person"
    package static let version = 1

    package static let tables = [
        ModelTable(
            name: "person", meaning: "the persons of the ledger",
            columns: [
                .integer("position", "of the event that added the person: the person's id"),
                .text("name", "what the person is called"),
                .integer("owner", "1 for the ledger's owner"),
            ],
            key: ["position"])
    ]

    package static func apply(
        _ positions: Range<UInt64>, of source: ModelSource, to writer: ModelWriter
    ) throws {
        let addition = try writer.insertion(tables[0])
        for person in source.chart.persons where positions.contains(person.position) {
            let isOwner = person.position == source.chart.owner?.position
            try addition.run([
                .integer(Int64(clamping: person.position)), .text(person.name),
                .integer(isOwner ? 1 : 0),
            ])
        }
        writer.reached(positions.upperBound)
    }
}

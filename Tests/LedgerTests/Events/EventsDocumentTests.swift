import EventLog
import Ledger
import Support
import Testing

/// The page that tells of all events says what is declared of them.
@Suite("The page of events")
struct EventsDocumentTests {
    private static let path = "Sources/Ledger/Ledger.docc/Events.md"

    /// The rows of the tables of a section, without heads and lines.
    private func rows(under heading: String) throws -> [String] {
        let file = try #require(try SourceTree.file(Self.path))
        let lines = file.text.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "## " + heading))
        let section = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
        return section.filter { $0.hasPrefix("| ") }.dropFirst(2).map { $0 }
    }

    @Test("each type with its columns") func types() throws {
        let lost = "| 22 | lost: an event that a salvage found unreadable | 1 | no | | | |"
        var rows = EventDeclaration.all.map(row)
        rows.insert(lost, at: 21)
        let found = try self.rows(under: "Types")
        for (found, row) in zip(found, rows) { #expect(found == row) }
        #expect(found.count == rows.count)
    }

    @Test("what undoes each type") func reversals() throws {
        var found: [String: String] = [:]
        for row in try rows(under: "What undoes what") {
            let cells = row.split(separator: "|").map { $0.trimmed }
            found[cells[0]] = cells[1]
        }
        #expect(found.count == EventDeclaration.all.count)
        for declaration in EventDeclaration.all {
            let reversal =
                switch declaration.reversal {
                case .by(let types):
                    types.map { shortName($0.declaration) }.joined(separator: " or ")
                case .notNeeded: "nothing of its own"
                case .impossible: "nothing"
                }
            #expect(found[shortName(declaration)] == reversal, "\(declaration.name)")
        }
    }

    @Test("each column") func columns() throws {
        var found: [String: [String]] = [:]
        for row in try rows(under: "Columns") {
            let cells = row.split(separator: "|").map { $0.trimmed }
            if cells[0].count == 2 { found[cells[0]] = [cells[1], cells[3]] }
        }
        // The log's own columns are told of in `Format.md`.
        let own = ColumnContent.all.filter { column, _ in
            !(0x70...0x7F).contains(column.rawValue) && column.rawValue < 0xFD
        }
        for (column, content) in own {
            let cells = [content.name, column.isErasable ? "erasable" : "yes"]
            #expect(found[EventSchema.hexadecimal(column)] == cells, "\(content.name)")
        }
    }

    @Test("which numbers are kept") func numbers() throws {
        let file = try #require(try SourceTree.file(Self.path))
        for (area, numbers) in EventNumbers.reserved {
            let words = "\(numbers.lowerBound) … \(numbers.upperBound) \(area)"
            #expect(file.text.contains(words), "\(words)")
        }
    }

    // MARK: How a declaration is told

    private func row(_ declaration: EventDeclaration) -> String {
        let columns = (declaration.schemas.last?.columns ?? []).filter { $0.id != .toldBy }
        let text = columns.filter { $0.id.isErasable }
        let needed = columns.filter { $0.isRequired && !$0.id.isErasable }
        let others = columns.filter { !$0.isRequired && !$0.id.isErasable }
        let cells = [
            "\(declaration.type.rawValue)", name(declaration), "\(declaration.schema)",
            declaration.isCritical ? "yes" : "no", list(needed), list(others), list(text),
        ]
        return "| " + cells.map { $0.isEmpty ? "" : $0 + " " }.joined(separator: "| ") + "|"
    }

    private func isNamedLikeContent(_ declaration: EventDeclaration) -> Bool {
        declaration.contentName.lowercased() == "\(declaration.type)".lowercased()
    }

    private func name(_ declaration: EventDeclaration) -> String {
        if isNamedLikeContent(declaration) { return "``\(declaration.contentName)``" }
        return shortName(declaration) + " (``\(declaration.contentName)``)"
    }

    private func shortName(_ declaration: EventDeclaration) -> String {
        isNamedLikeContent(declaration)
            ? "``\(declaration.contentName)``" : "\(declaration.entity) \(declaration.action)"
    }

    /// Lists that the page calls by one word, told of below its table.
    private static let groups: [(word: String, columns: [ColumnID])] = [
        ("*line facts*", [.kind, .currency, .day, .amount]),
        ("*retracted facts*", [ColumnID.kind, .currency, .day, .amount].compactMap(\.retracted)),
        ("*line details*", [.timeOfDay, .payer, .shares, .externalID]),
        ("*task facts*", [.urgency, .colour]),
        ("*task options*", [.deadlineDay, .deadlineInstant, .priority, .project, .assignee]),
        ("deadline", [.deadlineDay, .deadlineInstant]),
        // Facts, too.
        ("", [.category, .account, .flags]),
        ("", [ColumnID.category, .account, .flags].compactMap(\.retracted)),
    ]

    private func list(_ columns: [EventSchema.Column]) -> String {
        var words = columns.map { (id: $0.id, word: $0.name.replacing("_", with: " ")) }
        for group in Self.groups where Set(group.columns).isSubset(of: words.map(\.id)) {
            guard let place = words.firstIndex(where: { group.columns.contains($0.id) }) else {
                continue
            }
            words[place].word = group.word
            let id = words[place].id
            words.removeAll { $0.id != id && group.columns.contains($0.id) }
        }
        return words.map(\.word).filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

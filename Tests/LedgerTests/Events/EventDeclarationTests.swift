import EventLog
import Ledger
import Testing

@Suite("Declarations of event types")
struct EventDeclarationTests {
    @Test("every type is declared once, under its own number and name")
    func isComplete() {
        #expect(EventDeclaration.all.map(\.type) == EventType.allCases)
        #expect(Set(EventDeclaration.all.map(\.name)).count == EventType.allCases.count)
        for declaration in EventDeclaration.all {
            #expect(declaration.versions.first?.step == nil)
            #expect(declaration.versions.dropFirst().allSatisfy { $0.step != nil })
        }
    }

    @Test("events are of the type that their rows have")
    func types() throws {
        for event in try Samples.everyEvent() {
            #expect(event.type?.rawValue == event.row.type || event == Samples.unknown)
        }
    }

    @Test("every column that is declared has a name and a meaning, and no two have one name")
    func columns() {
        for schema in EventSchema.all {
            for column in schema.columns {
                #expect(column.id.content != nil, "\(schema.name) \(column.name)")
                #expect(column.id.content?.form.kind == column.kind)
            }
        }
        let names = ColumnContent.all.values.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test("what undoes a type can be undone itself, unless it only takes back")
    func reversals() {
        for declaration in EventDeclaration.all {
            guard case .by(let types) = declaration.reversal else { continue }
            #expect(!types.isEmpty)
            #expect(types.allSatisfy { $0.declaration.isUndoable }, "\(declaration.type)")
        }
    }

    @Test("numbers are kept for later by area, without a gap")
    func reservedNumbers() {
        let used = EventType.allCases.map(\.rawValue)
        var next: UInt16 = 34
        for (area, numbers) in EventNumbers.reserved {
            while used.contains(next) { next += 1 }
            #expect(numbers.lowerBound == next && !area.isEmpty)
            next = numbers.upperBound + 1
        }
        while used.contains(next) { next += 1 }
        #expect(next == 63)
        // A type that came to stay in a reserved range takes its number out of the range.
        #expect(EventNumbers.reserved.allSatisfy { !used.contains(where: $0.numbers.contains) })
        #expect(used.allSatisfy { !EventNumbers.custom.contains($0) })
    }

    @Test("values are words where they mean something")
    func words() {
        let day = ColumnContent.Form.day
        #expect(day.word(of: 0) == "1970-01-01" && day.word(of: .max) == nil)
        #expect(ColumnID.kind.content?.form.word(of: 2) == "income")
        #expect(ColumnID.kind.retracted?.content?.form.word(of: 2) == "income")
        #expect(ColumnID.amount.content?.form.word(of: 2) == nil)
        #expect(ColumnID.currency.content?.form.text(of: Array("EUR\u{2}".utf8)) == "EUR")
        #expect(ColumnID.tags.content?.form.text(of: Array("a\nb c\n".utf8)) == "a b c")
        #expect(ColumnID.digest.content?.form.text(of: [0, 255]) == "00ff")
        #expect(ColumnID.note.content?.form.text(of: [0xFF]) == "ff")
    }
}

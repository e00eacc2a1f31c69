import Benchmarks
import EventLog
import Ledger
import Support
import Testing

@Suite("Made-up records")
struct DataTests {
    @Test("are the same each time")
    func steady() throws {
        var first: [Record] = []
        var second: [Record] = []
        try Generator(count: 2_000).visit { first.append($0) }
        try Generator(count: 2_000).visit { second.append($0) }
        #expect(first == second)
        #expect(first.count == 2_000)
    }

    @Test("have the proportions of a household's")
    func proportions() throws {
        var counts: [Record.Kind: Int] = [:]
        try Generator(count: 20_000).visit { counts[$0.kind, default: 0] += 1 }
        let added = counts[.added, default: 0]
        #expect((17_500...18_500).contains(added))
        #expect((added * 15 / 1_000...added * 25 / 1_000).contains(counts[.amended, default: 0]))
        #expect((added * 7 / 1_000...added * 13 / 1_000).contains(counts[.voided, default: 0]))
        #expect(counts.count == Record.Kind.allCases.count)
    }

    @Test("of a billion only recent ones change, and what is loaded of them is the same")
    func reach() throws {
        #expect(Generator(count: 100_000_000).reach == nil)
        #expect(Generator(count: 1_000_000_000).reach == 50_000)
        // The loader keeps the last 20,000 that were added: a third of these.
        let source = Generator(count: 60_000, reach: 1_000)
        var added: [RecordID: Int] = [:]
        var farthest = 0
        try source.visit { record in
            switch record.kind {
            case .added: added[record.id] = added.count
            case .amended, .voided:
                let index = try #require(added[record.id])
                farthest = max(farthest, added.count - index)
            default: break
            }
        }
        #expect((900...1_000).contains(farthest))
        let store = MemoryEventStore()
        try Loader.load(source, into: store)
        let table: SpendingTable = try store.project(0..<store.head().count)
        #expect(try Totals(table) == PlainFold(source).totals)
    }
}

@Suite("Records in a file")
struct EventsFileTests {
    @Test("come back as they were written")
    func roundTrip() throws {
        let runner = try CommandRunner()
        let path = "\(runner.folder)/events.csv"
        let source = Generator(count: 3_000)
        try EventsFile.write(source, to: path)
        let file = try EventsFile(path)
        #expect(file.count == 3_000)
        var records: [Record] = []
        try file.visit { records.append($0) }
        var index = 0
        try source.visit { record in
            #expect(records[index] == record)
            index += 1
        }
        #expect(index == records.count)
    }

    @Test("may come from elsewhere")
    func foreign() throws {
        let runner = try CommandRunner()
        try runner.write(
            Array(
                """
                seq,type,id,recorded_at,occurred_at,title,category,currency,amount_minor,comment,\
                due_at,changed
                1,expense_added,6258cbe0-7c1f-4081-9709-ba31dfe2649c,2016-01-01T00:00:38Z,\
                2015-12-31T23:54:55Z,Bäckerei,food,EUR,5458,"two, warm",,
                2,task_added,8da98e15-3d65-4690-89c4-6a71f89a4327,2016-01-01T01:22:22Z,,Renew,home,\
                ,,,2016-01-05T01:00:00Z,
                3,expense_voided,6258cbe0-7c1f-4081-9709-ba31dfe2649c,2016-01-02T00:00:00Z,,,,,,,,

                """.utf8), to: "events.csv")
        var records: [Record] = []
        try EventsFile("\(runner.folder)/events.csv").visit { records.append($0) }
        #expect(records.map(\.kind) == [.added, .taskAdded, .voided])
        // 2016-01-01 is day 16,801.
        #expect(records[0].day == 16_800)
        #expect(records[0].recordedAt == 16_801 * 86_400 + 38)
        #expect(records[0].comment == "two, warm")
        #expect(records[0].amount == 5_458)
        #expect(records[0].id == RecordID(high: 0x6258_CBE0_7C1F_4081, low: 0x9709_BA31_DFE2_649C))
        #expect(records[1].dueAt == Int64(16_805 * 86_400 + 3_600))
        #expect(records[2].id == records[0].id)
    }
}

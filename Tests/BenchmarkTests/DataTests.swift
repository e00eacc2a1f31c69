import Benchmarks
import Testing

@Suite("Made-up records")
struct DataTests {
    @Test("are the same each time")
    func steady() throws {
        var first: [Record] = []
        var second: [Record] = []
        try Generator(count: 2_000).forEach { first.append($0) }
        try Generator(count: 2_000).forEach { second.append($0) }
        #expect(first == second)
        #expect(first.count == 2_000)
    }

    @Test("have the proportions of a household's")
    func proportions() throws {
        var counts: [Record.Kind: Int] = [:]
        try Generator(count: 20_000).forEach { counts[$0.kind, default: 0] += 1 }
        let added = counts[.added, default: 0]
        #expect((17_500...18_500).contains(added))
        #expect((added * 15 / 1_000...added * 25 / 1_000).contains(counts[.amended, default: 0]))
        #expect((added * 7 / 1_000...added * 13 / 1_000).contains(counts[.voided, default: 0]))
        #expect(counts.count == Record.Kind.allCases.count)
    }
}

import Benchmarks
import Support
import Testing

@Suite("Bars")
struct BarTests {
    private static func result(_ milliseconds: [Double]) -> CaseResult {
        CaseResult(
            name: "replay", count: 1_000, wall: milliseconds, cpu: milliseconds, peakMegabytes: 20)
    }

    @Test("are missed by more than the noise only")
    func missed() throws {
        let bars = try Bars(
            "replay events_per_second at-least 100000 # as measured\nfind x at-most 1")
        #expect(bars.all.count == 2)
        #expect(bars.missed(by: Self.result([10, 10, 10, 10])).isEmpty)
        #expect(bars.missed(by: Self.result([11, 11, 11, 11])).count == 1)
        // The middle is 11 again, but half of the rounds lie two apart.
        #expect(bars.missed(by: Self.result([9, 10, 12, 13])).isEmpty)
    }

    @Test("of a figure that is not there are missed")
    func unknown() throws {
        let bars = try Bars("replay ratio_to_lz4 at-most 3.5")
        #expect(bars.missed(by: Self.result([1])) == ["ratio_to_lz4 was not measured"])
    }

    @Test(
        "that are none are refused", arguments: ["replay x", "replay x above 2", "a b at-most c"])
    func malformed(text: String) {
        #expect(throws: BenchError.self) { try Bars(text) }
    }

    @Test("of the project are of cases that there are")
    func recorded() throws {
        let file = try #require(try SourceTree.file("tools/bench/bars.txt"))
        let names = Set(Cases.all.map { $0.name })
        for bar in try Bars(file.text).all { #expect(names.contains(bar.caseName), "\(bar)") }
    }
}

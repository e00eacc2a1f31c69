import Benchmarks
import Testing

@Suite("Programs that are measured")
struct ChildTests {
    @Test("the memory of a program is not that of who starts it") func memory() throws {
        var large = [UInt8](repeating: 0, count: 256 << 20)
        let pages = stride(from: 0, to: large.count, by: 4_096)
        for place in pages { large[place] = 1 }
        let run = try Child.run(["/bin/sleep", "0.2"])
        #expect(run.code == 0)
        #expect(run.peakMegabytes > 0)
        #expect(run.peakMegabytes < 64)
        #expect(pages.allSatisfy { large[$0] == 1 })
    }
}

import Benchmarks
import Testing

@Suite("Programs that are measured")
struct ChildTests {
    @Test("the memory of a program is not that of who starts it") func memory() throws {
        var large = [UInt8](repeating: 0, count: 256 << 20)
        for place in stride(from: 0, to: large.count, by: 4_096) { large[place] = 1 }
        let run = try Child.run(["/bin/sleep", "0.2"])
        #expect(run.code == 0)
        #expect(run.peakMegabytes > 0)
        #expect(run.peakMegabytes < 64)
        #expect(large.count { $0 == 1 } == 1 << 16)
    }
}

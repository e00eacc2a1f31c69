import LedgerCLI
import Support
import Synchronization
import Testing

@Suite("Progress of long work") struct ProgressTests {
    /// A terminal and a clock that both do what they are told.
    private final class Stage: Sendable {
        let milliseconds = Mutex<Int64>(0)
        let shown = Mutex<[String]>([])

        func line() -> ProgressLine {
            ProgressLine {
                .milliseconds(self.milliseconds.withLock { $0 })
            } put: { text in
                self.shown.withLock { $0.append(text) }
            }
        }
    }

    @Test("it comes after a while, changes now and then, and goes at the end") func line() {
        let stage = Stage()
        let line = stage.line()
        for (time, events) in [
            (10, 4_096), (199, 8_192), (200, 1_234_567), (399, 2_000_000), (400, 3_000_000),
        ] as [(Int64, UInt64)] {
            stage.milliseconds.withLock { $0 = time }
            line.show(events)
        }
        line.clear()
        line.clear()
        let erasure = "\r\u{1B}[K"
        #expect(
            stage.shown.withLock { $0 } == [
                "\(erasure)  1,234,567 events …", "\(erasure)  3,000,000 events …", erasure,
            ])
    }

    @Test("what is done at once says nothing") func quick() {
        let stage = Stage()
        let line = stage.line()
        line.show(7)
        line.clear()
        #expect(stage.shown.withLock { $0.isEmpty })
    }

    @Test("no progress goes into a pipe") func pipe() throws {
        let runner = try CommandRunner()
        let result = try runner.shell(
            """
            export TERM=xterm
            ledger init --currency EUR --zone UTC >/dev/null
            for i in $(seq 5000); do echo 2026-01-02,$i,Tea; done >rows
            { echo Date,Amount,Title; cat rows; } >t.csv
            ledger import t.csv >/dev/null; ledger replay >/dev/null; ledger verify >/dev/null
            """)
        #expect(result.code == 0 && result.errors == "")
    }
}

import EventLog
import Support
import Testing

/// Erasures that end anywhere, and are finished: no file has the text, nor does it come back.
@Suite("Interrupted erasures") struct InterruptedErasureTests {
    private static let secret = Array("a secret that nobody else has".utf8)

    private static let tail = "torn-000000000042-1.bin"

    /// A log with secrets in every 97th event, and in an end that was saved aside.
    ///
    /// - Parameter isErased: Whether the texts of the log are gone already, and something was
    ///   appended since.
    private func files(isErased: Bool) throws -> (files: [String: [UInt8]], secrets: [UInt64]) {
        let storage = MemoryStorage()
        let log = try LogSamples.newLog(storage)
        let rows = (0..<310).map { number in
            var row = LogSamples.row(number)
            guard number % 97 == 3 else { return row }
            row[ColumnID(rawValue: 0x81)] = .bytes(Self.secret + Array(" \(number)".utf8))
            return row
        }
        _ = try log.append(LogSamples.commit(0, rows: Array(rows[..<10])))
        _ = try log.append(LogSamples.commit(1, rows: Array(rows[10...])))
        let secrets: [UInt64] = [3, 100, 197, 294]
        if isErased {
            #expect(try log.erase(secrets).texts == 4)
            _ = try log.append(LogSamples.commit(2, rows: [LogSamples.row(1)]))
        }
        storage.replace(Self.tail, bytes: Self.secret)
        return (SimulatedDisk.files(of: storage), secrets)
    }

    /// The files that have the secret.
    private func names(in disk: SimulatedDisk) -> [String] {
        disk.contents().filter { ByteStrings.has(Self.secret, in: $0.value) }.keys.sorted()
    }

    @Test(
        "at every call, by a kill or a loss of power, then finished, with a loss of power behind",
        arguments: [false, true], [false, true])
    func everywhere(isErased: Bool, isPowerLoss: Bool) throws {
        let (start, secrets) = try files(isErased: isErased)
        let root = try Log.open(in: SimulatedDisk(start), options: LogSamples.options).head().root
        #expect(names(in: SimulatedDisk(start)).count == (isErased ? 1 : 2))
        var (call, hits) = (0, 1)
        var isBetween = false
        while hits > 0 {
            hits = 0
            for (number, fault) in [SimulatedDisk.Fault.killed, .killedAfter(40)].enumerated() {
                let disk = SimulatedDisk(start)
                let log = try Log.open(in: disk, options: LogSamples.options)
                disk.plan([disk.calls + call: fault])
                _ = try? log.erase(secrets)
                hits += disk.hits
                var choices = RandomChoices(seed: UInt64(call * 2 + number))
                let next =
                    isPowerLoss
                    ? disk.afterPowerLoss(&choices, isTearing: true) : disk.afterKill()
                isBetween = isBetween || names(in: next) == [Self.tail]
                let again = try Log.open(in: next, options: LogSamples.options)
                _ = try again.erase(secrets)
                #expect(try again.head().root == root && again.verify().erased == 4)
                #expect(names(in: next).isEmpty, "call \(call)")
                for _ in 0..<8 {
                    let later = next.afterPowerLoss(&choices, isTearing: true)
                    #expect(names(in: later).isEmpty, "call \(call), then a loss of power")
                    let last = try Log.open(in: later, options: LogSamples.options)
                    #expect(try last.verify().root == root)
                }
            }
            call += 1
        }
        // It was interrupted between the texts and the end, too.
        #expect(call > 5 && isBetween)
    }
}

import EventLog
import Ledger
import Support
import Testing

/// Laws of undo over random programs: everything that can be recorded, in memory and in files.
@Suite("Undo and redo lead back")
struct UndoLawTests {
    @Test("step by step, and forth again", arguments: 0..<12 as Range<UInt64>, StoreKind.allCases)
    func leadsBack(_ seed: UInt64, _ kind: StoreKind) throws {
        var program = try RandomProgram(seed: seed, on: kind, budgets: true)
        var snapshots = [try Snapshot(program.snapshot)]
        for _ in 0..<25 {
            try program.step()
            snapshots.append(try Snapshot(program.snapshot))
        }
        for expected in snapshots.dropLast().reversed() {
            #expect(try program.undo(.newest))
            #expect(try Snapshot(program.snapshot) == expected)
        }
        #expect(throws: UndoError.decision(.nothingToUndo)) { try program.undo(.newest) }
        for expected in snapshots.dropFirst() {
            #expect(try program.undo(.newestUndo))
            #expect(try Snapshot(program.snapshot) == expected)
        }
        #expect(throws: UndoError.decision(.nothingToRedo)) { try program.undo(.newestUndo) }
    }

    @Test("with lines that are split", arguments: 100..<110 as Range<UInt64>)
    func leadsBackSplit(_ seed: UInt64) throws {
        var program = try RandomProgram(seed: seed, on: .memory, splits: true, budgets: true)
        var snapshots = [try Snapshot(program.snapshot)]
        for _ in 0..<30 {
            try program.step()
            snapshots.append(try Snapshot(program.snapshot))
        }
        for expected in snapshots.dropLast().reversed() {
            #expect(try program.undo(.newest))
            #expect(try Snapshot(program.snapshot) == expected)
        }
    }

    @Test("all at once", arguments: 20..<32 as Range<UInt64>)
    func leadsBackAtOnce(_ seed: UInt64) throws {
        var program = try RandomProgram(seed: seed, on: .memory, budgets: true)
        for _ in 0..<10 { try program.step() }
        let start = try program.snapshot.count
        let before = try Snapshot(program.snapshot)
        for _ in 0..<15 {
            try program.step()
            if program.number(below: 4) == 0 { _ = try program.undo(.newest) }
        }
        let after = try Snapshot(program.snapshot)
        // Commits are as many seconds behind the first as there were events.
        let moment = Timestamp(millisecondsSince1970: 1_767_225_600_000 + Int64(start) * 1_000)
        #expect(try program.undo(.since(moment)))
        // An undo in that time may have reached back before it; its like is undone as well.
        #expect(try Snapshot(program.snapshot) == before)
        #expect(try program.undo(.newestUndo))
        #expect(try Snapshot(program.snapshot) == after)
    }

    @Test("from anywhere, or not at all", arguments: 40..<56 as Range<UInt64>)
    func isIdentity(_ seed: UInt64) throws {
        var program = try RandomProgram(seed: seed, on: .memory, budgets: true)
        for _ in 0..<20 { try program.step() }
        var undone = 0
        for _ in 0..<25 {
            let count = try program.snapshot.count
            let position = UInt64(4 + program.number(below: Int(count) - 4))
            let before = try Snapshot(program.snapshot)
            let head = try program.store.head()
            do {
                let skips = program.number(below: 2) == 0
                guard try program.undo(.events([position]), skipsConflicts: skips) else {
                    // A conflict leaves the log untouched.
                    #expect(try program.store.head() == head)
                    continue
                }
            } catch {
                #expect(try program.store.head() == head)
                try program.step()
                continue
            }
            undone += 1
            // What was appended is taken back, whether it was an undo or a redo.
            #expect(try program.undo(.events([count])))
            #expect(try Snapshot(program.snapshot) == before)
            if program.number(below: 2) == 0 { try program.step() }
        }
        #expect(undone > 0)
    }

    @Test("holding every amendment to what it replaces", arguments: 60..<66 as Range<UInt64>)
    func keepsVersionsInOrder(_ seed: UInt64) throws {
        var program = try RandomProgram(seed: seed, on: .memory, budgets: true)
        for _ in 0..<30 {
            try program.step()
            if program.number(below: 3) == 0 {
                let end = Int(try program.snapshot.count) - 4
                let positions = (0..<3).map { _ in UInt64(4 + program.number(below: end)) }
                _ = try? program.undo(.events(positions), skipsConflicts: true)
            }
        }
        var versions: [UInt64: (position: UInt64, facts: LineFacts)] = [:]
        for recorded in try program.store.events(in: 0..<program.snapshot.count) {
            let position = recorded.position
            switch recorded.event {
            case .lineAdded(let line): versions[position] = (position, line.facts)
            case .lineAmended(let line):
                let target = try #require(line.target.position)
                #expect(line.previous == .position(versions[target]?.position ?? 0))
                #expect(line.replaced == versions[target]?.facts)
                #expect(!line.changes.isEmpty)
                versions[target] = (position, line.facts)
            case .lineVoided(let line):
                let target = try #require(line.target.position)
                #expect(line.previous == .position(versions[target]?.position ?? 0))
                #expect(line.replaced == versions[target]?.facts)
                versions[target] = (position, line.replaced)
            case .lineRestored(let line):
                let target = try #require(line.target.position)
                #expect(line.previous == .position(versions[target]?.position ?? 0))
                #expect(line.facts == versions[target]?.facts)
                versions[target] = (position, line.facts)
            default: break
            }
        }
        #expect(!versions.isEmpty)
    }
}

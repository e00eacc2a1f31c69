import Foundation
import Support
import Synchronization

/// What each kind of program does, and what is held against it.
extension BesideRun {
    private static func money(_ cents: Int) -> String {
        "\(cents / 100).\(String(100 + cents % 100).dropFirst())"
    }

    private static func cents(_ money: String) -> Int? { Int(money.filter { $0 != "." }) }

    func add(_ random: inout SeededRandom) {
        guard let cents = take(1) else { return }
        let arguments = ["add", BesideRun.money(cents), "entry \(cents)", "-O", "json"]
        guard let result = command(.add, arguments, &random)?.result,
            let id = JSONValue(parsing: result.output)?["id"]?.integer
        else { return }
        state.withLock {
            $0.acknowledged.insert(cents)
            if cents % 3 == 0 { $0.erasable.append("\(id)") }
        }
    }

    func importFile(_ random: inout SeededRandom) {
        guard let first = take(BesideRun.rows) else { return }
        let amounts = first..<(first + BesideRun.rows)
        let rows = amounts.map { "2026-01-\($0 % 9 + 10),\(BesideRun.money($0)),row \($0)" }
        let name = "file-\(first).csv"
        let text = (["Date,Amount,Title"] + rows).joined(separator: "\n")
        do { try runner.write(Array(text.utf8), to: name) } catch { return note("\(error)") }
        state.withLock { $0.imports.append(first) }
        guard let result = command(.importing, ["import", name], &random)?.result else { return }
        if result.output.contains("Recorded") {
            state.withLock { $0.acknowledged.formUnion(amounts) }
        }
    }

    func erase(_ random: inout SeededRandom) {
        let id = state.withLock { state -> String? in
            guard let id = state.erasable.popLast() else { return nil }
            state.erasures += 1
            state.isErasing = true
            return id
        }
        guard let id else { return }
        var outcome = command(.erase, ["erase", id, "--yes"], &random)?.outcome
        for _ in 0..<20 where outcome != .done {
            outcome =
                command(.erase, ["erase", "--finish", "--yes"], &random, mayKill: false)?.outcome
        }
        state.withLock { $0.isErasing = outcome != .done }
    }

    /// A killed erasure is to be told, in the ledger or in a copy of that moment, and so is the
    /// older file that a killed program did not take away; nothing else is.
    func verify(_ random: inout SeededRandom) {
        let before = state.withLock { $0 }
        let isCopy = before.counts[.backup]?[.done] ?? 0 > 0 && random.below(2) == 0
        let arguments = isCopy ? ["verify", "--ledger", "copy"] : ["verify"]
        let isCalm = ContinuousClock.now < calmEnd
        _ = command(.verify, arguments, &random) { [self] result in
            if result.errors.contains("is an older state of the log") { return !isCalm }
            guard result.errors.contains("an erasure was interrupted") else { return false }
            let after = state.withLock { $0 }
            let isOpen = before.isErasing || before.erasures != after.erasures
            return isCopy || !isCalm && isOpen
        }
    }

    /// What a killed program left behind is to be told; of others nothing is but what the machine
    /// is like.
    func doctor(_ random: inout SeededRandom) {
        let machine: Set = ["sync", "space", "disk", "synced", "lock"]
        let killed: Set = ["leftovers", "aside", "log", "derived"]
        let before = state.withLock { $0 }
        let isCalm = ContinuousClock.now < calmEnd
        _ = command(.doctor, ["doctor", "-O", "json"], &random) { [self] result in
            let after = state.withLock { $0 }
            let isErasing = before.isErasing || before.erasures != after.erasures
            let rows = JSONValue(parsing: result.output)?["rows"]?.array ?? []
            let found = rows.filter { $0["ok"]?.bool == false }.compactMap { $0["check"]?.string }
            return !found.isEmpty
                && machine.union(isCalm ? [] : killed).union(isErasing ? ["erasures"] : [])
                    .isSuperset(of: found)
        }
    }

    /// Whoever looks sees all that was acknowledged before, once.
    func list(_ random: inout SeededRandom) {
        let known = state.withLock { $0.acknowledged }
        guard let result = command(.list, ["list", "--all", "-O", "json"], &random)?.result
        else { return }
        if result.code == 0 { check(result.output, known) }
    }

    /// Holds a list of everything against what was tried and what was acknowledged.
    func check(_ output: String, _ known: Set<Int>) {
        let rows = JSONValue(parsing: output)?["rows"]?.array ?? []
        let amounts = rows.compactMap { $0["amount"]?.string.flatMap(BesideRun.cents) }
        let found = Set(amounts)
        let (tried, imports) = state.withLock { ($0.tried, $0.imports) }
        if found.count != amounts.count { note("a line is there twice") }
        if let lost = known.subtracting(found).min() { note("lost: \(lost)") }
        if let most = found.max(), most > tried { note("nobody has added \(most)") }
        for first in imports {
            let there = (first..<(first + BesideRun.rows)).count { found.contains($0) }
            if there != 0 && there != BesideRun.rows { note("in part: the import of \(first)") }
        }
    }
}

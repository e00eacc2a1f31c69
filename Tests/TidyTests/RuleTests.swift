import Testing

/// Every rule fires on a bad example and is quiet on a good one.
@Suite("House rules fire where they should, and only there")
struct RuleTests {
    private let path = "Sources/Ledger/Example.swift"

    private func lines(_ violations: [Violation]) -> [Int] { violations.map(\.line) }

    @Test("a line of 100 characters is short, one of 101 is long")
    func lineLength() {
        let text = String(repeating: "é", count: 100) + "\n" + String(repeating: "x", count: 101)
        #expect(lines(Rules.lineLength(path, text)) == [2])
    }

    @Test("a file of 400 lines is short, one of 401 is long, a table may be")
    func fileLength() {
        let text = String(repeating: "x\n", count: 400)
        #expect(Rules.fileLength(path, text).isEmpty)
        #expect(lines(Rules.fileLength(path, text + "x\n")) == [0])
        #expect(Rules.fileLength("Sources/Ledger/Values/X+Table.swift", text + "x\n").isEmpty)
    }

    @Test(
        "a function of 70 lines is short, one of 71 is long",
        arguments: [
            "func f(_ g: () -> Int = { 1 }) -> [Int] {", "init() {", "deinit {",
            "subscript(i: Int) -> I {",
        ])
    func functionLength(head: String) {
        func source(_ count: Int) -> String {
            let body = String(repeating: "    if true { g() }  // { \"{\"\n", count: count - 2)
            return "protocol P {\n    func f()\n    var x: Int { get }\n}\n\(head)\n\(body)}\n"
        }
        #expect(Rules.functionLength(SwiftText(path, source(70))).isEmpty)
        #expect(lines(Rules.functionLength(SwiftText(path, source(71)))) == [5])
    }

    @Test("calls of init and long types are no long functions")
    func noFunction() {
        let body = String(repeating: "    let x = 1\n", count: 80)
        #expect(Rules.functionLength(SwiftText(path, "struct S {\n\(body)}\n")).isEmpty)
        #expect(Rules.functionLength(SwiftText(path, "let x = S.init\nenum E {\n\(body)}")).isEmpty)
    }

    @Test(
        "banned words are found in their layer",
        arguments: [
            ("Sources/Ledger/A.swift", "fatalError()"),
            ("Sources/Ledger/A.swift", "let x = try! f()"),
            ("Tests/LedgerTests/A.swift", "@testable import Ledger"),
            ("Sources/EventLog/A.swift", "MemoryLayout<Int>.size"),
            ("Sources/EventLog/A.swift", "load(as: Int.self)"),
            ("Sources/Ledger/Values/A.swift", "var amount: Double"),
            ("Sources/Ledger/A.swift", "print(1)"),
            ("Sources/Ledger/A.swift", "let s = \"\\(print(1))\""),
            ("Sources/Ledger/A.swift", "/* FIXME later */"),
            ("Sources/LedgerCLI/A.swift", "// TODO: more"),
            ("Sources/Ledger/A.swift", "// XXX: odd"),
            ("Sources/Ledger/A.swift", "/// By the end of day."),
            ("Sources/LedgerCLI/A.swift", "let s = \"at the end of day\""),
        ])
    func banned(path: String, text: String) {
        #expect(lines(Rules.bannedWords(SwiftText(path, "\n" + text + "\n"))) == [2])
    }

    @Test(
        "words are left alone in other layers, other folders and longer words",
        arguments: [
            ("Sources/Ledger/A.swift", "// never fatalError() or try! here; print(x) neither"),
            ("Sources/Ledger/A.swift", "let s = \"TODO\"; let u = #\"\"print(1)\"\"#"),
            ("Sources/Ledger/A.swift", "let s = \"\"\"\n  \"try!\" \\\"\"\" print(1)\n  \"\"\""),
            ("Sources/Ledger/A.swift", "sprint(1); myfatalError()"),
            ("Sources/EventLog/A.swift", "load(as: UInt.self)"),
            ("Sources/LedgerCLI/A.swift", "print(1); let x: Double = 1"),
            ("Sources/Ledger/Values/A.swift", "/// VTODO, XXX, TODOS; the end of days"),
        ])
    func notBanned(path: String, text: String) {
        #expect(Rules.bannedWords(SwiftText(path, text)).isEmpty)
    }

    @Test("unsafe is for fenced files")
    func fencedUnsafe() {
        let text = "let x = unsafe y\n// unsafe\nlet s = \"unsafe\"; let unsafely = 1\n"
        #expect(lines(Rules.fencedUnsafe(SwiftText(path, text))) == [1])
        #expect(Rules.fencedUnsafe(SwiftText("Sources/EventLog/Bytes/LZ4.swift", text)).isEmpty)
        #expect(Rules.fencedUnsafe(SwiftText("Sources/X/Zone+Platform.swift", text)).isEmpty)
    }

    @Test(
        "imports of higher layers, of Foundation and of C are found",
        arguments: [
            ("Sources/EventLog/A.swift", "import Foundation"),
            ("Sources/EventLog/A.swift", "internal import Ledger"),
            ("Sources/EventLog/A.swift", "internal import CLZ4"),
            ("Sources/Ledger/A.swift", "import struct FoundationEssentials.Date"),
            ("Sources/Ledger/A.swift", "#if canImport(Glibc)\nimport Glibc\n#endif"),
            ("Sources/Ledger/A.swift", "public import Interchange"),
            ("Sources/Application/A.swift", "import ArgumentParser"),
            ("Sources/Strange/A.swift", "let x = 1"),
        ])
    func badImport(path: String, text: String) {
        #expect(Rules.imports(SwiftText(path, text)).count == 1)
    }

    @Test(
        "imports of lower layers are right, and of C behind the fence",
        arguments: [
            ("Sources/EventLog/A.swift", "internal import Dispatch\nimport Synchronization"),
            ("Sources/EventLog/Bytes/LZ4.swift", "internal import CLZ4"),
            ("Sources/Ledger/Zone+Platform.swift", "#if canImport(Glibc)\nimport Glibc\n#endif"),
            ("Sources/Ledger/A.swift", "public import EventLog // import Foundation"),
            ("Sources/LedgerCLI/A.swift", "import ArgumentParser\nimport Ledger"),
            ("Tests/LedgerTests/A.swift", "import Foundation"),
        ])
    func goodImport(path: String, text: String) {
        #expect(Rules.imports(SwiftText(path, text)).isEmpty)
    }

    @Test("paths of one machine and registries are found")
    func machineWords() {
        let bad = House.machineFolders.map { "see /\($0)/ledger" } + House.registryWords
        for text in bad { #expect(lines(Rules.machineWords(path, text)) == [1], "\(text)") }
        let good = House.machineFolders.map { folder in
            "~/\(folder)/x ../\(folder)/x $HOME/\(folder)/x a/\(folder)/x b.org/\(folder)/x"
        }
        for text in good { #expect(Rules.machineWords(path, text).isEmpty, "\(text)") }
    }

    @Test("a test with a limit by the clock is found") func clockLimit() {
        let text = "@Suite struct A {\n    // .timeLimit(x)\n    @Test(.timeLimit(.minutes(1)))\n}"
        #expect(lines(Rules.clockLimit(SwiftText("Tests/LedgerTests/A.swift", text))) == [3])
    }

    @Test("a test that returns early is found, a closure in it may return")
    func earlyReturn() {
        let path = "Tests/LedgerTests/A.swift"
        func source(_ head: String, _ body: String) -> SwiftText {
            SwiftText(path, "struct A {\n    \(head) {\n\(body)\n    }\n}\n")
        }
        let bad = "        guard a else { return }"
        let looped = "        for b in c {\n            guard b else { return }\n        }"
        let closure = "        visit { b in\n            guard b else { return }\n        }"
        #expect(lines(Rules.earlyReturn(source("@Test(\"x\") func f()", bad))) == [3])
        #expect(lines(Rules.earlyReturn(source("@Test\n    func f()", bad))) == [4])
        #expect(lines(Rules.earlyReturn(source("@Test func f()", looped))) == [4])
        #expect(Rules.earlyReturn(source("@Test func f()", closure)).isEmpty)
        #expect(Rules.earlyReturn(source("private func f()", bad)).isEmpty)
    }

    @Test("strange names at the top are found")
    func topLevel() {
        let names = ["Sources", ".ci", "README.md", "docs", "scripts"]
        #expect(Rules.topLevel(names).map(\.path) == ["docs", "scripts"])
    }

    @Test("what a text does not mention is found")
    func mentions() {
        let text = "| `cli/` | … | run tools/test"
        #expect(Rules.mentions("README.md", text, all: ["cli/", "tools/test"]).isEmpty)
        #expect(Rules.mentions("README.md", text, all: ["errors/", "tools/tes"]).count == 2)
    }

    @Test("tools that cannot be run or do not say how are found")
    func tool() {
        let good = "#!/usr/bin/env bash\n# Does it.\n#\n# Usage: tools/x [Y]\nset -e\n"
        #expect(Rules.tool("tools/x", good, isExecutable: true).isEmpty)
        #expect(Rules.tool("tools/x", good, isExecutable: false).count == 1)
        #expect(Rules.tool("tools/y", good, isExecutable: true).count == 1)
        #expect(Rules.tool("tools/x", "echo\n" + good, isExecutable: true).count == 2)
        #expect(Rules.tool("tools/data/list.csv", "a,b", isExecutable: false).isEmpty)
    }

    @Test("folders that are no target are found")
    func targets() {
        let manifest = ".target(name: \"Ledger\"), .testTarget(name: \"LedgerTests\")"
        let folders = ["Ledger", "LedgerTests", "Tests"]
        #expect(Rules.targets(manifest, folders: folders).count == 1)
    }

    @Test("a folder of 25 files is a room, one of 26 is a heap") func rooms() {
        let paths = (1...25).map { "Sources/Ledger/Room/F\($0).swift" }
        #expect(Rules.rooms(paths).isEmpty)
        #expect(Rules.rooms(paths + ["Sources/Ledger/Room/G.swift"]).count == 1)
        #expect(Rules.rooms(paths + ["Sources/Ledger/Room/Inner/G.swift"]).isEmpty)
    }

    @Test("the first type has the name of its file") func firstType() {
        func found(_ name: String, _ text: String) -> Int {
            Rules.firstType(SwiftText("Sources/Ledger/\(name).swift", text)).count
        }
        let pair = "/// A.\npackage struct Cent {\n    enum Kind {}\n}\n\nenum Other {}\n"
        #expect(found("Cent", pair) == 0)
        #expect(found("Other", pair) == 1)
        #expect(found("Other+Facet", pair) == 0)
        #expect(found("Third+Facet", pair) == 1)
        #expect(found("Cents", pair) == 0)
        #expect(found("Functions", "func f() {}\n") == 0)
        #expect(found("Cent", "@MainActor public final class Cent<T>: Sendable {}\n") == 0)
        #expect(found("Kind", "extension Cent.Kind {}\n") == 0)
    }

    @Test("a retired word is found in code and in comments") func retiredWords() {
        func found(_ text: String) -> Int {
            Rules.retiredWords(SwiftText(path, text)).count
        }
        #expect(found("let a = HotKey()\n") == 1)
        #expect(found("// A HotKey.\n") == 1)
        #expect(found("let a = GroupKey() + \"HotKey\"\n") == 0)
    }
}

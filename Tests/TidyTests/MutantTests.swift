import Foundation
import Support
import Testing

/// The faults of `tools/mutants` still fit the sources, so that the list cannot rot.
@Suite("Planted faults")
struct MutantTests {
    /// A fault of the list.
    private struct Fault {
        let name: String
        let modes: [String]
        let file: String
        let old: String
        let new: String

        init?(_ block: Substring) {
            guard let head = block.range(of: "\n<<<\n"), let middle = block.range(of: "\n===\n"),
                let end = block.range(of: ">>>\n", options: .backwards)
            else { return nil }
            let lines = block[..<head.lowerBound].split(separator: "\n")
            func fact(_ word: String) -> String {
                let line = lines.first { $0.hasPrefix(word + " ") }
                return String(line?.dropFirst(word.count + 1) ?? "")
            }
            name = lines.first.map(String.init) ?? ""
            modes = fact("mode").split(separator: ",").map { $0.filter { $0 != " " } }
            file = fact("file")
            old = String(block[head.upperBound..<middle.lowerBound])
            new = String(block[middle.upperBound..<end.lowerBound])
        }
    }

    private func faults() throws -> [Fault] {
        let list = try #require(try SourceTree.file("tools/mutants/list.txt"))
        let blocks = list.text.split(separator: "\n* ").dropFirst()
        let faults = blocks.compactMap { Fault($0 + "\n") }
        #expect(faults.count == blocks.count)
        return faults
    }

    @Test("each old text stands in its file once") func fits() throws {
        for fault in try faults() {
            let text = try #require(try SourceTree.file(fault.file)).text
            #expect(text.components(separatedBy: fault.old).count == 2, "\(fault.name)")
            #expect(fault.old != fault.new && !fault.name.isEmpty)
        }
    }

    @Test("there are faults for every failure mode, and names are told apart") func modes() throws {
        let faults = try faults()
        #expect(Set(faults.map(\.name)).count == faults.count)
        let modes = Set(faults.flatMap(\.modes))
        #expect(modes.isSuperset(of: (1...24).map(String.init)))
        #expect(faults.count >= 40)
    }
}

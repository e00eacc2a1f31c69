internal import Foundation
package import Testing

/// Compares text with a golden file, byte for byte.
///
/// The file is written only where the environment says `LEDGER_RECORD=1`, and then the test fails
/// all the same, so that nobody records without looking at what was recorded.
///
/// - Parameters:
///   - actual: what the code under test made.
///   - path: the golden file, from `Fixtures/`, such as `cli/report.txt`.
package func expectGolden(
    _ actual: String,
    _ path: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let file = SourceTree.fullPath("Fixtures/\(path)")
    do {
        let complaint =
            Recording.isOn
            ? try recordGolden(actual, at: file) : try compareGolden(actual, at: file)
        if let complaint {
            Issue.record("Fixtures/\(path): \(complaint)", sourceLocation: sourceLocation)
        }
    } catch {
        Issue.record(error, "Fixtures/\(path)", sourceLocation: sourceLocation)
    }
}

/// Writes a golden file, with the folders it lies in.
///
/// - Returns: the reason why the test fails.
package func recordGolden(_ actual: String, at file: String) throws -> String {
    let url = URL(filePath: file)
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(actual.utf8).write(to: url)
    return "recorded; read it, then run again without LEDGER_RECORD"
}

/// Compares text with a golden file.
///
/// - Returns: what is wrong, or nil where every byte is the same.
package func compareGolden(_ actual: String, at file: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: file) else {
        return "missing; LEDGER_RECORD=1 records it"
    }
    let expected = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    let difference = lineDifference(from: expected, to: actual)
    return difference.isEmpty ? nil : "not as recorded (- recorded, + now)\n\(difference)"
}

/// The lines in which two texts differ, as in a unified diff, with two lines around each change.
///
/// Lines are compared by their bytes. Control characters are shown as pictures (`␍`).
///
/// - Returns: empty where the texts are the same.
/// - Complexity: O(*n* · *d*) for *n* lines and *d* differences.
package func lineDifference(from expected: String, to actual: String) -> String {
    let marked = markedLines(from: lines(of: expected), to: lines(of: actual))
    let changes = marked.indices.filter { marked[$0].mark != " " }
    var shown: [String] = []
    var last = -1
    for change in changes {
        let first = max(last + 1, change - 2)
        if first > last + 1 { shown.append("  ⋯ line \(marked[first].number)") }
        let end = min(change + 2, marked.count - 1)
        guard first <= end else { continue }
        shown += marked[first...end].map { "\($0.mark) \(visible($0.bytes))" }
        last = end
    }
    return shown.joined(separator: "\n")
}

/// A line of a diff; its number counts from 1 in the text that has it.
private struct MarkedLine {
    var mark: Character
    var number: Int
    var bytes: [UInt8]
}

private func lines(of text: String) -> [[UInt8]] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
}

/// All lines of both texts, removed ones before those that replace them.
private func markedLines(from old: [[UInt8]], to new: [[UInt8]]) -> [MarkedLine] {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): added.insert(offset)
        }
    }
    var marked: [MarkedLine] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
        if removed.contains(oldIndex) {
            marked.append(MarkedLine(mark: "-", number: oldIndex + 1, bytes: old[oldIndex]))
            oldIndex += 1
        } else {
            let mark: Character = added.contains(newIndex) ? "+" : " "
            marked.append(MarkedLine(mark: mark, number: newIndex + 1, bytes: new[newIndex]))
            newIndex += 1
            oldIndex += mark == " " ? 1 : 0
        }
    }
    return marked
}

/// The line with a picture for every control character.
private func visible(_ bytes: [UInt8]) -> String {
    let pictured = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
        scalar.value < 0x20 ? Unicode.Scalar(0x2400 + scalar.value) ?? scalar : scalar
    }
    return String(String.UnicodeScalarView(pictured))
}

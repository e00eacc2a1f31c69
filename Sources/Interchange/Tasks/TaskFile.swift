internal import Ledger

/// A file of tasks in its pieces: each task as it stands there, and what is between them.
package struct TaskFile: Sendable {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let format: TaskFormat
    private let bytes: [UInt8]
    /// Where each piece that may be a task stands, in the order of the file.
    private let ranges: [Range<Int>]

    /// How many pieces may be tasks.
    package var count: Int { ranges.count }

    /// Takes a file apart.
    ///
    /// - Parameter bytes: UTF-8; what ``TaskImport`` can read.
    /// - Complexity: O(bytes)
    package init(_ bytes: [UInt8], _ format: TaskFormat) {
        (self.bytes, self.format) = (bytes, format)
        let start = bytes.starts(with: TaskFile.mark) ? TaskFile.mark.count : 0
        switch format {
        case .taskwarrior: ranges = TaskFile.objects(bytes, from: start)
        case .todo: ranges = TaskFile.lines(bytes, from: start)
        case .calendar: ranges = TaskFile.components(bytes, from: start)
        }
    }

    /// A piece, by its ``TaskRecord/ordinal``.
    package func piece(_ ordinal: Int) -> [UInt8] {
        ranges.indices.contains(ordinal) ? Array(bytes[ranges[ordinal]]) : []
    }

    /// A piece with lines that are folded made whole, so that it is UTF-8 by itself.
    package static func unfolded(_ piece: [UInt8], _ format: TaskFormat) -> [UInt8] {
        if format != .calendar { return piece }
        var text: [UInt8] = []
        text.reserveCapacity(piece.count)
        for byte in piece {
            if byte == 0x20 || byte == 0x09, text.last == 0x0A {
                text.removeLast()
                if text.last == 0x0D { text.removeLast() }
            } else {
                text.append(byte)
            }
        }
        return text
    }

    /// The file with other pieces in the place of some; all else stays byte for byte.
    ///
    /// - Parameters:
    ///   - changes: New pieces by their places; an empty one takes a line of todo.txt away.
    ///   - added: Pieces that come behind the last.
    package func changed(_ changes: [Int: [UInt8]], adding added: [[UInt8]]) -> [UInt8] {
        var text: [UInt8] = []
        var position = 0
        for (ordinal, range) in ranges.enumerated() {
            text += bytes[position..<range.lowerBound]
            position = range.upperBound
            guard let piece = changes[ordinal] else {
                text += bytes[range]
                continue
            }
            text += piece
            if piece.isEmpty, format == .todo {
                // The end of the line goes with it.
                while position < bytes.count, bytes[position] != 0x0A { position += 1 }
                position = min(position + 1, bytes.count)
            }
        }
        if added.isEmpty { return text + bytes[position...] }
        switch format {
        case .todo:
            text += bytes[position...]
            if let last = text.last, last != 0x0A { text.append(0x0A) }
            for piece in added { text += piece + [0x0A] }
        case .taskwarrior: add(added, behind: &text, bytes[position...])
        case .calendar: addComponents(added, behind: &text, bytes[position...])
        }
        return text
    }

    private func add(_ pieces: [[UInt8]], behind text: inout [UInt8], _ rest: ArraySlice<UInt8>) {
        let all = pieces.joined(separator: Array(",\n".utf8))
        let start = bytes.starts(with: TaskFile.mark) ? TaskFile.mark.count : 0
        let first = bytes[start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        switch first {
        case nil: text += Array("[\n".utf8) + all + Array("\n]\n".utf8) + rest
        case UInt8(ascii: "["):
            if ranges.isEmpty {
                // Nothing but the bracket is before the rest.
                let end = rest.firstIndex(of: UInt8(ascii: "]")) ?? rest.endIndex
                text += rest[..<end].prefix { $0 != 0x0A } + Array("\n".utf8) + all
                text += Array("\n".utf8) + rest[end...]
            } else {
                text += Array(",\n".utf8) + all + rest
            }
        default:
            text += Array("\n".utf8) + pieces.joined(separator: [0x0A])
            text += rest.isEmpty ? [0x0A] : rest
        }
    }

    private func addComponents(
        _ pieces: [[UInt8]], behind text: inout [UInt8], _ rest: ArraySlice<UInt8>
    ) {
        let end = Array("END:VCALENDAR".utf8)
        guard let place = rest.firstRange(of: end)?.lowerBound else {
            text += rest + Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n".utf8)
            text += Array("PRODID:-//ledger//tasks//EN\r\n".utf8) + pieces.joined()
            text += end + Array("\r\n".utf8)
            return
        }
        text += rest[..<place] + pieces.joined() + rest[place...]
    }

    /// The lines that are tasks, without their ends.
    private static func lines(_ bytes: [UInt8], from start: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for line in bytes[start...].split(separator: 0x0A, omittingEmptySubsequences: false) {
            if !TodoReader.isTask(line) { continue }
            let end = line.last == 0x0D ? line.endIndex - 1 : line.endIndex
            ranges.append(line.startIndex..<end)
        }
        return ranges
    }

    /// The objects of a list, or those that follow each other.
    private static func objects(_ bytes: [UInt8], from start: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var (depth, first, isQuoted, isEscaped) = (0, start, false, false)
        for index in start..<bytes.count {
            let byte = bytes[index]
            if isQuoted {
                if isEscaped {
                    isEscaped = false
                } else if byte == 0x5C {
                    isEscaped = true
                } else if byte == 0x22 {
                    isQuoted = false
                }
                continue
            }
            switch byte {
            case 0x22: isQuoted = true
            case UInt8(ascii: "{"):
                if depth == 0 { first = index }
                depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { ranges.append(first..<(index + 1)) }
            default: break
            }
        }
        return ranges
    }

    /// The components of a calendar, with the ends of their last lines.
    private static func components(_ bytes: [UInt8], from start: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var (depth, first, isZone) = (0, start, false)
        for line in bytes[start...].split(separator: 0x0A, omittingEmptySubsequences: false) {
            let words = line.prefix(80).split(separator: UInt8(ascii: ":"), maxSplits: 1)
            guard words.count == 2, words[0].count <= 5 else { continue }
            let name = String(decoding: words[1], as: UTF8.self).trimmed.uppercased()
            switch String(decoding: words[0], as: UTF8.self).uppercased() {
            case "BEGIN":
                depth += 1
                if depth == 2 { (first, isZone) = (line.startIndex, name == "VTIMEZONE") }
            case "END":
                depth -= 1
                if depth == 1, !isZone {
                    ranges.append(first..<min(line.endIndex + 1, bytes.count))
                }
            default: break
            }
        }
        return ranges
    }
}

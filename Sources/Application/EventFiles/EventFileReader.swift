package import EventLog
package import Interchange
internal import Ledger

/// Makes a log of a file of events, line by line, each held against its hash.
package struct EventFileReader {
    private let header: EventFileHeader
    private var lines: FileLines
    private var builder: LogBuilder
    private var hasher = LeafHasher()
    private var seed: (block: UInt64, bytes: [UInt8])?
    private var commit: CommitHeader?
    /// The secret of a block that the log has begun; `nil` where the file begins one.
    private let begun: [UInt8]?
    /// Where the file goes on.
    private let start: UInt64
    /// The first secret of the file, and of which block it is.
    package private(set) var firstSeed: (block: UInt64, bytes: [UInt8])?

    /// Reads the first line.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - commit: The last commit of what the log has already; `nil` for an empty one.
    ///   - begun: The secret of the block in which the next event stands, where the log has begun
    ///     it. Events of a file with another one have salts of their own there, unless it is flat.
    ///   - builder: A log that has nothing, or what the file goes on from; made once the file is
    ///     known to be one of events.
    package init(
        _ source: any ByteSource, behind commit: CommitHeader? = nil, begun: [UInt8]? = nil,
        _ builder: () throws(ApplicationError) -> LogBuilder
    ) throws(ApplicationError) {
        self.commit = commit
        self.begun = begun
        lines = FileLines(source)
        guard let first = try lines.next(),
            let header = try? JSONCoding.decode(EventFileHeader.self, from: first),
            header.format == EventFileHeader.format, header.events > 0
        else { throw .events(.notEvents) }
        guard header.version <= EventFileHeader.version else {
            throw .events(
                .newerVersion(found: header.version, supported: EventFileHeader.version))
        }
        self.header = header
        self.builder = try builder()
        start = self.builder.position
    }

    /// Reads everything.
    ///
    /// - Returns: The end of the log that was made.
    package mutating func read(progress: (UInt64) -> Void) throws(ApplicationError) -> LogHead {
        while let line = try lines.next() {
            try mappingError(ApplicationError.events, take(line))
            if builder.position.isMultiple(of: Limit.seedEvents) { progress(builder.position) }
        }
        guard builder.position == header.events else {
            throw .events(.cut(events: builder.position, of: header.events))
        }
        let head: LogHead
        do throws(LogError) { head = try builder.finish() } catch {
            throw .events(.refused(line: lines.number, error))
        }
        guard head.root.hex == header.root else {
            throw .events(.otherRoot)
        }
        return head
    }

    private mutating func take(_ bytes: [UInt8]) throws(EventFileError) {
        let line: EventFileLine
        do throws(JSONFault) {
            line = try JSONCoding.decode(EventFileLine.self, from: bytes)
        } catch {
            throw .badLine(lines.number, field: error.field)
        }
        switch line {
        case .seed(let seed):
            guard let bytes = [UInt8](hex: seed.seed), BlockSeed(bytes) != nil else {
                throw .badLine(lines.number, field: "seed")
            }
            self.seed = (seed.block, bytes)
            firstSeed = firstSeed ?? self.seed
            if let begun, isOwn(seed.block) {
                let own = BlockSeed.renewed(begun, from: start)
                builder.set(seed: own, of: seed.block)
            } else {
                builder.set(seed: bytes, of: seed.block)
            }
        case .event(let line): try take(line)
        }
    }

    /// Whether the log keeps another secret of a block than the file has.
    private func isOwn(_ block: UInt64) -> Bool {
        guard let begun, BlockSeed.hasNodes(begun), let firstSeed else { return false }
        return firstSeed.block == block && firstSeed.bytes != begun
    }

    private mutating func take(_ line: EventLine) throws(EventFileError) {
        guard line.position == builder.position, line.position < header.events else {
            throw .gap(line: lines.number, expected: builder.position)
        }
        let (said, header) = try line.event(ofLine: lines.number, header.names, behind: commit)
        var row = said
        guard let seed, seed.block == line.position / Limit.seedEvents else {
            throw .badLine(lines.number, field: "seed")
        }
        let hash = try? hasher.hash(row, header, position: line.position, seed: seed.bytes)
        guard hash?.hex == line.leaf else {
            throw .changed(line: lines.number, position: line.position)
        }
        if isOwn(seed.block), !row.isErased, row[.salt] == nil {
            row[.salt] = .bytes(Leaf.salt(of: line.position, seed: seed.bytes))
        }
        do throws(LogError) { try builder.append(row, of: header) } catch {
            throw .refused(line: lines.number, error)
        }
        commit = header
    }
}

/// The lines of a file, without their ends; each has at most a mebibyte.
private struct FileLines {
    /// The number of the line that was read last, from 1.
    private(set) var number = 0
    private let source: any ByteSource
    private var buffer: [UInt8] = []
    private var start = 0
    private var offset: UInt64 = 0

    private static let bytesMax = 1 << 20
    private static let pieceBytes = 1 << 16

    init(_ source: any ByteSource) { self.source = source }

    /// The next line that is not empty; `nil` at the end.
    mutating func next() throws(ApplicationError) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                number += 1
                if end > start { return Array(buffer[start..<end]) }
                searched = end + 1
                start = end + 1
                continue
            }
            buffer.removeFirst(start)
            start = 0
            searched = buffer.count
            guard buffer.count <= FileLines.bytesMax else {
                throw .events(.badLine(number + 1, field: ""))
            }
            var piece: [UInt8] = []
            do throws(ImportError) {
                try source.read(at: offset, count: FileLines.pieceBytes, into: &piece)
            } catch { throw .csv(error) }
            offset += UInt64(piece.count)
            buffer += piece
            if piece.isEmpty {
                guard !buffer.isEmpty else { return nil }
                number += 1
                defer { buffer = [] }
                return buffer
            }
        }
    }
}

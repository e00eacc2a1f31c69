import Application
import EventLog
import FoundationEssentials
import Interchange
import Ledger

/// Inputs that become files of events, which make a ledger.
///
/// The hashes of the events and the root are put right first: a change of a byte must get past them
/// to reach what they guard. An input whose last byte is 0xFF is taken as it is.
enum EventFileInputs {
    private static let raw: UInt8 = 0xFF
    private static let newline = UInt8(ascii: "\n")

    /// What is taken is a log that verifies, with the events and the root that the file says.
    static func events(_ bytes: [UInt8]) throws(FuzzFinding) {
        let storage = MemoryStorage()
        let file = bytes.last == raw ? Array(bytes.dropLast()) : repaired(bytes)
        guard let head = head(of: file, in: storage) else { return }
        do {
            let log = try Log.open(in: storage, options: SampleLedger.options)
            let found = try log.head()
            guard found.root == head.root, found.count == head.count else {
                throw FuzzFinding("a file of events made another ledger")
            }
            _ = try log.verify()
        } catch let finding as FuzzFinding { throw finding } catch {
            throw FuzzFinding("what was made of a file of events cannot be read: \(error)")
        }
    }

    /// Makes a log of a file; `nil` where it is refused.
    private static func head(of file: [UInt8], in storage: MemoryStorage) -> LogHead? {
        do {
            var reader = try EventFileReader(MemoryBytes(file)) { () throws(ApplicationError) in
                do throws(LogError) {
                    return try LogBuilder(
                        in: storage, id: SampleLedger.logID, options: SampleLedger.options)
                } catch { throw .events(.refused(line: 1, error)) }
            }
            return try reader.read { _ in }
        } catch { return nil }
    }

    // MARK: Hashes

    /// The file with the hashes that its events have, as far as they are understood.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        var lines = bytes.split(separator: newline, omittingEmptySubsequences: false).map {
            Array($0)
        }
        let decoder = JSONDecoder()
        guard let header = try? decoder.decode(EventFileHeader.self, from: Data(lines[0])) else {
            return bytes
        }
        var hasher = LeafHasher()
        var leaves: [Digest] = []
        var seed: [UInt8] = []
        var commit: CommitHeader?
        // The rest of a file is not read once a line is refused.
        reading: for number in lines.indices.dropFirst() where !lines[number].isEmpty {
            switch try? decoder.decode(EventFileLine.self, from: Data(lines[number])) {
            case .seed(let line):
                guard let digest = Digest(hex: line.seed) else { break reading }
                seed = digest.bytes
            case .event(let line):
                guard
                    let event = try? line.event(
                        ofLine: number + 1, header.names, behind: commit),
                    let leaf = try? hasher.hash(
                        event.0, event.1, position: line.position, seed: seed)
                else { break reading }
                commit = event.1
                leaves.append(leaf)
                put(leaf, for: line.leaf, in: &lines[number])
            case nil: break reading
            }
        }
        put(SHA256.root(leaves[...]), for: header.root, in: &lines[0])
        return Array(lines.joined(separator: [newline]))
    }

    /// Puts a hash where another one stands.
    private static func put(_ hash: Digest, for old: String, in line: inout [UInt8]) {
        let old = Array(old.utf8)
        guard old.count == 2 * Digest.byteCount, old.count <= line.count,
            let place = (0...(line.count - old.count)).first(where: {
                line[$0..<($0 + old.count)].elementsEqual(old)
            })
        else { return }
        line.replaceSubrange(place..<(place + old.count), with: hash.hex.utf8)
    }

    // MARK: Samples

    /// The first events of a small ledger, with the names that they use; only what is taken.
    static var seeds: [[UInt8]] {
        [1, 2, 5].compactMap { file(events: $0) }
            .filter { head(of: $0, in: MemoryStorage()) != nil }.flatMap { [$0, $0 + [raw]] }
    }

    private static func file(events count: UInt64) -> [UInt8]? {
        let storage = MemoryStorage(SampleLedger.files(rounds: 1))
        do {
            let store = FileEventStore(try Log.open(in: storage, options: SampleLedger.options))
            guard let seed = try store.seed(of: 0), let root = try store.root(at: count) else {
                return nil
            }
            let rows = try store.eventLines(in: 0..<count, seed: seed)
            let header = EventFileHeader(
                ledger: "0123456789abcdef000000000000002a", events: count, root: root.hex,
                names: names(of: rows))
            let secret = EventFileSeed(block: 0, seed: Digest(bytes: seed)?.hex ?? "")
            return rows.reduce(JSONCoding.encode(header) + JSONCoding.encode(secret)) {
                $0 + JSONCoding.encode($1)
            }
        } catch { return nil }
    }

    private static func names(of rows: [EventLine]) -> EventNames {
        let columns = Set(rows.flatMap(\.columns.keys))
        let types = Set(rows.map(\.type))
        return EventNames(
            columns: EventNames.current.columns.filter { columns.contains($0.key) },
            types: EventNames.current.types.filter { types.contains($0.key) })
    }
}

/// What the first events of a log come to: a file beside its segments, in blocks that mean
/// something to whoever wrote them.
///
/// The file is a cache. It is written without a sync, and believed only where its checksums, which
/// need the device's secret, and the root over the events fit; else the events are added up.
package struct SumFile: Sendable {
    /// How many events are in the sums.
    package let position: UInt64
    /// The blocks.
    private let blocks: [SumCoding.Block]
    private let file: any LogFile
    private let hash: DeviceHash

    /// The name of the file with the sums of so many events: `000000262144.sums`.
    package static func name(_ position: UInt64) -> String {
        let digits = String(position)
        let zeros = String(repeating: "0", count: max(0, 12 - digits.utf8.count))
        return zeros + digits + SumCoding.suffix
    }

    /// How many events are in the sums of a file of some name; `nil` for any other file.
    package static func position(_ name: String) -> UInt64? {
        guard name.hasSuffix(SumCoding.suffix) else { return nil }
        guard let position = UInt64(name.dropLast(SumCoding.suffix.utf8.count)),
            SumFile.name(position) == name
        else { return nil }
        return position
    }

    /// Whether a file is sums that are not finished.
    static func isHalf(_ name: String) -> Bool {
        name.hasSuffix(".tmp") && position(String(name.dropLast(4))) != nil
    }

    /// Opens sums, as far as they can be believed without a look at their blocks.
    static func open(
        _ subject: SumCoding.Subject, in storage: any LogStorage, _ hash: DeviceHash
    ) -> SumFile? {
        do throws(StorageError) {
            let file = try storage.open(name(subject.position), .read)
            var bytes: [UInt8] = []
            let count = try file.read(at: 0, into: &bytes, count: SumCoding.headerBytes)
            RawBytes.resize(&bytes, to: count)
            guard let header = SumCoding.header(bytes, of: subject, hash) else { return nil }
            let size = try file.size()
            let wanted = SumCoding.listBytes(header.blocks)
            guard UInt64(wanted) <= size else { return nil }
            var list: [UInt8] = []
            let read = try file.read(
                at: UInt64(SumCoding.headerBytes), into: &list, count: wanted)
            RawBytes.resize(&list, to: read)
            guard read == wanted,
                let blocks = SumCoding.list(list, header.list, size: size, hash)
            else { return nil }
            return SumFile(
                position: subject.position, blocks: blocks, file: file, hash: hash)
        } catch { return nil }
    }

    /// How many blocks there are.
    package var count: Int { blocks.count }

    /// How many bytes some blocks have.
    package func byteCount(_ numbers: Range<Int>) -> Int {
        blocks[numbers.clamped(to: blocks.indices)].reduce(0) { $0 + $1.length }
    }

    /// The bytes of a block; `nil` where it is not what was written, or there is none.
    package func block(_ number: Int) -> [UInt8]? {
        guard blocks.indices.contains(number) else { return nil }
        let block = blocks[number]
        var bytes: [UInt8] = []
        guard
            let read = try? file.read(at: block.offset, into: &bytes, count: block.length),
            read == block.length
        else { return nil }
        RawBytes.resize(&bytes, to: read)
        guard hash.checksum(bytes, seed: UInt64(number)) == block.checksum else { return nil }
        return bytes
    }
}

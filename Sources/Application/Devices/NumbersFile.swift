internal import EventLog
internal import Ledger

/// The numbers under which devices signed what a log has: `numbers.json` in the ledger's folder. It
/// is derived: without it, where it is not of this log, or where its checksum is wrong, the log is
/// read anew.
struct NumbersFile: Codable, Hashable, Sendable {
    static let name = "numbers.json"
    /// Where more signatures have numbers that do not go on from those before, nothing is kept.
    static let repeatedMax = 10_000

    /// A number that does not go on from those before.
    struct Repeated: Codable, Hashable, Sendable {
        let key: String
        let number: Int64
        /// Where signatures stand that have it.
        let positions: [UInt64]
    }

    var version = 1
    /// Of how many events, and the root over them.
    var events: UInt64
    var root: String
    /// The largest number of each device, by its key.
    var largest: [String: Int64]
    /// Sorted by key and number.
    var repeated: [Repeated]
    /// Of the file with an empty one, under the secret of this device.
    var checksum = ""

    init(_ numbers: SignedNumbers, root: Digest) {
        events = numbers.events
        self.root = root.hex
        largest = Dictionary(
            numbers.largest.map { (DeviceBook.digits(of: $0.key), $0.value) },
            uniquingKeysWith: max)
        repeated = numbers.repeated.map { number, positions in
            Repeated(
                key: DeviceBook.digits(of: number.key), number: number.number,
                positions: positions)
        }.sorted { ($0.key, $0.number) < ($1.key, $1.number) }
    }

    /// What it says.
    var numbers: SignedNumbers {
        SignedNumbers(
            events: events,
            largest: Dictionary(
                largest.map { ([UInt8](hex: $0.key) ?? [], $0.value) }, uniquingKeysWith: max),
            repeated: Dictionary(
                repeated.map {
                    (
                        DeviceNumber(key: [UInt8](hex: $0.key) ?? [], number: $0.number),
                        $0.positions
                    )
                }, uniquingKeysWith: +))
    }

    /// The file of a folder; `nil` when there is none that was written under a secret.
    static func read(from folder: String, _ secret: [UInt8]) -> NumbersFile? {
        let bytes = (try? Files.read("\(folder)/\(name)")) ?? nil
        guard let bytes, let file = try? JSONCoding.decode(NumbersFile.self, from: bytes),
            file.version == 1, file.checksum == file.rightChecksum(secret)
        else { return nil }
        return file
    }

    /// Writes it; where that cannot be done, nothing is lost but time.
    func write(to folder: String, _ secret: [UInt8]) {
        if repeated.reduce(0, { $0 + $1.positions.count }) > NumbersFile.repeatedMax { return }
        var file = self
        file.checksum = rightChecksum(secret)
        try? Files.replace(
            "\(folder)/\(NumbersFile.name)", in: folder, with: JSONCoding.encode(file),
            isHint: true)
    }

    private func rightChecksum(_ secret: [UInt8]) -> String {
        var file = self
        file.checksum = ""
        let hash = DeviceHash(secret: secret, for: "ledger numbers")
        return String(hash.checksum(JSONCoding.encode(file)), radix: 16)
    }
}

extension Environment {
    /// The numbers of the commits of a log that are signed, kept beside it.
    ///
    /// - Complexity: O(1) where nothing came since they were kept; else O(*n*) in the segment in
    ///   which the log ended then, and in the frames behind.
    func signedNumbers(
        of store: any EventStore, _ devices: DeviceBook
    ) throws(StoreError) -> SignedNumbers {
        guard let folder = home.folder, let secret = home.deviceSecret else {
            return try store.signedNumbers(devices)
        }
        var known = SignedNumbers()
        if let file = NumbersFile.read(from: folder, secret),
            try store.root(at: file.events)?.hex == file.root
        {
            known = file.numbers
        }
        let numbers = try store.signedNumbers(devices, since: known)
        if numbers.events != known.events, let root = try store.root(at: numbers.events) {
            NumbersFile(numbers, root: root).write(to: folder, secret)
        }
        return numbers
    }
}

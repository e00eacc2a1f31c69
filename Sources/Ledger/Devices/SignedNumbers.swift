internal import EventLog

/// The number of a commit among those that a device signed.
package struct DeviceNumber: Hashable, Sendable {
    /// The public key of the device.
    package let key: [UInt8]
    /// The number.
    package let number: Int64

    /// A number of a device.
    package init(key: [UInt8], number: Int64) {
        self.key = key
        self.number = number
    }

    init(_ signed: CommitSigned) { self.init(key: signed.key, number: signed.number) }
}

/// The numbers under which devices signed the commits of a log, up to a position; whether the
/// signatures are genuine is not asked.
package struct SignedNumbers: Hashable, Sendable {
    /// Of how many events.
    package fileprivate(set) var events: UInt64
    /// The largest number of each key.
    package fileprivate(set) var largest: [[UInt8]: Int64]
    /// Numbers that do not go on from those before, and where signatures stand that have them,
    /// ascending: no other number is that of more than one commit.
    package fileprivate(set) var repeated: [DeviceNumber: [UInt64]]

    /// What was found before; nothing unless given.
    package init(
        events: UInt64 = 0, largest: [[UInt8]: Int64] = [:],
        repeated: [DeviceNumber: [UInt64]] = [:]
    ) {
        self.events = events
        self.largest = largest
        self.repeated = repeated
    }

    /// Whether a commit may have a number: it does not go on from those of its device.
    func mayHave(_ number: DeviceNumber) -> Bool { number.number <= largest[number.key] ?? 0 }
}

extension EventStore {
    /// The numbers of all commits that are signed.
    ///
    /// - Parameter known: Those of the first events of the log.
    /// - Complexity: O(*n*) in the frames behind the known ones; only those that hold signatures
    ///   are read, and no text of them. Where a number does not go on from those before, as all do
    ///   that a device hands out, once more in all frames.
    package func signedNumbers(
        _ devices: DeviceBook, since known: SignedNumbers = SignedNumbers()
    ) throws(StoreError) -> SignedNumbers {
        let count = try head().count
        var numbers = known
        numbers.events = count
        guard let first = devices.entries.first?.position else { return numbers }
        var found: Set<DeviceNumber> = []
        try forEachSignature(from: max(first, known.events), upTo: count) { position, signed in
            let number = DeviceNumber(signed)
            if numbers.repeated[number] != nil {
                numbers.repeated[number]?.append(position)
            } else if numbers.mayHave(number) {
                found.insert(number)
            }
            numbers.largest[signed.key] = max(numbers.largest[signed.key] ?? 0, signed.number)
        }
        if found.isEmpty { return numbers }
        try forEachSignature(from: first, upTo: count) { position, signed in
            let number = DeviceNumber(signed)
            if found.contains(number) { numbers.repeated[number, default: []].append(position) }
        }
        return numbers
    }

    /// Where signatures stand that have some numbers, ascending.
    ///
    /// - Parameters:
    ///   - own: Numbers that commits of the log have, one each at least, whose places are known.
    ///   - known: The numbers of the log; `nil` where nobody looked.
    /// - Complexity: O(1) where none of the numbers may be one of the log, or where those are
    ///   repeated ones; else O(*n*) in the frames, of which only those are read that hold
    ///   signatures.
    func signatures(
        of numbers: Set<DeviceNumber>, and own: Set<DeviceNumber>, _ devices: DeviceBook,
        _ known: SignedNumbers?
    ) throws(StoreError) -> [UInt64] {
        var found: [UInt64] = []
        var rest = numbers.union(own)
        if let known {
            found = rest.flatMap { known.repeated[$0] ?? [] }
            // One that is not repeated is that of the one commit which is known.
            rest = numbers.subtracting(own).filter {
                known.repeated[$0] == nil && known.mayHave($0)
            }
        }
        if !rest.isEmpty {
            let first = devices.entries.first?.position ?? 0
            try forEachSignature(from: first, upTo: head().count) { position, signed in
                if rest.contains(DeviceNumber(signed)) { found.append(position) }
            }
        }
        return found.sorted()
    }

    private func forEachSignature(
        from position: UInt64, upTo count: UInt64, _ body: (UInt64, CommitSigned) -> Void
    ) throws(StoreError) {
        if position >= count { return }
        let types: Set<EventType> = [.commitSigned]
        try read(
            position..<count, [.links, .hot, .facts], holding: TypeSet(types.map(\.rawValue))
        ) { (batch) throws(StoreError) in
            try batch.forEachEvent(of: types) { position, event in
                if case .commitSigned(let signed) = event { body(position, signed) }
            }
            return .next
        }
    }
}

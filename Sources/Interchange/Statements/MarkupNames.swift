/// The names of elements as texts: a file has the same few again and again, and to make a text of
/// bytes takes longer than to find it.
struct MarkupNames {
    /// The bytes of a name of ASCII, of 16 at most.
    struct Key: Equatable {
        private(set) var high: UInt64 = 0
        private(set) var low: UInt64 = 0

        /// Adds a byte other than 0; false where there is no room for it.
        mutating func add(_ byte: UInt8) -> Bool {
            guard high >> 56 == 0 else { return false }
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
            return true
        }

        var text: String {
            let bytes = [high, low].flatMap { half in
                (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) }
            }
            return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
        }

        /// Its place in a table.
        var slot: Int {
            let mixed = (low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
            return Int(truncatingIfNeeded: mixed >> (64 - MarkupNames.slotBits))
        }
    }

    private static let slotBits: UInt64 = 8

    /// Two names of one place push each other out.
    private var slots = [(key: Key, name: String)](repeating: (Key(), ""), count: 1 << slotBits)

    /// A name.
    mutating func name(_ key: Key) -> String {
        let slot = key.slot
        if slots[slot].key == key { return slots[slot].name }
        let name = key.text
        slots[slot] = (key, name)
        return name
    }
}

extension CRC32C {
    /// The seed with which so many bytes have a checksum, told from their checksum without one.
    ///
    /// A difference of seeds goes through the register as if all bytes were zeros, and every such
    /// step can be taken back.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    static func seed(of checksum: UInt32, unseeded: UInt32, byteCount: Int) -> UInt32 {
        var register = checksum ^ unseeded
        for _ in 0..<(8 * byteCount) {
            let isOdd = register & 0x8000_0000 != 0
            register = isOdd ? (register ^ 0x82F6_3B78) << 1 | 1 : register << 1
        }
        return register
    }
}

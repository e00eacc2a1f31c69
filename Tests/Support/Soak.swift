internal import Foundation

/// How much laws over random programs try: a part in the tests, all of it in `tools/soak laws`.
package enum Soak {
    /// Whether all is tried.
    private static let isWhole = ProcessInfo.processInfo.environment["LEDGER_SOAK_LAWS"] == "1"

    /// The first quarter of so many seeds, rounded up; all of them in `tools/soak laws`.
    package static func seeds(_ count: UInt64, from first: UInt64 = 0) -> Range<UInt64> {
        first..<(first + (isWhole ? count : (count + 3) / 4))
    }

    /// The places in so many bytes at which something is spoilt: all of the beginning, and one in
    /// seven behind it, so that each bit has its turn; all of them in `tools/soak laws`.
    package static func places(in count: Int, beginning: Int = 128) -> [Int] {
        (0..<count).filter { isWhole || $0 < beginning || $0 % 7 == 0 || $0 == count - 1 }
    }
}

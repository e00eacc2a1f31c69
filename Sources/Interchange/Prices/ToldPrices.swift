/// The market prices that a journal and the files that it includes tell: held in memory, or read
/// again where they are too many.
package struct ToldPrices {
    /// Takes prices, some of them at a time.
    typealias Take = ([PriceRecord]) -> Void

    /// Bytes of prices that are held, at most.
    private static let heldMax = 16 << 20
    /// Bytes that one takes in memory, about.
    private static let recordBytes = 150

    /// How many there are.
    package private(set) var count = 0
    /// Whether one has a comma that cannot divide thousands: then none has one that does.
    package private(set) var hasDecimalComma = false
    private var held: [PriceRecord] = []
    private let countMax: Int
    private var again: ((@escaping Take) throws(ImportError) -> Void)?

    /// None yet.
    ///
    /// - Parameter heldMax: Bytes that are held, at most.
    init(_ heldMax: Int) {
        countMax = min(heldMax, ToldPrices.heldMax) / ToldPrices.recordBytes
    }

    mutating func add(_ prices: [PriceRecord]) {
        count += prices.count
        hasDecimalComma = hasDecimalComma || prices.contains(where: \.hasDecimalComma)
        if count <= countMax { held += prices } else { held = [] }
    }

    /// All of them, and how they are read again.
    func closed(_ again: @escaping (@escaping Take) throws(ImportError) -> Void) -> ToldPrices {
        var told = self
        if count > countMax { told.again = again }
        return told
    }

    /// Goes through them in the order of the journal, some of them at a time.
    ///
    /// - Throws: ``ImportError/changed`` where the file is not what it was, and what stops reading.
    package func visit(
        _ body: @escaping ([PriceRecord]) -> Void
    ) throws(ImportError) {
        guard let again else { return body(held) }
        var found = 0
        try again { prices in
            found += prices.count
            body(prices)
        }
        if found != count { throw .changed }
    }
}

extension PriceRecord {
    /// Whether its price has a comma that cannot divide thousands.
    package var hasDecimalComma: Bool {
        let parts = price.split(separator: ",", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && parts[1].count != 3
            && parts.allSatisfy { $0.allSatisfy(\.isNumber) }
    }
}

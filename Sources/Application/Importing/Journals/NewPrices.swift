internal import EventLog
internal import Interchange
internal import Ledger

/// The market prices of a journal that nobody has told yet, gone through as often as need be.
struct NewPrices {
    /// How many the journal has that are or were taken over.
    let count: Int
    /// How many are new.
    let newCount: Int
    /// The first new price of each currency in another one.
    let samples: [PriceSet]

    private let told: ToldPrices
    private let reader: LineReader
    private let search: UntoldPrices

    var isEmpty: Bool { newCount == 0 }

    init(
        _ told: ToldPrices, _ snapshot: LedgerSnapshot, _ reader: LineReader
    ) throws(ApplicationError) {
        (self.told, self.reader) = (told, reader)
        let book = try mappingError(ApplicationError.store, snapshot.priceBook())
        var search = UntoldPrices(book)
        try NewPrices.pass(told, reader) { search.add($0, at: $1) }
        var (count, newCount, samples) = (0, 0, [[String]: PriceSet]())
        let found = search
        try NewPrices.pass(told, reader) { price, place in
            count += 1
            guard found.isNew(price, at: place) else { return }
            newCount += 1
            let kind = [price.currency.code, price.unit]
            if samples[kind] == nil { samples[kind] = price }
        }
        (self.search, self.count, self.newCount) = (search, count, newCount)
        self.samples = samples.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    /// Prices that are in memory at a time, at most.
    private static let partMax = 1 << 17

    /// Goes through the new prices, in the order of the journal; of many the journal is read again
    /// for each part of them.
    func visit(
        _ body: (PriceSet) throws(StreamFailure) -> Void
    ) throws(StreamFailure) {
        var done = 0
        while done < newCount {
            let part: [PriceSet]
            do throws(ApplicationError) { part = try new(behind: done) } catch {
                throw .source(error)
            }
            if part.isEmpty { throw .source(.csv(.changed)) }
            for price in part { try body(price) }
            done += part.count
        }
    }

    /// Some of the new prices, behind the first ones.
    private func new(behind count: Int) throws(ApplicationError) -> [PriceSet] {
        var (seen, part) = (0, [PriceSet]())
        let search = search
        try NewPrices.pass(told, reader) { price, place in
            guard part.count < NewPrices.partMax, search.isNew(price, at: place) else { return }
            seen += 1
            if seen > count { part.append(price) }
        }
        return part
    }

    /// Goes through all prices of known currencies, each with its place among all records.
    private static func pass(
        _ told: ToldPrices, _ reader: LineReader, _ body: @escaping (PriceSet, Int) -> Void
    ) throws(ApplicationError) {
        var place = 0
        do throws(ImportError) {
            try told.visit { records in
                for record in records {
                    let price = ImportPrices.price(record, reader, isComma: told.hasDecimalComma)
                    if case .success(let price) = price { body(price, place) }
                    place += 1
                }
            }
        } catch { throw .csv(error) }
    }
}

internal import EventLog
internal import Interchange
package import Ledger

/// Takes in a CSV file of prices: all of it or nothing, and only what is new.
package enum ImportPrices: KeyedEndpoint {
    /// A file.
    package struct Input: Codable, Hashable, Sendable {
        /// The file; `nil` where a path is given.
        package var file: FileBytes?
        /// Where the file is; `-` is the standard input.
        package var path: String?
        /// Its name, for the receipt.
        package var fileName: String?
        /// Whether refused rows are left out; else nothing is written when there is one.
        package var skipsRefused: Bool?

        /// A request.
        package init(
            file: FileBytes? = nil, path: String? = nil, fileName: String? = nil,
            skipsRefused: Bool? = nil
        ) {
            self.file = file
            self.path = path
            self.fileName = fileName
            self.skipsRefused = skipsRefused
        }
    }

    /// The receipt, and the prices that are new.
    package struct Output: Codable, Hashable, Sendable {
        /// What was done.
        package let receipt: ImportReceipt
        /// The prices that are new, in the order of the file; written unless a row is refused.
        package let prices: [PriceList.Row]
    }

    package static let path = "price/import"
    package static let summary = "take in a file of prices; twice adds nothing"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorder = try env.recorder()
        let records = try records(input, env)
        var read: (new: [PriceSet], refused: [ImportReceipt.Refusal]) = ([], [])
        let recorded = try recorder.record { snapshot, env throws(ApplicationError) in
            let reader = try env.lineReader(snapshot)
            read = ([], [])
            let told = prices(of: records, reader)
            read.refused = told.refused
            let book = try mappingError(ApplicationError.store, snapshot.priceBook())
            read.new = book.untold(among: told.prices)
            let isRefused = !read.refused.isEmpty && input.skipsRefused != true
            if isRefused || read.new.isEmpty { return nil }
            return try snapshot.decision(.setPrices(read.new))
        }
        let head = try mappingError(ApplicationError.store, recorder.store.head())
        let first = recorded?.appended.positions.lowerBound
        let receipt = ImportReceipt(
            file: input.fileName ?? "", read: records.count, new: read.new.count,
            known: records.count - read.new.count - read.refused.count,
            accepted: false, refused: Array(read.refused.prefix(refusalsMax)),
            refusedCount: read.refused.count, id: first,
            position: recorded.map { $0.appended.positions.upperBound - 1 }
                ?? (head.count > 0 ? head.count - 1 : 0),
            root: recorded?.appended.root.hex ?? head.root.hex,
            notes: recorded?.decision.notes ?? [])
        return Output(
            receipt: receipt,
            prices: read.new.enumerated().map { PriceList.Row((first ?? 0) + UInt64($0), $1) })
    }

    /// The prices that records tell, and those that tell none.
    private static func prices(
        of records: [PriceRecord], _ reader: LineReader
    ) -> (prices: [PriceSet], refused: [ImportReceipt.Refusal]) {
        var (prices, refused): ([PriceSet], [ImportReceipt.Refusal]) = ([], [])
        let isComma = records.contains(where: \.hasDecimalComma)
        for record in records {
            switch price(record, reader, isComma: isComma) {
            case .success(let price): prices.append(price)
            case .failure(let refusal): refused.append(refusal.row)
            }
        }
        return (prices, refused)
    }

    /// The most refused rows that a receipt names.
    private static let refusalsMax = 100

    private static func records(
        _ input: Input, _ env: Environment
    ) throws(ApplicationError) -> [PriceRecord] {
        let source: any ByteSource
        if let file = input.file {
            source = MemoryBytes(file.bytes)
        } else if let path = input.path {
            source = try FileSource.named(path, spoolingIn: env.home.place)
        } else {
            throw .badInput(path: path, field: "file", .missing)
        }
        let files = JournalFiles(input.path)
        do throws(ImportError) {
            return try PriceFile.records(
                of: source, files: files.bytes, matching: files.matching)
        } catch { throw .csv(error) }
    }

    struct Refused: Error {
        let row: ImportReceipt.Refusal
    }

    /// The price that a record tells.
    ///
    /// - Parameter isComma: Whether a comma is before the decimals in its file.
    static func price(
        _ record: PriceRecord, _ reader: LineReader, isComma: Bool
    ) -> Result<PriceSet, Refused> {
        func refused(_ reason: String, _ text: String) -> Result<PriceSet, Refused> {
            let place = record.file.isEmpty ? "" : " in \(record.file)"
            return .failure(
                Refused(row: .init(line: record.line, reason: reason, text: text + place)))
        }
        guard record.isWhole else {
            return refused(
                "notAPrice", "date,from,to,price are needed, each in a cell of its own")
        }
        guard let day = Day(record.day)?.filledIn else { return refused("badDate", record.day) }
        var found: [Currency] = []
        for code in [record.from, record.to] {
            guard case .one(let currency) = reader.snapshot.referenceData.currency(written: code)
            else { return refused("unknownCurrency", code) }
            found.append(currency)
        }
        let rate: Rate
        do throws(AmountError) {
            rate = try Rate(
                parsing: isComma ? record.price.replacing(",", with: ".") : record.price)
        } catch .mayBeThousands {
            return refused("mayBeThousands", record.price)
        } catch { return refused("badAmount", record.price) }
        if found[0].code == found[1].code {
            return refused("pricedInItself", "\(record.from) \(record.to)")
        }
        return .success(PriceSet(found[0], in: found[1], rate, on: day))
    }
}

internal import EventLog
package import Ledger

/// Declares a currency of the ledger's own: hours, points, shares.
package enum DeclareCurrency: KeyedEndpoint {
    /// A currency.
    package struct Input: Codable, Hashable, Sendable {
        /// Its code, such as `HOURS`, in any case of its letters.
        package var code: String
        /// How many digits stand behind the point, 0 … 12; 2 when left out.
        package var digits: Int?

        /// A request.
        package init(code: String, digits: Int? = nil) {
            self.code = code
            self.digits = digits
        }
    }

    /// What was written; the id is that of the event.
    package typealias Output = WriteReceipt

    package static let path = "currency/add"
    package static let summary = "declare a currency of the ledger's own"
    package static let needs: Set<Permission> = [.read, .write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let code = input.code.trimmed.uppercased()
        let digits = input.digits ?? 2
        guard Currency.isValid(code: code) else { throw .badCurrencyCode(input.code) }
        guard let currency = Currency(code: code, exponent: digits) else {
            throw .badChoice(
                field: "digits", "\(digits)", allowed: (0...12).reversed().map(String.init))
        }
        let recorded = try env.record { _, _ in .declareCurrency(currency) }
        return recorded.written()
    }
}

/// Lists the currencies that the ledger declared.
package enum ListCurrencies: Endpoint {
    package typealias Input = NoInput

    /// The currencies.
    package struct Output: Codable, Hashable, Sendable {
        /// A currency; flat.
        package struct Row: Codable, Hashable, Sendable {
            /// Its code.
            package let code: String
            /// How many digits stand behind the point.
            package let digits: Int
        }

        /// The ledger's own, by code.
        package let rows: [Row]
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "currency"
    package static let summary = "list the currencies of the ledger's own"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        let head = try mappingError(ApplicationError.store, snapshot.head())
        return Output(
            rows: snapshot.referenceData.currencies.sorted { $0.code < $1.code }.map {
                Output.Row(code: $0.code, digits: $0.exponent)
            }, position: max(1, snapshot.count) - 1, root: head.root.hex)
    }
}

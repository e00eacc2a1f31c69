internal import EventLog
package import Ledger

/// Opens an account or payment method.
package enum OpenAccount: KeyedEndpoint {
    /// An account.
    package struct Input: Codable, Hashable, Sendable {
        /// Its name, unlike any other.
        package var name: String
        /// What is in it at the start of `day`; nothing when left out.
        package var opening: String?
        /// Code of the currency; the ledger's own when left out.
        package var currency: String?
        /// A date or a phrase; today when left out.
        package var day: String?

        /// A request.
        package init(
            name: String, opening: String? = nil, currency: String? = nil, day: String? = nil
        ) {
            self.name = name
            self.opening = opening
            self.currency = currency
            self.day = day
        }
    }

    /// What was written; the id is that of the account.
    package typealias Output = WriteReceipt

    package static let path = "account/open"
    package static let summary = "open an account or payment method"
    package static let needs: Set<Permission> = [.create]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        do throws(ApplicationError) { return try opened(input, in: env) } catch {
            // Who may not read learns that the name is taken, not how it is spelt.
            guard !env.reads, case .decision(.duplicateAccount) = error else { throw error }
            throw .decision(.duplicateAccount(input.name, 0))
        }
    }

    private static func opened(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            let reader = try env.lineReader(snapshot)
            let day = try input.day.map { text throws(ApplicationError) in
                try reader.today.day(text)
            }
            return .openAccount(
                AccountOpened(
                    name: input.name,
                    opening: try reader.amount(
                        input.opening ?? "0", input.currency, else: reader.settings.baseCurrency),
                    day: day ?? reader.today.day))
        }
        return recorded.written()
    }
}

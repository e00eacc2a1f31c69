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
        /// `asset` or `liability`; nothing is said when left out, which counts as an asset.
        package var type: String?

        /// A request.
        package init(
            name: String, opening: String? = nil, currency: String? = nil, day: String? = nil,
            type: String? = nil
        ) {
            self.name = name
            self.opening = opening
            self.currency = currency
            self.day = day
            self.type = type
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
        let type = try input.type.map { text throws(ApplicationError) in
            try AccountType(typed: text)
        }
        let recorded = try env.record { snapshot, env throws(ApplicationError) in
            let reader = try env.lineReader(snapshot)
            let day = try input.day.map { text throws(ApplicationError) in
                try reader.today.exactDay(text)
            }
            return .openAccount(
                AccountOpened(
                    name: input.name,
                    opening: try reader.amount(
                        input.opening ?? "0", input.currency, else: reader.settings.baseCurrency),
                    day: day ?? reader.today.day), type)
        }
        return recorded.written()
    }
}

extension AccountType {
    /// The type of a word in any case, in one or several, or its first letter.
    init(typed text: String) throws(ApplicationError) {
        let text = text.trimmed.lowercased()
        let found = AccountType.allCases.first { type in
            [type.rawValue, type.plural, String(type.rawValue.prefix(1))].contains(text)
        }
        guard let found else {
            throw .badChoice(
                field: "type", text, allowed: AccountType.allCases.map(\.rawValue))
        }
        self = found
    }

    /// `assets`, `liabilities`
    package var plural: String { self == .asset ? "assets" : "liabilities" }
}

internal import EventLog

/// What an account is in a balance sheet.
public enum AccountType: String, CaseIterable, Codable, Hashable, Sendable {
    /// What one has: cash, an account at a bank, what others owe.
    case asset
    /// What one owes: a credit card, a loan. What is in it is negative while something is owed.
    case liability

    /// The number on disk.
    fileprivate var number: UInt8 {
        switch self {
        case .asset: 1
        case .liability: 2
        }
    }

    fileprivate static func numbered(_ number: UInt8) -> AccountType? {
        allCases.first { $0.number == number }
    }
}

/// An account is of a type from now on, or of none that was said.
public struct AccountTyped: Hashable, Sendable {
    /// The ``AccountOpened``.
    public var account: Reference
    /// The type; `nil` where none is said any more: then it counts as an asset.
    public var type: AccountType?

    /// A type.
    public init(_ account: Reference, _ type: AccountType?) {
        self.account = account
        self.type = type
    }
}

extension EventDeclaration {
    static let accountTyped = EventDeclaration(
        .accountTyped, "account", "typed", Event.accountTyped, isCritical: false,
        [.needed(.target), .maybe(.mode)], undoneBy: .by([.accountTyped]))
}

extension AccountTyped: RowContent {
    func write(to writer: inout RowWriter) {
        writer.add(account, in: .target)
        if let type { writer.add(type.number, in: .mode) }
    }

    init(from reader: RowReader) throws(StoreError) {
        account = try reader.required(.target, reader.reference)
        type = nil
        guard let number: UInt8 = try reader.integer(.mode) else { return }
        guard let type = AccountType.numbered(number) else { throw reader.undecodable(.mode) }
        self.type = type
    }
}

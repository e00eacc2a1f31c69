import Application
import Ledger
import Support
import Testing

/// A test environment with a ledger in euros, zone UTC, weeks from Monday, owner 1.
func opened(_ change: (inout Environment) -> Void = { _ in }) throws -> Environment {
    let env = Environment.test.with(change)
    _ = try InitLedger.run(InitLedger.Input(), in: env)
    return env
}

/// Text as the bytes that come from outside.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Calls an endpoint as from outside and reads the answer.
func answer(_ path: String, _ json: String = "", in env: Environment) throws -> JSONValue {
    let bytes = try Router.standard.call(path, bytes(json), in: env)
    #expect(bytes.last == 0x0A)
    return try #require(JSONValue(parsing: bytes))
}

extension Environment {
    /// Records an expense and returns its id.
    @discardableResult
    func add(
        _ amount: String, _ title: String = "Lunch", day: String? = nil, category: String? = nil,
        account: String? = nil, key: String? = nil
    ) throws -> UInt64 {
        let line = LineInput(
            amount: amount, title: title, category: category, day: day, account: account)
        return try AddEntry.run(AddEntry.Input(lines: [line]), in: with { $0.key = key }).id
    }

    /// How many events there are.
    func events() throws -> UInt64 { try LedgerInfo.run(NoInput(), in: self).events }

    /// The root over all events.
    func root() throws -> String { try LedgerInfo.run(NoInput(), in: self).root }

    /// The sum of everything by kind, in the order of kinds.
    func sums() throws -> [String] {
        try SpendingReportEndpoint.run(SpendingReportEndpoint.Input(), in: self).rows.map {
            "\($0.kind.name) \($0.sum) \($0.currency) \($0.count)"
        }
    }
}

import Application
import EventLog
import Ledger
import Support
import Testing

/// Prices through their requests; it is noon of 2026-01-15.
@Suite("Prices, asked for") struct PricesTests {
    private static func list(_ env: Environment, _ currency: String? = nil) throws -> [String] {
        try ListPrices.run(ListPrices.Input(currency: currency), in: env).prices.map {
            "\($0.day) \($0.from) \($0.to) \($0.price)"
        }
    }

    private static func taken(
        _ text: String, _ env: Environment, skipping: Bool? = nil
    ) throws -> ImportReceipt {
        try ImportPrices.run(
            ImportPrices.Input(
                file: FileBytes(Array(text.utf8)), fileName: "rates.csv", skipsRefused: skipping),
            in: env
        ).receipt
    }

    @Test("a price is told once, as of today unless a day is said") func told() throws {
        let env = try opened()
        _ = try SetPrice.run(SetPrice.Input(from: "usd", to: "EUR", price: "0,92"), in: env)
        #expect(try Self.list(env) == ["2026-01-15 USD EUR 0.92"])
        #expect(throws: ApplicationError.decision(.nothingChanged)) {
            try SetPrice.run(
                SetPrice.Input(from: "USD", to: "EUR", price: "0.920", on: "2026-01-15"), in: env)
        }
        #expect(throws: ApplicationError.decision(.pricedInItself(Given.currency("EUR")))) {
            try SetPrice.run(SetPrice.Input(from: "EUR", to: "EUR", price: "1"), in: env)
        }
        for text in ["", "0", "-1", "1e3", "x"] {
            #expect(throws: ApplicationError.self, "\(text)") {
                try SetPrice.run(SetPrice.Input(from: "USD", to: "EUR", price: text), in: env)
            }
        }
        #expect(throws: ApplicationError.self) {
            try SetPrice.run(SetPrice.Input(from: "USX", to: "EUR", price: "1"), in: env)
        }
        #expect(try Self.list(env).count == 1)
    }

    @Test("a file adds what is new, all of it or nothing, and one undo takes it back")
    func imported() throws {
        let env = try opened()
        let file = """
            to;price;on;from
            EUR;0,92;2026-01-01;USD
            EUR;1,15;2026-01-02;GBP

            EUR;0,93;2026-01-01;USD
            """
        // The last one holds, of two of a day.
        let first = try Self.taken(file, env)
        #expect(first.read == 3 && first.new == 2 && first.refusedCount == 0)
        let all = ["2026-01-02 GBP EUR 1.15", "2026-01-01 USD EUR 0.93"]
        #expect(try Self.list(env) == all)
        #expect(try Self.list(env, "gbp") == [all[0]])
        let bad = "2026-01-03,USD,EUR,0.94\n2026-02-30,USD,EUR,1\n2026-01-03,USD,EUR\n"
        let refused = try Self.taken(bad, env)
        #expect(refused.refused.map(\.line) == [2, 3])
        #expect(refused.refused.map(\.reason) == ["badDate", "notAPrice"])
        #expect(refused.id == nil)
        #expect(try Self.list(env) == all)
        #expect(try Self.taken(bad, env, skipping: true).new == 1)
        #expect(try Self.list(env).count == 3)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try Self.list(env) == all)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(try Self.list(env) == [])
        _ = try RedoCommits.run(RedoCommits.Input(), in: env)
        #expect(try Self.list(env) == all)
    }

    @Test("a file that was taken in adds nothing") func again() throws {
        let env = try opened()
        let file = "2026-01-01,USD,EUR,0.92\n2026-01-02,USD,EUR,0.93\n"
        #expect(try Self.taken(file, env).new == 2)
        let second = try Self.taken(file, env)
        #expect(second.new == 0 && second.known == 2 && second.id == nil)
    }
}

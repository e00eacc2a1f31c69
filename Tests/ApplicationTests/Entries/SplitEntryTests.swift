import Application
import Ledger
import Support
import Testing

/// Ada is 1, Bob 2, Cid 3 and Bobby 4.
@Suite("Entries that are split among persons") struct SplitEntryTests {
    private func env() throws -> Environment {
        let env = try opened()
        for name in ["Bob", "Cid", "Bobby, Jr."] {
            var person = PersonInput()
            person.name = name
            _ = try AddPerson.run(AddPerson.Input(person), in: env)
        }
        return env
    }

    private func add(
        _ amount: String, _ split: [String], payer: String? = nil, in env: Environment
    ) throws -> LineRow {
        let line = LineInput(amount: amount, title: "Dinner", payer: payer, split: split)
        let id = try AddEntry.run(AddEntry.Input(lines: [line]), in: env).id
        return try #require(try row(id, env))
    }

    private func row(_ id: UInt64, _ env: Environment) throws -> LineRow? {
        try ShowEntry.run(EntryInput(id: "\(id)"), in: env).rows.first { $0.id == id }
    }

    private func texts(_ row: LineRow?) -> [String]? { row?.shares?.map(\.text) }

    @Test(
        "persons by name, id or me, with weights and amounts",
        arguments: [
            (["Ada,Bob,Cid"], ["Ada 3.34", "Bob 3.33", "Cid 3.33"]),
            (["Cid", "bob", "me"], ["Ada 3.33", "Bob 3.33", "Cid 3.34"]),
            (["2:2,#3"], ["Bob 6.67", "Cid 3.33"]), (["2\n3\n"], ["Bob 5.00", "Cid 5.00"]),
            (["Bobby, Jr.", "cid"], ["Cid 5.00", "Bobby, Jr. 5.00"]),
            (["Bob = 2.50 , Cid : 3, me"], ["Ada 1.87", "Bob 2.50", "Cid 5.63"]),
            (["Ada:33.3%,Bob:66.7%"], ["Ada 3.33", "Bob 6.67"]),
            (["Ada:33.33%,Bob:33.33%,Cid:33.34%"], ["Ada 3.34", "Bob 3.33", "Cid 3.33"]),
            (["Ada:12.5%,Bob:87.5%"], ["Ada 1.25", "Bob 8.75"]),
            (["Bob=10"], ["Bob 10.00"]), (["jr"], ["Bobby, Jr. 10.00"]),
        ])
    func reads(_ split: [String], _ expected: [String]) throws {
        #expect(texts(try add("10", split, in: try env())) == expected)
    }

    @Test("what is not understood is said")
    func refuses() throws {
        let env = try env()
        func error(_ split: String, _ amount: String = "10") -> ApplicationError? {
            do { _ = try add(amount, [split], in: env) } catch {
                return error as? ApplicationError
            }
            return nil
        }
        #expect(error("9") == .decision(.unknownPerson(9)))
        #expect(error("Ada,b") == .ambiguousPerson("b", ["Bob", "Bobby, Jr."]))
        #expect(error("Bob,bob") == .badSplit(.twice("Bob")))
        #expect(error("Bob:0") == .badSplit(.badPart("Bob:0")))
        #expect(error("Bob:1.5") == .badSplit(.badPart("Bob:1.5")))
        #expect(error("") == .badSplit(.badPart("")))
        let fine = "Ada:33.33333%,Bob:66.66667%"
        #expect(error(fine) == .badSplit(.badPart(fine)))
        #expect(error("Ada:33.3%,Bob:66%") == .badSplit(.badPart("Ada:33.3%,Bob:66%")))
        #expect(
            error("Ada:33,3%,Bob:66,7%")
                == .badSplit(.comma("Ada:33,3%", point: "Ada:33.3%")))
        #expect(error("Bob=x") == .badAmount("x", .malformed(text: "x")))
        let euro = try #require(Currency.iso("EUR"))
        #expect(
            error("Bob=3")
                == .badSplit(
                    .left(
                        MoneyTotal(minor: 700, currency: euro),
                        of: Money(minor: 1_000, currency: euro))))
        #expect(try env.events() == 5)
    }

    @Test("who paid is the acting person, unless someone else is named")
    func assumesThePayer() throws {
        let env = try env()
        #expect(try add("10", ["Bob"], in: env).payer == "Ada")
        #expect(try add("10", ["Bob"], in: env.with { $0.user = 3 }).payer == "Cid")
        #expect(try add("10", ["Bob"], payer: "Bob", in: env).payer == "Bob")
        // Without shares nobody is assumed.
        let plain = try env.add("4", "Tea")
        #expect(try row(plain, env)?.payer == "")
        var change = AmendEntry.Input(id: "\(plain)")
        change.split = ["Bob,Cid"]
        _ = try AmendEntry.run(change, in: env)
        #expect(try row(plain, env)?.payer == "Ada")
        #expect(texts(try row(plain, env)) == ["Bob 2.00", "Cid 2.00"])
    }

    @Test("shares are amended with or without the amount, ended, and undone")
    func amends() throws {
        let env = try env()
        let id = try add("10", ["Bob,Cid"], in: env).id
        var change = AmendEntry.Input(id: "\(id)")
        change.amount = "12"
        let euro = try #require(Currency.iso("EUR"))
        let error = DecisionError.unlikeShares(
            id, Money(minor: 1_200, currency: euro), ["Bob", "Cid"])
        #expect(throws: ApplicationError.decision(error)) { try AmendEntry.run(change, in: env) }
        change.split = ["Bob:2,Cid"]
        _ = try AmendEntry.run(change, in: env)
        #expect(texts(try row(id, env)) == ["Bob 8.00", "Cid 4.00"])
        change.amount = nil
        change.split = []
        _ = try AmendEntry.run(change, in: env)
        #expect(try row(id, env)?.shares == nil)
        _ = try UndoCommits.run(UndoCommits.Input(), in: env)
        #expect(texts(try row(id, env)) == ["Bob 8.00", "Cid 4.00"])
        let history = try EntryHistory.run(EntryInput(id: "\(id)"), in: env)
        let splits = history.versions.flatMap(\.changes).filter { $0.field == "split" }.map(\.now)
        #expect(
            splits == [
                "Bob 5.00, Cid 5.00", "Bob 8.00, Cid 4.00", nil, "Bob 8.00, Cid 4.00",
            ])
    }

    @Test("lines of one purchase are split alike, and transfers once")
    func splitsEntries() throws {
        let env = try env()
        let lines = [
            LineInput(amount: "10", title: "Shop", split: ["Bob,Cid"]),
            LineInput(amount: "3", split: ["Ada"]), LineInput(amount: "5"),
        ]
        let id = try AddEntry.run(AddEntry.Input(lines: lines), in: env).id
        let rows = try ShowEntry.run(EntryInput(id: "\(id)"), in: env).rows
        #expect(
            rows.map { texts($0) } == [
                ["Bob 5.00", "Cid 5.00"], ["Ada 3.00"], ["Bob 2.50", "Cid 2.50"],
            ])
        let cash = LineInput(amount: "5", title: "Cash", split: ["Bob"])
        let input = AddEntry.Input(lines: [cash], from: "bank", to: "box")
        let pair = try AddEntry.run(input, in: env).id
        let sides = try ShowEntry.run(EntryInput(id: "\(pair)"), in: env).rows
        #expect(sides.map { texts($0) } == [["Bob 5.00"], nil])
    }

    @Test("from outside, and asked of who may read")
    func answers() throws {
        let env = try env()
        _ = try answer(
            "add", #"{"lines":[{"amount":"10","title":"Tea","split":["Bob","Cid:3"]}]}"#, in: env)
        let balance = try answer("people/balance", in: env)
        let rows = balance["rows"]?.array ?? []
        #expect(rows.map { $0["net"]?.string } == ["10.00", "-2.50", "-7.50"])
        let payments = balance["payments"]?.array ?? []
        #expect(payments.map { $0["from"]?.integer } == [3, 2])
        let past = try answer("people/balance", #"{"end":"2020-01-01"}"#, in: env)
        #expect(past["lines"]?.integer == 0)
        _ = try Permit.run(RightsInput(people: ["Bob"], rights: ["create"]), in: env)
        let bob = env.with { $0.user = 2 }
        let refusal = Refusal(
            path: "people/balance", person: 2, name: "Bob", missing: [.read], unit: "/")
        #expect(throws: ApplicationError.forbidden(refusal)) {
            try Router.standard.call("people/balance", [], in: bob)
        }
    }
}

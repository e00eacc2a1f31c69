import Application
import Support
import Testing

/// Every endpoint once as from outside.
@Suite struct TextCallTests {
    @Test func answersInJSON() throws {
        let env = Environment.test
        let opened = try answer("init", #"{"currency":"EUR","owner":"Ada"}"#, in: env)
        #expect(opened["currency"]?.string == "EUR")
        #expect(opened["position"]?.integer == 1)

        let changed = try answer("config/change", #"{"weekStart":"sunday"}"#, in: env)
        #expect(changed["id"]?.integer == 2)
        let config = try answer("config", in: env)
        #expect(config["weekStart"]?.string == "sunday")
        #expect(config["since"]?.integer == 2)

        let account = try answer("account/open", #"{"name":"Cash","opening":"20"}"#, in: env)
        #expect(account["id"]?.integer == 3)
        let added = try answer(
            "add", #"{"lines":[{"amount":"12.50","title":"Lunch","account":"Cash"}]}"#, in: env)
        #expect(added["id"]?.integer == 4)
        #expect(added["root"]?.string?.count == 64)
        let amended = try answer("amend", #"{"id":"4","category":"food"}"#, in: env)
        #expect(amended["position"]?.integer == 5)
        #expect(try answer("void", #"{"ids":["4"]}"#, in: env)["id"]?.integer == 4)
        #expect(try answer("restore", #"{"ids":["4"]}"#, in: env)["id"]?.integer == 4)

        let list = try answer("list", in: env)
        #expect(list["rows"]?[0]?["amount"]?.string == "12.50")
        #expect(list["rows"]?[0]?["day"]?.string == "2026-01-15")
        #expect(list["more"]?.bool == false)
        let shown = try answer("show", #"{"id":"lunch"}"#, in: env)
        #expect(shown["rows"]?[0]?["category"]?.string == "food")
        let history = try answer("history", #"{"id":"4"}"#, in: env)
        #expect(history["versions"]?.array?.count == 4)
        #expect(history["versions"]?[0]?["recordedAt"]?.string == "2026-01-15T12:00:00Z")
        let report = try answer("report", #"{"period":"monthly"}"#, in: env)
        #expect(report["rows"]?[0]?["sum"]?.string == "12.50")
        #expect(report["rows"]?[0]?["running"]?.bool == true)
    }

    @Test func answersOfTheLog() throws {
        let env = Environment.test
        let demo = try answer("demo", in: env)
        let events = try #require(demo["events"]?.integer)
        let info = try answer("info", in: env)
        let members = ["bytes", "commits", "events", "frames", "ledger", "root", "segments"]
        #expect(info.object?.keys.sorted() == members)
        #expect(info["events"]?.integer == events)
        let replay = try answer("replay", #"{"to":9,"report":{"period":"monthly"}}"#, in: env)
        #expect(replay["events"]?.integer == 10)
        #expect(replay["report"]?["position"]?.integer == 9)
        #expect(try answer("replay", in: env)["report"] == nil)
        #expect(try answer("verify", in: env)["root"] == demo["root"])
        #expect(try answer("seal", in: env)["root"] == demo["root"])
        // "Date,Amount,Title\n2026-01-03,4,Tea\n"
        let file = "RGF0ZSxBbW91bnQsVGl0bGUKMjAyNi0wMS0wMyw0LFRlYQo="
        let receipt = try answer(
            "import/csv", "{\"file\":\"\(file)\",\"fileName\":\"a/b.csv\"}", in: env)
        #expect(receipt["new"]?.integer == 1)
        #expect(receipt["file"]?.string == "a/b.csv")
        #expect(receipt["understood"]?["dates"]?.string == "YYYY-MM-DD")
    }
}

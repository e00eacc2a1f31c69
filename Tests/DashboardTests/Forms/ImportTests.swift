import Application
import Dashboard
import Ledger
import Testing

/// Files on the page: looked at first, recorded then. Sums are added up by hand.
@Suite("Import page")
struct ImportTests {
    private static let plain =
        "Date,Amount,Title,Category\n2026-01-02,12.50,Lunch,food\n2026-01-03,9.00,Tea,food\n"

    /// Sends a file as a browser does and follows it to its page.
    private func look(
        _ site: TestSite, _ content: String, name: String = "bank.csv", more: String = ""
    ) throws -> (target: String, page: String) {
        let sent = site.upload(content, name: name)
        #expect(sent.status == 303)
        let target = try #require(sent.header("Location")) + more
        let page = site.get(target)
        #expect(page.status == 200)
        return (target, page.body)
    }

    @Test("shows what comes of a file, and records it when told to; one undo takes it back")
    func journey() throws {
        let site = try TestSite()
        let (target, page) = try look(site, ImportTests.plain)
        // 12.50 and 9.00 come to 21.50.
        #expect(page.contains("bank.csv") && page.contains("<strong>2 new</strong>"))
        #expect(page.contains("<strong>21.50 EUR</strong>"))
        #expect(page.contains(">Lunch") && page.contains(">Tea"))
        #expect(page.contains("a table with commas between cells"))
        #expect(try site.count == 2)
        let file = TestSite.hidden("file", in: page)
        let sent = try site.send("/do/import", ["file": file], from: target, key: "k")
        // The batch and its two lines.
        #expect(sent.header("Location") == "/entries?q=batch%3A2&done=2")
        let after = try site.count
        #expect(after > 2)
        #expect(site.get("/entries?q=batch%3A2").body.contains(">21.50 EUR</strong>"))
        _ = try site.send("/do/import", ["file": file], from: target, key: "k")
        #expect(try site.count == after)
        let again = try look(site, ImportTests.plain).page
        #expect(again.contains("2 known already") && again.contains("Nothing new"))
        #expect(try site.send("/do/undo", ["id": "2"], from: "/entries?done=2").status == 303)
        #expect(site.get("/entries").body.contains("No entry passes."))
    }

    @Test("names the rows that somebody typed before, each with its entry")
    func typed() throws {
        let site = try TestSite()
        _ = try site.send("/do/add", ["amount": "9.00", "title": "Tea", "day": "2026-01-02"])
        let line = try #require(try site.env.snapshot().lines().first)
        let day = line.facts.day
        let rows = "Date,Amount,Title\n\(day),9.00,CAFE\n\(day),8.00,BAKER\n"
        let page = try look(site, rows).page
        #expect(page.contains("<strong>2 new</strong>"))
        #expect(page.contains("1 row looks like an entry that you typed: "))
        #expect(page.contains("/entry?id=\(line.id)\""), "\(page)")
    }

    @Test("asks what a file leaves open, with answers that are links, and keeps what was said")
    func asks() throws {
        let site = try TestSite()
        let dates = "Date,Amount,Title\n01/02/2026,12.50,Lunch\n03/03/2026,9.00,Tea\n"
        let (target, page) = try look(site, dates, more: "&category=%3Dfood")
        #expect(page.contains("id=\"question\"") && !page.contains("/do/import"))
        #expect(page.contains("value=\"=food\""))
        let answer = "date-form=DD%2FMM%2FYYYY"
        #expect(page.contains("&amp;category=%3Dfood&amp;\(answer)\""))
        let read = site.get("\(target)&\(answer)").body
        #expect(read.contains("2026-02-01") && read.contains("/do/import"))
        let other = site.get("\(target)&date-form=MM%2FDD%2FYYYY").body
        #expect(other.contains("2026-01-02"))
        #expect(try site.count == 2)
    }

    @Test("shows the rows that cannot be read with their lines, and can leave them out")
    func refused() throws {
        let site = try TestSite()
        let rows = "Date,Amount,Title\n2026-01-02,12.50,Lunch\n2026-01-03,nine,Tea <b>\n"
        let (target, page) = try look(site, rows)
        #expect(page.contains(">line 3</th>") && page.contains("2026-01-03,nine,Tea &lt;b&gt;"))
        #expect(!page.contains("/do/import"))
        let left = site.get(target + "&skip-refused=yes").body
        #expect(left.contains("<strong>1 new</strong>") && left.contains("/do/import"))
        let sent = try site.send(
            "/do/import", ["file": TestSite.hidden("file", in: left), "skip-refused": "yes"],
            from: target)
        #expect(sent.status == 303)
        #expect(site.get("/entries").body.contains("Lunch"))
    }

    @Test(
        "takes what the command takes",
        arguments: [
            ("2026.journal", "2026-01-02 Lunch\n    expenses:food  12.50 EUR\n    assets:cash\n"),
            ("todo.txt", "(A) 2026-01-02 Call Bo +home due:2026-01-20\n"),
        ])
    func formats(name: String, content: String) throws {
        let site = try TestSite()
        let (target, page) = try look(site, content, name: name)
        #expect(page.contains("<strong>1 new</strong>"), "\(page)")
        let sent = try site.send(
            "/do/import", ["file": TestSite.hidden("file", in: page)], from: target)
        #expect(sent.status == 303)
        let place = try #require(sent.header("Location"))
        #expect(place.hasPrefix(name == "todo.txt" ? "/tasks?done=" : "/entries?q=batch"))
    }

    @Test("what is no file of any kind is refused on the page, and named") func noise() throws {
        let site = try TestSite()
        for content in ["\u{0}\u{1}\u{2}PK", "hello", "{}", "Date\n", "a,b,c\n1,2,3\n"] {
            let (_, page) = try look(site, content, name: "<i>\"x'.bin")
            #expect(page.contains("role=\"alert\"") && !page.contains("/do/import"))
            #expect(page.contains("&lt;i&gt;&quot;x&#39;.bin") && !page.contains("<i>"))
        }
        #expect(try site.count == 2)
    }

    @Test("refuses a form without its token, without a file, and one that is cut") func attacks()
        throws
    {
        let site = try TestSite()
        #expect(site.upload("a", token: "00").status == 403)
        #expect(site.upload("a", token: "").status == 403)
        let empty = site.upload("")
        #expect(empty.status == 422 && empty.body.contains("empty"))
        #expect(site.upload("a", closing: "").status == 400)
        let foreign = site.upload("a", headers: ["origin": "http://evil.example"])
        #expect(foreign.status == 403)
        #expect(site.upload("a", headers: ["cookie": ""]).status == 401)
        let plain = site.upload("a", headers: ["content-type": "text/csv"])
        #expect(plain.status == 400)
        let page = site.get("/import?file=00").body
        #expect(page.contains("The file is not here any more"))
        #expect(page.contains("enctype=\"multipart/form-data\""))
    }

    @Test("bounds what is sent, and what is kept of it") func bounds() throws {
        let site = try TestSite()
        let large = String(repeating: "x", count: 9 << 20)
        #expect(site.upload(large).status == 413)
        // Who was not let in may send no file, and is told that, not that it is too large.
        let stranger = site.upload(String(repeating: "x", count: 70_000), headers: ["cookie": ""])
        #expect(stranger.status == 401)
        let first = try look(site, ImportTests.plain).target
        for number in 0..<8 { _ = try look(site, ImportTests.plain + "\(number)") }
        #expect(site.get(first).body.contains("The file is not here any more"))
    }

    @Test("where nothing can be recorded nothing can be sent") func readOnly() throws {
        let site = try TestSite(isReadOnly: true)
        #expect(site.get("/import").body.contains("Nothing can be recorded from here."))
        let sent = site.upload(ImportTests.plain, token: site.formToken)
        #expect(sent.status == 403)
    }
}

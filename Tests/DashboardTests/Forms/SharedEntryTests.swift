import Application
import Dashboard
import EventLog
import Ledger
import Testing

/// Entries that are shared, or come with a file, in one step, and what settles them. Figures are
/// divided by hand.
@Suite("Shared entries on the pages")
struct SharedEntryTests {
    @Test("what is shared is owed, and what settles it is recorded where that stands")
    func settled() throws {
        let site = try TestSite()
        // 30.00 of two is 15.00 each.
        let sent = try site.send(
            "/do/add", ["amount": "30", "title": "Dinner", "split": "me, Bo"])
        #expect(sent.status == 303)
        let page = site.get("/people").body
        #expect(page.contains("Bo gives Ada") && page.contains("<strong>15.00 EUR</strong>"))
        let form = try #require(BrowserForm(to: "/do/settle", in: page))
        #expect(form.fields["amount"] == "15.00" && form.fields["title"] == "Settled")
        // A part of it first: 15.00 − 5.00 = 10.00.
        let part = form.fields.merging(["amount": "5"]) { $1 }
        #expect(try site.send("/do/settle", part, from: "/people", shown: page).status == 303)
        let rest = site.get("/people", ["accept-language": "de"]).body
        #expect(rest.contains("<strong>10.00 EUR</strong>") && rest.contains(">Ausgleichen<"))
        let all = try #require(BrowserForm(to: "/do/settle", in: rest))
        #expect(all.fields["amount"] == "10.00" && all.fields["title"] == "Ausgleich")
        let count = try site.count
        for _ in 1...2 {
            let done = try site.send(
                "/do/settle", all.fields, from: "/people", key: all.fields["key"], shown: rest)
            #expect(done.status == 303)
        }
        #expect(try site.count == count + 1)
        let end = site.get("/people").body
        #expect(end.contains("Everything is settled.") && !end.contains("/do/settle"))
        // What settles is no expense.
        #expect(site.get("/").body.contains(">30.00</a>"))
    }

    @Test("what settles leaves an account, reaches one, or both") func accounts() throws {
        let site = try TestSite()
        for name in ["Bank", "Cash", "Old"] {
            _ = try OpenAccount.run(OpenAccount.Input(name: name, opening: "100"), in: site.env)
        }
        func balances() throws -> [String] {
            try ListAccounts.run(NoInput(), in: site.env).rows.map(\.name)
                .map { name in
                    let lines = try ListEntries.run(
                        ListEntries.Input(query: "acct:\(name)", limit: 50), in: site.env
                    ).rows
                    return name + lines.map { ($0.incoming ? " +" : " -") + $0.amount }.joined()
                }
        }
        #expect(!site.get("/people").body.contains("id=\"accounts\""))
        // 30.00 of two is 15.00 each.
        _ = try site.send("/do/add", ["amount": "30", "title": "Dinner", "split": "me, Bo"])
        for (amount, from, to) in [("5", "", "Bank"), ("4", "Cash", ""), ("3", "Cash", "Bank")] {
            let page = site.get("/people").body
            #expect(page.contains("<datalist id=\"accounts\"><option value=\"Bank\">"))
            var form = try #require(BrowserForm(to: "/do/settle", in: page))
            #expect(form.fields["from"]?.isEmpty == true && form.fields["to"]?.isEmpty == true)
            (form.fields["amount"], form.fields["from"], form.fields["to"]) = (amount, from, to)
            let sent = try site.send("/do/settle", form.fields, from: "/people", shown: page)
            #expect(sent.status == 303, "\(sent.body)")
        }
        // 15.00 − 5.00 − 4.00 − 3.00 = 3.00.
        #expect(site.get("/people").body.contains("<strong>3.00 EUR</strong>"))
        #expect(
            try balances() == ["Bank +3.00 +5.00", "Cash -3.00 -4.00", "Old"])
    }

    @Test("parts by weight, by amount and of another payer") func parts() throws {
        let site = try TestSite()
        // A third of 30.00 is 10.00.
        _ = try site.send("/do/add", ["amount": "30", "title": "Taxi", "split": "me, Bo:2"])
        #expect(site.get("/people").body.contains("<strong>20.00 EUR</strong>"))
        // 20.00 − (9.00 − 4.00) = 15.00.
        _ = try site.send(
            "/do/add", ["amount": "9", "title": "Tea", "split": "me, Bo=4", "payer": "Bo"])
        #expect(site.get("/people").body.contains("<strong>15.00 EUR</strong>"))
        let count = try site.count
        let wrong = try site.send(
            "/do/add", ["amount": "9", "title": "Tea", "split": "me=4, Bo=40"])
        let form = try #require(BrowserForm(to: "/do/add", in: wrong.body))
        #expect(wrong.status == 422 && form.fields["split"] == "me=4, Bo=40")
        #expect(wrong.body.contains("<details open><summary>Shared"))
        #expect(
            wrong.body.contains(
                "name=\"split\" value=\"me=4, Bo=40\" placeholder=\"me, Bo\" "
                    + "aria-invalid=\"true\""))
        #expect(try site.count == count)
    }

    @Test("what is wrong with a payment stands in the form of that payment alone")
    func wrongPayment() throws {
        let site = try TestSite()
        _ = try site.send("/do/add", ["amount": "30", "title": "Dinner", "split": "me, Bo, Cy"])
        let page = site.get("/people").body
        #expect(page.ranges(of: "<strong>10.00 EUR</strong>").count == 2)
        let form = try #require(BrowserForm(to: "/do/settle", in: page))
        let count = try site.count
        let wrong = try site.send(
            "/do/settle", form.fields.merging(["amount": "x"]) { $1 }, from: "/people",
            shown: page)
        #expect(wrong.status == 422 && !wrong.body.contains("role=\"alert\""))
        for text in [
            "data-retry", "aria-invalid", "value=\"x\"", "<details open>", "class=\"wrong\"",
        ] {
            #expect(wrong.body.ranges(of: text).count == 1, "\(text)")
        }
        #expect(wrong.body.ranges(of: "action=\"/do/settle\"").count == 2)
        #expect(try site.count == count)
    }

    @Test("a picture comes with the entry in one step, once however often it is sent")
    func picture() throws {
        let site = try TestSite(isUnhurried: true)
        let page = site.get("/").body
        #expect(page.contains("enctype=\"multipart/form-data\""))
        var fields = try #require(BrowserForm(to: "/do/add", in: page)).fields
        fields["file"] = nil
        fields.merge(["amount": "9", "title": "Umbrella", "note": "one\r\ntwo"]) { $1 }
        let count = try site.count
        // An event for the line and one for the file.
        for _ in 1...2 {
            let sent = site.postFile(
                "/do/add", TestSite.parts(fields, "bill.txt", Array("paid".utf8)))
            #expect(sent.status == 303 && sent.header("Location") == "/?done=\(count)")
        }
        #expect(try site.count == count + 2)
        let entry = site.get("/entry?id=\(count)").body
        #expect(entry.contains(">bill.txt</a>") && entry.contains("> 4 bytes<"))
        #expect(entry.contains("<p class=\"lines\">one\ntwo</p>"))
        // Where none is chosen a browser sends one without a name.
        fields["key"] = "another"
        #expect(site.postFile("/do/add", TestSite.parts(fields, "", [])).status == 303)
        #expect(try site.count == count + 3)
        fields["key"] = "a third"
        for (name, size, status) in [("none.txt", 0, 422), ("big", (8 << 20) + 1, 413)] {
            let body = TestSite.parts(fields, name, [UInt8](repeating: 1, count: size))
            #expect(site.postFile("/do/add", body).status == status, "\(name)")
        }
        let long = fields.merging(["note": String(repeating: "x", count: 70_000)]) { $1 }
        #expect(site.postFile("/do/add", TestSite.parts(long, "", [])).status == 413)
        // What was chosen has to be chosen again where something else was wrong.
        fields["amount"] = "x"
        let wrong = site.postFile("/do/add", TestSite.parts(fields, "bill.txt", [1]))
        #expect(wrong.status == 422 && wrong.body.contains("! Choose the file again."))
        #expect(try site.count == count + 3)
        // 100 letters of 3 bytes are more than a file may be called.
        (fields["amount"], fields["key"]) = ("9", "long")
        let name = String(repeating: "語", count: 100)
        #expect(site.postFile("/do/add", TestSite.parts(fields, name, [1])).status == 303)
        #expect(site.get("/entry?id=\(count + 3)").body.contains(">\(name.prefix(85))</a>"))
    }

    @Test("undo takes the file back with its entry, redo brings both, and others keep theirs")
    func undonePicture() throws {
        let site = try TestSite(isUnhurried: true)
        func names(_ id: UInt64) throws -> [String] {
            try ListAttachments.run(ListAttachments.Input(id: "\(id)"), in: site.env).rows
                .map(\.name)
        }
        let other = try AddEntry.run(
            AddEntry.Input(lines: [LineInput(amount: "5", title: "Copy")]), in: site.env
        ).id
        let file = AttachFiles.File(bytes: FileBytes(Array("paid".utf8)), name: "same.txt")
        _ = try AttachFiles.run(AttachFiles.Input(id: "\(other)", files: [file]), in: site.env)
        let page = site.get("/").body
        var fields = try #require(BrowserForm(to: "/do/add", in: page)).fields
        fields["file"] = nil
        fields.merge(["amount": "9", "title": "Umbrella"]) { $1 }
        let id = try site.count
        // Sent twice, it is undone as a whole all the same.
        for _ in 1...2 {
            let sent = site.postFile(
                "/do/add", TestSite.parts(fields, "bill.txt", Array("paid".utf8)))
            #expect(sent.header("Location") == "/?done=\(id)")
        }
        #expect(try names(id) == ["bill.txt"])
        let done = site.get("/?done=\(id)").body
        let undo = try #require(BrowserForm(to: "/do/undo", in: done))
        #expect(undo.fields["also"] == "\(id + 1)")
        let undone = try site.send("/do/undo", undo.fields, shown: done)
        #expect(undone.header("Location") == "/?undone=\(id)", "\(undone.body)")
        #expect(try names(id).isEmpty && names(other) == ["same.txt"])
        let bytes = try ReadAttachment.run(ReadAttachment.Input(id: "\(other)"), in: site.env).bytes
        #expect(bytes.bytes == Array("paid".utf8))
        let shown = site.get("/?undone=\(id)").body
        #expect(shown.contains("Undone."))
        let redo = try #require(BrowserForm(to: "/do/redo", in: shown))
        #expect(try site.send("/do/redo", redo.fields, shown: shown).status == 303)
        #expect(try names(id) == ["bill.txt"])
        let row = try ShowEntry.run(EntryInput(id: "\(id)"), in: site.env).rows.first
        #expect(row?.voided == false)
    }

    @Test("who may not attach has no field for a file, and sends none") func rights() throws {
        let house = try TestHouse(["Di": ["read", "create"]])
        let (ada, di) = (try house.session(of: "Ada"), try house.session(of: "Di"))
        #expect(house.get("/", cookie: ada).body.contains("type=\"file\""))
        let page = house.get("/", cookie: di).body
        #expect(!page.contains("type=\"file\"") && page.contains("name=\"split\""))
        let kind = "multipart/form-data; boundary=XyZ"
        for (cookie, bytes) in [(ada, (8 << 20) + 16_384), (di, 65_536)] {
            let head = ["cookie": cookie, "content-type": kind]
            let asked = TestSite.request("POST", "/do/add", head)
            #expect(house.dashboard.bodyBytesMax(of: asked) == bytes)
            let plain = TestSite.request("POST", "/do/add", ["cookie": cookie])
            #expect(house.dashboard.bodyBytesMax(of: plain) == 65_536)
        }
        var fields = try #require(BrowserForm(to: "/do/add", in: page)).fields
        fields.merge(["amount": "9", "title": "Umbrella"]) { $1 }
        let count = try house.env.store().head().count
        var request = TestSite.request("POST", "/do/add", ["cookie": di, "content-type": kind])
        request.body = TestSite.parts(fields, "bill.txt", [1])
        #expect(house.dashboard.answer(request).status == 403)
        #expect(try house.env.store().head().count == count)
    }
}

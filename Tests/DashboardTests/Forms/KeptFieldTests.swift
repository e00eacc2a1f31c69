import Application
import Dashboard
import Ledger
import Testing

/// Forms that change something keep what nobody touched, byte for byte.
@Suite("Kept fields")
struct KeptFieldTests {
    private func line(_ site: TestSite, _ id: UInt64) throws -> LineRow {
        let shown = try ShowEntry.run(EntryInput(id: "\(id)"), in: site.env)
        return try #require(shown.rows.first { $0.id == id })
    }

    private func add(_ site: TestSite, _ line: LineInput) throws -> UInt64 {
        try AddEntry.run(AddEntry.Input(lines: [line]), in: site.env).id
    }

    /// Sends the form to change an entry as a browser does.
    private func change(
        _ site: TestSite, _ id: UInt64, _ edit: (inout BrowserForm) -> Void
    ) throws -> WebResponse {
        let page = "/entry?id=\(id)"
        let shown = site.get(page).body
        var form = try #require(BrowserForm(to: "/do/amend", in: shown))
        edit(&form)
        return try site.send("/do/amend", form.fields, from: page, shown: shown)
    }

    @Test(
        "a change of one field leaves all others as they are",
        arguments: [
            LineInput(amount: "30", title: "Lamp", note: "first line\nsecond line"),
            LineInput(amount: "30", title: "Lamp", note: "\n\n  indented\r\nand so\ron\n"),
            LineInput(amount: "30", title: "Two\nlines", note: "a"),
            LineInput(amount: "30", title: "  blanks \t around  ", note: " \t "),
            LineInput(amount: "30", title: "X", tags: ["two words", "b,c", "say \"hi\"", "'"]),
            LineInput(amount: "30", title: "X", tags: ["\"", "\"\"", "a\"b c", ",", "plain"]),
            LineInput(amount: "30", title: "\u{1}\u{7F}\u{85}", note: "\u{0}\u{B}x\u{2028}y"),
            LineInput(
                amount: "30.00 USD", title: "e\u{301} & <b> \"q\"", category: "a b:c/d",
                day: "2026-01-02", account: "my bank", payee: "Shop | more"),
        ])
    func kept(line: LineInput) throws {
        let site = try TestSite()
        let id = try add(site, line)
        let before = try self.line(site, id)
        let sent = try change(site, id) { $0.fields["amount"] = "31" }
        #expect(sent.status == 303, "\(sent.body)")
        let after = try self.line(site, id)
        #expect(after.amount == "31.00" && after.currency == before.currency)
        #expect(Array(after.note.utf8) == Array(before.note.utf8))
        #expect(Array(after.title.utf8) == Array(before.title.utf8))
        #expect(after.tags == before.tags)
        #expect(
            [after.category, after.account, after.day.description]
                == [before.category, before.account, before.day.description])
        // Nothing but the amount stands in the history.
        let history = try EntryHistory.run(EntryInput(id: "\(id)"), in: site.env)
        #expect(history.versions.last?.changes.map(\.field) == ["amount"])
        // A form that nobody touched changes nothing.
        let untouched = try change(site, id) { _ in }
        #expect(untouched.status == 422)
        #expect(try self.line(site, id).version == after.version)
    }

    @Test("a note of several lines can be changed, and keeps its lines") func notes() throws {
        let site = try TestSite()
        let id = try add(
            site, LineInput(amount: "30", title: "Lamp", note: "first line\nsecond line"))
        let sent = try change(site, id) { $0.fields["note"] = "first line\r\nanother\r\nthird" }
        #expect(sent.status == 303)
        #expect(try line(site, id).note == "first line\nanother\nthird")
        // Lines that were joined are a change, too.
        #expect(try change(site, id) { $0.fields["note"] = "first line another" }.status == 303)
        #expect(try line(site, id).note == "first line another")
        #expect(try change(site, id) { $0.fields["note"] = "" }.status == 303)
        #expect(try line(site, id).note.isEmpty)
        let typed = try site.send(
            "/do/add", ["amount": "1", "title": "x", "note": "one\r\ntwo"])
        #expect(typed.header("Location") == "/?done=6")
        #expect(try line(site, 6).note == "one\ntwo")
    }

    @Test("one more tag leaves the others whole") func tags() throws {
        let site = try TestSite()
        let id = try add(
            site, LineInput(amount: "5", title: "X", tags: ["two words", "b,c", "a\"b c", "d"]))
        let sent = try change(site, id) { $0.fields["tags", default: ""] += " extra" }
        #expect(sent.status == 303)
        #expect(
            Set(try line(site, id).tags) == ["two words", "b,c", "a\"b c", "d", "extra"])
        #expect(try change(site, id) { $0.fields["tags"] = "work, #trip" }.status == 303)
        #expect(Set(try line(site, id).tags) == ["work", "trip"])
        #expect(try change(site, id) { $0.fields["tags"] = "'tis \"open end" }.status == 303)
        #expect(Set(try line(site, id).tags) == ["'tis", "open end"])
    }

    @Test("what was typed comes back as it was when a form is refused") func refused() throws {
        let site = try TestSite()
        let id = try add(site, LineInput(amount: "5", title: "X", note: "a\nb"))
        let page = "/entry?id=\(id)"
        let sent = try change(site, id) {
            $0.fields["amount"] = "x"
            $0.fields["note"] = "\r\n c\r\nd"
        }
        #expect(sent.status == 422)
        var again = try #require(BrowserForm(to: "/do/amend", in: sent.body))
        #expect(again.fields["note"] == "\r\n c\r\nd" && again.fields["was-note"] == "a\r\nb")
        again.fields["amount"] = "6"
        let done = try site.send("/do/amend", again.fields, from: page, shown: sent.body)
        #expect(done.status == 303)
        let after = try line(site, id)
        #expect(after.amount == "6.00" && after.note.hasSuffix(" c\nd"))
    }

    @Test("a form that was sent already and then changed is not stuck") func stuck() throws {
        let site = try TestSite()
        let first = try site.send("/do/add", ["amount": "12", "title": "Tea"], key: "k")
        #expect(first.header("Location") == "/?done=2")
        let again = try site.send("/do/add", ["amount": "13", "title": "Tea"], key: "k")
        #expect(again.status == 422)
        #expect(again.body.contains("href=\"/entry?id=2\"") && again.body.contains("value=\"13\""))
        let key = TestSite.hidden("key", in: again.body)
        let form = try #require(BrowserForm(to: "/do/add", in: again.body))
        #expect(form.fields["key"] != "k" && key != "k")
        let sent = try site.send("/do/add", form.fields, key: form.fields["key"])
        #expect(sent.header("Location") == "/?done=3")
        #expect(try site.count == 4)
    }
}

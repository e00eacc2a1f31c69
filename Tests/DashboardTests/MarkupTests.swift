import Dashboard
import Testing

/// What pages are made of.
@Suite struct MarkupTests {
    @Test func escapesText() {
        #expect(HTML.text("a<b>&\"'").markup == "a&lt;b&gt;&amp;&quot;&#39;")
        #expect(HTML.text("a\u{0}b\u{1B}\u{85}\n").markup == "a\u{FFFD}b\u{FFFD}\u{FFFD}\n")
        #expect(HTML.text("Bäcker 🥐").markup == "Bäcker 🥐")
        #expect(HTML([.text("a"), .empty, .text("<")]).markup == "a&lt;")
    }

    @Test func readsQueries() {
        let request = WebRequest("GET", "/entries?q=a+b%26c%C3%A4&p=%zz&q=second&empty=")
        #expect(request.path == "/entries")
        #expect(request.query["q"] == "a b&cä")
        #expect(request.query["p"] == "%zz")
        #expect(request.query["empty"] == nil)
        #expect(request.query.raw("empty")?.isEmpty == true)
        #expect(request.query.raw("none") == nil)
        // What is no UTF-8 cannot stay what it was.
        #expect(WebRequest("GET", "/?q=%FF").query["q"] == "\u{FFFD}")
    }

    @Test func readsArguments() throws {
        let options = try ServeOptions(["--port", "8080", "--read-only", "--ledger=/l"])
        #expect(options.port == 8_080 && options.isReadOnly && options.folder == "/l")
        #expect(try ServeOptions([]).port == 0)
        #expect(try ServeOptions(["--rate", "5000"]).rate == 5_000)
        #expect(try ServeOptions([]).rate == 50)
        for words in [["--rate"], ["--rate", "0"], ["--rate=-1"], ["--rate", "many"]] {
            #expect(throws: ServeOptions.Fault.self) { try ServeOptions(words) }
        }
        #expect(try ServeOptions(["--socket", "/run/ledger.sock"]).socket == "/run/ledger.sock")
        for words in [
            ["--socket"], ["--socket="], ["--socket", "/a", "--port", "80"],
            ["--socket", "/a", "--listen", "127.0.0.2"], ["--socket", "/a", "--socket", "/b"],
            ["--socket", String(repeating: "x", count: 104)],
        ] {
            #expect(throws: ServeOptions.Fault.self, "\(words)") { try ServeOptions(words) }
        }
        for words in [["--port"], ["--port", "65536"], ["--port=-1"], ["--port", "x"], ["now"]] {
            #expect(throws: ServeOptions.Fault.self) { try ServeOptions(words) }
        }
    }
}

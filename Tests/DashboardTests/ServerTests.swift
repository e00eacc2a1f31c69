import Application
import Dashboard
import EventLog
import Foundation
import Synchronization
import Testing

/// Where the server listens, and what it makes of headers.
@Suite("Server")
struct ServerTests {
    @Test(
        "what it listens on is what it prints, and what a browser may ask",
        arguments: [
            ("127.0.0.1", "127.0.0.1:8080"), ("127.0.0.2", "127.0.0.2:8080"),
            ("127.255.0.9", "127.255.0.9:8080"), ("::1", "[::1]:8080"),
            ("localhost", "localhost:8080"),
        ])
    func listening(listen: String, host: String) throws {
        let options = try ServeOptions(["--listen", listen])
        #expect(options.listen == listen)
        let env = Environment.test
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        let dashboard = try Dashboard(env, listen: ListenAddress(listen))
        let address = dashboard.open(on: 8_080)
        #expect(address.hasPrefix("http://\(host)/?token="))
        let target = String(address.dropFirst("http://\(host)".count))
        func ask(_ host: String, origin: String? = nil) -> Int {
            let headers = ["host": host].merging(origin.map { ["origin": $0] } ?? [:]) { $1 }
            return dashboard.answer(WebRequest("GET", target, headers: headers)).status
        }
        #expect(ask(host) == 303)
        #expect(ask(host, origin: "http://\(host)") == 303)
        #expect(ask(host, origin: "http://evil.example") == 403)
        for other in ["127.0.0.3:8080", "127.evil.example:8080", "[::2]:8080", host + "0"] {
            #expect(ask(other) == 421, "\(other)")
        }
    }

    @Test("names that look like this machine are not, and beyond it much is asked")
    func beyond() throws {
        for text in [
            "127.evil.example", "127.0.0.1.evil.example", "127.1", "127.0.0.256", "127.0.0.01",
            "127.0.0.", "127.0.0.1 ", "", "::", "::2", "0:0:0:0:0:0:0:1", "LOCALHOST", "0.0.0.0",
        ] {
            #expect(!ListenAddress(text).isHere, "\(text)")
            #expect(throws: ServeOptions.Fault.self, "\(text)") {
                try ServeOptions(["--listen", text])
            }
        }
        let beside = try #require(PublicAddress("https://ledger.example"))
        let env = Environment.test
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        for (listen, address) in [
            ("0.0.0.0", "http://127.0.0.1:80/"), ("10.0.0.7", "https://ledger.example/"),
        ] {
            let dashboard = try Dashboard(
                env, passwords: { [:] }, address: beside, listen: ListenAddress(listen))
            #expect(dashboard.open(on: 80) == address)
            // At the usual port browsers leave it out.
            let request = WebRequest("GET", "/login", headers: ["host": "127.0.0.1"])
            #expect(dashboard.answer(request).status == 200)
        }
    }

    @Test("a header that can be there once is there once") func headers() {
        for name in ["Host", "Origin", "Authorization", "Idempotency-Key", "Content-Type"] {
            #expect(WebRequest.headers(of: [(name, "a"), (name.lowercased(), "b")]) == nil)
            #expect(WebRequest.headers(of: [(name, "a"), (name, "a")]) == nil)
        }
        let some = WebRequest.headers(of: [
            ("Host", "a"), ("Cookie", "x=1"), ("cookie", "y=2"), ("Accept-Language", "de"),
            ("accept-language", "en"),
        ])
        #expect(some == ["host": "a", "cookie": "x=1; y=2", "accept-language": "de, en"])
    }

    @Test("what a file of the log comes to is looked for once it is full, and by one alone")
    func sums() {
        let keeper = SumKeeper()
        let step = Limit.segmentEvents
        let due = [0, 4, step - 1, step, step + 4, 2 * step, 2 * step + 1]
            .filter(keeper.isDue(events:))
        #expect(due == [0, step, 2 * step])
    }

    @Test("memory is given back once, a while after the last request") func idle() async throws {
        let times = Mutex(0)
        let memory = IdleMemory(pause: .milliseconds(200)) { times.withLock { $0 += 1 } }
        func count(is expected: Int) async throws -> Bool {
            for _ in 0..<1_000 where times.withLock({ $0 }) != expected {
                try await Task.sleep(for: .milliseconds(10))
            }
            // Nothing more comes of it.
            try await Task.sleep(for: .milliseconds(300))
            return times.withLock { $0 } == expected
        }
        for round in 1...2 {
            for _ in 0..<100 { memory.note() }
            #expect(try await count(is: round))
        }
    }

    #if os(Linux)
    @Test("what was given back comes again when it is needed") func givenBack() throws {
        // What a file holds of what is in memory (proc(5), statm), in pages.
        func pages() throws -> Int {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            return try #require(Int(text.split(separator: " ")[2]))
        }
        let before = try pages()
        FreedMemory.giveBack()
        #expect(try pages() < before)
        let env = Environment.test
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        #expect(try Dashboard(env).open(on: 80).hasPrefix("http://127.0.0.1:80/?token="))
    }
    #endif

    @Test("the stream says what every answer says") func stream() {
        #expect(Dashboard.streamHead.header("Content-Type") == "text/event-stream")
        #expect(Dashboard.streamHead.header("X-Content-Type-Options") == "nosniff")
        #expect(
            Dashboard.streamHead.header("Content-Security-Policy")?
                .hasPrefix("default-src 'none'") == true)
    }
}

import Application
import Dashboard
import Synchronization
import Testing

/// Pages that hear of what is recorded while they are open.
@Suite("Live pages")
struct LiveTests {
    @Test("who listens is told the present position, then every later one")
    func tells() async throws {
        let position = Mutex<UInt64>(4)
        let feed = LiveFeed { position.withLock { $0 } }
        var found: [String] = []
        for await event in try #require(await feed.listen()) {
            found.append(event)
            if found.count == 1 { position.withLock { $0 = 6 } }
            if found.count == 2 { break }
        }
        #expect(
            found == [4, 6].map { "id: \($0)\nevent: position\ndata: \($0)\n\n" })
    }

    @Test("nobody looks where nobody listens, and only so many listen")
    func bounded() async throws {
        let looks = Mutex(0)
        let feed = LiveFeed {
            looks.withLock { $0 += 1 }
            return 1
        }
        try await Task.sleep(for: .milliseconds(400))
        #expect(looks.withLock { $0 } == 0)
        var streams: [AsyncStream<String>] = []
        while let stream = await feed.listen() { streams.append(stream) }
        #expect(streams.count == LiveFeed.listenersMax)
        streams = []
        // They are gone a moment later, and the looks end.
        while await feed.listen() == nil { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("a page says which position it shows, and whether it follows; one of the past does not")
    func pages() throws {
        let site = try TestSite()
        let page = site.get("/").body
        #expect(page.contains("<body data-live=\"yes\" data-position=\"1\" data-news="))
        let german = site.get("/", ["accept-language": "de"]).body
        #expect(german.contains("data-show=\"Anzeigen\""))
        let keys = site.get("/keys", ["accept-language": "de"]).body
        #expect(keys.contains("data-on=\"Ein"))
        #expect(page.contains(AttackTests.ownScript))
        let past = site.get("/?at=1").body
        #expect(past.contains("<body>") && past.contains(AttackTests.ownScript))
        #expect(site.dashboard.lastPosition() == 1)
        let script = site.get("/live.js")
        #expect(script.header("Content-Type") == "text/javascript; charset=utf-8")
        #expect(!script.body.contains("innerHTML") && !script.body.contains("eval"))
    }

    @Test("only who was let in may listen") func refused() throws {
        let site = try TestSite()
        let stranger = TestSite.request("GET", Dashboard.livePath)
        #expect(site.dashboard.refusesToTell(stranger)?.status == 401)
        let foreign = TestSite.request("GET", Dashboard.livePath, ["host": "evil.example"])
        #expect(site.dashboard.refusesToTell(foreign)?.status == 421)
    }
}

import Dashboard
import Testing

/// Who holds a server's connections, and what is refused before a body is read.
@Suite("Places")
struct PlaceTests {
    @Test("64 who are waited for keep nobody out: the first of them goes") func slow() {
        var places = Places<Int>(most: 64, mostOfNetwork: 48)
        for number in 0..<64 {
            #expect(places.enter(number, from: nil, at: .seconds(number)) == (true, nil))
        }
        // One sends a page's headers, and another one was let in.
        places.note(0, isAnswered: true, at: .seconds(64))
        places.know(1)
        var gone: [Int] = []
        for number in 64..<127 {
            let (isIn, other) = places.enter(number, from: nil, at: .seconds(number))
            #expect(isIn)
            if let other { gone.append(other) }
        }
        #expect(Array(gone.prefix(62)) == Array(2..<64))
        // A byte now and then is no sign of life.
        #expect(gone.last == 64)
    }

    @Test("strangers go before those who were let in, and who is let in is answered to the end")
    func order() {
        var places = Places<String>(most: 3, mostOfNetwork: 3)
        for (name, second) in [("idle", 1), ("reader", 2), ("page", 3)] {
            _ = places.enter(name, from: nil, at: .seconds(second))
        }
        places.know("idle")
        places.know("page")
        places.note("page", isAnswered: true, at: .seconds(4))
        places.note("reader", isAnswered: true, at: .seconds(4))
        #expect(places.enter("a", from: nil, at: .seconds(5)) == (true, "idle"))
        #expect(places.enter("b", from: nil, at: .seconds(6)) == (true, "a"))
        places.know("b")
        places.note("b", isAnswered: true, at: .seconds(7))
        // A stranger who does not take its answer is the last who goes.
        #expect(places.enter("c", from: nil, at: .seconds(8)) == (true, "reader"))
        places.know("c")
        places.note("c", isAnswered: true, at: .seconds(9))
        #expect(places.enter("d", from: nil, at: .seconds(10)) == (false, nil))
        places.leave("page")
        #expect(places.enter("d", from: nil, at: .seconds(11)) == (true, nil))
    }

    @Test("one network has no more than its share") func share() {
        var places = Places<Int>(most: 6, mostOfNetwork: 2)
        #expect(places.enter(1, from: "a", at: .seconds(1)) == (true, nil))
        #expect(places.enter(2, from: "a", at: .seconds(2)) == (true, nil))
        #expect(places.enter(3, from: "b", at: .seconds(3)) == (true, nil))
        #expect(places.enter(4, from: "a", at: .seconds(4)) == (true, 1))
        for number in 5...7 {
            #expect(places.enter(number, from: nil, at: .seconds(number)) == (true, nil))
        }
        #expect(places.enter(8, from: "c", at: .seconds(8)) == (true, 2))
    }

    @Test(
        "a network is an address of IPv4, or half of one of IPv6",
        arguments: [
            ("127.0.0.1", nil), ("127.8.9.1", nil), ("::1", nil), ("10.0.0.7", "10.0.0.7"),
            ("::ffff:127.0.0.1", nil), ("::ffff:10.0.0.7", "10.0.0.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"), ("2001:db8::5", "2001:db8:0:0"),
            ("2001:db8::3:4:5:6", "2001:db8:0:0"), ("2001::2:3:4:5:6", "2001:0:0:2"),
            ("fe80::1%eth0", "fe80:0:0:0"), ("::", "0:0:0:0"), ("1::", "1:0:0:0"),
        ] as [(String, String?)])
    func network(address: String, name: String?) {
        #expect(Network.name(of: address) == name)
    }

    @Test("a body has half a minute, and a second more for each 16 KiB") func pace() {
        #expect(BodyPace.rest(received: 0, after: .zero) == .seconds(30))
        #expect(BodyPace.rest(received: 100, after: .seconds(30)) == nil)
        #expect(BodyPace.rest(received: 16_384, after: .seconds(30)) == .seconds(1))
        // A file of 8 MiB has nine minutes, and no more.
        #expect(BodyPace.rest(received: 8 << 20, after: .seconds(541)) == .seconds(1))
        #expect(BodyPace.rest(received: 8 << 20, after: .seconds(542)) == nil)
    }

    @Test("headers alone are enough to refuse: host, origin, size, session, coding, rate")
    func heads() throws {
        let site = try TestSite()
        func look(
            _ target: String, _ headers: [String: String] = [:], method: String = "POST"
        ) -> Dashboard.Look {
            site.dashboard.look(
                at: TestSite.request(
                    method, target, ["content-length": "60000"].merging(headers) { $1 }))
        }
        for (status, headers) in [
            (421, ["host": "evil.example"]), (403, ["origin": "http://evil.example"]),
            (413, ["content-length": "65537"]), (413, ["content-length": "x"]), (401, [:]),
            (501, ["transfer-encoding": "xchunked"]),
            (501, ["transfer-encoding": "gzip, chunked"]), (401, ["transfer-encoding": "chunked"]),
            (401, ["cookie": "ledger-8080=00"]),
        ] as [(Int, [String: String])] {
            for target in ["/x", "/do/void", "/import", "/login"] {
                let found = look(target, headers)
                #expect(found.refusal?.status == status, "\(target) \(headers)")
                #expect(!found.isKnown)
            }
        }
        // What somebody typed whose session is over is read, and shown to them again.
        #expect(look("/do/add").refusal == nil && !look("/do/add").isKnown)
        #expect(look("/do/add", ["content-length": "65537"]).refusal?.status == 413)
        // Of a form with a file the beginning is, where what was typed stands.
        func file(_ target: String, _ length: String) -> Dashboard.Look {
            look(
                target,
                ["content-length": length, "content-type": "multipart/form-data; boundary=XyZ"])
        }
        #expect(file("/do/add", "70000").refusal == nil && file("/do/add", "70000").isCut)
        #expect(file("/do/add", "70000").bodyBytesMax == 65_536)
        #expect(!file("/do/add", "60000").isCut)
        for target in ["/import", "/do/attach"] {
            #expect(file(target, "70000").refusal?.status == 401, "\(target)")
        }
        #expect(file("/do/add", "9000000").refusal?.status == 413)
        #expect(file("/do/amend", "70000").refusal?.status == 413)
        #expect(look("/api/add").refusal?.status == 401)
        #expect(look("/metrics").refusal?.status == 405)
        #expect(look("/metrics").refusal?.header("Allow") == "GET, HEAD")
        #expect(look("/x", method: "PUT").refusal?.status == 405)
        for scheme in ["Bearer", "bearer", "BEARER  "] {
            let known = look("/api/add", ["authorization": "\(scheme) \(site.token)"])
            #expect(known.refusal == nil && known.isKnown, "\(scheme)")
        }
        let many = (0..<300).map { _ in look("/do/add").refusal?.status }
        #expect(many.last == 429)
    }

    @Test("what was typed, and who logs in, is read, and no other body of strangers")
    func logins() throws {
        let house = try TestHouse(["Bo": ["read"]])
        func look(_ target: String, cookie: String = "") -> Int? {
            house.dashboard.look(
                at: TestSite.request(
                    "POST", target, ["content-length": "100", "cookie": cookie])
            ).refusal?.status
        }
        for target in ["/login", "/api/session", "/do/add", "/do/amend"] {
            #expect(look(target) == nil, "\(target)")
        }
        for target in ["/do/void", "/do/attach", "/import", "/api/list", "/do/logout", "/x"] {
            #expect(look(target) == 401, "\(target)")
        }
        let bo = try house.session(of: "Bo")
        #expect(look("/do/add", cookie: bo) == nil)
        let file = TestSite.request(
            "POST", "/import", ["content-length": "8000000", "cookie": bo])
        #expect(house.dashboard.look(at: file).refusal?.status == 413)
    }
}

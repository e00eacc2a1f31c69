import Application
import Dashboard
import EventLog
import Ledger
import Synchronization
import Testing

/// A dashboard of a ledger in memory, and a browser that was let in.
struct TestSite {
    let env: Environment
    let dashboard: Dashboard
    private let cookie: String
    /// What the address that lets a browser in shows.
    let token: String

    /// A ledger in euros that nothing was recorded in; it is 2026-01-15.
    ///
    /// - Parameter isUnhurried: Whether a second goes by with each look at the clock, so that no
    ///   rate is ever exceeded.
    init(isReadOnly: Bool = false, isUnhurried: Bool = false) throws {
        let seconds = Mutex(0)
        let env = Environment.test.with { env in
            if isUnhurried {
                env.uptime = {
                    .seconds(
                        seconds.withLock {
                            $0 += 1
                            return $0
                        })
                }
            }
        }
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        try self.init(over: env, isReadOnly: isReadOnly)
    }

    /// The dashboard of a ledger that is there.
    init(over env: Environment, isReadOnly: Bool = false) throws {
        self.env = env
        dashboard = try Dashboard(env, isReadOnly: isReadOnly)
        let address = dashboard.open(on: 8_080)
        let target = String(address.dropFirst("http://127.0.0.1:8080".count))
        token = String(try #require(address.split(separator: "=").last))
        let response = dashboard.answer(TestSite.request("GET", target))
        #expect(response.status == 303)
        cookie = try #require(response.header("Set-Cookie")?.split(separator: ";").first)
            .description
    }

    /// A request to the right host.
    static func request(
        _ method: String, _ target: String, _ headers: [String: String] = [:], body: String = ""
    ) -> WebRequest {
        WebRequest(
            method, target, headers: ["host": "127.0.0.1:8080"].merging(headers) { $1 },
            body: Array(body.utf8))
    }

    /// What a browser that was let in gets.
    func get(_ target: String, _ headers: [String: String] = [:]) -> WebResponse {
        dashboard.answer(
            TestSite.request("GET", target, ["cookie": cookie].merging(headers) { $1 }))
    }

    /// The page that verifies, when that is done.
    func verified(_ target: String) -> String {
        var page = get(target).body
        while page.contains("data-again") { page = get(target).body }
        return page
    }

    /// Sends a form with what a page has in it.
    ///
    /// - Parameter shown: The page, where it is known already.
    func send(
        _ target: String, _ fields: [String: String], from page: String = "/",
        key: String? = nil, shown: String? = nil, headers: [String: String] = [:]
    ) throws -> WebResponse {
        let shown = shown ?? get(page).body
        var all = fields
        all["form"] = fields["form"] ?? TestSite.hidden("form", in: shown)
        all["key"] = key ?? TestSite.hidden("key", in: shown)
        all["back"] = fields["back"] ?? page
        let body = all.sorted { $0.key < $1.key }
            .map { "\(TestSite.encoded($0.key))=\(TestSite.encoded($0.value))" }
            .joined(separator: "&")
        let own = ["cookie": cookie, "origin": "http://127.0.0.1:8080"]
        return dashboard.answer(
            TestSite.request("POST", target, own.merging(headers) { $1 }, body: body))
    }

    /// Sends a file from the page of imports, as a browser does.
    func upload(
        _ content: String, name: String = "bank.csv", token: String? = nil,
        headers: [String: String] = [:], closing: String = "\r\n--XyZ--\r\n"
    ) -> WebResponse {
        let token = token ?? TestSite.hidden("form", in: get("/import").body)
        let file = name.replacing("\"", with: "%22")
        let body =
            "--XyZ\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\n\(token)\r\n"
            + "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(file)\"\r\n"
            + "Content-Type: text/csv\r\n\r\n\(content)\(closing)"
        let own = [
            "cookie": cookie, "origin": "http://127.0.0.1:8080",
            "content-type": "multipart/form-data; boundary=XyZ",
        ]
        return dashboard.answer(
            TestSite.request("POST", "/import", own.merging(headers) { $1 }, body: body))
    }

    /// A form with a file, as a browser sends it.
    static func parts(_ fields: [String: String], _ name: String, _ bytes: [UInt8]) -> [UInt8] {
        var body: [UInt8] = []
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            body += Array(
                "--XyZ\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
            )
        }
        let file = "name=\"file\"; filename=\"\(name)\""
        body += Array("--XyZ\r\nContent-Disposition: form-data; \(file)\r\n\r\n".utf8)
        return body + bytes + Array("\r\n--XyZ--\r\n".utf8)
    }

    /// Sends a form with parts that `XyZ` divides.
    func postFile(_ target: String, _ body: [UInt8]) -> WebResponse {
        var request = TestSite.request(
            "POST", target,
            [
                "cookie": cookie, "origin": "http://127.0.0.1:8080",
                "content-type": "multipart/form-data; boundary=XyZ",
            ])
        request.body = body
        return dashboard.answer(request)
    }

    /// What forms show, where a page has one.
    var formToken: String { TestSite.hidden("form", in: get("/people").body) }

    /// The value of a hidden field.
    static func hidden(_ name: String, in page: String) -> String {
        let start = "name=\"\(name)\" value=\""
        guard let range = page.firstRange(of: start) else { return "" }
        return String(page[range.upperBound...].prefix { $0 != "\"" })
    }

    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }

    /// How many events there are.
    var count: UInt64 {
        get throws { try env.store().head().count }
    }
}

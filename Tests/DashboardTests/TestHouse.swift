import Application
import Dashboard
import EventLog
import Ledger
import Synchronization
import Testing

/// A ledger of Ada and of others with rights, each with a password: `bo's password`.
struct TestHouse {
    let env: Environment
    let dashboard: Dashboard
    let time = Clock()
    let passwords: Kept

    final class Clock: Sendable {
        let now = Mutex(Duration.zero)
    }

    final class Kept: Sendable {
        let hashes: Mutex<[UInt64: String]>
        init(_ hashes: [UInt64: String]) { self.hashes = Mutex(hashes) }
    }

    /// - Parameters:
    ///   - rights: What the others may do; of those without any nothing is said.
    ///   - address: Where the pages are found beside this machine.
    init(
        _ rights: KeyValuePairs<String, [String]> = ["Bo": ["read"]],
        address: PublicAddress? = nil
    ) throws {
        let clock = time
        env = Environment.test.with { env in
            env.uptime = { clock.now.withLock { $0 } }
            // Sessions are to be as unlike as they are outside of tests.
            env.randomBytes = { count in (0..<count).map { _ in UInt8.random(in: 0...255) } }
        }
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        for (name, rights) in rights {
            var person = PersonInput()
            person.name = name
            _ = try AddPerson.run(AddPerson.Input(person), in: env)
            guard !rights.isEmpty else { continue }
            _ = try Permit.run(Permit.Input(people: [name], rights: rights), in: env)
        }
        var hashes: [UInt64: String] = [:]
        for name in ["Ada"] + rights.map(\.key) {
            let person = try #require(try env.acting(as: name).user)
            let password = "\(name.lowercased())'s password"
            hashes[person] = PasswordHash.make(Array(password.utf8))
        }
        let kept = Kept(hashes)
        passwords = kept
        dashboard = try Dashboard(
            env, passwords: { kept.hashes.withLock { $0 } }, address: address)
        #expect(dashboard.open(on: 8_080) == "http://127.0.0.1:8080/")
    }

    func get(_ target: String, cookie: String = "", _ more: [String: String] = [:])
        -> WebResponse
    {
        dashboard.answer(
            TestSite.request("GET", target, ["cookie": cookie].merging(more) { $1 }))
    }

    func post(
        _ target: String, _ fields: [String: String], cookie: String = "",
        _ more: [String: String] = [:]
    ) -> WebResponse {
        let body = fields.map { "\(TestSite.encoded($0))=\(TestSite.encoded($1))" }
        let own = ["cookie": cookie, "origin": "http://127.0.0.1:8080"]
        return dashboard.answer(
            TestSite.request(
                "POST", target, own.merging(more) { $1 }, body: body.joined(separator: "&")))
    }

    func logIn(
        _ name: String, _ password: String, cookie: String = "", _ more: [String: String] = [:]
    ) -> WebResponse {
        let form = TestSite.hidden("form", in: get("/login", more).body)
        return post(
            "/login", ["name": name, "password": password, "form": form], cookie: cookie, more)
    }

    /// The cookie of who logs in.
    func session(_ name: String, _ password: String) throws -> String {
        let response = logIn(name, password)
        #expect(response.status == 303)
        return String(
            try #require(response.header("Set-Cookie")?.split(separator: ";").first))
    }

    /// The cookie of a person who logs in.
    func session(of name: String) throws -> String {
        try session(name, "\(name.lowercased())'s password")
    }
}

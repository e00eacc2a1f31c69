import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// The tables, and who may do what there.
@Suite("Tables of a team")
struct SchemaTests {
    @Test("the program's tables are those of the script")
    func script() throws {
        let file = try #require(try SourceTree.file("tools/shared/schema.sql"))
        #expect(RemoteLog.schema + "\n" == file.text)
    }

    @Test(
        "whoever is no member sees and records nothing; a member changes nothing",
        .needsServer)
    func members() throws {
        let server = try #require(TestServer.shared)
        let id = CommitID.random()
        let name = RemoteLog.name(of: id)
        let mark = String(name.prefix(8))
        for role in ["ada\(mark)", "bo\(mark)"] { try server.sql("CREATE ROLE \(role) LOGIN") }
        func remote(_ role: String) throws -> RemoteLog {
            let address = server.address.replacing(
                "postgres://ledger@", with: "postgres://\(role)\(mark)@")
            return try RemoteLog.open(ServerAddress(address, [:]), id: id)
        }
        let store = try StoreKind.memoryStore()
        var program = try RandomProgram(seed: 3, on: store)
        for _ in 0..<5 { try program.step() }
        let rows = try RemoteCommit.all(of: store)

        let ada = try remote("ada")
        try ada.join()
        #expect(try ada.insert(Array(rows.prefix(2))) == .done)

        let bo = try remote("bo")
        #expect(try bo.head().seq == 0)
        #expect(isNotMember { try bo.join() })
        #expect(isNotMember { _ = try bo.insert([rows[2]]) })
        // Nor into any other table, under the name of the ledger or another one.
        for ledger in [name, "nosuch"] {
            for row in [
                "keyring VALUES ('\(ledger)', 1, 'x')", "files VALUES ('\(ledger)', 'x', 'x')",
                "replica VALUES ('\(ledger)', 'x', 'x', 1)", "member VALUES ('\(ledger)', 'bo')",
                "erased VALUES ('\(ledger)', 1)",
            ] {
                #expect(throws: TestServer.Failure.self, "\(row)") {
                    try server.sql("INSERT INTO ledger.\(row)", as: "bo\(mark)")
                }
            }
        }
        func ask(_ function: String, as role: String) throws -> [String] {
            try server.sql(
                "SELECT ledger.\(function)('\(name)', 'bo\(mark)')", as: "\(role)\(mark)")
        }
        #expect(try ask("admit", as: "bo") == ["f"])

        // A member lets another one in.
        #expect(try ask("admit", as: "ada") == ["t"])
        try bo.join()
        #expect(try bo.head().seq == 2)
        #expect(try bo.insert([rows[2]]) == .done)
        for statement in [
            "UPDATE ledger.commits SET body = ''", "DELETE FROM ledger.commits",
            "TRUNCATE ledger.commits", "INSERT INTO ledger.member VALUES ('x', 'bo')",
            "UPDATE ledger.version SET number = 2", "INSERT INTO ledger.erased VALUES ('x', 1)",
        ] {
            #expect(throws: TestServer.Failure.self, "\(statement)") {
                try server.sql(statement, as: "bo\(mark)")
            }
        }
        #expect(try ask("dismiss", as: "ada") == ["t"])
        #expect(try bo.head().seq == 0)
    }

    @Test("older tables are refused, and brought up to date by whoever made them", .needsServer)
    func older() throws {
        let server = try #require(TestServer.shared)
        let base = "older\(UInt32.random(in: 0 ... .max))"
        let text = server.address.replacing("/ledger?", with: "/\(base)?")
        try #require(text != server.address)
        try server.sql("CREATE DATABASE \(base)")
        let (address, id) = (try ServerAddress(text, [:]), CommitID.random())
        _ = try RemoteLog.open(address, id: id, creates: true)
        let connection = try Connection(address)
        for statement in [
            "DELETE FROM ledger.version WHERE number = 3",
            "DROP FUNCTION ledger.mend(text, bigint, bigint[], bytea[])",
        ] {
            try connection.run(statement, [])
        }
        do {
            _ = try RemoteLog.open(address, id: id)
            Issue.record("taken")
        } catch SharedLogError.olderTables(let found, let needed) {
            #expect(found == 2 && needed == 3)
        }
        _ = try RemoteLog.open(address, id: id, creates: true)
        try RemoteLog.open(address, id: id).join()
        try connection.run("SELECT ledger.mend('x', 0, '{}', '{}')", [])
    }

    private func isNotMember(_ body: () throws -> Void) -> Bool {
        do { try body() } catch SharedLogError.notMember { return true } catch { return false }
        return false
    }

    @Test("the server's certificate is checked, unless it is this machine or somebody says no")
    func addresses() throws {
        func mode(_ text: String, _ variables: [String: String] = [:]) throws -> String? {
            try ServerAddress(text, variables).sslMode
        }
        #expect(try mode("postgres://db.example/books") == "verify-full")
        #expect(try mode("postgres://ada@10.0.0.1:5433/books") == "verify-full")
        #expect(try mode("postgres://a,b/books?target_session_attrs=read-write") == "verify-full")
        #expect(try mode("postgres://localhost,db.example/books") == "verify-full")
        #expect(try mode("postgres://db.example/books?sslmode=require") == nil)
        #expect(try mode("postgres://db.example/books", ["PGSSLMODE": "require"]) == nil)
        for here in ["localhost", "127.0.0.1", "[::1]", ""] {
            #expect(try mode("postgres://\(here)/books") == nil)
        }
        #expect(try mode("postgres:///books?host=/run/postgresql") == nil)
        #expect(try mode("postgres:///books", ["PGHOST": "db.example"]) == "verify-full")
        for bad in ["", "db.example", "https://db.example/books", "postgres://[/books"] {
            #expect(throws: SharedLogError.self) { try mode(bad) }
        }
        for secret in ["postgres://ada:secret@db/books", "postgres://db/books?password=secret"] {
            do {
                _ = try mode(secret)
                Issue.record("taken: \(secret)")
            } catch SharedLogError.passwordInAddress {}
        }
    }
}

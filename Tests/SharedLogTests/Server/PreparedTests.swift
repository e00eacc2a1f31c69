import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// Statements that the server prepares, and pools that know none of them.
@Suite("Prepared statements", .needsServer)
struct PreparedTests {
    private static let statement = "SELECT 7 * $1::bigint"

    private func connection() throws -> Connection {
        try Connection(ServerAddress(try #require(TestServer.shared).address, [:]))
    }

    /// What seven times a number is, as the server says.
    private func sevenfold(_ number: Int64, _ connection: Connection) throws -> [UInt8]? {
        try connection.run(PreparedTests.statement, [.integer(number)]).rows.first?.first ?? nil
    }

    private func names(_ connection: Connection) throws -> [String] {
        let found = try connection.run(
            "SELECT name FROM pg_prepared_statements WHERE statement = 'SELECT 7 * $1::bigint'", [])
        return found.rows.map { String(decoding: $0[0] ?? [], as: UTF8.self) }
    }

    @Test("what is asked again is prepared, once; what is asked once is not")
    func prepares() throws {
        let connection = try connection()
        #expect(try sevenfold(6, connection)?.last == 42)
        #expect(try names(connection) == [])
        for number in 1...8 as ClosedRange<Int64> {
            #expect(try sevenfold(number, connection)?.last == UInt8(7 * number))
            #expect(try names(connection).count == 1)
        }
        // A fault stays one, and the next question is answered.
        let quotient = { (number: Int64) throws in
            try connection.run("SELECT 8 / $1::bigint", [.integer(number)]).rows.first?.first??.last
        }
        for number in [2, 1, 4] as [Int64] {
            #expect(try quotient(number) == UInt8(8 / number))
            let error = #expect(throws: SharedLogError.self) { try quotient(0) }
            #expect("\(String(describing: error))".contains("22012"))
        }
    }

    @Test("a pool that leads to another connection of the server costs nothing but that")
    func pools() throws {
        let first = try connection()
        for number in 1...3 as ClosedRange<Int64> { _ = try sevenfold(number, first) }
        let name = try #require(names(first).first)
        // What comes next goes where nothing is prepared.
        try first.run("DEALLOCATE ALL", [])
        for number in 1...3 as ClosedRange<Int64> {
            #expect(try sevenfold(number, first)?.last == UInt8(7 * number))
        }
        #expect(try names(first) == [])
        // And where another device has prepared the same.
        let other = try connection()
        try other.run("PREPARE \(name) (bigint) AS \(PreparedTests.statement)", [])
        for number in 1...3 as ClosedRange<Int64> {
            #expect(try sevenfold(number, other)?.last == UInt8(7 * number))
        }
    }

    @Test("within a transaction nothing is, for a name that is not known would end it")
    func transactions() throws {
        let connection = try connection()
        try connection.run("BEGIN", [])
        for number in 1...3 as ClosedRange<Int64> {
            #expect(try sevenfold(number, connection)?.last == UInt8(7 * number))
        }
        #expect(try names(connection) == [])
        try connection.run("COMMIT", [])
    }

    @Test("whoever is outrun leaves nothing behind on the server")
    func outrun() throws {
        let server = try #require(TestServer.shared)
        let base = "outrun\(UInt32.random(in: 0 ... .max))"
        let text = server.address.replacing("/ledger?", with: "/\(base)?")
        try #require(text != server.address)
        try server.sql("CREATE DATABASE \(base)")
        let address = try ServerAddress(text, [:])
        let remote = try RemoteLog.open(address, id: .random(), creates: true)
        try remote.join()
        func row(_ name: String) throws -> RemoteCommit {
            let store = try StoreKind.memoryStore()
            let person = Event.personAdded(PersonAdded(name: name))
            _ = try store.append(
                NewCommit(
                    id: .random(), recordedAt: Timestamp(millisecondsSince1970: 1_000),
                    events: [person]), expecting: nil)
            return try #require(RemoteCommit.all(of: store).first)
        }
        let first = try row("Ada")
        #expect(try remote.insert([first]) == .done)
        #expect(try remote.insert([first]) == .outrun)
        // 100 rows of 300 bytes and more would take four pages.
        for _ in 0..<100 {
            #expect(try remote.insert([row(String(repeating: "Cy", count: 100))]) == .outrun)
        }
        let connection = try Connection(address)
        let pages = try connection.run(
            "SELECT (pg_relation_size('ledger.commits') / 8192)::bigint", [])
        #expect(pages.rows.first?.first??.last == 1)
        #expect(try remote.head().seq == 1)
    }
}

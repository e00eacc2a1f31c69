import EventLog
import Foundation
import Ledger
import SharedLog
import Support
import Testing

/// A PostgreSQL of the tests' own, in a folder of its own, which ends with the process.
struct TestServer: Sendable {
    let folder: String
    /// Where it is.
    let address: String

    /// The one that tests share; `nil` where PostgreSQL is missing.
    static let shared: TestServer? = given ?? (try? TestServer())

    /// Why tests are skipped without it.
    static let missing = "PostgreSQL is not installed here"

    private static let script = SourceTree.fullPath("tools/shared/server")

    /// The one of `LEDGER_TEAM_ADDRESS`, such as a cluster; `nil` for none.
    private static var given: TestServer? {
        let address = ProcessInfo.processInfo.environment["LEDGER_TEAM_ADDRESS"] ?? ""
        return address.isEmpty ? nil : TestServer(at: address)
    }

    private init(at address: String) { (folder, self.address) = ("", address) }

    /// Starts one.
    init() throws {
        folder =
            FileManager.default.temporaryDirectory.appending(
                path: "pg-\(UInt32.random(in: 0 ... .max))"
            ).path
        address = try TestServer.run([
            "start", folder, "", "\(ProcessInfo.processInfo.processIdentifier)",
        ])
    }

    /// Runs the script with some words; returns what it prints.
    @discardableResult
    static func run(_ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [script] + words
        // A file instead of a pipe, which would be open for as long as the server runs.
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        process.standardOutput = try FileHandle(forWritingTo: file)
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let data = try Data(contentsOf: file)
        guard process.terminationStatus == 0 else { throw Failure(code: process.terminationStatus) }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    struct Failure: Error { let code: Int32 }

    /// Does something to the server: `kill`, `start`, `stop`.
    func run(_ word: String) throws {
        try TestServer.run(
            word == "start"
                ? [word, folder, "", "\(ProcessInfo.processInfo.processIdentifier)"]
                : [word, folder])
    }

    /// Runs SQL as the owner of the tables; returns the first column of what it gives.
    @discardableResult
    func sql(_ text: String, as role: String = "ledger") throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let address = address.replacing("postgres://ledger@", with: "postgres://\(role)@")
        process.arguments = ["psql", "-qXAt", "-v", "ON_ERROR_STOP=1", address, "-c", text]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(code: process.terminationStatus) }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Seals a ledger that nobody has recorded in.
    func begin(
        _ id: CommitID, _ secrecy: Secrecy, _ members: [(name: String, secret: MemberSecret?)],
        by own: MemberSecret?
    ) throws {
        let (remote, own) = (try remote(id), try #require(own))
        let all = try members.map {
            Keyring.Member(name: $0.name, key: try #require($0.secret).key)
        }
        try remote.change(to: Keyring.begun(remote.ledger, secrecy, all, by: own))
    }

    /// All rows of one ledger in the database, as a backup of the server has them.
    func dump(of id: CommitID) throws -> [UInt8] {
        let name = RemoteLog.name(of: id)
        let tables = ["commits", "keyring", "files", "replica", "erased", "member"]
        return try tables.flatMap { table in
            // As text, and the bytes in it as they are.
            try sql(
                "SELECT r::text FROM ledger.\(table) r WHERE ledger = '\(name)'"
            ).flatMap { row in
                Array(row.utf8)
                    + row.matches(of: /\\x([0-9a-f]+)/).flatMap { TestServer.bytes($0.output.1) }
            }
        }
    }

    private static func bytes(_ digits: Substring) -> [UInt8] {
        let values = digits.compactMap(\.hexDigitValue)
        return (0..<(values.count / 2)).map { UInt8(values[2 * $0] << 4 | values[2 * $0 + 1]) }
    }

    /// Its log of a ledger.
    func remote(_ id: CommitID) throws -> RemoteLog {
        let remote = try RemoteLog.open(ServerAddress(address, [:]), id: id)
        try remote.join()
        return remote
    }
}

extension Trait where Self == ConditionTrait {
    /// Leaves out what needs a server where none can be had.
    static var needsServer: Self {
        .enabled(if: TestServer.shared != nil, Comment(rawValue: TestServer.missing))
    }
}

/// A folder that is removed with it.
final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory
        .appending(path: "shared-\(UUID().uuidString)").path

    deinit { TestFolder.remove(path) }
}

import Application
import EventLog
import Foundation
import Ledger
import Support
import Testing

/// What somebody makes up of branches that nobody had, and signs with a key of his own.
@Suite("Branches that only strangers sign")
struct StrangersBranchTests {
    private static func secret(_ number: UInt8) -> [UInt8] { Array(repeating: number, count: 32) }

    /// The file of a branch behind all of a ledger, with leaves of anything.
    private func file(
        _ number: UInt8, leaves count: Int, of env: Environment, signedBy signer: NoteSigner
    ) throws -> [UInt8] {
        let store = try #require(try env.store() as? FileEventStore)
        let head = try store.head()
        let opened = try #require(try store.events(in: 0..<1).first?.event)
        guard case .ledgerOpened(let ledger) = opened else { throw StoreError.emptyCommit }
        let origin = ledger.ledgerID.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
        var tree = try store.frontier()
        var body: [UInt8] = []
        for index in 0..<count {
            let leaf = SHA256.hash([number, UInt8(index & 0xFF), UInt8(index >> 8)])
            tree.append(leafHash: leaf)
            body += leaf.bytes + [UInt8](repeating: 0xFF, count: 8)
        }
        let size = head.count + UInt64(count)
        let text = """
            ledger-branch@v1
            \(origin)
            \(size) \(tree.root.base64)
            \(head.count) \(head.root.base64)

            """
        let note = try #require(Note(text, signedBy: signer))
        let lines = """
            ledger-branch@v1
            shared \(head.count)
            events \(size)
            root \(tree.root.base64)
            log \(head.count) \(head.root.base64)
            signed \(Base64.encode(note.bytes))
            sum \(CRC32C.checksum(body))


            """
        return bytes(lines) + body
    }

    private func names(in env: Environment) throws -> Int {
        let folder = "\(env.home.place)/branches"
        guard FileManager.default.fileExists(atPath: folder) else { return 0 }
        return try FileManager.default.contentsOfDirectory(atPath: folder).count
    }

    @Test("take no more room than one branch may, and none from those of an own key")
    func room() throws {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "strangers-\(UUID().uuidString)").path
        defer { TestFolder.remove(root) }
        let env = Environment.test.with {
            $0.home = FileHome("\(root)/books")
            $0.randomBytes = { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }
        }
        _ = try InitLedger.run(InitLedger.Input(), in: env)
        _ = try NewKey.run(NoInput(), in: env)
        func take(_ files: [[UInt8]]) throws -> Int {
            let branches = try files.map { try #require(TeamFiles.Branch($0)) }
            _ = try TeamFiles.keep(branches, in: env)
            return try names(in: env)
        }
        let stranger = try #require(NoteSigner(name: "eve", secret: Self.secret(7)))
        // 40 bytes a leaf: two have room in a mebibyte, three have not.
        let large = try (1...3).map { number in
            try file(UInt8(number), leaves: 12_000, of: env, signedBy: stranger)
        }
        #expect(try take(Array(large.prefix(2))) == 2)
        #expect(try take([large[2]]) == 2)
        let keys = try FileManager.default.contentsOfDirectory(atPath: "\(root)/books/keys")
        let key = try String(contentsOfFile: "\(root)/books/keys/\(keys[0])", encoding: .utf8)
        let own = try #require(NoteSigner(String(key.dropLast())))
        #expect(try take([try file(4, leaves: 12_000, of: env, signedBy: own)]) == 3)
        // Small ones are not without number: each counts for 4 KiB at least.
        let small = try (0..<100).map { number in
            try file(UInt8(100 + number), leaves: 1, of: env, signedBy: stranger)
        }
        // 1,048,576 and 40 bytes an event, less two of 480,000 and their heads.
        let taken = try take(small) - 3
        #expect(taken == 21, "\(taken)")
    }
}

import Application
import Testing

@Suite("What receipts can be of")
struct SignableTests {
    /// What needs no more than reading, and is not signed: it looks at more than events, writes
    /// files, keeps places, or is asked about two states.
    private static let apart: Set = [
        "attachment", "attachments", "diff", "replay", "verify", "reader/next", "reader/list",
        "info", "sizes", "undo/list", "projections", "projections/rebuild", "projections/refresh",
        "projections/upgrade", "projections/check", "sql", "schema", "schema/show", "schema/diff",
        "doctor", "backup", "backup/restore", "salvage", "bundle", "clone", "profile/list",
        "profile/match", "events/export", "journal/export", "task/export", "tables/export",
        "rules/list", "device/list", "key/list", "witness", "routes", "merge/waiting",
    ]

    @Test("everything that only reads, but what is listed here") func everything() throws {
        let reading = try Router.standard.routes.filter { Set($0.needs).isSubset(of: [.read]) }
        let signable = try Router.signable.routes.map(\.path)
        #expect(Set(reading.map(\.path)).subtracting(signable) == SignableTests.apart)
        #expect(Set(signable).isSubset(of: reading.map(\.path)))
    }
}

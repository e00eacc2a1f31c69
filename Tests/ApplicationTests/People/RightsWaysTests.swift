import Application
import EventLog
import Ledger
import Support
import Synchronization
import Testing

/// No way round a right: what is asked directly is asked by an undo, an import, a race, a name.
@Suite("Ways round rights")
struct RightsWaysTests {
    /// Company 2, Sales 3 in it, Tech 4; Bob 5, and Ann 6 with a contact in Tech.
    private func world() throws -> Environment {
        let env = try opened()
        _ = try answer("unit/add", #"{"name":"Company"}"#, in: env)
        _ = try answer("unit/add", #"{"name":"Sales","parent":"Company"}"#, in: env)
        _ = try answer("unit/add", #"{"name":"Tech"}"#, in: env)
        _ = try answer("people/add", #"{"person":{"name":"Bob"}}"#, in: env)
        _ = try answer("people/add", #"{"person":{"name":"Ann","contact":"555-0199"}}"#, in: env)
        return env
    }

    private func permit(_ rights: String, _ unit: String? = nil, in env: Environment) throws {
        _ = try Router.call(
            Permit.self, RightsInput(people: ["Bob"], rights: [rights], unit: unit), in: env)
    }

    private func bob(_ env: Environment) -> Environment { env.with { $0.user = 5 } }

    private func missing(_ path: String, _ json: String, in env: Environment) throws -> [Permission]
    {
        do {
            _ = try Router.standard.call(path, bytes(json), in: env)
        } catch .forbidden(let refusal) {
            return refusal.missing
        }
        return []
    }

    private func file(_ rows: String) -> String { JSONText.base64("date,amount,title\n" + rows) }

    @Test("an import changes and tells nothing of others without the rights for it")
    func importsNothing() throws {
        let env = try world()
        _ = try answer(
            "import/csv", #"{"file":"\#(file("2026-01-01,5,Secret\n2026-01-02,6,Tea\n"))"}"#,
            in: env)
        try permit("create", in: env)
        let changed = file("2026-01-01,7,Secret\n2026-01-02,6,Tea\n")
        let before = try env.root()
        for (json, gone) in [
            (#"{"file":"\#(changed)","proposals":"accept"}"#, [Permission.read, .write]),
            (#"{"file":"\#(changed)"}"#, [.read]),
            (#"{"file":"\#(changed)","saveProfile":"giro"}"#, [.read, .write]),
        ] {
            #expect(try missing("import/csv", json, in: bob(env)) == gone)
            #expect(try missing("import/csv", json, in: bob(env).dryRun()) == gone)
        }
        #expect(try env.root() == before)
    }

    @Test("an undo asks for what it does itself") func undoes() throws {
        // What the owner does, and what Bob needs beside write to take it back.
        let acts: [(String, String, [Permission])] = [
            ("permit", #"{"people":["Ann"],"rights":["read"]}"#, [.share]),
            ("unit/move", #"{"unit":"Tech","parent":"Sales"}"#, [.share]),
            ("people/join", #"{"people":["Ann"],"unit":"Tech"}"#, []),
            ("unit/rename", #"{"unit":"Tech","name":"Labs"}"#, []),
            ("add", #"{"lines":[{"amount":"1","title":"Tea"}]}"#, []),
            ("task/add", #"{"task":{"title":"Milk"}}"#, []),
            ("account/open", #"{"name":"Cash"}"#, []),
            ("config/change", #"{"weekStart":"sunday"}"#, []),
        ]
        for (path, json, needed) in acts {
            let env = try world()
            // Somebody has to lose something by the move back.
            _ = try Router.call(
                Permit.self, RightsInput(people: ["Ann"], rights: ["write"], unit: "Sales"), in: env
            )
            try permit("write", in: env)
            let id = try answer(path, json, in: env)["position"]?.number ?? ""
            let undo = #"{"ids":["\#(id)"]}"#
            for act in [undo] {
                #expect(try missing("undo", act, in: bob(env).dryRun()) == needed, "\(path)")
                #expect(try missing("undo", act, in: bob(env)) == needed, "\(path)")
            }
            for right in needed {
                try permit(right.rawValue, in: env)
                #expect(try missing("undo", undo, in: bob(env)) == [], "\(path)")
            }
        }
        // A right that was revoked comes back with the right itself only.
        let env = try world()
        try permit("write,share", in: env)
        _ = try answer("permit", #"{"people":["Ann"],"rights":["read"]}"#, in: env)
        let revoked = try answer("revoke", #"{"people":["Ann"],"rights":["read"]}"#, in: env)
        let undo = #"{"ids":["\#(revoked["position"]?.number ?? "")"]}"#
        #expect(try missing("undo", undo, in: bob(env)) == [.read])
    }

    @Test("an undo shows nothing to who may not read") func hidesUndone() throws {
        let env = try world()
        let id = try env.add("5", "Secret")
        try permit("write", in: env)
        let undo = #"{"ids":["\#(id)"]}"#
        for bob in [bob(env).dryRun(), bob(env)] {
            let receipt = try Router.standard.call("undo", bytes(undo), in: bob)
            #expect(!String(decoding: receipt, as: UTF8.self).contains("Secret"))
            #expect(JSONValue(parsing: receipt)?["changesCount"] != nil)
        }
    }

    @Test("a moved unit hands out what the mover holds, and may share, only") func moves() throws {
        let env = try world()
        try permit("write", "Tech", in: env)
        try permit("read,create,write,share", "Sales", in: env)
        let move = #"{"unit":"Tech","parent":"Sales"}"#
        #expect(try missing("unit/move", move, in: bob(env)) == [.read, .create, .share])
        try permit("read,create,share", "Tech", in: env)
        #expect(try missing("unit/move", move, in: bob(env)) == [])
    }

    @Test("who joins a unit is seen already") func joins() throws {
        let env = try world()
        try permit("read,write", "Sales", in: env)
        let join = #"{"people":["6"],"unit":"Sales"}"#
        #expect(try missing("people/join", join, in: bob(env)) == [.read])
        _ = try answer("people/join", #"{"people":["Ann"],"unit":"Tech"}"#, in: env)
        #expect(try missing("people/join", join, in: bob(env)) == [.read])
        try permit("read", "Tech", in: env)
        #expect(try missing("people/join", join, in: bob(env)) == [])
        // Of other units nothing is told.
        _ = try answer("revoke", #"{"people":["Bob"],"rights":["read"],"unit":"Tech"}"#, in: env)
        _ = try answer("people/join", #"{"people":["Ann"],"unit":"Tech","post":"spy"}"#, in: env)
        let seen = try Router.standard.call("people", bytes(#"{"unit":"Sales"}"#), in: bob(env))
        let text = String(decoding: seen, as: UTF8.self)
        #expect(text.contains("Company/Sales") && !text.contains("Tech") && !text.contains("spy"))
    }

    @Test("a name means one unit to the check and to the answer") func resolvesOnce() throws {
        let env = try world()
        _ = try answer("people/join", #"{"people":["Ann"],"unit":"Tech"}"#, in: env)
        let then = try env.events() - 1
        // Tech and Sales change their names.
        _ = try answer("unit/rename", #"{"unit":"Tech","name":"Labs"}"#, in: env)
        _ = try answer("unit/rename", #"{"unit":"Sales","name":"Tech"}"#, in: env)
        try permit("read", "Company", in: env)
        let past = bob(env).with { $0.asOf = .position(then) }
        #expect(try missing("people", #"{"unit":"Tech"}"#, in: past) == [.read])
        #expect(try missing("people", #"{"unit":"Sales"}"#, in: past) == [])
        #expect(try missing("people", #"{"unit":"Tech"}"#, in: bob(env)) == [])
        // What stood below a unit then is seen by who may see it now.
        _ = try answer("unit/move", #"{"unit":"Company/Tech","parent":"Labs"}"#, in: env)
        #expect(try missing("people", #"{"unit":"Company"}"#, in: past) == [.read])
        let chain = #"{"unit":"Company","person":"Ann"}"#
        #expect(try missing("unit/chain", chain, in: past) == [.read])
    }

    @Test("a right that is revoked while something is decided records nothing") func races() throws
    {
        let env = try world()
        try permit("read,create,write", in: env)
        let own = try env.add("3", "Own")
        for (path, json) in [
            ("add", #"{"lines":[{"amount":"1","title":"Late"}]}"#),
            ("import/csv", #"{"file":"\#(file("2026-01-01,5,Late\n"))"}"#),
            ("undo", #"{"ids":["\#(own)"]}"#),
        ] {
            let isDone = Mutex(false)
            let late = bob(env).with { copy in
                copy.newCommitID = {
                    let isFirst = isDone.withLock { done in
                        defer { done = true }
                        return !done
                    }
                    if isFirst {
                        _ = try? Router.standard.call(
                            "revoke", bytes(#"{"people":["Bob"],"rights":["all"]}"#), in: env)
                    }
                    return env.newCommitID()
                }
            }
            let before = try env.events()
            #expect(throws: ApplicationError.self, "\(path)") {
                try Router.standard.call(path, bytes(json), in: late)
            }
            #expect(try env.events() == before + 1, "\(path)")
            try permit("read,create,write", in: env)
        }
    }

    /// A place whose ledger cannot be opened at first.
    private final class StumblingHome: LedgerHome {
        let base: any LedgerHome
        let stumbles = Mutex(true)

        init(_ base: any LedgerHome) { self.base = base }

        var place: String { base.place }

        func open() throws(StoreError) -> (any EventStore)? {
            let isFirst = stumbles.withLock { stumbles in
                defer { stumbles = false }
                return stumbles
            }
            if isFirst { throw .log(.storage(.failed(.read, file: "x.log", code: 5))) }
            return try base.open()
        }

        func create(
            id: CommitID, makeSeed: @escaping SeedSource
        ) throws(StoreError) -> any EventStore {
            try base.create(id: id, makeSeed: makeSeed)
        }

        func file(_ name: String) throws(ApplicationError) -> [UInt8]? { try base.file(name) }

        func keep(_ bytes: [UInt8], as name: String) throws(ApplicationError) {
            try base.keep(bytes, as: name)
        }
    }

    @Test("what fails while rights are looked for refuses") func closes() throws {
        let env = try world()
        try permit("read", "Tech", in: env)
        let before = try env.root()
        for user in [5, nil] as [UInt64?] {
            for (path, json) in [
                ("list", "{}"), ("add", #"{"lines":[{"amount":"1","title":"Tea"}]}"#),
                ("undo", "{}"),
            ] {
                let stumbling = env.with {
                    $0.home = StumblingHome(env.home)
                    $0.user = user
                }
                #expect(throws: ApplicationError.self, "\(path)") {
                    try Router.standard.call(path, bytes(json), in: stumbling)
                }
            }
        }
        #expect(try env.root() == before)
        // The owner looks at the damage.
        for path in ["info", "replay", "verify"] {
            let owner = env.with { $0.home = StumblingHome(env.home) }
            _ = try Router.standard.call(path, [], in: owner)
        }
    }

    @Test("who may not read finds no words and is told no names") func namesNobody() throws {
        let env = try world()
        try env.add("5", "Secret", account: "bank")
        try permit("create,write,share", in: env)
        for (path, json) in [
            ("void", #"{"ids":["secret"]}"#), ("amend", #"{"id":"secret","note":"x"}"#),
            ("task/done", #"{"ids":["secret"]}"#),
        ] {
            #expect(try missing(path, json, in: bob(env)) == [.read], "\(path)")
        }
        for (path, json, name) in [
            ("people/join", #"{"people":["An"],"unit":"Sale"}"#, "Sales"),
            ("people/leave", #"{"people":["Anna"],"unit":"Sales"}"#, "Ann"),
            ("account/change", #"{"account":"bang","name":"x"}"#, "bank"),
        ] {
            do {
                _ = try Router.standard.call(path, bytes(json), in: bob(env))
                Issue.record("\(path) went through")
            } catch {
                #expect(!"\(error)".contains("\"\(name)\""), "\(error)")
            }
        }
    }

    @Test("who recorded something sees that, as of then") func showsReceipts() throws {
        let env = try world()
        let other = try env.add("5", "Secret")
        try permit("create,write", in: env)
        let added = try bob(env).add("7", "Own")
        func show(_ id: UInt64, _ position: UInt64) throws -> [Permission] {
            let past = bob(env).with { $0.asOf = .position(position) }
            return try missing("show", #"{"id":"\#(id)"}"#, in: past)
        }
        #expect(try show(added, added) == [])
        #expect(try show(other, other) == [.read])
        #expect(try missing("show", #"{"id":"\#(added)"}"#, in: bob(env)) == [.read])
        _ = try answer("amend", #"{"id":"\#(added)","note":"seen"}"#, in: env)
        let head = try env.events() - 1
        #expect(try show(added, head) == [.read])
        #expect(try show(other, added) == [.read])
    }
}

/// Text as JSON has files.
private enum JSONText {
    static func base64(_ text: String) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bytes = Array(text.utf8)
        var result = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            var bits = part.reduce(0) { $0 << 8 | Int($1) }
            bits <<= 8 * (3 - part.count)
            for place in 0..<4 {
                let isText = place <= part.count
                result.append(isText ? letters[bits >> (18 - 6 * place) & 63] : "=")
            }
        }
        return result
    }
}

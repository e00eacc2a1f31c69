import EventLog
import SharedLog
import Testing

/// What members of a sealed ledger are let in by.
@Suite("Keys of members")
struct MemberKeyTests {
    private func secret() throws -> MemberSecret {
        try #require(MemberSecret(seed: MemberSecret.randomSeed()))
    }

    @Test("a key is read as it was written, and a slip is noticed") func text() throws {
        let key = try secret().key
        #expect(MemberKey(key.text) == key)
        let letters = Array(key.text)
        for index in letters.indices {
            var wrong = letters
            wrong[index] = wrong[index] == "A" ? "B" : "A"
            #expect(MemberKey(String(wrong)) == nil, "\(index)")
            #expect(MemberKey(String(letters.prefix(index))) == nil)
        }
        #expect(try secret().key != key)
        #expect(MemberSecret(seed: [1, 2, 3]) == nil)
    }

    @Test("the same seed makes the same keys, on any device") func derivation() throws {
        let seed = (0..<32).map { UInt8($0) }
        let keys = try (0..<2).map { _ in try #require(MemberSecret(seed: seed)).key }
        #expect(keys[0] == keys[1])
    }

    @Test("members come, go, and take their keys along") func members() throws {
        let (ada, ben, cy) = (try secret(), try secret(), try secret())
        let first = try Keyring.begun(
            "l", .text, [Keyring.Member(name: "ada", key: ada.key)], by: ada)
        let both = try first.adding(Keyring.Member(name: "ben", key: ben.key))
        #expect(both.epoch == 1 && both.members.map(\.name) == ["ada", "ben"])
        #expect(throws: KeysFault.known("ben")) {
            try both.adding(Keyring.Member(name: "ben", key: cy.key))
        }
        #expect(throws: KeysFault.known("ada")) {
            try both.adding(Keyring.Member(name: "cy", key: ada.key))
        }
        #expect(throws: KeysFault.noMember("cy", ["ada", "ben"])) { try both.removing("cy") }
        #expect(throws: KeysFault.last) { try first.removing("ada") }

        let alone = try both.removing("ada")
        #expect(alone.epoch == 2 && !alone.isOpen)
        let read = { (keyring: Keyring, own: MemberSecret?) in
            try Keyring("l", keyring.entries, own: own)
        }
        #expect(try read(alone, ben).isOpen)
        #expect(try !read(alone, ada).isOpen && !read(alone, cy).isOpen && !read(alone, nil).isOpen)
        // Who comes later opens all epochs.
        let later = try read(alone, ben).adding(Keyring.Member(name: "cy", key: cy.key))
        #expect(try read(later, cy).isOpen && read(later, cy).epoch == 2)
        #expect(later.has(first.fingerprint) && later.has(later.fingerprint.uppercased()))
        #expect(!later.has(String(repeating: "0", count: 32)))
        // Who was removed changes nothing any more.
        #expect(throws: KeysFault.self) {
            try read(alone, ada).adding(Keyring.Member(name: "cy", key: cy.key))
        }
    }

    @Test("a recovery key opens the ledger with its passphrase alone") func recovery() throws {
        let (ada, key) = (try secret(), try RecoveryKey())
        let passphrase = "correct horse battery"
        let text = try key.text(for: "ledger-1", under: passphrase)
        func read(
            _ text: String, _ ledger: String = "ledger-1", _ typed: String = passphrase
        ) throws -> MemberSecret {
            try RecoveryKey(text, of: ledger, under: typed, path: "key.txt").secret
        }
        #expect(try read(text).key == key.secret.key)
        #expect(throws: KeysFault.passphrase) {
            try read(text, "ledger-1", "correct horse batters")
        }
        #expect(throws: KeysFault.noRecovery("key.txt")) { try read(text, "ledger-2") }
        let theirs = String(repeating: "0f", count: 16)
        let foreign = try key.text(for: theirs, under: passphrase)
        #expect(throws: KeysFault.otherRecovery("key.txt", ledger: theirs)) { try read(foreign) }
        #expect(throws: KeysFault.shortPassphrase(least: 12)) {
            try key.text(for: "ledger-1", under: "short")
        }
        // A file that asks for more than a machine has is refused before it is tried.
        for wrong in ["3 268435456": "3 9999999999999", "argon2id 3": "argon2id 999"] {
            #expect(throws: KeysFault.noRecovery("key.txt")) {
                try read(text.replacing(wrong.key, with: wrong.value))
            }
        }
        for cut in ["", "ledger recovery key 1\n", String(text.dropLast(30))] {
            #expect(throws: KeysFault.self) { try read(cut) }
        }

        // It lets a new device in, and is replaced by another one.
        let lost = try Keyring.begun(
            "ledger-1", .all,
            [
                Keyring.Member(name: "ada", key: ada.key),
                Keyring.Member(name: Keyring.recoveryName, key: key.secret.key),
            ], by: ada)
        #expect(throws: KeysFault.last) { try lost.removing("ada") }
        let ben = try secret()
        let found = try Keyring("ledger-1", lost.entries, own: key.secret)
            .adding(Keyring.Member(name: "ben", key: ben.key))
        let own = try Keyring("ledger-1", found.entries, own: ben)
        let replaced = try own.recovered(by: RecoveryKey().secret.key)
        #expect(replaced.epoch == 2 && replaced.members.count == 3)
        #expect(try !Keyring("ledger-1", replaced.entries, own: key.secret).isOpen)
    }
}

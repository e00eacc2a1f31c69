internal import Application
internal import Ledger
internal import LedgerCLI

/// `ledger serve --add-login NAME` and `--remove-login NAME`: who gets in with a password.
struct LoginCommand {
    let session: Session
    let place: DeviceFile
    let put: @Sendable (String, _ isError: Bool) -> Void

    /// Gives a person a password, which is asked for.
    func add(_ name: String) throws(ApplicationError) -> Int32 {
        let (person, shown) = try self.person(name)
        let isAsked = PasswordPrompt.isAsked
        if isAsked { put("Password for \(shown): ", false) }
        guard let password = PasswordPrompt.read() else { return gaveUp(isAsked) }
        if isAsked { put("\nThe same again: ", false) }
        if isAsked, PasswordPrompt.read() != password {
            return fail("\nthe two are not the same; nothing was changed")
        }
        if isAsked { put("\n", false) }
        let bytes = Array(password.utf8)
        guard PasswordHash.lengths.contains(bytes.count) else {
            return fail(
                "a password has \(PasswordHash.lengths.lowerBound) bytes or more, and at most "
                    + "\(PasswordHash.lengths.upperBound)")
        }
        guard let hash = PasswordHash.make(bytes) else {
            return fail("there is no memory to hash the password")
        }
        let code = change { $0.set(hash, for: person) }
        if code == 0 { put("\(shown) can log in: ledger serve --login\n", false) }
        return code
    }

    /// Takes a person's password away; sessions end a moment later.
    func remove(_ name: String) throws(ApplicationError) -> Int32 {
        let (person, shown) = try self.person(name)
        var had = false
        let code = change { file in
            had = file.passwords[person] != nil
            file.set(nil, for: person)
        }
        if code == 0 {
            put(had ? "\(shown) cannot log in any more\n" : "\(shown) had no password\n", false)
        }
        return code
    }

    private func person(_ name: String) throws(ApplicationError) -> (UInt64, String) {
        let env = try session.current.acting(as: name)
        let data = try env.snapshot().referenceData
        guard let user = env.user, let person = data.person(at: user) else {
            throw .unknownPerson(name, suggestions: [])
        }
        return (user, person.name)
    }

    private func change(_ body: (inout ServeFile) -> Void) -> Int32 {
        do throws(ServeFile.Fault) {
            var file = try ServeFile.load(place, randomBytes: session.current.randomBytes)
            body(&file)
            try file.save(to: place)
            return 0
        } catch {
            put("ledger serve: \(error.words)\n  try: \(error.helps)\n", true)
            return 3
        }
    }

    private func gaveUp(_ isAsked: Bool) -> Int32 {
        fail((isAsked ? "\n" : "") + "no password was given; nothing was changed")
    }

    private func fail(_ words: String) -> Int32 {
        let breaks = words.prefix { $0 == "\n" }
        put("\(breaks)ledger serve: \(words.dropFirst(breaks.count))\n", true)
        return 2
    }
}

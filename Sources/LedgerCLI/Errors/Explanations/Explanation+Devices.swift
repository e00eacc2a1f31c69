internal import Application
internal import Ledger

extension Explanation {
    /// What is wrong with a device or its key.
    init(_ error: DeviceError) {
        switch error {
        case .noKey(let name):
            let whose = name.map {
                "it is that of \(Explanation.quoted($0)), whose key is not here"
            }
            self.init(
                "devices sign in this ledger, and this folder is that of no device of this "
                    + "machine: \(whose ?? "it has none yet")", "ledger device add")
        case .exposedKey(let path, let mode):
            let octal = String(mode, radix: 8)
            self.init(
                "others can read the key of this device, \(Screen.plain(path)) (mode \(octal))",
                "chmod 600 \(Explanation.shellWord(path))")
        case .damaged(let path):
            self.init(
                "\(Screen.plain(path)) is damaged; without it this copy gets a new key",
                "rm \(Explanation.shellWord(path)) && ledger device add")
        case .noPlace:
            self.init(
                "there is no place for keys outside of the ledger's folder",
                "export XDG_STATE_HOME=~/.local/state")
        case .badName(let text):
            self.init(
                "a device cannot be called \(Explanation.quoted(text)): at most 60 letters, none "
                    + "of them a space or a plus sign", .replacing(text, "laptop"))
        case .badKey(let text):
            self.init(
                "\(Explanation.quoted(text)) is no key of a device; there ledger device list "
                    + "shows it", "there: ledger device list")
        case .unknown(let text):
            self.init(
                "no device is called \(Explanation.quoted(text)), or several are",
                "ledger device list")
        case .notShared:
            self.init("no device signs in this ledger", "ledger device add")
        case .exists(let name):
            self.init("\(Explanation.quoted(name)) is there already", "ledger device list")
        case .own(let name):
            self.init(
                "\(Explanation.quoted(name)) is this device: another one revokes it",
                "there: ledger device revoke \(Explanation.shellWord(name))")
        case .revoked(let name):
            self.init(
                "this device, \(Explanation.quoted(name)), was revoked: nobody believes what it "
                    + "signs, so nothing was written; a new key vouches for what it signed before",
                "ledger device add --new-key", "there: ledger device add THE-NEW-KEY")
        case .newKeyOfAnother:
            self.init(
                "a new key is that of this copy: leave out the key of another device",
                "ledger device add --new-key")
        case .nothingDoubtful:
            self.init(
                "every commit is signed as it should be, or says that a device is there, which "
                    + "is added by its key", "ledger device list")
        }
    }

    /// Commits of a copy that are not believed.
    static func doubtful(_ place: String, _ found: DoubtfulCommits) -> Explanation {
        let shownMax = 5
        let taker = found.taker.map { Screen.plain($0.path) }
        func side(_ isTheirs: Bool) -> String {
            taker.map { "of " + (isTheirs ? place : $0) } ?? (isTheirs ? "there" : "here")
        }
        var lines: [String] = []
        for commit in found.first.prefix(shownMax) {
            lines.append(
                "\n    event \(commit.position) \(side(commit.isTheirs)): "
                    + words(commit.why, commit.device, by: taker.map { "of \($0)" } ?? "here")
                    + (commit.copy.map { copy in
                        " (number \(copy.number), as event \(copy.position) "
                            + "\(side(copy.isTheirs)) has)"
                    } ?? ""))
        }
        if found.count > lines.count { lines.append("\n    and \(found.count - lines.count) more") }
        let many = found.count == 1 ? "1 commit is" : "\(grouped(found.count)) commits are"
        let end =
            taker.map { "not believed in \($0), and nothing was taken in on either side:" }
            ?? "not believed, and nothing of \(place) was taken in:"
        return Explanation("\(many) \(end)" + lines.joined(), tries: tries(found))
    }

    /// What may help against commits of a copy that are not believed.
    private static func tries(_ found: DoubtfulCommits) -> [Try] {
        // On the side that does not believe them, and on the one that they come from.
        func onOwn(_ command: String) -> Try {
            guard let taker = found.taker else { return .words("ledger " + command) }
            return taker.signsHere
                ? .words("ledger \(command) --ledger \(shellWord(taker.path))")
                : .words("there: ledger " + command)
        }
        func onOther(_ command: String) -> Try {
            .words((found.taker == nil ? "there: " : "") + "ledger " + command)
        }
        func on(theirs isTheirs: Bool, _ command: String) -> Try {
            isTheirs ? onOther(command) : onOwn(command)
        }
        var tries = found.unknown.prefix(3).map { onOwn("device add \(shellWord($0))") }
        let revoked = found.first.filter { $0.why == "revokedDevice" }
        let isCopied = found.first.contains { $0.why == "copiedKey" }
        if let commit = revoked.first(where: \.isOfItsDevice) {
            // What it recorded since is vouched for by its new key.
            tries.append(on(theirs: commit.isTheirs, "device add --new-key"))
            tries.append(on(theirs: !commit.isTheirs, "device add THE-NEW-KEY"))
        } else if isCopied {
            tries += [onOther("device add --new-key"), onOwn("device add THE-NEW-KEY")]
        }
        // What another one took in good faith stands where that one revokes it, too.
        for commit in revoked.filter({ !$0.isOfItsDevice }).prefix(1) {
            tries.append(on(theirs: commit.isTheirs, "device revoke \(shellWord(commit.device))"))
        }
        if revoked.isEmpty, !isCopied, found.first.contains(where: { !$0.isTheirs }) {
            tries.append(onOwn("verify"))
        }
        if found.first.contains(where: { $0.isTheirs && $0.why == "unsigned" }) {
            tries += [onOther("device add"), onOther("device vouch")]
        }
        return tries.isEmpty ? [onOther("verify")] : tries
    }

    /// Commits of a ledger that are not believed.
    init(doubtful found: SignatureSummary) {
        let shown = (found.first ?? []).prefix(5)
        let lines = shown.map {
            "\n    event \($0.position): " + Explanation.words($0.why, $0.device, by: "here")
                + ($0.copy.map { " (number \($0.number), as event \($0.other) has)" } ?? "")
        }
        let many =
            found.doubtful == 1 ? "1 commit is" : "\(grouped(found.doubtful)) commits are"
        let rest =
            found.doubtful > shown.count ? "\n    and \(found.doubtful - shown.count) more" : ""
        // The commits of a new device are believed with its key.
        let areStrangers =
            (found.first ?? []).allSatisfy { $0.why == "unknownDevice" }
            && found.first?.count == found.doubtful
        self.init(
            "\(many) not signed by a device that is believed:" + lines.joined() + rest,
            "ledger device list", areStrangers ? "ledger device add KEY" : "ledger device vouch")
    }

    /// - Parameter side: Who does not believe it.
    private static func words(_ why: String, _ device: String, by side: String) -> String {
        let name = quoted(device)
        switch why {
        case "changed": return "is not what \(name) signed"
        case "unknownDevice": return "signed by \(name), which no device \(side) has added"
        case "revokedDevice": return "signed by \(name) after it was revoked"
        case "copiedKey":
            return "another commit has the same number: the key of \(name) is on two devices"
        default: return "not signed"
        }
    }
}

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
        case .newKeyOfAnother:
            self.init(
                "a new key is that of this copy: leave out the key of another device",
                "ledger device add --new-key")
        case .nothingDoubtful:
            self.init("every commit is signed as it should be", "ledger device list")
        }
    }

    /// Commits of a copy that are not believed.
    static func doubtful(_ place: String, _ found: DoubtfulCommits) -> Explanation {
        let shownMax = 5
        var lines: [String] = []
        for commit in found.first.prefix(shownMax) {
            let side = commit.isTheirs ? "there" : "here"
            lines.append(
                "\n    event \(commit.position) \(side): " + words(commit.why, commit.device))
        }
        if found.count > lines.count { lines.append("\n    and \(found.count - lines.count) more") }
        var tries = found.unknown.prefix(3).map { Try.words("ledger device add \(shellWord($0))") }
        // What one side alone took in good faith is recorded anew, in a copy of the other.
        let isParted = found.first.contains { ["copiedKey", "revokedDevice"].contains($0.why) }
        if found.first.contains(where: { $0.why == "copiedKey" }) {
            tries.append("there: ledger device add --new-key")
        }
        if isParted {
            tries.append(.words("ledger clone \(shellWord(place)) anew"))
        } else if found.first.contains(where: { !$0.isTheirs }) {
            tries.append("ledger verify")
        }
        if found.first.contains(where: { $0.isTheirs && $0.why == "unsigned" }) {
            tries += ["there: ledger device add", "there: ledger device vouch"]
        }
        if tries.isEmpty { tries.append("there: ledger verify") }
        let many = found.count == 1 ? "1 commit is" : "\(grouped(found.count)) commits are"
        return Explanation(
            "\(many) not believed, and nothing of \(place) was taken in:" + lines.joined(),
            tries: tries)
    }

    /// Commits of a ledger that are not believed.
    init(doubtful found: SignatureSummary) {
        let shown = (found.first ?? []).prefix(5)
        let lines = shown.map {
            "\n    event \($0.position): " + Explanation.words($0.why, $0.device)
        }
        let many =
            found.doubtful == 1 ? "1 commit is" : "\(grouped(found.doubtful)) commits are"
        let rest =
            found.doubtful > shown.count ? "\n    and \(found.doubtful - shown.count) more" : ""
        self.init(
            "\(many) not signed by a device that is believed:" + lines.joined() + rest,
            "ledger device list", "ledger device vouch")
    }

    private static func words(_ why: String, _ device: String) -> String {
        let name = quoted(device)
        switch why {
        case "changed": return "is not what \(name) signed"
        case "unknownDevice": return "signed by \(name), which no device here has added"
        case "revokedDevice": return "signed by \(name) after it was revoked"
        case "copiedKey":
            return "another commit has the same number: the key of \(name) is on two devices"
        default: return "not signed"
        }
    }
}

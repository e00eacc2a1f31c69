internal import Application
internal import EventLog
internal import Ledger

extension Explanation {
    /// Why another copy was not merged.
    init(merge path: String, _ fault: MergeError) {
        let place = Screen.plain(path)
        switch fault {
        case .noLedger:
            self.init("there is no ledger in \(place)", .replacing(path, "ANOTHER-FOLDER"))
        case .same:
            self.init(
                "\(place) is this ledger, or one of them lies in the other",
                .replacing(path, "ANOTHER-FOLDER"))
        case .unrelated:
            self.init(
                "\(place) is not a copy of this ledger: they have no event in common",
                "ledger join \(Explanation.shellWord(path)) --dry-run",
                "ledger info --ledger \(Explanation.shellWord(path))")
        case .unreadable(let error):
            self.init(
                "\(place) cannot be read: \(error.description)",
                "ledger verify --ledger \(Explanation.shellWord(path))")
        case .onlyHere:
            self.init(
                "this copy has all of it now, but \(place) cannot be written",
                "ledger merge THIS-FOLDER --ledger \(Explanation.shellWord(path))")
        case .strangeUser:
            self.init(
                "whoever is logged in here would be nobody in the merged ledger; nothing was "
                    + "merged", "ledger logout")
        case .changed:
            self.init("\(place) went on while it was read; nothing was merged", .again)
        case .failed(let code):
            self.init(
                "what was put together cannot take the place of the log: "
                    + "\(POSIX.message(of: code)); nothing was changed", "df .", "ledger doctor")
        case .unknownName, .cameBefore: self = Explanation.joinedName(path, fault)
        default: self = Explanation.bundle(path, fault)
        }
    }

    /// What was said of a name of another ledger, and does not hold.
    private static func joinedName(_ path: String, _ fault: MergeError) -> Explanation {
        let place = Screen.plain(path)
        let trial = Try.words("ledger join \(shellWord(path)) --dry-run")
        switch fault {
        case .unknownName(let name, let suggestions):
            return Explanation(
                "no person and no account of \(place) is called \(quoted(name))"
                    + "\(meant(suggestions)); nothing was taken in",
                tries: suggestions.prefix(1).map { .swapping(name, $0) } + [trial])
        case .cameBefore(let name):
            return Explanation(
                "\(quoted(name)) of \(place) came by an earlier join, under another name or as one "
                    + "with what was here, and stays so; nothing was taken in", trial,
                "ledger account list")
        default: return Explanation("\(place) was not merged", .again)
        }
    }

    /// Why a bundle, or what another machine has, was not taken in or written.
    private static func bundle(_ path: String, _ fault: MergeError) -> Explanation {
        let place = Screen.plain(path)
        // A pipe has no name, and is written to as it is read from.
        let file = path == "standard input" ? "-" : shellWord(path)
        switch fault {
        case .notBundle:
            return Explanation(
                "\(place) is no bundle of a ledger",
                file == "-" ? "there: ledger bundle -" : .replacing(path, "ANOTHER-FILE"))
        case .newerBundle(let found, let supported):
            return Explanation(
                "\(place) is a bundle of version \(found), and this program knows \(supported)",
                tries: StoreError.newerProgram)
        case .cutBundle:
            return Explanation(
                "\(place) ends before its end; nothing was taken in",
                "copy it again, or there: ledger bundle \(file)")
        case .damagedBundle:
            return Explanation(
                "\(place) is damaged: what it holds is not what was put into it; nothing was taken "
                    + "in", "copy it again, or there: ledger bundle \(file)")
        case .baseless(let events):
            return Explanation(
                "\(place) goes on from event \(events > 0 ? events - 1 : 0), which this copy does "
                    + "not have, or has otherwise; a bundle of everything goes on from nothing",
                "there: ledger bundle \(file)")
        case .occupied:
            return Explanation(
                "\(place) is there already, and is no bundle", .replacing(path, path + "-2"))
        case .inside:
            return Explanation(
                "\(place) lies in the ledger's folder, or is one of its files",
                .replacing(path, "../ledger.bundle"))
        case .unknownRoot:
            return Explanation(
                "\(quoted(path)) is no event and no root of this ledger",
                .without("--since", values: 1))
        case .onlyFile:
            return Explanation(
                "\(place) is a file, which takes nothing in", .without("--both", values: 0),
                "ledger bundle FILE")
        case .noSource:
            return Explanation(
                "this ledger is a clone of none: say which copy", "ledger merge OTHER")
        case .badAddress:
            return Explanation(
                "\(quoted(path)) is no address of another machine",
                .replacing(path, "ssh://USER@HOST/FOLDER"))
        case .remote(let code): return remote(path, code)
        case .copy:
            return Explanation(
                "\(place) is a copy of this ledger", "ledger merge \(file)")
        case .clashes(let people, let accounts, let settings):
            return clashes(place, people, accounts, settings)
        case .doubtful(let commits): return doubtful(place, commits)
        case .shared(let devices, let taker):
            let names = devices.map { Screen.plain($0) }.joined(separator: ", ")
            if let taker {
                return Explanation(
                    "devices sign in \(place), and none in \(Screen.plain(taker)) does; nothing "
                        + "was taken in on either side: \(names)",
                    "ledger device add --ledger \(shellWord(taker))")
            }
            return Explanation(
                "devices sign in \(place), and none here does; make this copy one, then add the "
                    + "key of each there: \(names)", "ledger device add",
                "there: ledger device list")
        default: return Explanation("\(place) was not merged", .again)
        }
    }

    /// What of another ledger is asked about before it comes in.
    private static func clashes(
        _ place: String, _ people: [String], _ accounts: [String], _ settings: [String]
    ) -> Explanation {
        let shownMax = 5
        var lines: [String] = []
        for (names, what) in [(people, "person"), (accounts, "account")] where !names.isEmpty {
            let shown = names.prefix(shownMax).map { Screen.plain($0) }.joined(separator: ", ")
            let rest = names.count > shownMax ? " and \(names.count - shownMax) more" : ""
            lines.append("both have \(counted(names.count, what)): \(shown)\(rest)")
        }
        if !settings.isEmpty {
            lines.append("they have another " + settings.joined(separator: " and another "))
        }
        var tries: [Try] = []
        let names = people + accounts
        if let first = names.first {
            tries.append(.repeating("--same", first))
            tries.append(.repeating("--rename", "\(first)=ANOTHER-NAME"))
        }
        if !settings.isEmpty { tries.append(.adding("--own-settings")) }
        return Explanation(
            "before \(place) comes in, say what is the same: " + lines.joined(separator: "; "),
            tries: tries)
    }

    /// What `ssh` gave back.
    private static func remote(_ path: String, _ code: Int32) -> Explanation {
        let place = Screen.plain(path)
        switch code {
        case 127:
            return Explanation(
                "there is no ledger on the PATH of \(place), or no ssh on this machine",
                "there: tools/install", "ssh -V")
        case 255: return Explanation("\(place) cannot be reached", .again)
        default:
            return Explanation(
                "the ledger of \(place) said no (exit \(code)); what it said stands above", .again)
        }
    }
}

extension Explanation {
    /// An idempotency key that answers nobody, or that is not the caller's to name.
    static func key(_ error: ApplicationError) -> Explanation {
        let another = Try.words("another --key")
        switch error {
        case .keyOfAnother(let key):
            return Explanation(
                "the key \(quoted(key)) was used by another person; nothing was written", another)
        case .ownKey(let key) where OwnKey(of: key) == .decision:
            return Explanation(
                "no merge set anything aside under the key \(quoted(key)); nothing was written",
                .words("ledger log --kind commit-set-aside -O json"), another)
        case .ownKey(let key):
            let starts = OwnKey(of: key)?.rawValue ?? ""
            return Explanation(
                "the ledger itself gives the keys that begin with '\(starts)', as "
                    + "\(quoted(key)) does; nothing was written", another)
        default: return Explanation(error.code)
        }
    }
}

internal import Application
internal import Ledger

extension Explanation {
    /// Why nothing was proved, or why a proof is not believed.
    init(_ error: ProofError) {
        switch error {
        case .noKey: self.init("the ledger has no key to sign with", "ledger key new")
        case .unknownKey(let id):
            self.init("the ledger has no key \(Explanation.quoted(id))", "ledger key list")
        case .badKey(let text):
            self.init(
                "\(Explanation.quoted(text)) is no verifier key: name+id+base64, as ledger key "
                    + "show prints it", "ledger key show")
        case .damagedKey(let path):
            self.init(
                "\(Screen.plain(path)) is not what this program wrote there",
                "mv \(Explanation.shellWord(path)) \(Explanation.shellWord(path + ".bad"))")
        case .exposedKey(let path, let mode):
            self.init(
                "others may read the key in \(Screen.plain(path)) (mode "
                    + "\(String(mode, radix: 8)));\n    whoever has it signs in your name",
                "chmod 600 \(Explanation.shellWord(path))", "ledger key new")
        case .malformed:
            self.init(
                "the file is no checkpoint or receipt that this program could read",
                "ledger checkpoint --sign -o FILE")
        case .badSignature(let name):
            self.init(
                "the signature of \(Explanation.quoted(name)) is wrong: the file was changed, or "
                    + "somebody else signed it",
                "ask for the file again, from whoever kept it")
        case .unsigned:
            self.init(
                "no key that was named signed the file",
                "ask whoever signed it for the line that ledger key show prints")
        case .unknownBranch(let root):
            self.init(
                "no branch \(Explanation.quoted(root)) is kept here that a merge replaced; a merge "
                    + "names its root,\n    of which four digits are enough where they fit one",
                "ledger log --kind branch-merged")
        case .foreign(let origin):
            self.init(
                "the file is of another ledger, \(Explanation.quoted(origin))", "ledger info")
        case .otherReport(let report, let isSame):
            self.init(
                "the \(Screen.plain(report)) of the receipt is another one when it is made again"
                    + (isSame ? "" : "; it was added up by another version of the program"),
                isSame ? "ledger verify" : "ask for the report itself, and compare")
        case .unsignable(let name):
            self.init(
                "a receipt signs one answer of the ledger that only reads, and "
                    + "\(Explanation.quoted(name)) does not\n    come to one",
                .when(
                    ["call", "verify"], "ledger report -M --receipt march.receipt",
                    otherwise: .without("--receipt", values: 1)))
        case .tooMany(let events, let max):
            self.init(
                "the figure has \(counted(events, "event")); no more than \(grouped(max)) are "
                    + "proved at once",
                "say fewer days, or --limit \(max) and then --skip \(max) --limit \(max)")
        case .rolledBack, .forked, .notOlder: self = Explanation.history(error)
        case .changedTile(let path):
            self.init(
                "\(Screen.plain(path)) is not what this ledger exports there: it was changed, "
                    + "or is "
                    + "something else",
                "ledger export tiles NEW-FOLDER")
        case .noWitness, .witnessExists, .badName, .notCosigned, .repeatedSignature,
            .olderThanSigned, .copyBehind:
            self = Explanation.witness(error)
        }
    }

    private static func witness(_ error: ProofError) -> Explanation {
        switch error {
        case .noWitness:
            Explanation(
                "this copy of the ledger is no witness: it has no key for that",
                "ledger witness new example.com/w1")
        case .witnessExists(let name):
            Explanation(
                "this copy of the ledger is the witness \(quoted(name)) already",
                "ledger witness show")
        case .badName(let name):
            Explanation(
                "\(quoted(name)) is no name of a key: it has neither spaces nor plus signs",
                "ledger witness new example.com/w1")
        case .notCosigned(let name):
            Explanation(
                "the witness \(quoted(name)) did not sign the file",
                "ask for it: on the witness's copy, ledger witness sign FILE -o SIGNED")
        case .repeatedSignature(let name):
            Explanation(
                "the witness \(quoted(name)) is said to have signed more than once: when it saw "
                    + "the ledger\n    is not clear",
                "ask the witness for the file again")
        case .olderThanSigned(let events, let signed):
            Explanation(
                "the checkpoint has \(counted(events, "event")), and this witness signed one of "
                    + "\(grouped(signed)): it signs\n    none that is older",
                "ledger checkpoint --sign -o FILE")
        case .copyBehind(let events, let known):
            Explanation(
                "this copy has \(counted(events, "event")), and the checkpoint \(grouped(known)): "
                    + "bring the copy up to date first",
                "ledger merge ORIGINAL")
        default: Explanation("\(error)")
        }
    }

    private static func history(_ error: ProofError) -> Explanation {
        let backup: Try = "ledger restore BACKUP --into RESTORED"
        return switch error {
        case .rolledBack(let events, let known):
            Explanation(
                "rolled back: the ledger has \(counted(events, "event")) and once had "
                    + "\(grouped(known)): the last \(counted(known - events, "event")) "
                    + (known - events == 1 ? "is missing" : "are missing"),
                backup, "ledger log -n 1")
        case .forked(let events, let known):
            Explanation(
                "forked: the first \(grouped(known)) of \(counted(events, "event")) are not those "
                    + "that were there: history\n    was written anew, an older copy was "
                    + "continued, or a copy\n    was merged into another one",
                "ledger log --kind branch-merged", backup)
        case .notOlder(let from, let to):
            Explanation(
                "event \(grouped(from)) is not before event \(grouped(to))",
                "ledger prove --consistency \(to) \(from)")
        default: Explanation("\(error)")
        }
    }
}

extension Explanation {
    /// Why somebody who reads the log under a name does not go on.
    init(reader name: String, _ fault: ReaderFault) {
        let word = Explanation.shellWord(name)
        let again: Try = "ledger reader move \(word) --from 0"
        switch fault {
        case .badName:
            self.init(
                "\(Explanation.quoted(name)) is no name of a reader: letters, digits, '-', '_' "
                    + "and '.', 64 at most", "ledger log --reader mailer")
        case .unknown(let known):
            self.init(
                "no reader is called \(Explanation.quoted(name))"
                    + Explanation.meant(Spelling.nearest(to: name, among: known)),
                "ledger reader")
        case .cut(let events, let read):
            self.init(
                "the log has \(counted(events, "event")), and \(Explanation.quoted(name)) has had "
                    + "\(grouped(read)): the last ones are missing, or the log is another one",
                tries: [again, "ledger reader move \(word) --new", "ledger log -n 3"])
        case .replaced(let read):
            self.init(
                "the first \(counted(read, "event")) are not those that "
                    + "\(Explanation.quoted(name)) has had:\n    the log was replaced, or another "
                    + "copy was merged into it. Say where it goes on",
                tries: [
                    again, "ledger reader move \(word) --from \(read)",
                    "ledger log --kind branch-merged",
                ])
        case .moved(let from, let now):
            self.init(
                "\(Explanation.quoted(name)) was behind \(counted(from, "event")) and is behind "
                    + "\(grouped(now)) now: somebody else reads under this name, or moved it",
                "ledger log --reader \(word)")
        case .damaged(let path):
            self.init(
                "\(Screen.plain(path)) is not what this program wrote there", again)
        }
    }
}

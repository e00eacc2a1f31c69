package import Application
internal import EventLog
package import Ledger

/// What went wrong, in words: what, where, and the exact next command. Errors of the libraries have
/// words of their own; those of requests, which name options, are made in the files beside this
/// one, and what may help in `Tries`.
package struct ErrorText {
    /// What and where, one sentence without an end mark; further lines are indented.
    package let what: String
    /// Commands that may help, the likeliest first.
    package let tries: [String]
    /// 1 refused, 2 not understood, 3 damage or a file that cannot be used.
    package let exitCode: Int32

    /// A word as a shell takes it.
    package static func word(_ text: String) -> String { Explanation.shellWord(text) }

    /// What the program was called.
    private let program: String

    /// All of it, each line ended by a newline.
    package var message: String {
        "\(program): \(what)\n" + tries.map { "  try: \($0)\n" }.joined()
    }

    /// What happened in a word, for programs; of what was typed wrongly `usage`.
    private var code = "failed"

    /// The same as an object, on one line.
    var json: String {
        struct Failure: Encodable {
            let error: Facts
        }
        struct Facts: Encodable {
            let code: String
            let exit: Int32
            let message: String
            let `try`: [String]
        }
        let facts = Facts(code: code, exit: exitCode, message: what, try: tries)
        return String(decoding: JSONCoding.encode(Failure(error: facts)), as: UTF8.self)
    }

    /// The words for a request that came to nothing.
    package init(_ error: ApplicationError, program: String = "ledger") {
        self.init(.application(error), typed: nil, program: program)
    }

    /// The words for commits that are not believed.
    package init(doubtful found: SignatureSummary) {
        self.init(.signaturesDiffer(found), typed: nil)
    }

    /// The words for a command that ended early.
    ///
    /// - Parameters:
    ///   - typed: What was typed behind the program's name, to be typed better.
    ///   - place: The folder of the ledger, for what is wrong with the log.
    ///   - program: What the program was called.
    ///   - may: What whoever acts may do: other commands are advised only where they are let in.
    init(
        _ failure: CommandFailure, typed: [String]?, place: String? = nil,
        program: String = "ledger", may: Set<Permission> = Set(Permission.allCases)
    ) {
        let words: Explanation
        switch failure {
        case .application(let error), .allChanged(let error):
            (code, exitCode) = (error.code, error.exitClass.rawValue)
            words = Explanation(error, in: place, typed: typed).of(failure)
        case .usage(let fault):
            code = "usage"
            (words, exitCode) = (Explanation(fault), 2)
        case .file(let failure):
            (words, exitCode) = (Explanation.file(failure.path, failure.code), 3)
        case .afterRecording(let failure, let last):
            let text = ErrorText(failure, typed: nil, place: place, program: program)
            (words, exitCode) = (Explanation(unshown: text.what, last: last), 3)
        case .afterDoing(let failure, let deed):
            let text = ErrorText(failure, typed: nil, place: place, program: program)
            (words, exitCode) = (Explanation(unshown: text.what, deed), 3)
        case .cut(let failure), .erasing(let failure, nil):
            self = ErrorText(failure, typed: typed, place: place, program: program, may: may)
            return
        case .erasing(let failure, let last?):
            let text = ErrorText(failure, typed: nil, place: place, program: program)
            (words, exitCode) = (Explanation(erasing: text.what, last: last), 3)
        case .unreadable(let error, let path, let profiles, let isNew):
            words = Explanation(error, path: path, profiles: profiles, isNew: isNew)
            exitCode = ApplicationError.csv(error).exitClass.rawValue
        case .badEvents(let error, let path):
            words = Explanation(error, path: path)
            exitCode = ApplicationError.events(error).exitClass.rawValue
        case .unconfirmed(let lines, let verb):
            (words, exitCode) = (Explanation(unconfirmed: lines, verb), 1)
        case .unerased(let texts):
            (words, exitCode) = (Explanation(unerased: texts), 1)
        case .unswitched(let count):
            (words, exitCode) = (Explanation(unswitched: count), 1)
        case .rowsRefused(let receipt, let path):
            (words, exitCode) = (Explanation(refusedIn: receipt, path: path), 1)
        case .statementDiffers(let row, let isDryRun):
            (words, exitCode) = (Explanation(differing: row, isDryRun: isDryRun), 1)
        case .statementsDiffer(let rows): (words, exitCode) = (Explanation(differing: rows), 1)
        case .erasuresDiffer(let check): (words, exitCode) = (Explanation(erasures: check), 1)
        case .filesDiffer(let files): (words, exitCode) = (Explanation(broken: files), 1)
        case .signaturesDiffer(let found): (words, exitCode) = (Explanation(doubtful: found), 1)
        case .closingsDiffer(let ids): (words, exitCode) = (Explanation(brokenClosings: ids), 1)
        case .rulesBroken(let rules): (words, exitCode) = (Explanation(broken: rules), rules.exit)
        case .finished(let code): (words, exitCode) = (Explanation("done"), code)
        case .noProgram(let name): (words, exitCode) = (Explanation(noProgram: name), 3)
        case .otherBuild(let path, let said):
            (words, exitCode) = (Explanation(otherBuild: path, said), 3)
        case .far(let failure):
            if case .refused(let refusal) = failure { code = refusal.code }
            (words, exitCode) = (Explanation(far: failure), failure.exitCode)
        case .findings(let findings, let next):
            (words, exitCode) = (Explanation(findings: findings, next: next), 1)
        }
        let isOfLog = ErrorText.isOfLog(failure, in: place)
        let isMissing = if case .application(.noLedger) = failure { true } else { false }
        let folder = isOfLog && !isMissing && exitCode == 3 ? place : nil
        what = words.what + (folder.map { "\n    in \(Screen.plain($0))/log" } ?? "")
        self.program = program
        let texts = PossibleTries(typed, may: may).among(words.texts(typed))
        let named = ErrorText.folder(typed)
        let own = Called.program(program, on: named)
        tries = texts.map { Called.named($0, ErrorText.names($0, named) ? program : own) }
    }

    /// Whether a log, or the lack of one, is what is wrong, in a folder that may be a ledger's.
    private static func isOfLog(_ failure: CommandFailure, in place: String?) -> Bool {
        switch failure {
        case .application(.store(.log(.storage(let error)))):
            !Explanation.isOfFile(error, in: place)
        case .application(.store(.log)): true
        case .application(.noLedger(let home)): !Explanation.isJournal(home)
        // The log says so, and the advice is about its device.
        case .application(.device(.revoked)): true
        default: false
        }
    }

    /// The folder of the ledger that was typed.
    private static func folder(_ typed: [String]?) -> String? {
        let mark = "--ledger="
        var isNext = false
        for word in (typed ?? []).prefix(while: { $0 != "--" }) {
            if isNext { return word }
            if word.hasPrefix(mark) { return String(word.dropFirst(mark.count)) }
            isNext = word == "--ledger"
        }
        return nil
    }

    /// Whether a command says itself which ledger it is about, takes what was typed as one for
    /// something else, or is about none.
    private static func names(_ command: String, _ folder: String?) -> Bool {
        let words = command.split(separator: " ")
        let own = ["--ledger", "-f", "--into", "--help", "--version"]
        let isOwn = { (word: Substring) in
            own.contains(String(word)) || word.hasPrefix("--ledger=")
        }
        return words.dropFirst().first == "help" || words.contains(where: isOwn)
            || folder.map { command.hasSuffix(" \(Explanation.shellWord($0))") } ?? false
    }
}

extension Explanation {
    /// What was recorded, up to an event, and could not be shown.
    fileprivate init(unshown why: String, last: UInt64) {
        self.init(
            "this is recorded, up to event \(grouped(last)), but what came of it cannot be "
                + "shown:\n    \(why)", "ledger list", "ledger verify")
    }

    /// What was done beside the log, and could not be shown.
    fileprivate init(unshown why: String, _ done: DoneBeside) {
        self.init(
            "this is done, but what came of it cannot be shown:\n    \(why)",
            tries: done.shown.map(Try.words))
    }

    /// What went wrong in a folder, where that is known.
    fileprivate init(_ error: ApplicationError, in place: String?, typed: [String]?) {
        if case .store(.log(.storage(let refused))) = error, let place {
            self.init(refused, in: place, typed: typed)
        } else {
            self.init(error)
        }
    }
}

extension Explanation {
    /// The same without what does not help where all of it was changed since.
    fileprivate func of(_ failure: CommandFailure) -> Explanation {
        guard case .allChanged = failure else { return self }
        let left = tries.filter { one in
            if case .adding("--skip-conflicts") = one { false } else { true }
        }
        return Explanation(what, tries: left)
    }
}

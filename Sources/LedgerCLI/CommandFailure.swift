internal import Application
internal import EventLog
internal import Interchange
internal import Ledger

/// Why a command ended early; facts only, `ErrorText` makes the words.
enum CommandFailure: Error {
    /// A request came to nothing.
    case application(ApplicationError)
    /// What was typed is not understood.
    case usage(UsageFault)
    /// A file that was named, not one of the ledger.
    case file(Terminal.Failure)
    /// Something was recorded, up to the given position, before the rest failed.
    indirect case afterRecording(CommandFailure, last: UInt64)
    /// Something was done that the log does not tell of, before its answer failed.
    indirect case afterDoing(CommandFailure, DoneBeside)
    /// A long answer ends early: a part of it was put out, so that it is not begun anew.
    indirect case cut(CommandFailure)
    /// Erasing came to nothing; the position of what was recorded before, `nil` for nothing.
    indirect case erasing(CommandFailure, last: UInt64?)
    /// A file to import cannot be read as one; profiles that were saved for such files, and whether
    /// the ledger has nothing yet.
    case unreadable(ImportError, path: String, profiles: [String], isNew: Bool = false)
    /// A file of events cannot be made a ledger.
    case badEvents(EventFileError, path: String)
    /// Many lines would change, and nobody was there to be asked.
    case unconfirmed(lines: Int, verb: String)
    /// Text of this many events would be erased, and nobody was there to be asked.
    case unerased(texts: UInt64)
    /// Projections would be switched, and nobody was there to be asked.
    case unswitched(count: Int)
    /// Rows of an import were refused; the receipt was shown.
    case rowsRefused(ImportReceipt, path: String)
    /// A statement that was noted, or only compared in a dry run, does not agree.
    case statementDiffers(StatementRow, isDryRun: Bool)
    /// Statements that were noted before do not agree.
    case statementsDiffer([StatementRow])
    /// Texts that are gone are not those that were erased.
    case erasuresDiffer(ErasureCheck)
    /// Events that no command makes.
    case rulesBroken([BrokenRule])
    /// Reports or roots of these closings are not those that were pinned.
    case closingsDiffer([UInt64])
    /// Files of entries and tasks are missing or were changed.
    case filesDiffer([BrokenFile])
    /// Commits of a shared ledger that are not signed by a device that is believed.
    case signaturesDiffer(SignatureSummary)
    /// An undo or a redo of which nothing is left without what was changed since.
    case allChanged(ApplicationError)
    /// Nothing went wrong: the result was put out, and the exit code is a part of it.
    case finished(exitCode: Int32)
    /// A program that is not there.
    case noProgram(String)
    /// A program that is to be compared with this one does not run; what it said.
    case otherBuild(String, said: String)
    /// A server that was asked.
    case far(RemoteLedger.Failure)
    /// Something should be mended, and how; what was looked at was shown.
    case findings([String], next: [String])
}

extension CommandFailure {
    /// Whether the log that was open is gone, so that another look finds the one in its place.
    var isOfReplacedLog: Bool {
        switch self {
        case .application(.store(.log(.missing))): true
        case .application(.store(.log(.storage(.notFound(let file))))): file == LockFile.name
        default: false
        }
    }
}

extension UsageFault {
    /// Whether options do not go together, or with the command.
    var isOfOptions: Bool {
        switch self {
        case .exclusive, .parser: true
        default: false
        }
    }
}

/// What can be wrong with what was typed.
enum UsageFault: Hashable {
    /// The parser's words, and the command they are about.
    case parser(String, command: [String])
    /// No such command; the suggestions are the nearest, best first.
    case unknownCommand(String, suggestions: [String])
    /// What is to be done stands behind the tasks, as the last word of some; all in our order.
    case commandBehind([String], meant: [String])
    /// The ending of the output file stands for no format.
    case unknownEnding(String)
    /// A file for results that would lie in the ledger's folder, or is one of its files.
    case ownFolder(String, folder: String)
    /// Options that exclude each other; the second, which takes this many values, can go.
    case exclusive(String, String, values: Int)
    /// Days in words that are cut into periods are to be compared; the days alone.
    case periodsCompared(String, days: String)
    /// An option that is said of one line, with the terms that find many.
    case oneLineOnly(String, query: String)
    /// The argument of the given number, from 1, is not valid UTF-8.
    case notUTF8(Int)
    /// Persons are to be picked, and nobody is named.
    case nobody
    /// More persons were named than can be picked.
    case tooMany(Int, limit: Int)
    /// `--transfer` needs two accounts.
    case transferNeedsTwo
    /// Days in words, as one argument or several, are where terms belong; other days that were
    /// taken as such.
    case phraseAsTerm([String], behind: [String]?)
    /// Days in words are between terms or joined to some, and may be meant as one; all of them.
    case phrasesAmongTerms([[String]])
    /// Several things of which one is to be found, in one argument; the things.
    case eitherAsTerm(String, [String])
    /// A word of a title looks like an option: `due:tomorrow`; the option and its value.
    case optionAsTitle(String, [String])
    /// Words of a title look like something else: all of them.
    case wordsAsTitle([TitleSlip])
    /// A transfer has one line.
    case transferOfSeveral
    /// Something that is no chart was wanted as a picture.
    case notAPicture
    /// An option of which one value counts was typed twice; the first with its value.
    case repeated(String, first: [String])
    /// A locale that the system does not have.
    case unknownLocale(String)
    /// A line of the file of options, aliases and views.
    case preferences(Preferences.Fault)
}

package import Interchange
package import Ledger
package import ReadModels

/// Why a request failed; facts only, the words are made by the program, for they name its options.
package enum ApplicationError: Error, Hashable, Sendable {
    // Routing.

    /// No endpoint is called so; the suggestions are the nearest, best first.
    case unknownPath(String, suggestions: [String])
    /// Two endpoints are called the same.
    case duplicatePath(String)
    /// The input of an endpoint lacks a field or has something else in it; the field is a path such
    /// as `lines.0.amount`, empty for the whole.
    case badInput(path: String, field: String, InputFault)
    /// The caller must not do that.
    case denied(path: String, missing: [Permission])
    /// The acting person may not do that, as the ledger says.
    case forbidden(Refusal)
    /// Only someone who has logged in may do that.
    case loginNeeded(path: String)
    /// The input has a field that the endpoint does not know; the suggestions are the nearest that
    /// it knows, best first.
    case unknownField(path: String, field: String, suggestions: [String])
    /// There was no answer in time; nothing was recorded.
    case timedOut(path: String)
    /// The caller did not wait for the answer; nothing was recorded.
    case cancelled(path: String)

    // What was typed.

    /// No entity of the ledger is meant by the text: no such position, no title with the word.
    case unknownID(String)
    /// Several entities may be meant, newest first.
    case ambiguousID(String, [Candidate])
    /// The last list has no such row; `count` is how many it had.
    case noSuchRow(String, count: Int)
    /// Not an amount.
    case badAmount(String, AmountError)
    /// Not a day or range of days.
    case badDate(String, DatePhraseError)
    /// Not days that come again.
    case badRepeat(String, RecurrenceError)
    /// Not a time of day.
    case badTime(String)
    /// Not a category.
    case badCategory(String, CategoryPathError)
    /// Not a query of lines.
    case badQuery(LineQueryError)
    /// Not an amount or range of amounts to look for.
    case badAmountFilter(String)
    /// Not one of a few words.
    case badChoice(field: String, String, allowed: [String])
    /// A number outside what makes sense.
    case outOfRange(field: String, Int)
    /// Neither a currency of ISO 4217 nor one of the ledger's own.
    case unknownCurrency(String, suggestions: [String])
    /// Not a code that a currency can have.
    case badCurrencyCode(String)
    /// A symbol of several currencies, none of which is the ledger's own: their codes.
    case ambiguousCurrency(String, [String])
    /// Nobody of the ledger is called so; the suggestions are the nearest names, best first.
    case unknownPerson(String, suggestions: [String])
    /// Nobody of the ledger is called as some persons of a file: two names or more, each once, in
    /// the order of the file.
    case unknownPersons([String])
    /// Several persons may be meant; the first of their names.
    case ambiguousPerson(String, [String])
    /// A line cannot be split so.
    case badSplit(SplitFault)
    /// The rows of a file, so many, are those of an earlier import that read them in another way.
    case importedBefore(UInt64, rows: Int)
    /// Rows, so many, that a redo would bring back are there again by a later import.
    case importedAgain(UInt64, rows: Int)
    /// No unit is called so; the suggestions are the nearest names, best first.
    case unknownUnit(String, suggestions: [String])
    /// Several units may be meant; the first of their paths.
    case ambiguousUnit(String, [String])
    /// The past that is compared with another one is not older: its last position, and that of the
    /// other one.
    case notOlder(from: UInt64, to: UInt64)
    /// The books of these days were never closed.
    case notClosed(DayRange)
    /// None of the entities has any text, or it is erased already; where what was sought stays, and
    /// what of it can have another name.
    case nothingToErase([UInt64], stays: [TextPlace] = [], names: [RenamableName] = [])
    /// The reason or the key of an erasure has the text that is to go; its field.
    case repeatsErased(field: String)
    /// A figure is of one currency, and lines of several count.
    case severalCurrencies([String])
    /// Not a length of time.
    case badSpan(String)
    /// `end` lies before `begin`.
    case emptyRange(begin: Day, end: Day)

    /// Tasks that a file has no more, and their number that both sides had open: nearly all, which
    /// may be a mistake; nothing was written.
    case tasksGone(Int, of: Int)
    /// The file is as it was before so many tasks were written into it: the other program may never
    /// have read them; nothing was written.
    case neverImported(Int)

    // The ledger.

    /// There is no ledger at a place; it has to be opened first.
    case noLedger(home: String)
    /// There is a ledger already, with this many events.
    case ledgerExists(home: String, events: UInt64)
    /// An entity has another version by now than the one that is to change: that of an id, or a
    /// `goal` or a `budget` of a name.
    case changedSince(String, kind: String? = nil, version: UInt64, expected: UInt64)
    /// The idempotency key was used by another person: what was recorded then is theirs.
    case keyOfAnother(String)
    /// The idempotency key begins as those do that the ledger itself gives, and is none with which
    /// somebody decides about what a merge set aside.
    case ownKey(String)
    /// Nothing can be recorded in the past.
    case readOnlyPast
    /// A position behind the last event; `last` is its position.
    case beyondEnd(position: UInt64, last: UInt64)
    /// Others appended every time before this could be; nothing was written.
    case busy(tries: Int)
    /// The wall clock is so far ahead of the last event's log clock that it may be wrong; nothing
    /// was written.
    case clockAhead(now: Timestamp, last: Timestamp)
    /// The command makes no sense for the ledger as it is.
    case decision(DecisionError)
    /// The store could not do it.
    case store(StoreError)
    /// There is no report.
    case report(ReportError)
    /// The file cannot be imported; the profiles, by name, that were saved for a file with the same
    /// columns and may say what it takes.
    case csv(ImportError, profiles: [String] = [])
    /// No profile of bank files is called so; all that there are.
    case unknownProfile(String, known: [String])
    /// A device, or its key, is not as it has to be.
    case device(DeviceError)
    /// A file of events cannot be made a ledger again.
    case events(EventFileError)
    /// Rules cannot be kept or applied.
    case rule(RuleError)
    /// No type of event is called so; the suggestions are the nearest, best first.
    case unknownSchema(String, suggestions: [String])
    /// A critical event of a version that only a newer program knows, which told the ledger what
    /// the type is called.
    case newerEvent(position: UInt64, type: UInt16, schema: UInt8, name: String)
    /// The zone cannot be used.
    case zone(ZoneError)
    /// The system does not say in which zone it is.
    case noSystemZone

    /// The read models could not be used.
    case models(ModelError)

    // The folder.

    /// The system does not say where the ledger's folder is: no `HOME`.
    case noHome
    /// A file of settings cannot be used.
    case settings(SettingsError)
    /// A file or folder could not be read or written; the code is the system's `errno`.
    case file(path: String, code: Int32)
    /// A hook refused what was to be recorded, or cannot be used.
    case hook(HookFault)
    /// A file of an entry or a task cannot be kept, found or read.
    case attachment(AttachmentError)
    /// A reader of the log, of a name, does not go on or is none.
    case reader(String, ReaderFault)
    /// There is no backup in a folder.
    case backup(path: String, BackupError)
    /// A ledger was not written into a new folder.
    case rescue(path: String, RescueError)
    /// Another copy of the ledger was not merged.
    case merge(path: String, MergeError)
    /// The first events are not those that were verified: fewer are there, or other ones.
    case rewritten(events: UInt64, VerifiedHead)
    /// Nothing was proved, or a proof is not believed.
    case proof(ProofError)
}

/// What is wrong with an endpoint's input.
package enum InputFault: String, Codable, Hashable, Sendable {
    /// Not JSON, or not an object.
    case notJSON
    /// The field is not there.
    case missing
    /// The field is of another type.
    case wrongType
    /// The field does not say what it should.
    case badValue
    /// The field is there twice.
    case doubled
}

/// Why a file of settings cannot be used.
package enum SettingsError: Error, Hashable, Sendable {
    /// It was written by a newer program.
    case newerVersion(path: String, found: Int, supported: Int)
    /// It is not what this program writes; the field is empty for the whole.
    case damaged(path: String, field: String)
}

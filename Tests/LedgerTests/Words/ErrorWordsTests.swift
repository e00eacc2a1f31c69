import EventLog
import Ledger
import Testing

/// Errors say what they are without the program.
@Suite struct ErrorWordsTests {
    /// The words that a caller of the library prints.
    @Test func errorsHaveWords() {
        let errors: [(any ExplainedError, words: String, code: String, exit: ExitClass)] = [
            (DecisionError.zeroAmount(line: 0), "the amount is zero", "zeroAmount", .refused),
            (
                DecisionError.zeroAmount(line: 1), "the amount of line 2 is zero", "zeroAmount",
                .refused
            ),
            (DecisionError.notOpened, "the ledger was never opened", "notOpened", .damage),
            (
                DecisionError.unknownAccount("girp", suggestions: ["giro", "grip"]),
                "there is no account 'girp'; did you mean 'giro' or 'grip'?", "unknownAccount",
                .usage
            ),
            (StoreError.emptyCommit, "there is nothing to record", "emptyCommit", .refused),
            (
                StoreError.log(.storage(.failed(.write, file: "events", code: 28))),
                "cannot write events: No space left on device", "log", .damage
            ),
            (LogError.missing, "the folder has no log", "missing", .damage),
            (LogError.poisoned(durable: 1_235), "", "poisoned", .damage),
            (StorageError.notFound(file: "a\u{1B}b"), "a␛b is not there", "notFound", .damage),
            (NoteError.unsigned, "none of the known keys signed the note", "unsigned", .refused),
            (ReportError.notOpened, "nothing had been recorded by then", "notOpened", .refused),
            (
                BooksError.report(.notOpened), "nothing had been recorded by then", "notOpened",
                .refused
            ),
            (
                UndoError.decision(.nothingToUndo), "there is nothing there that you could undo",
                "nothingToUndo", .refused
            ),
            (AmountError.empty, "the amount is empty", "empty", .usage),
            (
                AmountError.mayBeThousands(text: "1,000", allowed: 2),
                "'1,000' may be 1000 or 1,00: typed amounts have no mark of thousands",
                "mayBeThousands", .usage
            ),
            (CategoryPathError.emptySegment(text: "a::b"), "", "emptySegment", .usage),
            (SplitError.nobody, "an amount is divided among one person or more", "nobody", .usage),
            (
                ZoneError.unknownName("Berlin", suggestions: []), "there is no time zone 'Berlin'",
                "unknownName", .usage
            ),
        ]
        for (error, words, code, exit) in errors {
            if !words.isEmpty { #expect("\(error)" == words) }
            #expect("\(error)".contains(" ") && error.code == code && error.exitClass == exit)
        }
    }

    @Test func aQueryIsShownWithItsFault() {
        let error = LineQueryError(
            query: "lunch kind:food", term: "kind:food", column: 7, fault: .kind("food"))
        #expect(
            "\(error)" == """
                'kind:food' at column 7: the kinds are expense, income and transfer
                    lunch kind:food
                          ^^^^^^^^^
                """)
        #expect(error.code == "kind")
    }
}

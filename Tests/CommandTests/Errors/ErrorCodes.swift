import Application
import EventLog
import Interchange
import Ledger

/// The codes that errors can have. A new case does not compile before it is listed here.
enum ErrorCodes {
    static let all =
        [
            "unknownPath", "duplicatePath", "badInput.notJSON", "badInput.missing",
            "unknownField", "timedOut", "cancelled",
            "badInput.wrongType", "badInput.badValue", "badInput.doubled", "denied", "loginNeeded",
            "unknownID",
            "ambiguousID", "noSuchRow", "badTime", "badAmountFilter", "badChoice", "outOfRange",
            "badCurrencyCode", "unknownCurrency", "ambiguousCurrency", "unknownPerson",
            "unknownPersons",
            "unknownProfile",
            "severalCurrencies", "notOlder", "badSpan", "emptyRange", "notClosed",
            "nothingToErase", "repeatsErased", "keyOfAnother", "ownKey",
            "noLedger", "ledgerExists", "readOnlyPast",
            "changedSince",
            "beyondEnd", "busy", "clockAhead", "noSystemZone", "noHome", "file", "unknownSchema",
            "newerEvent", "forbidden", "importedBefore", "importedAgain", "ambiguousPerson",
            "unknownUnit",
            "ambiguousUnit", "tasksGone", "neverImported",
        ]
        + coded("badSplit", ["badPart", "comma", "together", "twice", "left"])
        + coded(
            "badAmount",
            [
                "empty", "malformed", "misgrouped", "tooManyFractionDigits", "mayBeThousands",
                "outOfRange", "negative",
                "differentCurrencies",
            ])
        + coded(
            "badDate",
            [
                "notUnderstood", "noSuchDay", "dayOrMonthFirst", "severalDays",
                "emptyRange", "endless", "notYet",
            ])
        + coded("badRepeat", ["notUnderstood", "noSuchDay"])
        + coded("badCategory", ["emptySegment", "refusedCharacter"])
        + coded("badQuery", queries) + coded("decision", decisions + undos)
        + coded("store", stores) + coded("log", logs)
        + coded("storage", ["failed", "notFound", "exists", "locked"])
        + coded("report", ["notOpened"]) + coded("csv", imports)
        + coded("zone", ["unknownName", "dataMissing", "damaged"])
        + coded("settings", ["newerVersion", "damaged"])
        + coded(
            "models",
            [
                "unknownProjection", "notBuilt", "outdated", "notPrepared", "damaged", "writes",
                "severalStatements", "badStatement", "sumTooLarge", "database", "file", "failed",
            ])
        + coded(
            "events",
            [
                "notEvents", "newerVersion", "badLine", "gap", "changed", "cut", "otherRoot",
                "refused",
            ])
        + coded("rule", ["unknown", "noRules", "noTerms", "noChange", "exists"])
        + coded(
            "hook",
            [
                "refused", "killed", "late", "exposed", "notAProgram", "insideLedger",
                "notStarted",
            ])
        + coded("attachment", ["missing", "changed", "tooLarge", "unknown", "badName"])
        + coded("reader", ["badName", "unknown", "cut", "replaced", "moved", "damaged"])
        + coded("backup", ["occupied", "inside", "diverged", "newer", "unlike", "failed"])
        + coded(
            "rescue",
            [
                "occupied", "inside", "nothing", "openingLost", "noBackup", "unreadable",
                "unlike", "failed",
            ]) + ["rewritten"]
        + coded(
            "merge",
            [
                "noLedger", "same", "unrelated", "unreadable", "onlyHere", "strangeUser",
                "changed", "failed", "notBundle", "newerBundle", "cutBundle", "damagedBundle",
                "baseless", "occupied", "inside", "unknownRoot", "onlyFile", "noSource",
                "badAddress", "remote", "copy", "clashes", "doubtful", "shared",
            ])
        + coded(
            "device",
            [
                "noKey", "exposedKey", "damaged", "noPlace", "badName", "badKey", "unknown",
                "notShared", "exists", "own", "revoked", "newKeyOfAnother", "nothingDoubtful",
            ])
        + coded(
            "proof",
            [
                "noKey", "unknownKey", "badKey", "damagedKey", "exposedKey", "malformed",
                "badSignature", "unsigned", "foreign", "rolledBack", "forked", "notOlder",
                "otherReport", "tooMany", "noWitness", "witnessExists", "badName", "notCosigned",
                "repeatedSignature", "olderThanSigned", "copyBehind", "changedTile", "unsignable",
                "unknownBranch",
            ])

    private static func coded(_ layer: String, _ names: [String]) -> [String] {
        names.map { "\(layer).\($0)" }
    }

    private static let queries = [
        "unclosedQuote", "unknownPrefix", "noValue", "category", "amount", "date", "id", "kind",
        "status",
        "account", "person", "currency", "tooMany", "noSuchSyntax", "bracket", "pattern",
        "noPattern", "tooManyChoices", "notAKey", "notRecordedYet", "choice",
        "attribute",
    ]

    private static let decisions = [
        "alreadyOpened", "notOpened", "badLedgerID", "unknownTarget", "notALine", "notATask",
        "alreadyVoided", "notVoided", "nothingChanged", "nothingGiven", "emptyTitle", "emptyName",
        "zeroAmount", "amountTooLarge", "unlikeShares", "unknownCurrency", "duplicateCurrency",
        "unknownAccount",
        "duplicateAccount", "unknownPerson", "badCategory", "unknownCategory", "unknownBudget",
        "unknownGoal",
        "similarCategory", "similarAccount", "similarPerson", "notARepeat", "notADay",
        "duplicateRepeat",
        "pricedInItself", "badTag",
        "badPriority", "badAttribute",
        "mixedKinds", "transferShape", "taskClosed", "taskOpen", "taskRing",
        "closedAccount",
        "notAnAccount", "notAStatement", "alreadyWithdrawn", "closedPeriod", "alreadyClosed",
        "notOver", "notAClosing", "closingStays", "alreadyReopened", "duplicatePerson", "notAUnit",
        "duplicateUnit", "unitCycle", "notAMember", "notGranted", "lastOwner",
    ]

    private static let undos = [
        "nothingToUndo", "nothingToRedo", "recordedSince", "alreadyUndone", "alreadyRedone",
        "notUndone",
        "notABatch", "cannotUndo", "undoConflicts",
    ]

    private static let stores = [
        "conflict", "keyConflict", "badReference", "emptyCommit", "undecodable",
        "needsNewerVersion", "unreadable",
    ]

    private static let logs = [
        "missing", "exists", "notALog", "newerFormat", "olderFormat", "foreignSegment", "corrupt",
        "readOnly", "poisoned", "replaced", "unlike", "conflict", "keyConflict", "badLink",
        "emptyCommit", "tooLarge", "badColumn", "full", "knownCommit",
    ]

    private static let imports = [
        "empty", "unreadable", "changed", "notText", "notUTF8", "badText", "otherMark",
        "noHeader", "badHeader", "unclosedQuote", "tooLarge", "missingColumn", "unknownColumn",
        "repeatedColumn", "badConstant", "ambiguousDates", "ambiguousAmounts", "unknownDates",
        "unknownAmounts", "amountsTwice", "ambiguousCurrency", "ambiguousColumn",
        "ambiguousSides", "ambiguousSign", "otherFormat", "ambiguousRows", "ambiguousDirection",
        "contradictedBalance", "badStatement", "incompleteStatement", "statementOption",
        "badJournal", "badTasks", "badColumnRule",
    ]

    private static func remind(_ error: ApplicationError) {
        switch error {
        case .unknownPath, .duplicatePath, .badInput, .denied, .loginNeeded, .unknownID,
            .unknownField, .timedOut, .cancelled,
            .ambiguousID, .noSuchRow, .badAmount, .badDate, .badTime, .badCategory,
            .badRepeat, .badQuery, .badAmountFilter, .badChoice, .outOfRange, .badCurrencyCode,
            .unknownCurrency, .unknownPerson, .unknownPersons,
            .unknownProfile, .unknownSchema, .newerEvent, .badSpan, .emptyRange, .noLedger,
            .events(.notEvents), .events(.newerVersion), .events(.badLine), .events(.gap),
            .events(.changed), .events(.cut), .events(.otherRoot), .events(.refused),
            .rule(.unknown), .rule(.noRules), .rule(.noTerms), .rule(.noChange), .rule(.exists),
            .ledgerExists,
            .readOnlyPast, .beyondEnd, .busy, .clockAhead,
            .severalCurrencies, .notOlder, .notClosed, .nothingToErase, .repeatsErased,
            .keyOfAnother, .ownKey,
            .forbidden, .importedBefore, .importedAgain, .tasksGone, .neverImported,
            .ambiguousPerson,
            .unknownUnit, .ambiguousUnit, .ambiguousCurrency, .changedSince,
            .badSplit(.badPart), .badSplit(.comma), .badSplit(.together), .badSplit(.twice),
            .badSplit(.left),
            .noSystemZone, .noHome, .settings, .file, .report(.notOpened), .decision, .store, .csv,
            .zone, .models, .attachment(.missing), .attachment(.changed), .attachment(.tooLarge),
            .attachment(.unknown), .attachment(.badName), .hook(.refused), .hook(.killed),
            .hook(.late),
            .hook(.exposed), .hook(.notAProgram), .hook(.insideLedger), .hook(.notStarted),
            .reader(_, .badName), .reader(_, .unknown),
            .reader(_, .cut), .reader(_, .replaced), .reader(_, .moved), .reader(_, .damaged),
            .backup(_, .occupied), .backup(_, .inside),
            .backup(_, .diverged), .backup(_, .otherLog),
            .backup(_, .newer), .backup(_, .unlike), .backup(_, .failed), .rewritten,
            .rescue(_, .occupied),
            .rescue(_, .inside), .rescue(_, .nothing), .rescue(_, .openingLost),
            .rescue(_, .noBackup), .rescue(_, .unreadable), .rescue(_, .unlike),
            .rescue(_, .failed), .merge(_, .noLedger), .merge(_, .same), .merge(_, .unrelated),
            .merge(_, .unreadable), .merge(_, .onlyHere), .merge(_, .strangeUser),
            .merge(_, .changed), .merge(_, .failed), .merge(_, .notBundle),
            .merge(_, .newerBundle), .merge(_, .cutBundle), .merge(_, .damagedBundle),
            .merge(_, .baseless), .merge(_, .occupied), .merge(_, .inside),
            .merge(_, .unknownRoot), .merge(_, .onlyFile), .merge(_, .noSource),
            .merge(_, .badAddress), .merge(_, .remote), .merge(_, .copy),
            .merge(_, .clashes), .merge(_, .unknownName), .merge(_, .cameBefore),
            .merge(_, .doubtful), .merge(_, .shared), .device(.noKey),
            .device(.exposedKey), .device(.damaged), .device(.noPlace), .device(.badName),
            .device(.badKey), .device(.unknown), .device(.notShared), .device(.exists),
            .device(.own), .device(.revoked), .device(.newKeyOfAnother),
            .device(.nothingDoubtful), .proof(.noKey),
            .proof(.unknownKey), .proof(.badKey), .proof(.damagedKey), .proof(.exposedKey),
            .proof(.malformed), .proof(.badSignature), .proof(.unsigned), .proof(.foreign),
            .proof(.rolledBack), .proof(.forked), .proof(.notOlder), .proof(.otherReport),
            .proof(.tooMany), .proof(.noWitness), .proof(.witnessExists), .proof(.badName),
            .proof(.notCosigned), .proof(.repeatedSignature), .proof(.olderThanSigned),
            .proof(.copyBehind), .proof(.changedTile), .proof(.unsignable),
            .proof(.unknownBranch):
            return
        }
    }

    private static func remind(_ fault: LineQueryError.Fault) {
        switch fault {
        case .unclosedQuote, .unknownPrefix, .noValue, .category, .amount, .date, .id, .kind,
            .status,
            .account, .person, .currency, .tooMany, .noSuchSyntax, .bracket, .pattern,
            .noPattern, .tooManyChoices, .notAKey, .notRecordedYet, .choice, .attribute:
            return
        }
    }

    private static func remind(_ error: DecisionError) {
        switch error {
        case .alreadyOpened, .notOpened, .badLedgerID, .unknownTarget, .notALine, .notATask,
            .alreadyVoided, .notVoided, .nothingChanged, .nothingGiven, .emptyTitle, .emptyName,
            .zeroAmount, .amountTooLarge, .unlikeShares, .unknownCurrency, .duplicateCurrency,
            .unknownAccount,
            .duplicateAccount, .unknownPerson, .badCategory, .unknownCategory, .unknownBudget,
            .unknownGoal, .similarCategory, .similarAccount, .similarPerson, .notARepeat,
            .notADay, .duplicateRepeat, .pricedInItself, .badTag,
            .badPriority, .badAttribute,
            .mixedKinds, .transferShape, .taskClosed, .taskOpen, .taskRing,
            .closedAccount,
            .notAnAccount, .notAStatement, .alreadyWithdrawn, .closedPeriod, .alreadyClosed,
            .notOver, .notAClosing, .closingStays, .alreadyReopened, .nothingToUndo, .nothingToRedo,
            .recordedSince,
            .alreadyUndone, .alreadyRedone, .notUndone, .notABatch, .cannotUndo, .undoConflicts,
            .duplicatePerson, .notAUnit, .duplicateUnit, .unitCycle, .notAMember, .notGranted,
            .lastOwner:
            return
        }
    }

    private static func remind(_ error: StoreError) {
        switch error {
        case .conflict, .keyConflict, .badReference, .emptyCommit, .undecodable,
            .needsNewerVersion, .unreadable, .log:
            return
        }
    }

    private static func remind(_ error: LogError) {
        switch error {
        case .storage(.failed), .storage(.notFound), .storage(.exists), .storage(.locked),
            .missing, .exists, .notALog, .newerFormat, .olderFormat, .foreignSegment, .corrupt,
            .readOnly, .poisoned, .replaced, .unlike, .conflict, .keyConflict, .badLink,
            .emptyCommit, .tooLarge, .badColumn, .full, .knownCommit:
            return
        }
    }

    private static func remind(_ error: ImportError) {
        switch error {
        case .empty, .unreadable, .changed, .notText, .notUTF8, .badText, .otherMark,
            .noHeader, .badHeader, .unclosedQuote, .tooLarge, .missingColumn, .unknownColumn,
            .repeatedColumn, .badConstant, .ambiguousDates, .ambiguousAmounts, .unknownDates,
            .unknownAmounts, .amountsTwice, .ambiguousCurrency, .ambiguousColumn,
            .ambiguousSides, .ambiguousSign, .otherFormat, .ambiguousRows, .ambiguousDirection,
            .contradictedBalance, .badStatement, .incompleteStatement, .statementOption,
            .badJournal, .badTasks, .badColumnRule:
            return
        }
    }
}

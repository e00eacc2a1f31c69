internal import EventLog
internal import Interchange
internal import Ledger
internal import ReadModels

extension ApplicationError {
    /// A word for programs: the case, with that of a lower layer behind a point, such as
    /// `decision.zeroAmount`.
    package var code: String {
        switch self {
        case .badInput(_, _, let fault): "badInput.\(fault.rawValue)"
        case .badAmount(_, let error): "badAmount.\(caseName(error))"
        case .badDate(_, let error): "badDate.\(caseName(error))"
        case .badCategory(_, let error): "badCategory.\(caseName(error))"
        case .badSplit(let fault): "badSplit.\(caseName(fault))"
        case .badQuery(let error): "badQuery.\(caseName(error.fault))"
        case .decision(let error): "decision.\(caseName(error))"
        case .store(.log(.storage(let error))): "storage.\(caseName(error))"
        case .store(.log(let error)): "log.\(caseName(error))"
        case .store(let error): "store.\(caseName(error))"
        case .report(let error): "report.\(caseName(error))"
        case .csv(let error, _): "csv.\(caseName(error))"
        case .models(let error): "models.\(caseName(error))"
        case .zone(let error): "zone.\(caseName(error))"
        case .backup(_, let error): "backup.\(caseName(error))"
        case .events(let error): "events.\(caseName(error))"
        case .rule(let error): "rule.\(caseName(error))"
        case .rescue(_, let error): "rescue.\(caseName(error))"
        case .settings(let error): "settings.\(caseName(error))"
        case .proof(let error): "proof.\(caseName(error))"
        default: caseName(self)
        }
    }

    /// What the error means for a program that called this one.
    package var exitClass: ExitClass {
        switch self {
        case .denied, .loginNeeded, .timedOut, .cancelled, .forbidden, .ambiguousID,
            .ambiguousPerson, .ambiguousUnit, .ledgerExists, .readOnlyPast, .busy,
            .changedSince, .clockAhead, .duplicatePath, .report, .severalCurrencies,
            .nothingToErase, .repeatsErased, .importedBefore:
            .refused
        case .unknownPath, .badInput, .unknownField, .unknownID, .noSuchRow, .badAmount, .badDate,
            .badTime,
            .badCategory, .badQuery, .badAmountFilter, .badChoice, .outOfRange, .unknownCurrency,
            .ambiguousCurrency,
            .unknownPerson, .badSplit, .unknownUnit, .unknownProfile, .unknownSchema, .badSpan,
            .rule,
            .events(.notEvents),
            .emptyRange, .notOlder, .notClosed, .beyondEnd, .noSystemZone, .noHome:
            .usage
        case .noLedger, .settings, .file, .newerEvent, .backup(_, .unlike), .backup(_, .failed),
            .rewritten,
            .rescue(_, .unlike), .rescue(_, .failed), .rescue(_, .nothing),
            .rescue(_, .unreadable):
            .damage
        case .events: .damage
        case .backup, .rescue: .refused
        case .decision(let error): error.exitClass
        case .store(let error): error.exitClass
        case .csv(let error, _): error.exitClass
        case .models(let error): error.exitClass
        case .zone(.unknownName): .usage
        case .zone: .damage
        case .proof(let error): error.exitClass
        }
    }
}

/// What an error means for a program that called this one: its exit code.
package enum ExitClass: Int32, Codable, Hashable, Sendable {
    /// Refused, ambiguous, in conflict, denied.
    case refused = 1
    /// Not understood, or the name of nothing.
    case usage = 2
    /// Damage, a file that cannot be read or written, no ledger, a newer format.
    case damage = 3
}

extension DecisionError {
    fileprivate var exitClass: ExitClass {
        switch self {
        case .unknownTarget, .notALine, .notATask, .unknownCurrency, .unknownAccount,
            .notAnAccount, .notAStatement, .unknownPerson, .badCategory, .unknownCategory, .badTag,
            .badPriority, .nothingGiven, .notABatch, .notAClosing, .notAUnit:
            .usage
        case .notOpened: .damage
        default: .refused
        }
    }
}

extension StoreError {
    fileprivate var exitClass: ExitClass {
        switch self {
        case .conflict, .keyConflict, .badReference, .emptyCommit: .refused
        case .log(.conflict), .log(.keyConflict), .log(.badLink), .log(.emptyCommit),
            .log(.tooLarge), .log(.badColumn):
            .refused
        case .log, .undecodable, .needsNewerVersion: .damage
        }
    }
}

extension ModelError {
    fileprivate var exitClass: ExitClass {
        switch self {
        case .unknownProjection, .badStatement, .severalStatements: .usage
        case .notBuilt, .outdated, .notPrepared, .writes: .refused
        case .damaged, .sumTooLarge, .database, .file, .failed: .damage
        case .store(let error): error.exitClass
        }
    }
}

extension ProofError {
    fileprivate var exitClass: ExitClass {
        switch self {
        case .unknownKey, .badKey, .notOlder, .tooMany: .usage
        case .damagedKey, .exposedKey, .malformed: .damage
        default: .refused
        }
    }
}

extension ImportError {
    fileprivate var exitClass: ExitClass {
        switch self {
        case .missingColumn, .unknownColumn, .repeatedColumn, .badConstant, .amountsTwice: .usage
        case .noHeader, .otherMark: .usage
        default: .refused
        }
    }
}

/// The name of an enum's case.
private func caseName(_ error: some Error) -> String {
    Mirror(reflecting: error).children.first?.label ?? "\(error)"
}

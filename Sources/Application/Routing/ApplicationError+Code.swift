package import EventLog
internal import Interchange
internal import Ledger
internal import ReadModels

extension ApplicationError {
    /// A word for programs: the case, with that of a lower layer behind a point, such as
    /// `decision.zeroAmount`.
    package var code: String {
        switch self {
        case .badInput(_, _, let fault): "badInput.\(fault.rawValue)"
        case .badAmount(_, let error): "badAmount.\(error.code)"
        case .badDate(_, let error): "badDate.\(error.code)"
        case .badRepeat(_, let error): "badRepeat.\(error.code)"
        case .badCategory(_, let error): "badCategory.\(error.code)"
        case .badSplit(let fault): "badSplit.\(caseName(fault))"
        case .badQuery(let error): "badQuery.\(error.code)"
        case .decision(let error): "decision.\(error.code)"
        case .store(.log(.storage(let error))): "storage.\(error.code)"
        case .store(.log(let error)): "log.\(error.code)"
        case .store(let error): "store.\(error.code)"
        case .report(let error): "report.\(error.code)"
        case .csv(let error, _): "csv.\(caseName(error))"
        case .models(let error): "models.\(error.code)"
        case .zone(let error): "zone.\(error.code)"
        case .attachment(let error): "attachment.\(caseName(error))"
        case .hook(let fault): "hook.\(caseName(fault))"
        case .reader(_, let fault): "reader.\(caseName(fault))"
        case .backup(_, let error): "backup.\(caseName(error))"
        case .events(let error): "events.\(caseName(error))"
        case .rule(let error): "rule.\(caseName(error))"
        case .rescue(_, let error): "rescue.\(caseName(error))"
        case .merge(_, let error): "merge.\(caseName(error))"
        case .settings(let error): "settings.\(caseName(error))"
        case .proof(let error): "proof.\(caseName(error))"
        case .device(let error): "device.\(caseName(error))"
        default: caseName(self)
        }
    }

    /// What the error means for a program that called this one.
    package var exitClass: ExitClass {
        switch self {
        case .denied, .loginNeeded, .timedOut, .cancelled, .forbidden, .ambiguousID,
            .ambiguousPerson, .ambiguousUnit, .ledgerExists, .readOnlyPast, .busy,
            .changedSince, .clockAhead, .duplicatePath, .report, .severalCurrencies,
            .nothingToErase, .repeatsErased, .importedBefore, .importedAgain, .keyOfAnother,
            .tasksGone, .neverImported, .hook, .rule(.exists):
            .refused
        case .unknownPath, .badInput, .unknownField, .unknownID, .noSuchRow, .badAmount, .badDate,
            .badTime, .badRepeat,
            .badCategory, .badQuery, .badAmountFilter, .badChoice, .outOfRange, .badCurrencyCode,
            .unknownCurrency,
            .ambiguousCurrency,
            .unknownPerson, .unknownPersons, .badSplit, .unknownUnit, .unknownProfile,
            .unknownSchema, .badSpan,
            .rule,
            .events(.notEvents), .merge(_, .notBundle), .merge(_, .badAddress),
            .merge(_, .unknownRoot), .merge(_, .noSource), .attachment(.tooLarge),
            .attachment(.unknown), .attachment(.badName), .reader(_, .badName),
            .reader(_, .unknown),
            .emptyRange, .notOlder, .notClosed, .beyondEnd, .noSystemZone, .noHome, .ownKey,
            .device(.badName), .device(.badKey), .device(.unknown):
            .usage
        case .noLedger, .settings, .file, .attachment, .reader(_, .damaged), .newerEvent,
            .backup(_, .unlike),
            .backup(_, .failed),
            .rewritten,
            .rescue(_, .unlike), .rescue(_, .failed), .rescue(_, .nothing),
            .rescue(_, .unreadable), .merge(_, .unreadable), .merge(_, .failed),
            .merge(_, .cutBundle), .merge(_, .damagedBundle), .merge(_, .remote),
            .device(.damaged), .device(.exposedKey):
            .damage
        case .events: .damage
        case .backup, .rescue, .merge, .reader, .device: .refused
        case .decision(let error): error.exitClass
        case .store(let error): error.exitClass
        case .csv(let error, _): error.exitClass
        case .models(let error): error.exitClass
        case .zone(let error): error.exitClass
        case .proof(let error): error.exitClass
        }
    }
}

extension ProofError {
    fileprivate var exitClass: ExitClass {
        switch self {
        case .unknownKey, .unknownBranch, .badKey, .badName, .notOlder, .tooMany: .usage
        case .damagedKey, .exposedKey, .malformed, .changedTile: .damage
        default: .refused
        }
    }
}

extension ImportError {
    fileprivate var exitClass: ExitClass {
        switch self {
        case .missingColumn, .unknownColumn, .repeatedColumn, .badConstant, .amountsTwice,
            .badColumnRule:
            .usage
        case .noHeader, .otherMark, .statementOption: .usage
        default: .refused
        }
    }
}

/// The name of an enum's case.
private func caseName(_ error: some Error) -> String {
    Mirror(reflecting: error).children.first?.label ?? "\(error)"
}

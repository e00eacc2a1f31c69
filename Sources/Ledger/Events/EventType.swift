/// The types of events, by the number they have on disk. A number is never used again for another
/// meaning.
public enum EventType: UInt16, CaseIterable, Sendable {
    /// ``LedgerOpened``.
    case ledgerOpened = 1
    /// ``PersonAdded``.
    case personAdded = 2
    /// ``SettingsChanged``.
    case settingsChanged = 3
    /// A ``Currency`` of the ledger's own.
    case currencyDeclared = 4
    /// ``AccountOpened``.
    case accountOpened = 5
    /// ``BatchStarted``.
    case batchStarted = 6
    /// ``CategoryRenamed``.
    case categoryRenamed = 7
    /// ``LineAdded``.
    case lineAdded = 8
    /// ``LineAmended``.
    case lineAmended = 9
    /// ``LineVoided``.
    case lineVoided = 10
    /// ``LineRestored``.
    case lineRestored = 11
    /// ``TaskAdded``.
    case taskAdded = 12
    /// ``TaskEdited``.
    case taskEdited = 13
    /// ``TaskChange``: completed.
    case taskCompleted = 14
    /// ``TaskChange``: reopened.
    case taskReopened = 15
    /// ``TaskRescheduled``.
    case taskRescheduled = 16
    /// ``TaskChange``: dropped.
    case taskDropped = 17
    /// ``AccountChanged``.
    case accountChanged = 18
    /// ``StatementAsserted``.
    case statementAsserted = 19
    /// ``AssertionWithdrawn``.
    case assertionWithdrawn = 20
    /// ``CommitUndone``.
    case commitUndone = 21
    // 22 is what a salvage puts in the place of a lost event.
    /// ``SchemasDeclared``.
    case schemasDeclared = 23
    /// ``BooksClosed``.
    case booksClosed = 24
    /// ``BooksReopened``.
    case booksReopened = 25
    /// ``TextErased``.
    case textErased = 26
    /// ``PersonChanged``.
    case personChanged = 27
    /// ``UnitAdded``.
    case unitAdded = 28
    /// ``UnitChanged``.
    case unitChanged = 29
    /// ``MembershipSet``.
    case membershipSet = 30
    /// ``MembershipEnded``.
    case membershipEnded = 31
    /// ``RightsChanged``: granted.
    case rightsGranted = 32
    /// ``RightsChanged``: revoked.
    case rightsRevoked = 33
    /// ``FileAttached``.
    case fileAttached = 34
    /// ``DeviceRevoked``.
    case deviceRevoked = 35
    /// ``CommitsVouched``.
    case commitsVouched = 36
    /// ``BudgetSet``.
    case budgetSet = 37
    /// ``BudgetEnded``.
    case budgetEnded = 38
    /// ``PlanChange``: what was said of a budget is taken back.
    case budgetWithdrawn = 39
    /// ``PlanChange``: what was said of a budget holds again.
    case budgetRestored = 40
    /// ``RepeatAdded``.
    case repeatAdded = 41
    /// ``RepeatSkipped``.
    case repeatSkipped = 42
    /// ``PlanChange``: what was said of what comes again is taken back.
    case repeatWithdrawn = 43
    /// ``PlanChange``: what was said of what comes again holds again.
    case repeatRestored = 44
    /// ``TaskTimed``.
    case taskTimed = 45
    /// ``TaskLinked``.
    case taskLinked = 46
    /// ``TaskChange``: started.
    case taskStarted = 47
    /// ``TaskChange``: stopped.
    case taskStopped = 48
    /// ``TaskFinished``.
    case taskFinished = 49
    /// ``TaskValued``.
    case taskValued = 50
    /// ``PriceSet``.
    case priceSet = 51
    /// ``PlanChange``: a price is taken back.
    case priceWithdrawn = 52
    /// ``PlanChange``: a price holds again.
    case priceRestored = 53
    /// ``AccountTyped``.
    case accountTyped = 54
    /// ``CommitSetAside``.
    case commitSetAside = 55
    /// ``BranchMerged``.
    case branchMerged = 56
    /// ``DeviceAdded``.
    case deviceAdded = 57
    /// ``LineMarked``.
    case lineMarked = 58
    /// ``GoalSet``.
    case goalSet = 59
    /// ``TaskAttributeDeclared``.
    case taskAttributeDeclared = 60
    /// ``CommitSigned``.
    case commitSigned = 62

    /// What is declared of the type: the one place that knows all of it.
    package var declaration: EventDeclaration {
        switch self {
        case .ledgerOpened: .ledgerOpened
        case .personAdded: .personAdded
        case .settingsChanged: .settingsChanged
        case .currencyDeclared: .currencyDeclared
        case .accountOpened: .accountOpened
        case .batchStarted: .batchStarted
        case .categoryRenamed: .categoryRenamed
        case .lineAdded: .lineAdded
        case .lineAmended: .lineAmended
        case .lineVoided: .lineVoided
        case .lineRestored: .lineRestored
        case .taskAdded: .taskAdded
        case .taskEdited: .taskEdited
        case .taskCompleted: .taskCompleted
        case .taskReopened: .taskReopened
        case .taskRescheduled: .taskRescheduled
        case .taskDropped: .taskDropped
        case .accountChanged: .accountChanged
        case .statementAsserted: .statementAsserted
        case .assertionWithdrawn: .assertionWithdrawn
        case .commitUndone: .commitUndone
        case .schemasDeclared: .schemasDeclared
        case .booksClosed: .booksClosed
        case .booksReopened: .booksReopened
        case .textErased: .textErased
        case .personChanged: .personChanged
        case .unitAdded: .unitAdded
        case .unitChanged: .unitChanged
        case .membershipSet: .membershipSet
        case .membershipEnded: .membershipEnded
        case .rightsGranted: .rightsGranted
        case .rightsRevoked: .rightsRevoked
        case .fileAttached: .fileAttached
        case .deviceRevoked: .deviceRevoked
        case .commitsVouched: .commitsVouched
        case .budgetSet: .budgetSet
        case .budgetEnded: .budgetEnded
        case .budgetWithdrawn: .budgetWithdrawn
        case .budgetRestored: .budgetRestored
        case .repeatAdded: .repeatAdded
        case .repeatSkipped: .repeatSkipped
        case .repeatWithdrawn: .repeatWithdrawn
        case .repeatRestored: .repeatRestored
        case .taskTimed: .taskTimed
        case .taskLinked: .taskLinked
        case .taskStarted: .taskStarted
        case .taskStopped: .taskStopped
        case .taskFinished: .taskFinished
        case .taskValued: .taskValued
        case .priceSet: .priceSet
        case .priceWithdrawn: .priceWithdrawn
        case .priceRestored: .priceRestored
        case .accountTyped: .accountTyped
        case .commitSetAside: .commitSetAside
        case .branchMerged: .branchMerged
        case .deviceAdded: .deviceAdded
        case .lineMarked: .lineMarked
        case .goalSet: .goalSet
        case .taskAttributeDeclared: .taskAttributeDeclared
        case .commitSigned: .commitSigned
        }
    }
}

/// What is read of the ``declaration``s.
extension EventType {
    /// The schema version that this program writes, 1 … 255.
    public var schema: UInt8 { declaration.schema }

    /// Whether a program that does not know the type must refuse to report and append.
    public var isCritical: Bool { declaration.isCritical }

    /// What events of the type speak of, such as `line` or `account`.
    public var entity: String { declaration.entity }

    /// What happened to it, such as `added` or `amended`.
    public var action: String { declaration.action }

    /// The name of the type where people read and type it: ``entity`` and ``action`` joined by `-`.
    public var name: String { declaration.name }

    /// The types that a word means: an ``entity``, an ``action``, or a ``name``.
    package static func named(_ word: String) -> [EventType] {
        let word = word.lowercased()
        return allCases.filter { word == $0.entity || word == $0.action || word == $0.name }
    }

    /// Every word that means some types, in the order of the types.
    package static var names: [String] {
        var names: [String] = []
        for name in allCases.map(\.entity) + allCases.map(\.action) where !names.contains(name) {
            names.append(name)
        }
        return names
    }
}

/// Which numbers of types are for what.
///
/// | numbers           | for                                                                   |
/// |-------------------|-----------------------------------------------------------------------|
/// | 1 … 33, 37 … 50   | what there is                                                         |
/// | 51 … 53           | what there is: prices                                                 |
/// | 34                | what there is: attachments                                            |
/// | 35 … 36           | what there is: devices and their keys                                 |
/// | 54                | what there is: what accounts are                                      |
/// | 55 … 56           | what there is: merges                                                 |
/// | 57                | what there is: devices and their keys                                 |
/// | 58 … 59           | what there is: marks of lines, goals                                  |
/// | 60                | what there is: attributes of tasks                                    |
/// | 61                | nothing yet                                                           |
/// | 62                | what there is: devices and their keys                                 |
/// | 63 … 16,383       | later programs; in a ``EventLog/TypeSet`` they share a bit            |
/// | 16,384 … 32,767   | types of other packages                                               |
package enum EventNumbers {
    /// What is kept for later, by area: room, and no promise.
    package static let reserved: [(area: String, numbers: ClosedRange<UInt16>)] = [
        ("free", 61...61)
    ]
    /// Types of other packages: ``CustomEvent``s.
    package static let custom: ClosedRange<UInt16> = 0x4000...0x7FFF
}

internal import Interchange
internal import Ledger

extension ApplicationError {
    /// The same for somebody who may not read the ledger: without names of others that are like
    /// what was typed.
    var withoutNames: ApplicationError {
        switch self {
        case .ambiguousID(let text, _): .unknownID(text)
        case .unknownPerson(let text, _), .ambiguousPerson(let text, _):
            .unknownPerson(text, suggestions: [])
        case .unknownUnit(let text, _), .ambiguousUnit(let text, _):
            .unknownUnit(text, suggestions: [])
        case .unknownProfile(let text, _): .unknownProfile(text, known: [])
        case .csv(let error, _): .csv(error)
        case .decision(.unknownAccount(let text, _)):
            .decision(.unknownAccount(text, suggestions: []))
        case .decision(.unknownCategory(let text, _)):
            .decision(.unknownCategory(text, suggestions: []))
        case .decision(.similarCategory(let text, _)):
            .decision(.unknownCategory(text, suggestions: []))
        case .decision(.similarAccount(let text, _)):
            .decision(.unknownAccount(text, suggestions: []))
        case .decision(.similarPerson(let text, _)): .unknownPerson(text, suggestions: [])
        case .decision(.unknownBudget(let text, _)):
            .decision(.unknownBudget(text, suggestions: []))
        case .decision(.unknownGoal(let text, _)):
            .decision(.unknownGoal(text, suggestions: []))
        case .decision(.notALine(let id)), .decision(.notATask(let id)),
            .decision(.unknownTarget(let id)):
            .unknownID("\(id)")
        default: self
        }
    }
}

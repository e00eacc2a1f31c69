internal import Application
internal import EventLog
internal import Ledger

extension Program {
    /// Lets a command that looks answer as far as a damaged log is whole, and says so: as it was
    /// before, where it was asked about an event before the damage; else the answer is not what it
    /// should be, and the damage is what went wrong.
    func answer(
        _ command: any LedgerCommand, before damage: Corruption,
        in context: () throws(CommandFailure) -> CommandContext
    ) throws(CommandFailure) {
        let failure = CommandFailure.application(.store(.log(.corrupt(damage))))
        guard damage.position > 0, !(command is any WritingCommand),
            let isPast = isPast(command, damage)
        else { throw failure }
        do throws(CommandFailure) { try run(command, in: try context()) } catch .application {
            throw failure
        }
        let last = grouped(damage.position - 1)
        if isPast {
            tell("the log is damaged behind event \(last), which changes nothing here", next: true)
            return
        }
        tell("what is shown ends with event \(last), the last one before the damage")
        throw failure
    }

    /// Opens what is whole of a damaged ledger. Who may do what is not known of it, so that nobody
    /// but the owner sees any of it.
    static func open(
        _ session: Session, _ shared: SharedOptions, before damage: Corruption
    ) throws(ApplicationError) {
        guard session.current.user == nil, shared.user == nil else {
            throw .store(.log(.corrupt(damage)))
        }
        let whole = try session.current.before(damage)
        session.replace { $0 = whole }
    }

    /// Whether only states of before the damage were asked for, by the numbers of events; `nil`
    /// where what is whole is no answer.
    private func isPast(_ command: any LedgerCommand, _ damage: Corruption) -> Bool? {
        if let looking = command as? any ReadingCommand {
            guard looking.answersInPart, looking.reading.receipt == nil else { return nil }
            return number(looking.reading.asOf ?? looking.reading.at) != nil
        }
        guard let looking = command as? any StateCommand else { return nil }
        let isPast = looking.states.allSatisfy { state in
            number(state).map { $0 < damage.position } ?? false
        }
        return isPast || looking.answersInPart ? isPast : nil
    }

    private func number(_ state: String?) -> UInt64? {
        guard let text = state.map(Arguments.plain) else { return nil }
        return UInt64(text.hasPrefix("#") ? text.dropFirst() : text[...])
    }

    private func tell(_ words: String, next: Bool = false) {
        let hint = next ? "\n  try: \(name) salvage RESCUED" : ""
        try? Terminal.put("\(name): \(words)\(hint)\n", on: .error)
    }
}

internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger add like …`: an entry as an earlier one, today.
extension AddCommand {
    /// What stands in the place of the amount.
    static let likeWord = "like"

    /// The entry that was typed, as an earlier one where it does not say otherwise.
    func draft(in context: CommandContext) throws(CommandFailure) -> AddEntry.Input {
        if !context.lines.isEmpty { throw AddCommand.fault("add like takes no further lines") }
        if !transfer.isEmpty { throw .usage(.exclusive("like", "--transfer", values: 2)) }
        let sought = DraftWords(line.title.map(Arguments.plain))
        guard !sought.words.isEmpty else {
            throw AddCommand.fault("add like needs the id of an entry, or words of it")
        }
        let (row, entry) = try earlier(sought.words, in: context)
        let isPair = row.kind == .transfer && entry.count == 2
        // With another amount it is that of the line that was meant.
        let rows = isPair || sought.amount == nil ? entry : [row]
        var inputs: [LineInput] = []
        for row in rows where !(isPair && row.incoming) {
            inputs.append(try input(as: row, sought.amount, in: context))
        }
        if inputs.isEmpty { throw .application(.unknownID("\(row.id)")) }
        inputs[0].day = day.map(Arguments.plain)
        inputs[0].time = time
        if income { inputs[0].kind = .income }
        if row.kind == .transfer, line.account != nil {
            throw AddCommand.fault("a transfer is between the accounts of the earlier one")
        }
        var draft = AddEntry.Input(lines: inputs, refusesSlips: isNew ? nil : true)
        if pending { draft.status = LineStatus.pending.rawValue }
        if row.kind == .transfer { try fill(&draft, from: entry, sought.amount) }
        return draft
    }

    private static func fault(_ words: String) -> CommandFailure {
        .usage(.parser(words, command: ["add"]))
    }

    /// The line of the id that was typed, of words the latest that has them; and all lines of its
    /// entry.
    private func earlier(
        _ words: [String], in context: CommandContext
    ) throws(CommandFailure) -> (row: LineRow, entry: [LineRow]) {
        var id = words[0]
        let digits = id.drop { $0 == "#" || $0 == "." }
        let isID = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if words.count > 1 || !isID {
            guard let row = try latest(words, in: context) else {
                throw .application(.unknownID(words.joined(separator: " ")))
            }
            // Most entries have one line.
            if row.entry.count == 1 { return (row, [row]) }
            id = "\(row.id)"
        }
        let entry = try context.call(ShowEntry.self, EntryInput(id: id))
        guard let row = entry.rows.first(where: { $0.id == entry.id }) ?? entry.rows.first else {
            throw .application(.unknownID(id))
        }
        return (row, entry.rows)
    }

    /// The latest line that has some words; it is mostly of the last months, which are soon read.
    private func latest(
        _ words: [String], in context: CommandContext
    ) throws(CommandFailure) -> LineRow? {
        var input = ListEntries.Input(query: LineQuery.text(of: words), limit: 1)
        input.begin = "3 months ago"
        if let row = try context.call(ListEntries.self, input).rows.first { return row }
        input.begin = nil
        return try context.call(ListEntries.self, input).rows.first
    }

    /// A line as an earlier one, with what was typed in the place of what it says.
    private func input(
        as row: LineRow, _ amount: String?, in context: CommandContext
    ) throws(CommandFailure) -> LineInput {
        var title = row.title
        if payee != nil, let known = row.payee, title.hasPrefix("\(known) | ") {
            title = String(title.dropFirst(known.count + 3))
        }
        var input = LineInput(
            amount: amount ?? row.amount,
            currency: amount.flatMap { WrittenAmount($0).unit } == nil ? row.currency : nil,
            title: title, category: row.category.isEmpty ? nil : row.category,
            tags: row.tags.isEmpty ? nil : row.tags,
            account: row.account.isEmpty ? nil : row.account,
            payer: row.payer.isEmpty ? nil : row.payer, kind: row.kind)
        if let currency = line.currency { input.currency = currency }
        if let note = line.note { input.note = Arguments.plain(note) }
        if let category = line.category { input.category = Arguments.plain(category) }
        if let account = line.account { input.account = Arguments.plain(account) }
        if !line.tag.isEmpty { input.tags = line.tag.map(Arguments.plain) }
        if let payer = line.payer, !payer.isEmpty { input.payer = Arguments.plain(payer) }
        if let payee = line.payee { input.payee = Arguments.plain(payee) }
        if !line.split.isEmpty {
            input.split = try context.people(line.split.map(Arguments.plain))
        } else if let shares = row.shares {
            input.split = try AddCommand.split(as: shares, isSame: amount == nil)
        }
        return input
    }

    private var payee: String? { line.payee }

    /// Who bears it: as before where the amount is the same, else in equal parts where it was so.
    private static func split(
        as shares: [ShareRow], isSame: Bool
    ) throws(CommandFailure) -> [String] {
        if isSame { return shares.map { "\($0.id)=\($0.amount)" } }
        let sums = shares.map { Figure($0.amount).minor }
        if let least = sums.min(), let most = sums.max(), most - least <= 1 {
            return shares.map { "\($0.id)" }
        }
        throw fault("the shares of the earlier entry are not equal: say --split for this amount")
    }

    /// The accounts of a transfer, and what the second gets.
    private func fill(
        _ draft: inout AddEntry.Input, from rows: [LineRow], _ amount: String?
    ) throws(CommandFailure) {
        let out = rows.first { !$0.incoming }
        let incoming = rows.first(where: \.incoming)
        draft.lines[0].account = nil
        draft.from = out.flatMap { $0.account.isEmpty ? nil : $0.account }
        draft.to = incoming.flatMap { $0.account.isEmpty ? nil : $0.account }
        guard let out, let incoming, out.currency != incoming.currency else { return }
        if amount != nil, received == nil {
            throw AddCommand.fault("say what the second account gets: --received")
        }
        draft.received = received.map(Arguments.plain) ?? incoming.amount
        if received == nil { draft.receivedCurrency = incoming.currency }
    }
}

/// The words behind `like`: those that tell the entry, and another amount at their end.
struct DraftWords {
    private(set) var words: [String]
    private(set) var amount: String?

    init(_ typed: [String]) {
        words = typed
        if let last = typed.last, typed.count > 1, AmountText.isAmount(last) {
            amount = last
            words.removeLast()
        } else if typed.count > 2, let unit = typed.last, CurrencySymbol.isUnit(unit),
            AmountText.isAmount(typed[typed.count - 2])
        {
            amount = "\(typed[typed.count - 2]) \(unit)"
            words.removeLast(2)
        }
    }
}

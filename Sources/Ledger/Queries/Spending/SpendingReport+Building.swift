package import EventLog

extension SpendingReport {
    /// Rolls the spending table up.
    ///
    /// - Parameters:
    ///   - table: What was spent, earned and moved.
    ///   - parameters: What is asked for.
    ///   - referenceData: Settings, accounts and renames of the same moment.
    ///   - now: Today in the ledger's zone: its bucket is marked as running.
    ///   - head: The end of the events that the table took in.
    /// - Throws: ``ReportError/notOpened`` when the reference data has no settings.
    /// - Complexity: O(*n* · log *n*) in the cells of the table.
    package init(
        table: SpendingTable, parameters: ReportParameters, referenceData: ReferenceData, now: Day,
        head: LogHead
    ) throws(ReportError) {
        try self.init(
            cells: table, parameters: parameters, referenceData: referenceData, now: now, head: head
        )
    }

    /// As the other one; the cells may distinguish more than the parameters do.
    init(
        cells: some SpendingCells, parameters: ReportParameters, referenceData: ReferenceData,
        now: Day,
        head: LogHead
    ) throws(ReportError) {
        guard let settings = referenceData.settings else { throw .notOpened }
        var rollUp = RollUp(parameters, referenceData, parameters.weekStart ?? settings.weekStart)
        rollUp.add(cells)
        by = parameters.by.name
        depth = parameters.by.depth
        terms = parameters.terms
        exchange = parameters.exchange.map { ExchangeNote($0) }
        period = parameters.period?.name
        kinds = EntryKind.allCases.filter { parameters.admits($0) }
        self.settings = InForce(
            currency: settings.baseCurrency.code, zone: settings.zoneName,
            weekStart: rollUp.weekStart.name)
        start = rollUp.start
        end = rollUp.end
        rows = rollUp.rows(now: now)
        position = head.lastPosition
        root = head.root.hex
        let kinds = EntryKind.allCases.filter(rollUp.leftOut.contains)
        leftOut = kinds.isEmpty ? nil : kinds
        closed = nil
        hashed = nil
    }

    /// SHA-256 of ``canonicalText``, lower-case hex: equal for equal figures, wherever and whenever
    /// they were made.
    ///
    /// - Complexity: O(*n*) in the rows.
    package var digest: String { SHA256.hash(Array(canonicalText.utf8)).hex }

    /// What ``digest`` is the hash of: the parameters and the figures, but not where in the log and
    /// when they were made (`position`, `root`, `running`).
    ///
    /// One line for each parameter, then one a row, each closed by a newline. What is `nil` is `-`;
    /// a text is its number of bytes in UTF-8, a colon, and the text. Lines of the terms and of the
    /// currency that is asked for, and the payee, the tag and the person of a row stand there only
    /// in reports that have them.
    ///
    /// ```
    /// spending report 1
    /// period 7:monthly
    /// by 8:category
    /// depth 1
    /// kinds expense
    /// start 2026-01-01
    /// end 2026-03-01
    /// settings 3:EUR 13:Europe/Berlin 6:monday
    /// row 2026-01-01 2026-02-01 whole expense 4:food - 3:EUR 12.50 1
    /// ```
    package var canonicalText: String {
        func text(_ text: String?) -> String { text.map { "\($0.utf8.count):\($0)" } ?? "-" }
        func day(_ day: Day?) -> String { day.map(\.description) ?? "-" }
        var lines = ["spending report 1"]
        lines.append("period \(text(period))")
        lines.append("by \(text(by))")
        lines.append("depth \(depth.map(String.init) ?? "-")")
        if let terms { lines.append("terms \(text(terms))") }
        if let exchange {
            lines.append("exchange \(text(exchange.currency)) \(exchange.prices.rawValue)")
        }
        lines.append("kinds \(kinds.map(\.name).joined(separator: " "))")
        lines.append("start \(day(start))")
        lines.append("end \(day(end))")
        let inForce = [settings.currency, settings.zone, settings.weekStart]
        lines.append("settings \(inForce.map(text).joined(separator: " "))")
        var all = lines.joined(separator: "\n") + "\n"
        // Many rows have the same days.
        var known: [Day: String] = [:]
        for row in rows {
            for day in [row.start, row.end] where known[day] == nil { known[day] = "\(day)" }
            all += "row \(known[row.start] ?? "") \(known[row.end] ?? "") "
            all += row.partial ? "partial " : "whole "
            all += "\(row.kind.name) \(text(row.category)) \(text(row.account)) "
            for name in [row.payee, row.tag, row.person].compactMap(\.self) {
                all += "\(text(name)) "
            }
            all += "\(text(row.currency)) \(row.sum) \(row.count)\n"
        }
        return all
    }
}

extension ReportParameters {
    /// Whether a kind counts.
    func admits(_ kind: EntryKind) -> Bool { kinds.isEmpty || kinds.contains(kind) }
}

extension LogHead {
    /// The position of the last event; 0 in an empty log.
    var lastPosition: UInt64 { count > 0 ? count - 1 : 0 }
}

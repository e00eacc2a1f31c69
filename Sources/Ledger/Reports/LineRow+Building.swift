public import EventLog

extension LineRow {
    /// A line with the names that its references stand for.
    public init(_ line: LineState, chart: Chart) {
        id = line.id
        version = line.version
        day = line.facts.day
        time = line.details.time?.description ?? ""
        kind = line.facts.kind
        incoming = line.facts.flags.contains(.incoming)
        counterpart = line.facts.flags.contains(.counterpart)
        amount = line.facts.amount.description
        currency = line.facts.amount.currency.code
        category = line.facts.category.map(chart.renamed)?.text ?? ""
        account = chart.accountName(line.facts.account) ?? ""
        title = line.details.title
        payee = line.details.payee.nonEmpty
        note = line.details.note
        tags = line.details.tags
        payer = chart.personName(line.details.payer) ?? ""
        shares = ShareRow.rows(line, chart)
        externalId = line.details.externalID ?? ""
        voided = line.isVoided
        entry = line.entry
    }
}

extension LineList {
    /// A list of the first lines of a register.
    ///
    /// - Parameters:
    ///   - lines: In the order of the register.
    ///   - count: How many there are in all.
    ///   - chart: Accounts, persons and renames of the same moment.
    ///   - head: The end of the events that were taken in.
    public init(_ lines: [LineState], count: UInt64, chart: Chart, head: LogHead) {
        rows = lines.map { LineRow($0, chart: chart) }
        self.count = count
        more = rows.count < count
        position = head.lastPosition
        root = head.root.hex
    }
}

extension Books {
    /// The first lines of a register; see ``lines(_:)``.
    public func list(_ filter: LineFilter = LineFilter()) throws(StoreError) -> LineList {
        let (lines, count) = try search(filter)
        return LineList(lines, count: count, chart: chart, head: try head())
    }

    /// A spending report; see ``SpendingReport/init(table:parameters:chart:now:head:)``.
    ///
    /// - Throws: ``BooksError``.
    public func report(
        _ parameters: ReportParameters, now: Day
    ) throws(BooksError) -> SpendingReport {
        let table: any SpendingCells
        let end: LogHead
        do throws(StoreError) {
            (table, end) = (try cells(for: parameters), try head())
        } catch {
            throw .store(error)
        }
        var report: SpendingReport
        do throws(ReportError) {
            report = try SpendingReport(
                cells: table, parameters: parameters, chart: chart, now: now, head: end)
        } catch {
            throw .report(error)
        }
        if chart.closings.isEmpty { return report }
        do throws(StoreError) { report.closed = try closed(parameters, report) } catch {
            throw .store(error)
        }
        return report
    }

    /// As few cells as a report of the parameters can be made of.
    private func cells(
        for parameters: ReportParameters
    ) throws(StoreError) -> any SpendingCells {
        guard case .none = parameters.by else { return try spending() }
        let table: KindTable = try store.project(0..<count, threads: Books.threads(for: count))
        return table
    }
}

extension Chart {
    func accountName(_ reference: Reference?) -> String? {
        reference?.position.flatMap(account(at:))?.facts.name
    }

    func personName(_ reference: Reference?) -> String? {
        reference?.position.flatMap(person(at:))?.name
    }
}

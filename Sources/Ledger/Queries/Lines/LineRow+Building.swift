package import EventLog

extension LineRow {
    /// A line with the names of its references.
    package init(_ line: LineState, referenceData: ReferenceData) {
        id = line.id
        version = line.version
        day = line.facts.day
        time = line.details.time?.description ?? ""
        kind = line.facts.kind
        incoming = line.facts.flags.contains(.incoming)
        counterpart = line.facts.flags.contains(.counterpart)
        amount = line.facts.amount.description
        currency = line.facts.amount.currency.code
        category = line.facts.category.map(referenceData.renamed)?.text ?? ""
        account = referenceData.accountName(line.facts.account) ?? ""
        title = line.details.title
        payee = line.details.payee.nonEmpty
        note = line.details.note
        tags = line.details.tags
        payer = referenceData.personName(line.details.payer) ?? ""
        shares = ShareRow.rows(line, referenceData)
        externalId = line.details.externalID ?? ""
        voided = line.isVoided
        entry = line.entry
        status = line.status
    }
}

extension LineList {
    /// A list of the first lines of a register.
    ///
    /// - Parameters:
    ///   - lines: In the order of the register.
    ///   - count: How many there are in all.
    ///   - sums: What they come to in all.
    ///   - referenceData: Accounts, persons and renames of the same moment.
    ///   - head: The end of the events that were taken in.
    package init(
        _ lines: [LineState], count: UInt64, sums: [LineSum], referenceData: ReferenceData,
        head: LogHead
    ) {
        rows = lines.map { LineRow($0, referenceData: referenceData) }
        self.count = count
        self.sums = sums
        more = rows.count < count
        position = head.lastPosition
        root = head.root.hex
    }
}

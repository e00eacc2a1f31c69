/// What distinguishes rows of a report and is no key of lines; `nil` for what does not.
struct ReportNames: Hashable {
    /// Who was paid; empty for lines that do not say.
    var payee: String?
    /// A tag, or the value of one; empty for lines without.
    var tag: String?
    /// The name of who paid; empty for lines that do not say.
    var person: String?

    static let none = ReportNames()
}

extension LineState {
    /// The names of the rows in which the line counts.
    func names(for grouping: ReportGrouping, _ referenceData: ReferenceData) -> [ReportNames] {
        var rows = [ReportNames.none]
        for key in grouping.keys {
            switch key {
            case .category, .account: break
            case .payee:
                let payee = names(.payee, referenceData)[0]
                for index in rows.indices { rows[index].payee = payee }
            case .person:
                let person = details.payer?.position.flatMap(referenceData.person)
                for index in rows.indices { rows[index].person = person?.name ?? "" }
            case .tag, .tagValue:
                let tags = key == .tag ? names(.tag, referenceData) : values(of: key)
                rows = rows.flatMap { row in
                    (tags.isEmpty ? [""] : tags).map { tag in
                        var row = row
                        row.tag = tag
                        return row
                    }
                }
            }
        }
        return rows
    }

    /// What stands behind the name of a tag, each once.
    private func values(of key: ReportGrouping.Key) -> [String] {
        guard case .tagValue(let name) = key else { return [] }
        let values = details.tags.compactMap { tag -> String? in
            guard let end = tag.firstIndex(where: { $0 == ":" || $0 == "=" }),
                FoldedText(String(tag[..<end])) == FoldedText(name)
            else { return nil }
            return String(tag[tag.index(after: end)...])
        }
        return Set(values).sorted()
    }
}

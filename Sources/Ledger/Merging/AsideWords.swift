internal import EventLog

/// What an event says, in words that somebody can type again: for what a merge sets aside.
struct AsideWords {
    private let names: ReferenceData

    /// - Parameter names: What tells the names of the branch.
    init(_ names: ReferenceData) { self.names = names }

    /// The words of an event, such as `line-added 5.00 EUR Tea [food] on 2026-04-02`.
    func text(of row: Row) -> String {
        var words = [EventType(rawValue: row.type)?.name ?? "0x" + String(row.type, radix: 16)]
        if let rate = rate(row) {
            words.append(rate)
            words += row[.reason].map { ["reason " + $0.text(in: .text)] } ?? []
            return words.joined(separator: " ")
        }
        words += [money(row)].compactMap(\.self)
        for field in row.fields {
            if let word = word(of: field, in: row) { words.append(word) }
        }
        return words.joined(separator: " ")
    }

    /// `1 EUR = 1.1 USD on 2026-03-01`: its amount is none of the currency.
    private func rate(_ row: Row) -> String? {
        guard row.type == EventType.priceSet.rawValue,
            case .priceSet(let price)? = try? Event(row: row, at: 0)
        else { return nil }
        return price.phrase
    }

    private func money(_ row: Row) -> String? {
        guard let amount = row[.amount]?.integer, let code = row[.currency]?.bytes,
            let exponent = code.last
        else { return nil }
        let sum = decimalText(Int128(amount), exponent: Int(exponent))
        return sum + " " + String(decoding: code.dropLast(), as: UTF8.self)
    }

    /// One value; `nil` for what is told elsewhere, and what only the branch itself can read.
    private func word(of field: Field, in row: Row) -> String? {
        let (column, value) = (field.column, field.value)
        switch column {
        case .amount, .currency, .changes, .flags, .toldBy: return nil
        case .title, .note, .payee, .personName, .name: return value.text(in: .text)
        case .category: return "[" + value.text(in: .text) + "]"
        case .day: return "on " + value.text(in: .day)
        case .account: return position(value).flatMap { names.accountName(.position($0)) }
        case .payer: return person(value).map { "paid by " + $0 }
        case .assignee: return person(value).map { "for " + $0 }
        case .shares:
            let shares = value.bytes.flatMap { [Share](stored: $0) } ?? []
            let parts = shares.map { share in
                (names.personName(.position(share.person)) ?? "?") + ":\(share.minor)"
            }
            return "split " + parts.joined(separator: ",")
        default: break
        }
        // A salt lets whoever has it try what an erased text was.
        if column.restated != nil || column.isLeftByErasure || 0x01...0x0F ~= column.rawValue {
            return nil
        }
        guard let content = column.content else {
            return column.name + " " + value.text(in: .bytes)
        }
        return content.form == .position ? nil : content.name + " " + value.text(in: content.form)
    }

    private func position(_ value: FieldValue) -> UInt64? { value.integer.flatMap(UInt64.init) }

    private func person(_ value: FieldValue) -> String? {
        position(value).flatMap { names.personName(.position($0)) }
    }
}

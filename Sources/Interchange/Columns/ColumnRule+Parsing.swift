internal import Ledger

extension ColumnRule {
    /// Reads `Column=value,value and Column~part then field=text; field=text`.
    ///
    /// - Parameter column: Finds a column by its name.
    /// - Throws: ``ImportError/badColumnRule(_:_:)``, and what `column` throws.
    init(
        _ text: String,
        column: (_ name: String) throws(ImportError) -> CSVColumns.Column
    ) throws(ImportError) {
        func failure(_ fault: ColumnRuleFault) -> ImportError { .badColumnRule(text, fault) }
        guard let mark = text.firstRange(of: " then ") else { throw failure(.noThen) }
        let rest = text[mark.upperBound...]
        var conditions: [Condition] = []
        for part in ColumnRule.parts(String(text[..<mark.lowerBound])) {
            guard let typed = TypedCondition(part) else { throw failure(.noCondition(part)) }
            guard let test = typed.test else { throw failure(.badPattern(typed.value)) }
            conditions.append(
                Condition(
                    column: try column(typed.name), test: test, isNegated: typed.isNegated))
        }
        var changes = Changes()
        for part in rest.split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let (field, value) = (
                String(sides[0]).trimmed.lowercased(),
                sides.count == 2 ? String(sides[1]).trimmed : ""
            )
            guard sides.count == 2, ColumnRuleFault.fields.contains(field) else {
                let near = Spelling.nearest(to: field, among: ColumnRuleFault.fields, limit: 1)
                    .first
                throw failure(.unknownField(field, near: near))
            }
            guard changes.take(field, value) else {
                throw failure(.badValue(field: field, value))
            }
        }
        if changes == Changes() { throw failure(.noThen) }
        self.init(conditions: conditions, changes: changes)
    }

    /// The conditions between `and`; what has no mark belongs to the value before.
    private static func parts(_ text: String) -> [String] {
        var parts: [String] = []
        for part in text.split(separator: " and ", omittingEmptySubsequences: false) {
            let isCondition = part.contains { $0 == "=" || $0 == "~" }
            if isCondition || parts.isEmpty {
                parts.append(String(part))
            } else {
                parts[parts.count - 1] += " and " + part
            }
        }
        return parts.map(\.trimmed)
    }
}

/// A condition as it is typed: `Type=Fee`, `Type!=Fee`, `Text~kiosk`, `Text~/^shop/`.
private struct TypedCondition {
    let name: String
    let value: String
    let isNegated: Bool
    private let isWhole: Bool

    init?(_ text: String) {
        guard let mark = text.firstIndex(where: { $0 == "=" || $0 == "~" }) else { return nil }
        var name = text[..<mark]
        isNegated = name.last == "!"
        if isNegated { name = name.dropLast() }
        isWhole = text[mark] == "="
        self.name = String(name).trimmed
        value = String(text[text.index(after: mark)...]).trimmed
        if self.name.isEmpty { return nil }
    }

    /// `nil` for an expression that is none.
    var test: ColumnRule.Condition.Test? {
        if isWhole {
            let values = value.split(separator: ",").map { ColumnValues.key(String($0)) }
            return .values(Set(values.isEmpty ? [""] : values))
        }
        if value.count > 1, value.first == "/", value.last == "/" {
            return (try? TextPattern(parsing: String(value.dropFirst().dropLast()))).map {
                .pattern($0)
            }
        }
        return .part(value.lowercased())
    }
}

extension ColumnRule.Changes {
    /// Takes what is typed; `false` for what the field cannot be.
    fileprivate mutating func take(_ field: String, _ value: String) -> Bool {
        switch field {
        case "payee": payee = value
        case "title": title = value
        case "note": note = value
        case "account": account = value
        case "tag":
            if value.isEmpty || value.contains(where: \.isNewline) { return false }
            tags.append(value)
        case "kind":
            guard let word = KindWord(value) else { return false }
            kind = word
        default:
            if value.isEmpty {
                category = []
                return true
            }
            guard let path = try? CategoryPath(value) else { return false }
            category = [path]
        }
        return true
    }
}

extension Decider {
    /// Declares an attribute of tasks; one that there is already may not become another.
    mutating func declareAttribute(_ attribute: TaskAttributeDeclared) throws(DecisionError) {
        try checkOpened()
        guard TaskAttributeDeclared.isName(attribute.name) else {
            throw .badAttribute(.name(attribute.name))
        }
        if let known = state.attributes.first(where: { $0.name == attribute.name }) {
            if known == attribute { throw .nothingChanged }
            throw .badAttribute(.known(attribute.name, known.kind))
        }
        if attribute.kind != .text, !attribute.choices.isEmpty {
            throw .badAttribute(.value(attribute.name, attribute.kind))
        }
        if attribute.choices.contains(where: { $0.trimmed.isEmpty }) {
            throw .badAttribute(.value(attribute.name, .text))
        }
        try check(attribute.choices)
        decision.events.append(.taskAttributeDeclared(attribute))
    }

    /// Checks what a task is to have of an attribute.
    func check(_ value: TodoValue, of name: String) throws(DecisionError) {
        guard let attribute = state.attributes.first(where: { $0.name == name }) else {
            throw .badAttribute(.unknown(name, known: state.attributes.map(\.name)))
        }
        guard value.kind == attribute.kind else {
            throw .badAttribute(.value(name, attribute.kind))
        }
        guard case .text(let text) = value else { return }
        if text.trimmed.isEmpty { throw .badAttribute(.value(name, .text)) }
        if !attribute.choices.isEmpty, !attribute.choices.contains(text) {
            throw .badAttribute(.choice(name, text, allowed: attribute.choices))
        }
    }
}

extension TaskAttributeDeclared {
    /// What a task is planned to cost: every ledger has it.
    public static let planned = TaskAttributeDeclared(name: "planned", kind: .money)

    /// Whether an attribute may have a name.
    static func isName(_ name: String) -> Bool {
        let marks: [Character] = ["-", "_"]
        return name.count <= 32 && name.first?.isLetter == true
            && name.allSatisfy {
                $0.isASCII && ($0.isLowercase || $0.isNumber || marks.contains($0))
            }
    }
}

extension TodoState {
    /// Its attributes, as `name value` joined by commas.
    var valuesText: String {
        values.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }
}

extension TodoValue: CustomStringConvertible {
    /// As people read it: `12.5`, `300.00 EUR`, `2026-12-01`, `PT1H30M` (ISO 8601), or the text.
    public var description: String {
        switch self {
        case .text(let text): text
        case .number(let millionths): TodoValue.decimal(millionths)
        case .money(let money): "\(money) \(money.currency.code)"
        case .date(let deadline): deadline.description
        case .duration(let seconds): TodoValue.span(seconds)
        }
    }

    /// `12.5` of 12,500,000 millionths.
    private static func decimal(_ millionths: Int64) -> String {
        let whole = millionths.magnitude / 1_000_000
        var decimals = "\(millionths.magnitude % 1_000_000 + 1_000_000)".dropFirst()
        while decimals.last == "0" { decimals = decimals.dropLast() }
        let sign = millionths < 0 ? "-" : ""
        return decimals.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(decimals)"
    }

    /// `PT1H30M` of 5,400 seconds.
    private static func span(_ seconds: Int64) -> String {
        let all = seconds.magnitude
        let (days, hours, minutes) = (all / 86_400, all / 3_600 % 24, all / 60 % 60)
        var text = days > 0 ? "P\(days)D" : "P"
        var time = hours > 0 ? "\(hours)H" : ""
        if minutes > 0 { time += "\(minutes)M" }
        if all % 60 > 0 { time += "\(all % 60)S" }
        if !time.isEmpty { text += "T" + time }
        return (seconds < 0 ? "-" : "") + (all == 0 ? "PT0S" : text)
    }
}

internal import EventLog
package import Ledger

/// Declares an attribute that tasks may have.
package enum DeclareAttribute: KeyedEndpoint {
    /// What it is called, and what it holds.
    package struct Input: Codable, Hashable, Sendable {
        /// Lower-case letters, digits, `-` and `_`, a letter first.
        package var name: String
        /// `text`, `number`, `money`, `date` or `duration`; text when left out.
        package var kind: String?
        /// Of a text the only ones that it may hold.
        package var choices: [String]?

        /// A request.
        package init(name: String, kind: String? = nil, choices: [String]? = nil) {
            self.name = name
            self.kind = kind
            self.choices = choices
        }
    }

    /// What was written.
    package typealias Output = WriteReceipt

    package static let path = "task/attribute/add"
    /// Words that mean something among those of a task.
    private static let words: Set = ["or", "and", "depends", "dep", "parent", "recur", "none"]
    package static let summary = "declare an attribute of tasks"
    package static let needs: Set<Permission> = [.write]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let recorder = try env.recorder()
        let recorded = try recorder.record {
            snapshot, _ throws(ApplicationError) in
            let kind = input.kind ?? TodoAttributeKind.text.name
            guard let kind = TodoAttributeKind(name: kind) else {
                let allowed = TodoAttributeKind.allCases.map(\.name)
                throw .badChoice(field: "kind", kind, allowed: allowed)
            }
            // What the program knows by itself has these names.
            if TaskQuery.knows(input.name) || DeclareAttribute.words.contains(input.name) {
                throw .decision(.badAttribute(.taken(input.name)))
            }
            return try snapshot.decision(
                .declareAttribute(
                    TaskAttributeDeclared(
                        name: input.name, kind: kind, choices: input.choices ?? [])))
        }
        guard let recorded else { throw .decision(.nothingGiven) }
        return recorded.written()
    }
}

/// Lists the attributes that tasks may have.
package enum ListAttributes: Endpoint {
    package typealias Input = NoInput

    /// An attribute.
    package struct Row: Codable, Hashable, Sendable {
        /// What it is called.
        package let name: String
        /// `text`, `number`, `money`, `date` or `duration`.
        package let kind: String
        /// The only texts that it may hold; empty for any.
        package let choices: [String]
        /// How many tasks have a value of it.
        package let tasks: Int
    }

    /// The attributes.
    package struct Output: Codable, Hashable, Sendable {
        /// `planned` first, then in the order in which they were declared.
        package let rows: [Row]
        /// The position of the last event that was taken in.
        package let position: UInt64
        /// The root over all events up to and including it, lower-case hex.
        package let root: String
    }

    package static let path = "task/attributes"
    package static let summary = "list the attributes of tasks"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        let snapshot = try env.snapshot()
        var counts: [String: Int] = [:]
        for entry in try env.everyTask(snapshot) {
            for name in entry.state.values.keys { counts[name, default: 0] += 1 }
        }
        let known = try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.attributes()
        }
        return Output(
            rows: known.map { attribute in
                Row(
                    name: attribute.name, kind: attribute.kind.name, choices: attribute.choices,
                    tasks: counts[attribute.name] ?? 0)
            }, position: max(1, snapshot.count) - 1, root: try env.head(of: snapshot))
    }
}

extension TaskReader {
    /// What is said of attributes.
    mutating func values(
        _ typed: [String: String]?
    ) throws(ApplicationError) -> [String: Change<TodoValue>] {
        guard let typed, !typed.isEmpty else { return [:] }
        let known = try attributes()
        var values: [String: Change<TodoValue>] = [:]
        for (name, text) in typed {
            guard let attribute = known.first(where: { $0.name == name }) else {
                throw .decision(.badAttribute(.unknown(name, known: known.map(\.name))))
            }
            if text.isEmpty {
                values[name] = .clear
            } else if let value = try value(text, of: attribute) {
                values[name] = .set(value)
            } else {
                throw .decision(.badAttribute(.value(name, attribute.kind)))
            }
        }
        return values
    }

    /// The attributes that tasks may have.
    func attributes() throws(ApplicationError) -> [TaskAttributeDeclared] {
        try mappingError(ApplicationError.store) { () throws(StoreError) in
            try snapshot.attributes()
        }
    }

    /// A value of an attribute; `nil` for a text that is none.
    ///
    /// - Throws: For an amount or a date, why it is none.
    func value(
        _ text: String, of attribute: TaskAttributeDeclared
    ) throws(ApplicationError) -> TodoValue? {
        switch attribute.kind {
        case .text:
            let choice = attribute.choices.first { $0.lowercased() == text.lowercased() }
            return .text(choice ?? text)
        case .number: return TaskReader.millionths(text).map { .number($0) }
        case .duration: return TaskReader.seconds(text).map { .duration($0) }
        case .money:
            return .money(
                try snapshot.referenceData.amount(
                    text, in: nil, else: env.settings(of: snapshot).baseCurrency))
        case .date: return .date(try moment(text))
        }
    }

    /// `-2.5` as millionths; `nil` for what is no number, or none with six decimals at most.
    private static func millionths(_ text: String) -> Int64? {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative || text.hasPrefix("+") ? 1 : 0)
            .split(separator: text.contains(".") ? "." : ",", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), !parts[0].isEmpty,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            parts.count == 1 || (1...6).contains(parts[1].count)
        else { return nil }
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        let digits = parts[0] + decimals + String(repeating: "0", count: 6 - decimals.count)
        return Int64((isNegative ? "-" : "") + digits)
    }

    /// `90min`, `2h`, `1d` or `PT1H30M` (ISO 8601) as seconds; `nil` for anything else.
    private static func seconds(_ text: String) -> Int64? {
        switch TimeSpan(text) {
        case .days(let days): return Int64(days) * 86_400
        case .minutes(let minutes): return Int64(minutes) * 60
        case nil: break
        }
        let upper = text.uppercased()
        guard upper.hasPrefix("P"), upper.count > 2 else { return nil }
        var (seconds, digits, isTime) = (Int64(0), "", false)
        for letter in upper.dropFirst() {
            if letter.isASCII, letter.isNumber {
                digits.append(letter)
                if digits.count > 9 { return nil }
                continue
            }
            if letter == "T", !isTime, digits.isEmpty {
                isTime = true
                continue
            }
            let units: [Character: Int64] =
                isTime ? ["H": 3_600, "M": 60, "S": 1] : ["W": 604_800, "D": 86_400]
            guard let unit = units[letter], let count = Int64(digits) else { return nil }
            let span = count.multipliedReportingOverflow(by: unit)
            let sum = seconds.addingReportingOverflow(span.partialValue)
            if span.overflow || sum.overflow { return nil }
            seconds = sum.partialValue
            digits = ""
        }
        return digits.isEmpty ? seconds : nil
    }
}

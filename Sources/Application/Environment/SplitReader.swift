package import Ledger

/// Reads how a line is divided among persons, of whom those who are not known are added:
/// `Ann`, `Ann:2` for two parts,
/// `Ann=12.50` for a fixed amount; several divided by commas or lines.
struct SplitReader {
    let env: Environment

    /// The shares of an amount, ascending by person.
    ///
    /// - Throws: ``ApplicationError/badSplit(_:)``, ``ApplicationError/badAmount(_:_:)``, and what
    ///   ``Environment/personID(_:in:)`` throws.
    func shares(
        _ texts: [String], of amount: Money, among persons: inout PersonReader
    ) throws(ApplicationError) -> [Share] {
        var parts: [(person: UInt64, portion: Split.Portion)] = []
        for text in texts {
            try env.refuseID(ofPerson: text)
            // A name may have a comma itself.
            if let person = env.knownPerson(text, in: persons.extended) {
                parts.append((person, .weight(1)))
                continue
            }
            for run in text.split(whereSeparator: \.isNewline) {
                let typed = run.split(separator: ",").map { String($0).trimmed }
                if let fault = SplitFault.decimalComma(in: typed) { throw .badSplit(fault) }
                guard let items = Percentage.weights(of: typed) else {
                    throw .badSplit(.badPart(typed.joined(separator: ",")))
                }
                for item in items { parts.append(try part(item, amount.currency, &persons)) }
            }
        }
        do throws(SplitError) { return try Split(parts).shares(of: amount.minor) } catch {
            switch error {
            case .nobody, .badWeight: throw .badSplit(.badPart(texts.joined(separator: ",")))
            case .twice(let person):
                throw .badSplit(
                    .twice(persons.extended.referenceData.person(at: person)?.name ?? "#\(person)"))
            case .left(let rest):
                throw .badSplit(
                    .left(MoneyTotal(minor: rest, currency: amount.currency), of: amount))
            }
        }
    }

    private func part(
        _ text: String, _ currency: Currency, _ persons: inout PersonReader
    ) throws(ApplicationError) -> (person: UInt64, portion: Split.Portion) {
        try env.refuseID(ofPerson: text)
        // A name may have a sign itself.
        if let person = env.knownPerson(text, in: persons.extended) {
            return (person, .weight(1))
        }
        if let fault = SplitFault.joined(text) { throw .badSplit(fault) }
        guard let sign = text.lastIndex(where: { $0 == "=" || $0 == ":" }) else {
            return (try persons.position(text), .weight(1))
        }
        let person = try persons.position(String(text[..<sign]).trimmed)
        let figure = String(text[text.index(after: sign)...]).trimmed
        if text[sign] == "=" {
            let part = try persons.snapshot.referenceData.amount(
                figure, in: currency, else: currency)
            return (person, .fixed(part.minor))
        }
        guard let weight = Int64(figure), Split.weights.contains(weight) else {
            throw .badSplit(.badPart(text))
        }
        return (person, .weight(weight))
    }
}

/// A part of a split that is said in percent: `Ann:50%`, `Ann:33.3%`.
package struct Percentage {
    /// Ten-thousandths of a percent of the whole: the finest that weights can say.
    package static let whole = 1_000_000
    private static let decimalsMax = 4

    /// Who bears it.
    package let name: String
    /// In ten-thousandths of a percent, from 1 to ``whole``.
    package let share: Int

    /// `nil` for another text.
    package init?(_ text: String) {
        guard text.hasSuffix("%"), let mark = text.lastIndex(where: { $0 == ":" || $0 == "=" })
        else { return nil }
        let number = String(text[text.index(after: mark)...].dropLast()).trimmed
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), !parts.contains(""),
            let percent = Int(parts[0]), (0...100).contains(percent),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let decimals = parts.count > 1 ? parts[1] : ""
        guard decimals.utf8.count <= Percentage.decimalsMax else { return nil }
        let zeroes = String(repeating: "0", count: Percentage.decimalsMax - decimals.utf8.count)
        let share = percent * 10_000 + (Int(decimals + zeroes) ?? 0)
        guard (1...Percentage.whole).contains(share) else { return nil }
        name = String(text[..<mark]).trimmed
        self.share = share
    }

    /// A share as it is typed: `33.3%`.
    package static func text(_ share: Int) -> String {
        let digits = String(share % 10_000)
        let decimals = String(repeating: "0", count: decimalsMax - digits.utf8.count) + digits
        let rest = String(decimals.reversed().drop { $0 == "0" }.reversed())
        return "\(share / 10_000)\(rest.isEmpty ? "" : ".\(rest)")%"
    }

    /// Whether a text is a percentage but for having too many decimals.
    package static func isTooFine(_ text: String) -> Bool {
        guard text.hasSuffix("%"), let point = text.lastIndex(of: ".") else { return false }
        let decimals = text[text.index(after: point)...].dropLast()
        return decimals.utf8.count > decimalsMax
            && Percentage("\(text[..<point]).\(decimals.prefix(decimalsMax))%") != nil
    }

    /// Parts with weights in the place of percentages, which say exactly the same; `nil` where
    /// these are not one hundred, or other parts stand beside them.
    static func weights(of items: [String]) -> [String]? {
        guard items.contains(where: { $0.hasSuffix("%") }) else { return items }
        let parts = items.compactMap { Percentage($0) }
        guard parts.count == items.count, parts.reduce(0, { $0 + $1.share }) == whole else {
            return nil
        }
        return parts.map { "\($0.name):\($0.share)" }
    }
}

/// Why a line cannot be split as it was typed.
package enum SplitFault: Error, Hashable {
    /// A text that is neither a person, nor one with a weight or an amount.
    case badPart(String)
    /// An amount with a comma, which is what divides persons: what was typed, and with a point.
    case comma(String, point: String)
    /// Several in one name of nobody that is known: what was typed, and divided by commas.
    case together(String, divided: String)
    /// Someone is named twice.
    case twice(String)
    /// Nobody bears a part of the amount, or more is fixed than there is: what is left, below zero
    /// where it is too much, of what.
    case left(MoneyTotal, of: Money)
}

extension SplitFault {
    /// Whether digits follow an amount behind a comma: `Ann=12`, `50`.
    fileprivate static func decimalComma(in items: [String]) -> SplitFault? {
        for (item, next) in zip(items, items.dropFirst()) {
            // `Ann:33,3%`
            let digits = next.dropLast()
            if next.hasSuffix("%"), isNumber(digits), !digits.contains("."),
                let sign = item.lastIndex(where: { $0 == ":" || $0 == "=" }),
                isNumber(item[item.index(after: sign)...])
            {
                return .comma("\(item),\(next)", point: "\(item).\(next)")
            }
            guard let sign = item.lastIndex(of: "="), (1...3).contains(next.utf8.count),
                isNumber(next), isNumber(item[item.index(after: sign)...].drop { $0 == "-" })
            else { continue }
            let mark = next.utf8.count == 3 ? "" : "."
            return .comma("\(item),\(next)", point: "\(item)\(mark)\(next)")
        }
        return nil
    }

    /// Whether a name that nobody has is several: `Ann and Bob`, `Ann/Bob`, `Ann 10 Bob 20`.
    fileprivate static func joined(_ text: String) -> SplitFault? {
        let marks: Set<Character> = [";", "+", "/", "&", "|"]
        let words = text.split { $0.isWhitespace || marks.contains($0) }.map(String.init)
        let hasSign = text.contains { $0 == "=" || $0 == ":" }
        if !hasSign, isNumber(words.last ?? ""), let first = words.first, !isNumber(first) {
            return .together(text, divided: divided(words))
        }
        let joints: Set = ["and", "und", "et", "y"]
        let plain = text.map { marks.contains($0) ? ";" : String($0) }.joined()
        let parts = plain.split(separator: ";").flatMap { part in
            part.split(whereSeparator: \.isWhitespace)
                .split { joints.contains($0.lowercased()) }
                .map { $0.joined(separator: " ") }
        }
        if parts.count < 2 { return nil }
        return .together(text, divided: parts.joined(separator: ","))
    }

    /// `Ann=10,Bob=20`
    private static func divided(_ words: [String]) -> String {
        var (parts, names): ([String], [String]) = ([], [])
        for word in words {
            if isNumber(word), !names.isEmpty {
                parts.append("\(names.joined(separator: " "))=\(word)")
                names = []
            } else if !["and", "und", "et", "y"].contains(word.lowercased()) {
                names.append(word)
            }
        }
        return parts.joined(separator: ",")
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        let digits = text.filter { $0 != "." }
        return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

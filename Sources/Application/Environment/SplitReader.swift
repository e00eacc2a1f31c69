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
            // A name may have a comma itself.
            if let person = env.knownPerson(text, in: persons.extended) {
                parts.append((person, .weight(1)))
                continue
            }
            for part in text.split(whereSeparator: { $0 == "," || $0.isNewline }) {
                parts.append(try self.part(String(part).trimmed, amount.currency, &persons))
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
        // A name may have a sign itself.
        if let person = env.knownPerson(text, in: persons.extended) {
            return (person, .weight(1))
        }
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

/// Why a line cannot be split as it was typed.
package enum SplitFault: Error, Hashable {
    /// A text that is neither a person, nor one with a weight or an amount.
    case badPart(String)
    /// Someone is named twice.
    case twice(String)
    /// Nobody bears a part of the amount, or more is fixed than there is: what is left, below zero
    /// where it is too much, of what.
    case left(MoneyTotal, of: Money)
}

internal import Ledger

extension CSVImportOptions {
    /// The names of the fields in files and requests; one that is left out is not given.
    package enum CodingKeys: String, CaseIterable, CodingKey {
        case date, time, amount, debit, credit, sign, minorUnits, title, payee, note, category
        case kind, currency, account, tag, externalID, balance, dateForm, decimalMark, separator
        case encoding, skippedLines, hasHeader, incoming, leftOut, when
    }

    /// Writes what is given.
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        let texts: [(CodingKeys, String?)] = [
            (.date, date), (.time, time), (.amount, amount), (.debit, debit), (.credit, credit),
            (.title, title), (.payee, payee), (.note, note), (.kind, kind),
            (.incoming, incoming), (.currency, currency), (.account, account),
            (.externalID, externalID), (.balance, balance),
        ]
        for (key, text) in texts { try fields.encodeIfPresent(text, forKey: key) }
        try fields.encodeIfPresent(sign, forKey: .sign)
        try fields.encodeIfPresent(minorUnits, forKey: .minorUnits)
        try fields.encode(category, forKey: .category)
        try fields.encode(tag, forKey: .tag)
        if !leftOut.isEmpty { try fields.encode(leftOut, forKey: .leftOut) }
        if !when.isEmpty { try fields.encode(when, forKey: .when) }
        try fields.encodeIfPresent(dateForm, forKey: .dateForm)
        try fields.encodeIfPresent(decimalMark, forKey: .decimalMark)
        try fields.encodeIfPresent(separator, forKey: .separator)
        try fields.encodeIfPresent(encoding, forKey: .encoding)
        try fields.encodeIfPresent(skippedLines, forKey: .skippedLines)
        try fields.encodeIfPresent(hasHeader, forKey: .hasHeader)
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? {
            try fields.decodeIfPresent(String.self, forKey: key)
        }
        func texts(_ key: CodingKeys) throws -> [String] {
            try fields.decodeIfPresent([String].self, forKey: key) ?? []
        }
        self.init(
            date: try text(.date), time: try text(.time), amount: try text(.amount),
            debit: try text(.debit), credit: try text(.credit),
            sign: try fields.decodeIfPresent(AmountSign.self, forKey: .sign),
            minorUnits: try fields.decodeIfPresent(Bool.self, forKey: .minorUnits),
            title: try text(.title), payee: try text(.payee), note: try text(.note),
            category: try texts(.category), kind: try text(.kind), incoming: try text(.incoming),
            leftOut: try texts(.leftOut), when: try texts(.when), currency: try text(.currency),
            account: try text(.account), tag: try texts(.tag), externalID: try text(.externalID),
            balance: try text(.balance),
            dateForm: try fields.decodeIfPresent(DateForm.self, forKey: .dateForm),
            decimalMark: try fields.decodeIfPresent(
                MoneyFormat.DecimalMark.self, forKey: .decimalMark),
            separator: try fields.decodeIfPresent(CSVSeparator.self, forKey: .separator),
            encoding: try fields.decodeIfPresent(TextEncoding.self, forKey: .encoding),
            skippedLines: try fields.decodeIfPresent(Int.self, forKey: .skippedLines),
            hasHeader: try fields.decodeIfPresent(Bool.self, forKey: .hasHeader))
    }
}

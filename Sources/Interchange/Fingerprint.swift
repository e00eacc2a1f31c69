package import Ledger

/// What makes two rows of bank files the same row, as 128 bits.
///
/// It covers account, day, time, amount, currency, kind, title and note as first imported, with
/// spaces at both ends left out and those between collapsed; not the category, which people change.
/// It is keyed anew in every process, so it cannot be stored and tells nobody what a text was.
package struct RowFingerprint: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// The fingerprint of a line.
    ///
    /// - Parameters:
    ///   - facts: As first imported, before any amendment; the account and the category do not
    ///     count here.
    ///   - details: As first imported.
    ///   - accountName: As first imported, so that renaming an account changes nothing.
    /// - Complexity: O(length of the texts).
    package init(facts: LineFacts, details: LineDetails, accountName: String?) {
        var first = Hasher()
        first.combine(facts.amount)
        first.combine(facts.day)
        first.combine(facts.kind)
        first.combine(facts.flags.contains(.incoming))
        first.combine(details.time)
        first.combine(accountName.map(\.collapsed))
        first.combine(details.title.collapsed)
        first.combine(details.note.collapsed)
        var second = first
        first.combine(UInt8(1))
        second.combine(UInt8(2))
        high = UInt64(bitPattern: Int64(first.finalize()))
        low = UInt64(bitPattern: Int64(second.finalize()))
    }
}

extension ImportRow {
    /// What recognises this row when it is imported again.
    package var fingerprint: RowFingerprint {
        RowFingerprint(facts: facts, details: details, accountName: accountName)
    }
}

/// Which rows of a file are new to a ledger.
///
/// Equal rows within one file are all real; over several files the largest number of them counts,
/// not the sum, because two statements may overlap.
///
/// - Parameters:
///   - parsed: The rows of one file, in their order.
///   - known: How many lines of the ledger have a fingerprint.
/// - Returns: The rows to add, in their order, and how many are in the ledger already.
/// - Complexity: O(rows).
package func newRows(
    parsed: [ImportRow], known: [RowFingerprint: Int]
) -> (new: [ImportRow], known: Int) {
    var left = known
    var new: [ImportRow] = []
    for row in parsed {
        let fingerprint = row.fingerprint
        if let count = left[fingerprint], count > 0 {
            left[fingerprint] = count - 1
        } else {
            new.append(row)
        }
    }
    return (new, parsed.count - new.count)
}

extension String {
    /// Without blanks at both ends, and with one space for each run of them between.
    var collapsed: String {
        if isCollapsed { return self }
        var result = String.UnicodeScalarView()
        var isBlankPending = false
        for scalar in unicodeScalars {
            if scalar.isBlank {
                isBlankPending = !result.isEmpty
            } else {
                if isBlankPending { result.append(" ") }
                isBlankPending = false
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Whether it surely needs no change: ASCII, and no blanks but single spaces between others.
    private var isCollapsed: Bool {
        var isAfterBlank = true
        for byte in utf8 {
            let isSpace = byte == UInt8(ascii: " ")
            guard byte < 0x80, isSpace ? !isAfterBlank : byte > 0x20 else { return false }
            isAfterBlank = isSpace
        }
        return utf8.isEmpty || !isAfterBlank
    }
}

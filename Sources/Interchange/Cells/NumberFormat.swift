internal import Ledger

/// How a column writes numbers: either decimal mark, and between groups of digits the other mark,
/// apostrophes, or spaces.
///
/// Groups have three digits each, or in the Indian way two with three at the end. Unlike a typed
/// amount, a grouped number does not begin with a zero, so `0.500` tells that the point is the
/// decimal mark.
struct NumberFormat: Hashable, Sendable {
    /// Its place among ``all``, and the bit that stands for it in ``Set``.
    let index: Int

    static let all: [NumberFormat] = (0..<6).map { NumberFormat(index: $0) }

    var decimalMark: MoneyFormat.DecimalMark { index < 3 ? .point : .comma }

    private var decimalByte: UInt8 { index < 3 ? 0x2E : 0x2C }

    /// Formats, one bit each.
    struct Set: Hashable, Sendable {
        var bits: UInt8

        static let none = Set(bits: 0)
        static let every = Set(bits: 0x3F)

        func contains(_ format: NumberFormat) -> Bool { bits & (1 << format.index) != 0 }

        /// Those with one decimal mark.
        func contains(_ mark: MoneyFormat.DecimalMark) -> Bool {
            bits & (mark == .point ? 0x07 : 0x38) != 0
        }
    }

    /// Why a number is no amount of a currency.
    enum Fault: Error, Hashable {
        case notOfFormat
        case tooPrecise
        case overflow
    }

    /// The formats in which a number can be read; it has digits and marks only.
    static func fitting(_ number: Cell) -> Set {
        var marks = 0
        var mark: UInt8 = 0
        var before = 0
        var isPlain = true
        for (offset, byte) in number.enumerated() where !byte.isDigit {
            marks += 1
            (mark, before) = (byte, offset)
            if byte != 0x2E && byte != 0x2C { isPlain = false }
        }
        guard isPlain, marks <= 1 else { return fittingSlowly(number) }
        if marks == 0 { return number.isEmpty ? .none : .every }
        let after = number.count - before - 1
        guard after > 0 else { return .none }
        var bits: UInt8 = mark == 0x2E ? 0x07 : 0x38
        if after == 3, (1...3).contains(before), number.first != 0x30 {
            bits |= mark == 0x2E ? 0x08 : 0x01
        }
        return Set(bits: bits)
    }

    /// The number in units of ten to the power of minus `exponent`, without any sign.
    func value(of number: Cell, exponent: Int) throws(Fault) -> UInt64 {
        guard NumberFormat.fitting(number).contains(self) else { throw .notOfFormat }
        let mark = decimalByte
        var value: UInt64 = 0
        var hasOverflowed = false
        var decimals = -1
        for byte in number {
            guard byte.isDigit else {
                if byte == mark { decimals = 0 }
                continue
            }
            if decimals >= 0 {
                guard decimals < exponent else {
                    if byte != 0x30 { throw .tooPrecise }
                    continue
                }
                decimals += 1
            }
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(UInt64(byte - 0x30))
            value = sum
            hasOverflowed = hasOverflowed || overflow || carry
        }
        for _ in Swift.max(0, decimals)..<Swift.max(exponent, decimals, 0) {
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
            value = shifted
            hasOverflowed = hasOverflowed || overflow
        }
        guard !hasOverflowed else { throw .overflow }
        return value
    }

    /// A number as digits with a point before the decimals; `nil` where it is not of this format.
    func plain(_ number: Cell) -> String? {
        guard NumberFormat.fitting(number).contains(self) else { return nil }
        let bytes = number.compactMap { byte -> UInt8? in
            byte.isDigit ? byte : byte == decimalByte ? 0x2E : nil
        }
        return bytes[...].text
    }

    private static func fittingSlowly(_ number: Cell) -> Set {
        var set = Set.none
        for format in all where format.fits(number) { set.bits |= 1 << format.index }
        return set
    }

    private func fits(_ number: Cell) -> Bool {
        var groups = DigitGroups()
        var decimals: Int?
        var rest = number
        while let byte = rest.first {
            if byte.isDigit {
                if let count = decimals { decimals = count + 1 } else { groups.digit(byte) }
                rest = rest.dropFirst()
                continue
            }
            guard decimals == nil else { return false }
            if byte == decimalByte {
                decimals = 0
                rest = rest.dropFirst()
            } else {
                let length = groupingMarkLength(rest)
                guard length > 0, groups.mark() else { return false }
                rest = rest.dropFirst(length)
            }
        }
        return groups.areWhole && decimals.map { $0 > 0 } ?? !groups.isEmpty
    }

    /// How many bytes the grouping mark of this format has that is here; 0 for none.
    private func groupingMarkLength(_ rest: Cell) -> Int {
        switch index % 3 {
        case 0: rest.first == (index < 3 ? 0x2C : 0x2E) ? 1 : 0
        case 1:
            rest.first == UInt8(ascii: "'") ? 1 : rest.starts(with: [0xE2, 0x80, 0x99]) ? 3 : 0
        default: rest.first == 0x20 ? 1 : Blank.length(atStartOf: rest)
        }
    }
}

/// Checks the groups of digits before the decimal mark.
private struct DigitGroups {
    private var marks = 0
    private var first = 0
    private var current = 0
    private var startsWithZero = false
    private var areMiddleOnesThree = true
    private var areMiddleOnesTwo = true

    var isEmpty: Bool { marks == 0 && current == 0 }

    mutating func digit(_ byte: UInt8) {
        if isEmpty { startsWithZero = byte == 0x30 }
        current += 1
    }

    /// Ends a group; false if it was empty.
    mutating func mark() -> Bool {
        guard current > 0 else { return false }
        if marks == 0 {
            first = current
        } else {
            areMiddleOnesThree = areMiddleOnesThree && current == 3
            areMiddleOnesTwo = areMiddleOnesTwo && current == 2
        }
        marks += 1
        current = 0
        return true
    }

    var areWhole: Bool {
        if marks == 0 { return true }
        guard current == 3, !startsWithZero else { return false }
        return areMiddleOnesThree && first <= 3 || areMiddleOnesTwo && first <= 2
    }
}

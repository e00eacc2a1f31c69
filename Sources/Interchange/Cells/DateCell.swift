internal import Ledger

/// The parts of a date, before it is known which one is the day.
struct DateCell {
    /// A number, or a month by its name.
    struct Part {
        var value = 0
        /// How many digits it was written with; 0 for a name.
        var digits = 0

        var isWord: Bool { digits == 0 }
    }

    let first: Part
    let second: Part
    let third: Part
    /// Between the numbers; 0 where all stand in the first, without meaning beside a name.
    let separator: UInt8
    let time: TimeOfDay?

    /// The part at an index from 0 to 2.
    subscript(index: Int8) -> Part { index == 0 ? first : index == 1 ? second : third }

    /// Whether one of the parts is the name of a month.
    var hasWord: Bool { separator != 0 && (first.isWord || second.isWord || third.isWord) }

    /// `nil` if the cell is no date of any form; blanks around it do not count.
    init?(_ cell: Cell) {
        var reader = DateReader(cell.trimmedCell)
        guard let first = reader.part(afterWeekday: true) else { return nil }
        if first.digits == 8 || first.digits == 6 || first.digits == 14 {
            guard let cell = DateCell(compact: first, &reader) else { return nil }
            self = cell
            return
        }
        guard first.digits <= 4, let separator = reader.separator(),
            let second = reader.part(), second.digits <= 4,
            let other = reader.separator(), let third = reader.part(), third.digits <= 4
        else { return nil }
        let words = [first, second, third].count(where: \.isWord)
        guard words <= 1, words == 1 || (separator == other && separator != 0x20) else {
            return nil
        }
        var time: TimeOfDay?
        // As in `2019.04.19.`
        if separator == UInt8(ascii: "."), !third.isWord { _ = reader.take(separator) }
        if !reader.isAtEnd {
            time = reader.timeAfterDate()
            guard time != nil, reader.isAtEnd else { return nil }
        }
        self.init(first, second, third, separator, time)
    }

    private init(
        _ first: Part, _ second: Part, _ third: Part, _ separator: UInt8, _ time: TimeOfDay?
    ) {
        (self.first, self.second, self.third) = (first, second, third)
        (self.separator, self.time) = (separator, time)
    }

    /// All digits in one: `YYYYMMDD`, or with the time behind it, and for a bank's format also
    /// milliseconds and `[zone]`.
    private init?(compact: Part, _ reader: inout DateReader) {
        var (digits, time) = (compact, TimeOfDay?.none)
        if compact.digits == 14 {
            digits = Part(value: compact.value / 1_000_000, digits: 8)
            let clock = compact.value % 1_000_000
            time = TimeOfDay(hour: clock / 10_000, minute: clock / 100 % 100, second: clock % 100)
            guard time != nil, reader.skipFractionAndZone() else { return nil }
        } else if !reader.isAtEnd {
            time = reader.timeAfterDate()
            guard time != nil else { return nil }
        }
        guard reader.isAtEnd else { return nil }
        self.init(digits, Part(), Part(), 0, time)
    }
}

extension TimeOfDay {
    /// The time of a cell of its own; `nil` if it is none.
    init?(cell: Cell) {
        var reader = DateReader(cell.trimmedCell)
        guard let time = reader.time(), reader.isAtEnd else { return nil }
        self = time
    }
}

/// Reads numbers, names of months, and what is between them.
struct DateReader {
    private var rest: Cell

    init(_ cell: Cell) {
        rest = cell
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// A number of at most 14 digits, or a month; before the first part a weekday may be.
    mutating func part(afterWeekday: Bool = false) -> DateCell.Part? {
        guard let byte = rest.first else { return nil }
        if byte.isDigit { return number() }
        guard byte.isWordByte else { return nil }
        let start = rest
        let word = word()
        if !afterWeekday {
            return DateWords.month(word).map { DateCell.Part(value: $0) }
        }
        // `mar` is Tuesday or March: it is a weekday where a whole date follows.
        let afterWord = rest
        if DateWords.isWeekday(word), skipBlanks(), DateReader.isWholeDate(rest) {
            return part()
        }
        rest = afterWord
        guard let month = DateWords.month(word) else {
            rest = start
            return nil
        }
        return DateCell.Part(value: month)
    }

    /// `-`, `/`, or `.` with blanks behind it or not; or a blank, which stands for any run of
    /// blanks, commas and small words, and for nothing between digits and letters.
    mutating func separator() -> UInt8? {
        guard let byte = rest.first else { return nil }
        if byte == 0x2D || byte == 0x2F || byte == 0x2E {
            rest = rest.dropFirst()
            if byte == 0x2E { _ = skipBlanks() }
            return byte
        }
        guard skipBlanks() || byte.isDigit || byte.isWordByte else { return nil }
        return 0x20
    }

    /// A time behind a date: after `T`, a blank, or a comma and a blank.
    mutating func timeAfterDate() -> TimeOfDay? {
        guard take(UInt8(ascii: "T")) || skipBlanks() else { return nil }
        return time()
    }

    /// Hours and minutes, or seconds too, then perhaps a fraction, AM or PM, and a zone.
    mutating func time() -> TimeOfDay? {
        guard let hour = number(), hour.digits <= 2, take(UInt8(ascii: ":")),
            let minute = number(), minute.digits == 2
        else { return nil }
        var second = DateCell.Part()
        if take(UInt8(ascii: ":")) {
            guard let number = number(), number.digits == 2 else { return nil }
            second = number
        }
        var hours = hour.value
        if !rest.isEmpty {
            guard skipFraction() else { return nil }
            if let isAfternoon = halfOfDay() {
                guard (1...12).contains(hours) else { return nil }
                hours = hours % 12 + (isAfternoon ? 12 : 0)
            }
            guard skipZone() else { return nil }
        }
        return TimeOfDay(hour: hours, minute: minute.value, second: second.value)
    }

    mutating func skipFractionAndZone() -> Bool { skipFraction() && skipZone() }

    private mutating func skipFraction() -> Bool {
        guard rest.first == 0x2E || rest.first == 0x2C else { return true }
        rest = rest.dropFirst()
        return number() != nil
    }

    private mutating func halfOfDay() -> Bool? {
        let blanks = rest.prefix { $0 == 0x20 }.count
        let word = rest.dropFirst(blanks)
        guard let first = word.first.map({ $0 | 0x20 }), first == 0x61 || first == 0x70 else {
            return nil
        }
        var mark = word.dropFirst()
        if mark.first == 0x2E { mark = mark.dropFirst() }
        guard mark.first.map({ $0 | 0x20 }) == 0x6D else { return nil }
        mark = mark.dropFirst()
        if mark.first == 0x2E { mark = mark.dropFirst() }
        rest = mark
        return first == 0x70
    }

    /// `Z`, `+0000`, `-07:00`, `UTC`, or `[0:GMT]`, after a blank or none: the time as written is
    /// the one that counts.
    private mutating func skipZone() -> Bool {
        while take(0x20) {}
        guard let byte = rest.first else { return true }
        if byte == UInt8(ascii: "["), rest.last == UInt8(ascii: "]") {
            rest = rest.suffix(0)
        } else if byte == 0x2B || byte == 0x2D {
            let offset = rest.dropFirst()
            let digits = offset.filter(\.isDigit).count
            guard digits == 2 || digits == 4,
                offset.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ":") })
            else { return false }
            rest = rest.suffix(0)
        } else {
            let isName = rest.count <= 5 && rest.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
            guard isName else { return false }
            rest = rest.suffix(0)
        }
        return true
    }

    private mutating func number() -> DateCell.Part? {
        var part = DateCell.Part()
        while part.digits < 14, let byte = rest.first, byte.isDigit {
            part.value = part.value * 10 + Int(byte - 0x30)
            part.digits += 1
            rest = rest.dropFirst()
        }
        guard part.digits > 0, rest.first.map({ !$0.isDigit }) ?? true else { return nil }
        if part.digits <= 2, let byte = rest.first, byte != UInt8(ascii: "T"), byte.isWordByte {
            skipOrdinal()
        }
        return part
    }

    /// The `st` of `1st`.
    private mutating func skipOrdinal() {
        let letters = rest.prefix(while: \.isWordByte)
        if DateWords.isOrdinal(letters) { rest = rest.dropFirst(letters.count) }
    }

    private mutating func word() -> Cell {
        let word = rest.prefix(while: \.isWordByte)
        rest = rest.dropFirst(word.count)
        if word.count > 0 { _ = take(0x2E) }
        return word
    }

    /// Returns whether there were any.
    private mutating func skipBlanks() -> Bool {
        let start = rest.count
        while let byte = rest.first {
            if byte == 0x20 || byte == 0x2C {
                rest = rest.dropFirst()
            } else if Blank.length(atStartOf: rest) > 0 {
                rest = rest.dropFirst(Blank.length(atStartOf: rest))
            } else if start > rest.count, byte | 0x20 == UInt8(ascii: "d") || byte | 0x20 == 0x6F {
                let word = rest.prefix(while: \.isWordByte)
                guard DateWords.isFiller(word) else { break }
                rest = rest.dropFirst(word.count)
            } else {
                break
            }
        }
        return rest.count < start
    }

    /// Whether three parts follow.
    private static func isWholeDate(_ cell: Cell) -> Bool {
        var reader = DateReader(cell)
        guard let first = reader.part() else { return false }
        if first.digits >= 6 { return true }
        return reader.separator() != nil && reader.part() != nil && reader.separator() != nil
            && reader.part() != nil && !reader.take(UInt8(ascii: ":"))
    }
}

internal import Ledger

/// A line of beancount in its parts.
struct BeancountLine {
    /// A part.
    enum Part: Equatable {
        case word(String)
        /// What is between quotes.
        case text(String)
        /// `{`, `}`, `@`, `@@`.
        case mark(String)
    }

    /// The number of the line on which it begins.
    let number: Int
    let isIndented: Bool
    private(set) var parts: [Part] = []

    /// - Parameter bytes: Without an end that is inside of quotes.
    init(_ bytes: ArraySlice<UInt8>, number: Int) {
        self.number = number
        isIndented = bytes.first.map { $0 == 0x20 || $0 == 0x09 } ?? false
        var index = bytes.startIndex
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: ";") {
            let byte = bytes[index]
            switch byte {
            case 0x20, 0x09, 0x0D, 0x0A: index += 1
            case UInt8(ascii: "\""): parts.append(.text(BeancountLine.text(bytes, &index)))
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                parts.append(.mark(String(decoding: [byte], as: UTF8.self)))
                index += 1
            case UInt8(ascii: "@"):
                let isTotal = index + 1 < bytes.endIndex && bytes[index + 1] == byte
                parts.append(.mark(isTotal ? "@@" : "@"))
                index += isTotal ? 2 : 1
            default:
                var end = index
                while end < bytes.endIndex, !BeancountLine.isEnd(bytes[end]) { end += 1 }
                parts.append(.word(String(decoding: bytes[index..<end], as: UTF8.self)))
                index = end
            }
        }
    }

    /// Whether a word ends before a byte.
    static func isEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0D, 0x0A, UInt8(ascii: ";"), UInt8(ascii: "\""), UInt8(ascii: "{"),
            UInt8(ascii: "}"), UInt8(ascii: "@"):
            true
        default: false
        }
    }

    /// Whether quotes are open at the end of a line that begins inside of quotes or outside.
    static func isOpen(_ bytes: ArraySlice<UInt8>, _ wasOpen: Bool) -> Bool {
        var (isOpen, isEscaped) = (wasOpen, false)
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isOpen.toggle()
            } else if isOpen, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if !isOpen, byte == UInt8(ascii: ";") {
                return false
            }
        }
        return isOpen
    }

    /// What is between the quotes that begin at an index, which then is behind them.
    private static func text(_ bytes: ArraySlice<UInt8>, _ index: inout Int) -> String {
        index += 1
        var (text, isEscaped) = ([UInt8](), false)
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if isEscaped {
                text.append(byte == UInt8(ascii: "n") ? 0x0A : byte == UInt8(ascii: "t") ? 9 : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                break
            } else {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The parts as they could be written.
    var words: String {
        parts.map { part in
            switch part {
            case .word(let text), .mark(let text): text
            case .text(let text): "\"\(text)\""
            }
        }.joined(separator: " ")
    }

    /// What is said under a key: `key: value`; `nil` for other lines.
    var metadata: (key: String, value: String)? {
        guard case .word(let word) = parts.first, word.utf8.last == UInt8(ascii: ":"),
            word.first?.isLowercase == true
        else { return nil }
        var values = self
        values.parts.removeFirst()
        if case .text(let text) = values.parts.first, values.parts.count == 1 {
            return (String(word.dropLast()), text)
        }
        return (String(word.dropLast()), values.words)
    }
}

extension JournalAmount {
    /// An amount of beancount: `-1,234.50 USD`; `nil` for anything else, arithmetic too.
    init?(beancount number: String, _ commodity: String) {
        guard let first = commodity.first, first.isASCII, first.isUppercase else { return nil }
        guard let number = JournalNumber(beancount: number) else { return nil }
        self.init(number: number, commodity: commodity)
    }
}

extension JournalNumber {
    /// A number of beancount; `nil` for anything else.
    init?(beancount text: String) {
        var (digits, scale, count) = (Int128(0), 0, 0)
        var isBehind = false
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let isSigned = isNegative || text.utf8.first == UInt8(ascii: "+")
        for byte in text.utf8.dropFirst(isSigned ? 1 : 0) {
            switch byte {
            case 0x30...0x39:
                digits = digits * 10 + Int128(byte - 0x30)
                if isBehind { scale += 1 }
                count += 1
                if count > JournalNumber.digitsMax { return nil }
            case UInt8(ascii: ",") where !isBehind && count > 0: continue
            case UInt8(ascii: ".") where !isBehind: isBehind = true
            default: return nil
            }
        }
        if count == 0 { return nil }
        self.init(digits: isNegative ? -digits : digits, scale: scale)
    }
}

/// By what names of payees are the same: their words in small letters. Words with digits in them,
/// as numbers of cards and receipts, do not count where there are others.
package enum NameWords {
    /// The words of a name.
    package static func words(of name: String) -> String {
        let words = name.lowercased().split { $0.isWhitespace }
        let plain = words.filter { word in !word.contains { $0.isNumber } }
        return (plain.isEmpty ? words : plain).joined(separator: " ")
    }

    /// The same of bytes, which of ASCII takes a tenth of the time.
    package static func words(of name: ArraySlice<UInt8>) -> String {
        var (all, plain) = ([UInt8](), [UInt8]())
        var (start, hasDigit) = (0, false)
        func endWord() {
            if start == all.count { return }
            if !hasDigit { plain += all[start...] + [UInt8(ascii: " ")] }
            all.append(UInt8(ascii: " "))
            (start, hasDigit) = (all.count, false)
        }
        for byte in name {
            switch byte {
            case 0x80...: return words(of: String(decoding: name, as: UTF8.self))
            case 0x09...0x0D, 0x20: endWord()
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): all.append(byte | 0x20)
            default:
                hasDigit = hasDigit || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                all.append(byte)
            }
        }
        endWord()
        return String(decoding: (plain.isEmpty ? all : plain).dropLast(), as: UTF8.self)
    }
}

/// Finds names that have some words.
package struct NameSearch: Sendable {
    private let texts: Set<String>
    /// The bytes with which these begin.
    private let firsts: [Bool]

    /// - Parameter texts: What ``NameWords`` makes of the names.
    package init(_ texts: Set<String>) {
        self.texts = texts
        var firsts = Array(repeating: false, count: 256)
        for text in texts { if let byte = text.utf8.first { firsts[Int(byte)] = true } }
        self.firsts = firsts
    }

    /// Whether a name in UTF-8 is among them.
    package func finds(_ name: ArraySlice<UInt8>) -> Bool {
        mayBegin(name) && texts.contains(NameWords.words(of: name))
    }

    /// Whether one of the words of a name begins as one of the texts; most names are told apart by
    /// that.
    private func mayBegin(_ name: ArraySlice<UInt8>) -> Bool {
        var isStart = true
        for byte in name {
            switch byte {
            case 0x80...: return true
            case 0x09...0x0D, 0x20: isStart = true
            default:
                let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
                if isStart, firsts[Int(isCapital ? byte | 0x20 : byte)] { return true }
                isStart = false
            }
        }
        return false
    }
}

extension TextForm {
    /// Goes over a whole file to find out how its bytes are text. Nothing is guessed: without a
    /// byte order mark and unless the user says otherwise, it is UTF-8 from end to end.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - given: What the user says; `nil` for nothing.
    /// - Throws: ``ImportError/empty``, ``ImportError/notText(_:)``,
    ///   ``ImportError/notUTF8(line:readings:)``, ``ImportError/otherMark(given:mark:)``,
    ///   ``ImportError/badText(_:line:)`` for a byte of 0, or what the source throws.
    /// - Complexity: O(bytes).
    package static func found(
        in source: any ByteSource, given: TextEncoding?
    ) throws(ImportError) -> TextForm {
        var head: [UInt8] = []
        try source.read(at: 0, count: TextReader.chunkBytes, into: &head)
        if head.isEmpty { throw .empty }
        if let format = NotText(head) { throw .notText(format) }
        let marked = TextEncoding.allCases.first {
            !$0.mark.isEmpty && head.starts(with: $0.mark)
        }
        if let given, let marked, given != marked { throw .otherMark(given: given, mark: marked) }
        let (encoding, reason): (TextEncoding, Reason) =
            if let given {
                (given, .given)
            } else if let marked {
                (marked, .byteOrderMark)
            } else if let unmarked = TextEncoding.unmarkedUTF16(head) {
                (unmarked, .zeroBytes)
            } else {
                (.utf8, .wellFormed)
            }
        let form = TextForm(
            encoding: encoding, reason: reason, markBytes: marked?.mark.count ?? 0, isSound: false)
        let check = try form.check(source)
        if reason == .wellFormed, let flaw = check.firstFlaw {
            throw try notUTF8(source, form, flaw: flaw)
        }
        if let zero = check.firstZero {
            throw .badText(.zero, line: try form.line(of: zero, source)?.number ?? 1)
        }
        let isBelieved = reason == .given || reason == .zeroBytes
        return TextForm(
            encoding: encoding, reason: reason, markBytes: form.markBytes,
            isSound: check.firstFlaw == nil,
            samples: isBelieved && check.firstHigh != nil ? try form.samples(source) : [])
    }

    private func check(_ source: any ByteSource) throws(ImportError) -> UTF8Check {
        var reader = TextReader(source, self)
        var check = UTF8Check()
        var text: [UInt8] = []
        var isMore = true
        while isMore {
            text.removeAll(keepingCapacity: true)
            isMore = try reader.append(to: &text)
            check.add(text.span)
        }
        check.finish()
        return check
    }

    /// Refuses a file that is no text from end to end.
    ///
    /// - Throws: ``ImportError/badText(_:line:)``.
    func checkWhole(_ source: any ByteSource) throws(ImportError) {
        if isSound { return }
        let flaw = try check(source).firstFlaw ?? 0
        throw badText(line: try line(of: flaw, source)?.number ?? 1)
    }

    /// What is wrong with a line that has bytes that are no letters.
    func badText(line: Int) -> ImportError {
        .badText(.undecodable(encoding, isGiven: reason == .given), line: line)
    }

    /// The line with a byte of the text as UTF-8.
    private func line(
        of offset: UInt64, _ source: any ByteSource
    ) throws(ImportError) -> TextLines.Line? {
        var lines = TextLines(source, self)
        while let line = try lines.next() {
            if offset < line.offset + UInt64(line.length) + 1 { return line }
        }
        return nil
    }

    private func samples(_ source: any ByteSource) throws(ImportError) -> [CellSample] {
        var lines = TextLines(source, self)
        var samples: [CellSample] = []
        while samples.count < 3, let line = try lines.next() {
            guard let first = line.bytes.firstIndex(where: { $0 >= 0x80 }) else { continue }
            let window = line.window(around: first)
            samples.append(
                CellSample(line: line.number, text: String(decoding: window, as: UTF8.self)))
        }
        return samples
    }

    /// The line of the first flaw in several encodings, for the user to choose.
    private static func notUTF8(
        _ source: any ByteSource, _ form: TextForm, flaw: UInt64
    ) throws(ImportError) -> ImportError {
        guard let line = try form.line(of: flaw, source) else {
            return .notUTF8(line: 1, readings: [])
        }
        let window = line.window(around: Int(flaw - line.offset))
        var readings: [TextReading] = []
        for encoding in [TextEncoding.cp1252, .latin9, .cp1250, .macRoman] {
            guard let text = encoding.text(window), !readings.contains(where: { $0.text == text })
            else { continue }
            readings.append(TextReading(encoding: encoding, text: text))
        }
        let likely = try TextEncoding.likely(readings.map(\.encoding), source)
        readings.sort { one, other in
            (likely.firstIndex(of: one.encoding) ?? 0)
                < (likely.firstIndex(of: other.encoding) ?? 0)
        }
        return .notUTF8(line: line.number, readings: readings)
    }
}

extension TextEncoding {
    /// UTF-16 without a mark: three of four bytes at even places, or at odd ones, are 0, and hardly
    /// any at the others.
    static func unmarkedUTF16(_ head: [UInt8]) -> TextEncoding? {
        let pairs = head.count / 2
        guard pairs > 1 else { return nil }
        var (even, odd) = (0, 0)
        for index in 0..<pairs * 2 where head[index] == 0 {
            if index & 1 == 0 { even += 1 } else { odd += 1 }
        }
        if even * 32 <= odd, odd * 4 >= pairs * 3 { return .utf16LittleEndian }
        if odd * 32 <= even, even * 4 >= pairs * 3 { return .utf16BigEndian }
        return nil
    }

    /// Bytes of a single-byte encoding as text; `nil` if one of them stands for nothing or for a
    /// control character that texts do not have.
    func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let letters = upperHalf else { return nil }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let scalar = byte < 0x80 ? Unicode.Scalar(byte) : letters[Int(byte - 0x80)]
            if scalar == TextEncoding.undefined || (0x80...0x9F).contains(scalar.value) {
                return nil
            }
            text.append(scalar)
        }
        return String(text)
    }
}

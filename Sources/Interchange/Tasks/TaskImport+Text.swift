internal import Ledger

extension TaskImport {
    /// A whole file as UTF-8: nothing in it is a guess.
    ///
    /// Lines of calendars are folded by octets, inside of letters too (RFC 5545, section 3.1), so
    /// that only the whole of such a line has to be UTF-8.
    ///
    /// - Throws: ``ImportError/notUTF8(line:readings:)`` where no encoding was given,
    ///   ``ImportError/badText(_:line:)`` where the file is not in the one that was, or seems to
    ///   be its own.
    static func text(
        of source: any ByteSource, _ encoding: TextEncoding?, _ format: TaskFormat
    ) throws(ImportError) -> [UInt8] {
        let form: TextForm
        do throws(ImportError) {
            form = try TextForm.found(in: source, given: encoding)
        } catch .empty {
            return []
        } catch .notUTF8(let line, let readings) where format == .calendar {
            let text = try TextForm.text(
                of: source, TextForm.found(in: source, given: .utf8))
            if flaw(in: text, format) == nil { return text }
            throw .notUTF8(line: line, readings: readings)
        } catch {
            throw error
        }
        let text = try TextForm.text(of: source, form)
        if !form.isSound, let line = flaw(in: text, format) {
            throw form.badText(line: line)
        }
        return text
    }

    /// Checks that a file can be written back: all of it is UTF-8.
    ///
    /// - Throws: ``ImportError/badTasks(_:_:)`` with what it seems to be, or
    ///   ``ImportError/badText(_:line:)`` where it is not all of that either.
    package static func checkUTF8(
        _ bytes: [UInt8], _ format: TaskFormat
    ) throws(ImportError) {
        let source = MemoryBytes(bytes)
        do throws(ImportError) {
            let form = try TextForm.found(in: source, given: nil)
            if form.encoding == .utf8 { return }
            try form.checkWhole(source)
            // With a mark its order of bytes needs not be said.
            let name = form.reason == .byteOrderMark ? "utf-16" : form.encoding.rawValue
            throw .badTasks(
                format,
                TaskFault(line: 1, .encoding(name, reading: form.samples.first?.text ?? "")))
        } catch .empty {
            return
        } catch .notUTF8(let line, let readings) {
            if format == .calendar, flaw(in: bytes, format) == nil { return }
            let first = readings.first ?? TextReading(encoding: .latin1, text: "")
            // The one name that `iconv` has otherwise.
            let name = first.encoding == .macRoman ? "macintosh" : first.encoding.rawValue
            throw .badTasks(
                format, TaskFault(line: line, .encoding(name, reading: first.text)))
        } catch {
            throw error
        }
    }

    /// The line, from 1, of the first bytes that are no UTF-8; `nil` for none.
    private static func flaw(in text: [UInt8], _ format: TaskFormat) -> Int? {
        var (number, first) = (0, 1)
        var line: [UInt8] = []
        for piece in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            if format == .calendar, number > 1, let byte = piece.first, byte == 0x20 || byte == 0x09
            {
                if line.last == 0x0D { line.removeLast() }
                line += piece.dropFirst()
                continue
            }
            if !isUTF8(line) { return first }
            (line, first) = (Array(piece), number)
        }
        return isUTF8(line) ? nil : first
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        var check = UTF8Check()
        check.add(bytes.span)
        check.finish()
        return check.firstFlaw == nil
    }
}

extension TextForm {
    /// A whole file as UTF-8.
    static func text(
        of source: any ByteSource, given encoding: TextEncoding?
    ) throws(ImportError) -> [UInt8] {
        try text(of: source, TextForm.found(in: source, given: encoding))
    }

    /// The same, where its form is known.
    static func text(of source: any ByteSource, _ form: TextForm) throws(ImportError) -> [UInt8] {
        var reader = TextReader(source, form)
        var text: [UInt8] = []
        text.reserveCapacity(Int(clamping: source.byteCount))
        while try reader.append(to: &text) {}
        return text
    }
}

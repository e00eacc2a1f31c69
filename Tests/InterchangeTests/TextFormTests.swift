import Interchange
import Ledger
import Testing

/// How the bytes of files are text.
@Suite struct TextFormTests {
    private func found(
        _ bytes: [UInt8], _ given: TextEncoding? = nil
    ) throws(ImportError) -> TextForm {
        try TextForm.found(in: MemoryBytes(bytes), given: given)
    }

    private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap {
            bigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
    }

    private static let text = "Date;Amount;Title\r\n2026-01-02;5;Zoë €\r\n2026-01-03;6;😀\r\n"

    @Test func knowsUTF8() throws {
        let plain = try found(Array("Date,Amount".utf8))
        #expect(plain.encoding == .utf8)
        #expect(plain.reason == .wellFormed)
        #expect(plain.isSound)
        let marked = try found(Array("\u{FEFF}Date,Zoë".utf8))
        #expect(marked.reason == .byteOrderMark)
        #expect(marked.markBytes == 3)
        #expect(marked.samples == [])
    }

    @Test(arguments: [false, true], [false, true])
    func readsUTF16(_ bigEndian: Bool, _ isMarked: Bool) throws {
        let encoding: TextEncoding = bigEndian ? .utf16BigEndian : .utf16LittleEndian
        let text = (isMarked ? "\u{FEFF}" : "") + TextFormTests.text
        let bytes = TextFormTests.utf16(text, bigEndian: bigEndian)
        let form = try found(bytes)
        #expect(form.encoding == encoding)
        #expect(form.reason == (isMarked ? .byteOrderMark : .zeroBytes))
        #expect(form.isSound)
        let samples = [
            CellSample(line: 2, text: "2026-01-02;5;Zoë €"),
            CellSample(line: 3, text: "2026-01-03;6;😀"),
        ]
        #expect(form.samples == (isMarked ? [] : samples))
        let parsed = try importing(bytes)
        #expect(parsed.rows.map(\.details.title) == ["Zoë €", "😀"])
        #expect(try found(bytes, encoding).encoding == encoding)
    }

    /// Halves of letters are refused with their row.
    @Test func refusesBrokenUTF16() throws {
        var bytes = TextFormTests.utf16("\u{FEFF}Date,Amount,Title\n", bigEndian: false)
        bytes += TextFormTests.utf16("2026-01-02,5,a", bigEndian: false) + [0x00, 0xD8]
        bytes += TextFormTests.utf16("\n2026-01-03,5,b\n2026-01-04,5,c", bigEndian: false) + [0x41]
        let parsed = try importing(bytes)
        #expect(!parsed.text.isSound)
        #expect(parsed.rows.map(\.line) == [3])
        #expect(parsed.refused.map(\.line) == [2, 4])
        #expect(parsed.refused.allSatisfy { $0.reason == .undecodable && $0.column == "Title" })
    }

    /// The bytes and letters of the tables of unicode.org, some of each part.
    @Test(arguments: [
        (TextEncoding.cp1252, [0x80, 0x8A, 0x9F, 0xA0, 0xE9, 0xFF], "€ŠŸ\u{A0}éÿ"),
        (.cp1250, [0x80, 0x8C, 0x9F, 0xA3, 0xF8, 0xFF], "€ŚźŁř˙"),
        (.latin1, [0xA4, 0xBC, 0xE9, 0xFF], "¤¼éÿ"),
        (.latin9, [0xA4, 0xA6, 0xA8, 0xB4, 0xB8, 0xBC, 0xBD, 0xBE, 0xE9], "€ŠšŽžŒœŸé"),
        (.macRoman, [0x80, 0x8E, 0xA5, 0xDB, 0xD0, 0xFF], "Äé•€–ˇ"),
    ])
    func readsBytesAsLetters(_ encoding: TextEncoding, _ bytes: [UInt8], _ text: String) throws {
        let file = Array("Date,Amount,Title\n2026-01-02,5,".utf8) + bytes
        let parsed = try importing(file, CSVImportOptions(encoding: encoding))
        #expect(parsed.rows.map(\.details.title) == [text])
        #expect(parsed.text.reason == .given)
        #expect(parsed.text.samples == [CellSample(line: 2, text: "2026-01-02,5,\(text)")])
    }

    /// Five bytes of CP1252 stand for nothing.
    @Test(arguments: [0x81, 0x8D, 0x8F, 0x90, 0x9D])
    func refusesBytesThatStandForNothing(_ byte: UInt8) throws {
        let file = Array("Date,Amount,Title\n2026-01-02,5,a\n2026-01-02,5,b".utf8) + [byte]
        let parsed = try importing(file, CSVImportOptions(encoding: .cp1252))
        #expect(parsed.rows.map(\.line) == [2])
        #expect(
            parsed.refused == [RefusedRow(line: 3, column: "Title", reason: .undecodable)])
    }

    @Test func asksWhatBytesAre() throws {
        let row = "2026-01-02,5,ok\r\n"
        let long = String(repeating: "x", count: 300)
        let head = "Date,Amount,Title\r\n" + String(repeating: row, count: 20_000)
        let file = Array((head + long).utf8) + [0xE9, 0x80] + Array("\n".utf8)
        let x = String(repeating: "x", count: 40)
        let readings = [
            TextReading(encoding: .cp1252, text: x + "é€"),
            TextReading(encoding: .macRoman, text: x + "ÈÄ"),
        ]
        #expect(throws: ImportError.notUTF8(line: 20_002, readings: readings)) {
            try found(file)
        }
        #expect(try found(file, .cp1252).samples.map(\.line) == [20_002])
        // A letter that is cut off at the very end of the file.
        let cut = Array("Date,Amount\n2026-01-02,5 €".utf8).dropLast()
        let error = #expect(throws: ImportError.self) { try found(Array(cut)) }
        guard case .notUTF8(line: 2, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func obeysNoOptionAgainstAMark() {
        let bytes = Array("\u{FEFF}Date".utf8)
        #expect(throws: ImportError.otherMark(given: .cp1252, mark: .utf8)) {
            try found(bytes, .cp1252)
        }
        #expect(throws: ImportError.otherMark(given: .utf16BigEndian, mark: .utf16LittleEndian)) {
            try found([0xFF, 0xFE, 0x41, 0], .utf16BigEndian)
        }
    }

    @Test(arguments: [
        ([0x50, 0x4B, 0x03, 0x04, 0x14], NotText.archive), (Array("%PDF-1.7".utf8), .pdf),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], .spreadsheet), ([0x1F, 0x8B, 0x08], .gzip),
    ])
    func knowsWhatIsNoText(_ bytes: [UInt8], _ format: NotText) {
        #expect(throws: ImportError.notText(format)) { try found(bytes) }
    }

    /// Wherever they are among the eight bytes that are looked at at a time.
    @Test(arguments: 0..<9) func refusesZeroBytes(_ before: Int) throws {
        let text = "Date,Amount,Title\n2026-01-02,5,a\n2026-01-03,5,b"
        let file = Array((text + String(repeating: "x", count: before)).utf8)
        for end in [[0], [0] + Array("é and more".utf8)] {
            #expect(throws: ImportError.badText(.zero, line: 3)) { try found(file + end) }
            #expect(throws: ImportError.badText(.zero, line: 3)) {
                try found(file + end, .macRoman)
            }
        }
        #expect(try found(file + [1]).isSound)
        // Bytes from 0x80 on are nothing but letters.
        #expect(try found(file + Array("é\u{80}".utf8)).isSound)
    }

    /// The sequences of the Unicode standard's table 3-7 and its neighbours, alone and where a
    /// chunk of the file ends.
    @Test(
        arguments: [
            ([0xC2, 0x80], true), ([0xC1, 0xBF], false), ([0xDF, 0xBF], true), ([0xC2], false),
            ([0xE0, 0xA0, 0x80], true), ([0xE0, 0x9F, 0xBF], false), ([0xED, 0x9F, 0xBF], true),
            ([0xED, 0xA0, 0x80], false), ([0xEF, 0xBF, 0xBF], true), ([0xE2, 0x82], false),
            ([0xF0, 0x90, 0x80, 0x80], true), ([0xF0, 0x8F, 0xBF, 0xBF], false),
            ([0xF4, 0x8F, 0xBF, 0xBF], true), ([0xF4, 0x90, 0x80, 0x80], false), ([0x80], false),
            ([0xF5, 0x80, 0x80, 0x80], false), ([0xFF], false), ([0xC2, 0x41], false),
        ] as [([UInt8], Bool)])
    func checksUTF8(_ bytes: [UInt8], _ isValid: Bool) throws {
        for before in (TextReader.chunkBytes - 4)...(TextReader.chunkBytes + 1) {
            let file = Array(repeating: 0x41, count: before) + bytes + [0x0A]
            #expect(((try? found(file)) != nil) == isValid)
        }
    }

    @Test(arguments: TextEncoding.allCases)
    func isFoundByItsName(_ encoding: TextEncoding) {
        #expect(TextEncoding(named: encoding.rawValue.uppercased()) == encoding)
    }
}

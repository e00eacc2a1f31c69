import Dashboard
import Testing

/// Forms with files, as browsers and others send them.
@Suite("Forms with files")
struct MultipartTests {
    private static func read(_ body: String, _ type: String = "multipart/form-data; boundary=XyZ")
        -> Result<MultipartForm, MultipartForm.Fault>
    {
        do throws(MultipartForm.Fault) {
            return .success(try MultipartForm(Array(body.utf8), contentType: type))
        } catch { return .failure(error) }
    }

    /// As Chromium sends a form with a text field and a file.
    private static let good =
        "--XyZ\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\nabc\r\n"
        + "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n"
        + "Content-Type: text/csv\r\n\r\nDate,Amount\r\n--Xy,1\r\n\r\n--XyZ--\r\n"

    @Test("fields and files are what was sent, to the byte") func reads() throws {
        let form = try MultipartTests.read(MultipartTests.good).get()
        #expect(form["form"] == "abc")
        #expect(form["file"] == nil)
        #expect(form.contents(of: "file") == Array("Date,Amount\r\n--Xy,1\r\n".utf8))
        let empty = "--XyZ\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n--XyZ--"
        #expect(try MultipartTests.read(empty).get()["a"]?.isEmpty == true)
        let quoted = try MultipartTests.read(
            MultipartTests.good, "Multipart/Form-Data; charset=x; Boundary=\"XyZ\""
        ).get()
        #expect(quoted["form"] == "abc")
    }

    @Test("a body that is cut anywhere is refused, and none of it is believed") func cut() {
        let bytes = Array(MultipartTests.good.utf8)
        // The last line end may be missing.
        for count in 0..<bytes.count - 2 {
            #expect(throws: MultipartForm.Fault.self, "\(count) bytes") {
                try MultipartForm(
                    Array(bytes.prefix(count)), contentType: "multipart/form-data; boundary=XyZ")
            }
        }
    }

    @Test("the beginning of a form has whole fields before what came of its file")
    func beginning() throws {
        let (bytes, type) = (Array(MultipartTests.good.utf8), "multipart/form-data; boundary=XyZ")
        var found = 0
        for count in 0..<bytes.count {
            let part = Array(bytes.prefix(count))
            guard let form = try? MultipartForm(part, contentType: type, isCut: true),
                form.fileName(of: "file") == "a.csv"
            else { continue }
            #expect(form["form"] == "abc", "\(count) bytes")
            found += 1
        }
        // From the empty line above the file on; three times the end itself is broken.
        #expect(found == "Date,Amount\r\n--Xy,1\r\n\r\n--XyZ--\r\n".utf8.count - 3)
        let rows = try #require(MultipartTests.good.firstRange(of: ",1\r\n"))
        let cut = Array(MultipartTests.good[..<rows.lowerBound].utf8)
        let form = try MultipartForm(cut, contentType: type, isCut: true)
        #expect(form.contents(of: "file") == Array("Date,Amount\r\n--Xy".utf8))
    }

    @Test(
        "what no browser sends is refused",
        arguments: [
            (" --XyZ--", .cut), ("preamble\r\n--XyZ--", .cut), ("--XyZ--x", .cut),
            ("--XyZ\r\nA: b\r\n\r\nx\r\n--XyZ--", .header),
            ("--XyZ\r\nno header\r\n\r\nx\r\n--XyZ--", .header),
            ("--XyZ\r\nContent-Disposition: form-data\r\n\r\nx\r\n--XyZ--", .header),
            ("--XyZ\r\nContent-Disposition: file; name=\"a\"\r\n\r\nx\r\n--XyZ--", .header),
            ("--XyZ\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--XyZ--", .header),
            (
                "--XyZ\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\nx"
                    + "\r\n--XyZ--", .header
            ),
            (
                "--XyZ\r\nContent-Disposition: form-data; name=\"a\"\r\n"
                    + "Content-Transfer-Encoding: base64\r\n\r\nx\r\n--XyZ--", .header
            ),
            (
                "--XyZ\r\nContent-Disposition: form-data; name=\"a\"\r\n"
                    + "Content-Type: multipart/mixed; boundary=q\r\n\r\nx\r\n--XyZ--", .header
            ),
        ] as [(String, MultipartForm.Fault)])
    func refuses(body: String, fault: MultipartForm.Fault) {
        #expect(throws: fault) { try MultipartTests.read(body).get() }
    }

    @Test("a name twice, too many parts, and too much about one") func counts() {
        let long = "--XyZ\r\nX: \(String(repeating: "x", count: 5_000))\r\n\r\nx\r\n--XyZ--"
        #expect(throws: MultipartForm.Fault.tooMuch) { try MultipartTests.read(long).get() }
        func part(_ name: String) -> String {
            "--XyZ\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\nx\r\n"
        }
        #expect(throws: MultipartForm.Fault.twice) {
            try MultipartTests.read(part("a") + part("a") + "--XyZ--").get()
        }
        #expect(throws: MultipartForm.Fault.tooMuch) {
            try MultipartTests.read((0..<40).map { part("p\($0)") }.joined() + "--XyZ--").get()
        }
    }

    @Test(
        "a boundary that is none",
        arguments: [
            "text/csv", "multipart/form-data", "multipart/form-data; boundary=",
            "multipart/form-data; boundary=a b", "multipart/mixed; boundary=XyZ",
            "multipart/form-data; boundary=\(String(repeating: "x", count: 71))", "",
        ])
    func boundary(type: String) {
        #expect(throws: MultipartForm.Fault.boundary) {
            try MultipartTests.read(MultipartTests.good, type).get()
        }
    }

    @Test("a boundary that makes the search slow costs a bounded time") func slow() {
        let boundary = String(repeating: "-", count: 70)
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx"
            + String(repeating: "-", count: 400_000) + "\r\nx"
        #expect(throws: MultipartForm.Fault.tooMuch) {
            try MultipartTests.read(body, "multipart/form-data; boundary=\(boundary)").get()
        }
    }

    @Test(
        "the name of a file is that alone",
        arguments: [
            ("../../etc/passwd", "passwd"), ("C:\\\\Users\\\\a.csv", "a.csv"),
            ("a\u{202E}b\u{1B}.csv", "ab.csv"), ("a\\\"b.csv", "a\"b.csv"),
            ("a%22b.csv", "a\"b.csv"), ("", ""), ("<b>.csv", "<b>.csv"),
        ])
    func names(sent: String, name: String) throws {
        let body =
            "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(sent)\"\r\n\r\n"
            + "x\r\n--XyZ--"
        #expect(try MultipartTests.read(body).get().fileName(of: "file") == name)
    }
}

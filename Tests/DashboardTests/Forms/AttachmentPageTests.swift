import Application
import Dashboard
import Ledger
import Testing

/// Files of entries on the pages: sent as a browser sends them, shown, loaded and detached.
@Suite("Files of entries on the pages") struct AttachmentPageTests {
    private static let png: [UInt8] = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 0, 255, 13, 10]

    private func send(
        _ site: TestSite, _ id: UInt64, _ name: String, _ bytes: [UInt8], token: String? = nil,
        key: String? = nil
    ) -> WebResponse {
        let page = site.get("/entry?id=\(id)").body
        let fields = [
            "form": token ?? TestSite.hidden("form", in: page),
            "key": key ?? TestSite.hidden("key", in: page), "back": "/entry?id=\(id)",
            "id": "\(id)",
        ]
        return site.postFile("/do/attach", TestSite.parts(fields, name, bytes))
    }

    private func entry(_ site: TestSite) throws -> UInt64 {
        let line = LineInput(amount: "9", title: "Umbrella", category: "household")
        return try AddEntry.run(AddEntry.Input(lines: [line]), in: site.env).id
    }

    /// The addresses of the files on a page.
    private func links(_ page: String) -> [String] {
        page.ranges(of: "href=\"/file?").map { range in
            "/file?" + page[range.upperBound...].prefix { $0 != "\"" }.replacing("&amp;", with: "&")
        }
    }

    @Test("one byte is one, and a note keeps its lines") func lines() throws {
        let site = try TestSite(isUnhurried: true)
        let line = LineInput(amount: "9", title: "Umbrella", note: "one line\n  another line")
        let id = try AddEntry.run(AddEntry.Input(lines: [line]), in: site.env).id
        #expect(send(site, id, "a.txt", [0x31]).status == 303)
        #expect(send(site, id, "b.txt", [0x31, 0x32]).status == 303)
        let page = site.get("/entry?id=\(id)").body
        #expect(page.contains("> 1 byte<") && page.contains("> 2 bytes<"), "\(page)")
        #expect(page.contains("<p class=\"lines\">one line\n  another line</p>"), "\(page)")
        let german = site.get("/entry?id=\(id)", ["accept-language": "de"]).body
        #expect(german.contains("> 1 Byte<"))
    }

    @Test("a picture is shown, anything else is only loaded") func shown() throws {
        let site = try TestSite(isUnhurried: true)
        let id = try entry(site)
        #expect(send(site, id, "bill.png", Self.png).status == 303)
        #expect(send(site, id, "<i>.html", Array("<script>alert(1)</script>".utf8)).status == 303)
        let page = site.get("/entry?id=\(id)").body
        let links = links(page)
        #expect(links.count == 2 && page.contains("<img"), "\(page)")
        #expect(page.contains("&lt;i&gt;.html") && !page.contains("<i>"), "\(page)")
        let picture = site.get(links[0])
        #expect(picture.content == Self.png)
        #expect(picture.header("Content-Type") == "image/png")
        #expect(picture.header("Content-Disposition") == "inline; filename*=UTF-8''bill.png")
        let document = site.get(links[1])
        #expect(document.header("Content-Type") == "application/octet-stream")
        #expect(
            document.header("Content-Disposition") == "attachment; filename*=UTF-8''%3Ci%3E.html")
        #expect(document.header("X-Content-Type-Options") == "nosniff")
    }

    @Test("what is no picture is none by its name") func disguised() throws {
        let site = try TestSite(isUnhurried: true)
        let id = try entry(site)
        #expect(send(site, id, "bill.png", Array("<svg onload=x>".utf8)).status == 303)
        let file = site.get(try #require(links(site.get("/entry?id=\(id)").body).first))
        #expect(file.header("Content-Type") == "application/octet-stream")
        #expect(file.header("Content-Disposition")?.hasPrefix("attachment") == true)
    }

    @Test("a form that is sent twice attaches once, and detaching can be undone")
    func twice() throws {
        let site = try TestSite(isUnhurried: true)
        let id = try entry(site)
        let count = try site.count
        for _ in 0..<2 {
            #expect(send(site, id, "bill.png", Self.png, key: "one").status == 303)
        }
        #expect(try site.count == count + 1)
        let page = site.get("/entry?id=\(id)").body
        let hash = try #require(links(page).first?.split(separator: "=").last.map(String.init))
        let gone = try site.send(
            "/do/detach", ["id": "\(id)", "file": hash], from: "/entry?id=\(id)")
        #expect(gone.status == 303)
        #expect(links(site.get("/entry?id=\(id)").body).isEmpty)
        #expect(links(site.get("/entry?id=\(id)&at=\(count)").body).count == 1)
        _ = try site.send("/do/undo", ["id": "\(count + 1)"], from: "/entry?id=\(id)")
        #expect(links(site.get("/entry?id=\(id)").body).count == 1)
    }

    @Test("what is too large, empty, cut or without a token is refused, and nothing is kept")
    func refused() throws {
        let site = try TestSite(isUnhurried: true)
        let id = try entry(site)
        let count = try site.count
        #expect(send(site, id, "big", [UInt8](repeating: 1, count: (8 << 20) + 1)).status == 413)
        #expect(send(site, id, "none", []).status == 422)
        #expect(send(site, id, "bill.png", Self.png, token: "x").status == 403)
        #expect(site.postFile("/do/attach", Array("--XyZ\r\n".utf8)).status == 400)
        #expect(send(site, 99, "bill.png", Self.png, key: "k").status >= 400)
        #expect(site.get("/file?id=\(id)&file=00").status == 422)
        #expect(site.get("/file?id=nothing").status == 404)
        #expect(try site.count == count)
    }

    @Test("who may not write sees the files, and no form") func rights() throws {
        let house = try TestHouse(["Bo": ["read"], "No": ["create"]])
        let line = LineInput(amount: "9", title: "Umbrella", category: "household")
        let id = try AddEntry.run(AddEntry.Input(lines: [line]), in: house.env).id
        let file = AttachFiles.File(bytes: FileBytes(Self.png), name: "bill.png")
        _ = try AttachFiles.run(AttachFiles.Input(id: "\(id)", files: [file]), in: house.env)
        let bo = try house.session(of: "Bo")
        let page = house.get("/entry?id=\(id)", cookie: bo).body
        #expect(links(page).count == 1 && !page.contains("/do/attach"), "\(page)")
        #expect(house.get(links(page)[0], cookie: bo).content == Self.png)
        let no = try house.session(of: "No")
        #expect(house.get(links(page)[0], cookie: no).status == 403)
    }
}

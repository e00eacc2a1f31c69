internal import Application
internal import LedgerCLI

extension PageContext {
    /// Pictures above this many bytes are not shown in a page.
    private static let shownBytesMax = 4 << 20

    /// The files of an entry or a task: each to be seen or loaded, and one more to be sent.
    func files(of id: UInt64) throws(ApplicationError) -> HTML {
        let list = try call(ListAttachments.self, ListAttachments.Input(id: "\(id)"))
        let takes = at == nil && may(.attach)
        if list.rows.isEmpty, !takes { return .empty }
        return tag("section", .css("card"), .of("id", "files")) {
            tag("h2") { "Files" }
            if !list.rows.isEmpty {
                tag("ul", .css("list")) { for row in list.rows { file(row, of: id) } }
            }
            if takes { sendFile(id) }
        }
    }

    private func file(_ row: ListAttachments.Output.Row, of id: UInt64) -> HTML {
        let name = row.name.isEmpty ? String(row.content.prefix(12)) : row.name
        let address = link("/file", ["id": "\(id)", "file": row.content])
        return tag("li") {
            tag("div", .css("grow")) {
                if let bytes = row.bytes {
                    tag("a", .href(address)) { name }
                    tag("span", .css("dim")) {
                        bytes == 1 ? " 1 byte" : " \(Figure.grouped(bytes)) bytes"
                    }
                    if PictureKind.isLikely(row.name), bytes <= PageContext.shownBytesMax {
                        tag("div") {
                            tag(
                                "img", .css("picture"), .of("src", address.text),
                                .of("alt", name), .of("loading", "lazy"))
                        }
                    }
                } else {
                    tag("span") { name }
                    tag("span", .css("wrong")) {
                        row.isMissing == true ? "! missing" : "! changed"
                    }
                }
            }
            if at == nil, may(.detach) {
                form(.detach, hidden: ["id": "\(id)", "file": row.content]) {
                    button("Detach", isSmall: true)
                }
            }
        }
    }

    private func sendFile(_ id: UInt64) -> HTML {
        form(.attach, hidden: ["id": "\(id)"], hasFile: true) {
            tag("label") {
                tag("span") {
                    "A picture or a document, at most \(FileShelf.fileBytesMax >> 20) MiB"
                }
                tag("input", .of("type", "file"), .of("name", "file"), .flag("required"))
            }
            tag("div", .css("actions")) { button("Attach") }
        }
    }
}

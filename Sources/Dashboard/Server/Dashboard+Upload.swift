internal import Application

extension Dashboard {
    /// How long a body may be: of a file that somebody sends who was let in, else of a form. It is
    /// decided before anything of the body is read.
    package func bodyBytesMax(of request: WebRequest) -> Int {
        let actions = Dashboard.fileActions(of: request)
        guard !actions.isEmpty, let own = entered(by: request) else {
            return Gate.Limit.bodyBytes
        }
        return actions.allSatisfy(own.may) ? Dashboard.uploadBytesMax : Gate.Limit.bodyBytes
    }

    private static let uploadBytesMax = FileShelf.fileBytesMax + Gate.Limit.formBytes

    /// What a request does with a file that comes with it; nothing where none may.
    private static func fileActions(of request: WebRequest) -> [FormAction] {
        switch request.path {
        case _ where request.method != "POST": []
        case PagePath.importFile.rawValue: [.importFile]
        case FormAction.attach.rawValue: [.attach]
        case FormAction.add.rawValue where request.hasParts: [.add, .attach]
        default: []
        }
    }

    /// Whether a form with a file is longer than what is read of somebody who is not let in: its
    /// fields stand before the file, and the file has to be chosen again anyway.
    func isCut(_ request: WebRequest) -> Bool {
        request.hasParts && !Dashboard.fileActions(of: request).isEmpty
            && request.bodyBytes > Gate.Limit.bodyBytes
            && request.bodyBytes <= Dashboard.uploadBytesMax && entered(by: request) == nil
    }

    /// Whether the acting person may do what a form does; not where that cannot be told.
    func may(_ action: FormAction) -> Bool {
        action.needs.isSubset(of: (try? env.permissions()) ?? [])
    }

    /// `POST /import` with a file in a form: kept for a while, and shown. Nothing is recorded.
    func takeFile(_ request: WebRequest) -> WebResponse {
        guard may(.importFile) else {
            return message(403, "Not here", "Nothing can be recorded from here.")
        }
        let form: MultipartForm
        do throws(MultipartForm.Fault) {
            form = try MultipartForm(
                request.body, contentType: request.headers["content-type"] ?? "")
        } catch {
            return message(
                400, "That did not arrive", "The form with the file is not whole. Send it again.",
                back: Link("/import"))
        }
        guard takes(form: form["form"]) else {
            return sendAgain(
                403,
                """
                The page was made before you logged in, or before the server was started again. \
                Choose the file again.
                """)
        }
        guard let part = form.parts.first(where: { $0.name == "file" && $0.fileName != nil }) else {
            return sendAgain(422, "Choose a file first.")
        }
        if part.content.isEmpty { return sendAgain(422, "The file is empty, or none was chosen.") }
        if part.content.count > FileShelf.fileBytesMax { return refused(.tooLarge) }
        let id = shelf.keep(
            Array(part.content), name: part.fileName ?? "", person: env.user)
        return .seeOther(Link("/import", ["file": id]))
    }

    /// The fields of a form in parts, and its file; why it is refused, else. An entry may come
    /// without a file.
    func partsForm(_ request: WebRequest) -> (form: FormFields?, refusal: WebResponse?) {
        let form: MultipartForm
        do throws(MultipartForm.Fault) {
            form = try MultipartForm(
                request.body, contentType: request.headers["content-type"] ?? "")
        } catch {
            return (
                nil,
                message(
                    400, "That did not arrive",
                    "The form with the file is not whole. Send it again.")
            )
        }
        let fields = FormFields(form)
        let back = fields["back"].flatMap { Link(back: $0) }
        let bytes = form.parts.filter { $0.fileName == nil }.reduce(0) { $0 + $1.content.count }
        if bytes > Gate.Limit.bodyBytes { return (nil, refused(.tooLarge)) }
        let isEntry = request.path == FormAction.add.rawValue
        // A browser sends a file without a name and bytes where none was chosen.
        let isChosen = fields.file.map { !$0.name.isEmpty || !$0.bytes.isEmpty } ?? false
        if isEntry, !isChosen { return (fields, nil) }
        if isEntry, !may(.attach) {
            return (nil, message(403, "Not here", "You may not attach files.", back: back))
        }
        guard let file = fields.file, !file.bytes.isEmpty else {
            let words: Phrase = "The file is empty, or none was chosen."
            return (nil, message(422, "That did not work", words, back: back))
        }
        if file.bytes.count > FileShelf.fileBytesMax { return (nil, refused(.tooLarge)) }
        return (fields, nil)
    }

    /// Where a file of an entry or a task can be seen or loaded.
    static let filePath = "/file"

    /// `GET /file?id=50&file=HASH`.
    func attachedFile(_ request: WebRequest) -> WebResponse {
        do throws(ApplicationError) {
            let context = try PageContext(self, request)
            let input = ReadAttachment.Input(
                id: request.query["id"] ?? "", file: request.query["file"])
            let file = try context.call(ReadAttachment.self, input)
            return .file(file.bytes.bytes, name: file.name)
        } catch {
            return message(
                Dashboard.status(of: error), "That did not work", Phrase(plain: words(of: error)),
                back: Link("/entries"))
        }
    }

    /// The page on which a file is chosen, with what was wrong.
    private func sendAgain(_ status: Int, _ problem: Phrase) -> WebResponse {
        do throws(ApplicationError) {
            var context = try PageContext(self, WebRequest("GET", "/import"))
            context.importProblem = problem
            return .page(status, try context.page(.importFile).html)
        } catch {
            return message(status, "That did not work", problem, back: Link("/import"))
        }
    }
}

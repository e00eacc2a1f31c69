internal import Application

extension Dashboard {
    /// How long a body may be: of a file that somebody sends who was let in, else of a form. It is
    /// decided before anything of the body is read.
    package func bodyBytesMax(of request: WebRequest) -> Int {
        let isFile = request.method == "POST" && request.path == PagePath.importFile.rawValue
        return isFile && entered(by: request)?.may(.importFile) == true
            ? FileShelf.fileBytesMax + Gate.Limit.formBytes : Gate.Limit.bodyBytes
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
        guard takes(form: form["form"]) else { return refused(.noToken) }
        guard let part = form.parts.first(where: { $0.name == "file" && $0.fileName != nil }) else {
            return sendAgain(422, "Choose a file first.")
        }
        if part.content.isEmpty { return sendAgain(422, "The file is empty, or none was chosen.") }
        if part.content.count > FileShelf.fileBytesMax { return refused(.tooLarge) }
        let id = shelf.keep(
            Array(part.content), name: part.fileName ?? "", person: env.user)
        return .seeOther(Link("/import", ["file": id]))
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

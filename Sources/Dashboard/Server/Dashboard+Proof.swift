internal import Application

extension Dashboard {
    /// Where a proof of an event can be loaded from.
    static let proofPath = "/proof"

    /// `GET /proof?id=50`: a file that proves to others that the ledger has the event
    /// (c2sp.org/tlog-proof); `tools/verify-proof` checks it without the program.
    func proof(_ request: WebRequest) -> WebResponse {
        do throws(ApplicationError) {
            let input = ProveEvent.Input(
                id: request.query["id"] ?? "",
                withText: request.query["text"] == nil ? nil : true)
            let proof = try Router.call(ProveEvent.self, input, in: env)
            return WebResponse(
                200, type: "application/octet-stream", proof.proof,
                headers: [
                    (
                        "Content-Disposition",
                        "attachment; filename=\"event-\(proof.id).tlog-proof\""
                    )
                ])
        } catch {
            return message(
                Dashboard.status(of: error), "No proof",
                Phrase(plain: words(of: error)), back: Link("/audit"))
        }
    }
}

internal import Application
internal import LedgerCLI

/// What a program is told that asked for what cannot be done: problem details (RFC 9457).
struct Problem: Encodable {
    /// What goes wrong, for programs: `urn:ledger:problem:` and ``code``.
    let type: String
    /// The same for all of a status.
    let title: String
    let status: Int
    /// What is wrong with this very request.
    let detail: String
    /// As `ledger call` has it.
    let code: String
    /// What `ledger call` ends with: 1 refused, 2 not understood, 3 damage.
    let exit: Int32
    /// Commands that may help, the likeliest first; left out for none.
    let tries: [String]?

    init(
        _ status: Int, code: String, _ detail: String, tries: [String] = [], exit: Int32? = nil
    ) {
        type = "urn:ledger:problem:\(code)"
        title = Problem.titles[status] ?? "Not so"
        self.status = status
        self.detail = detail
        self.code = code
        self.exit = exit ?? Problem.exits[status] ?? 2
        self.tries = tries.isEmpty ? nil : tries
    }

    /// What the ledger refuses.
    init(_ error: ApplicationError) {
        let words = ErrorText(error)
        self.init(
            Dashboard.status(of: error), code: error.code, words.what, tries: words.tries,
            exit: words.exitCode)
    }

    /// What the gate refuses.
    init(_ refusal: Gate.Refusal) {
        let (status, code, detail): (Int, String, String) =
            switch refusal {
            case .unknownHost: (421, "host", "the header Host is none of this server")
            case .foreignOrigin: (403, "origin", "the request came from a page of somebody else")
            case .unknownMethod: (405, "method", "only GET, HEAD and POST are known")
            case .onlyRead: (405, "onlyRead", "this address is only read, with GET or HEAD")
            case .unknownCoding:
                (501, "transferCoding", "a body comes with its length, or in chunks")
            case .broken: (400, "body", "the body did not come whole")
            case .tooSlow: (408, "slow", "the body took too long to come")
            case .doubled: (400, "header", "a header that can be there once is there twice")
            case .tooLong: (414, "tooLong", "the address is too long")
            case .tooLarge: (413, "tooLarge", "the body is too large")
            case .tooMany: (429, "tooMany", "too many requests, or too many wrong tokens")
            case .loggedOut: (401, "token", "the header Authorization has no valid token")
            case .noToken: (403, "formToken", "the form has no valid token")
            }
        self.init(status, code: code, detail)
    }

    /// What is said where the log is not any more that of the answer a request names.
    static var merged: Problem {
        Problem(
            412, code: "merged",
            """
            another copy of the ledger was merged since that answer, and ids may be those of other \
            entries now; nothing was done: ask again, then send it with the new ETag
            """, exit: 1)
    }

    /// Where it is not that something was not understood.
    private static let exits: [Int: Int32] = [401: 1, 403: 1, 408: 1, 409: 1, 429: 1, 500: 3]

    /// The statuses that a program may be answered, and what they mean.
    static let titles = [
        400: "The request cannot be read", 401: "Not let in", 403: "Not allowed",
        404: "Nothing there", 405: "Another method is meant", 408: "Too slow",
        409: "Changed meanwhile", 412: "Another version", 413: "Too large",
        414: "The address is too long",
        421: "Another host is meant", 422: "Not understood, or refused",
        429: "Too many requests", 500: "The ledger is damaged", 501: "Not known here",
    ]

    /// As it is sent.
    var response: WebResponse {
        var headers: [(name: String, value: String)] = []
        if status == 401 { headers.append(("WWW-Authenticate", "Bearer")) }
        if status == 405 {
            headers.append(("Allow", code == "onlyRead" ? "GET, HEAD" : "GET, HEAD, POST"))
        }
        if status == 429 { headers.append(("Retry-After", "1")) }
        return WebResponse(
            status, type: "application/problem+json",
            String(decoding: JSONCoding.encode(self), as: UTF8.self), headers: headers)
    }
}

/// What a browser asks for, free of any server.
package struct WebRequest: Sendable {
    /// `GET`, `HEAD` or `POST`.
    package var method: String
    /// As it came, without the query.
    package var path: String
    /// What stands behind the question mark.
    package var query: FormFields
    /// The names in lower case.
    package var headers: [String: String]
    package var body: [UInt8]
    /// How long the path and the query are, as they came.
    let targetBytes: Int

    /// A request.
    package init(
        _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
    ) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        targetBytes = target.utf8.count
        path = parts.first.map(String.init) ?? ""
        query = FormFields(encoded: parts.count > 1 ? parts[1] : "")
        self.headers = headers
        self.body = body
    }

    /// Headers that say who asks whom for what: twice they would say two things (RFC 9112, 3.2, of
    /// `Host`).
    private static let single: Set<String> = [
        "host", "origin", "authorization", "idempotency-key", "expected-version", "content-type",
        "sec-fetch-site",
    ]

    /// Fields as they came, by their names in lower case; of one name one behind the other.
    ///
    /// - Returns: `nil` where one is doubled that can be there once.
    package static func headers(of fields: [(name: String, value: String)]) -> [String: String]? {
        var headers: [String: String] = [:]
        for (name, value) in fields {
            let name = name.lowercased()
            guard let before = headers[name] else {
                headers[name] = value
                continue
            }
            if single.contains(name) { return nil }
            headers[name] = before + (name == "cookie" ? "; " : ", ") + value
        }
        return headers
    }

    /// What is shown in `Authorization: Bearer TOKEN`; the scheme is written in any case
    /// (RFC 9110, 11.1).
    var bearer: String? {
        let parts = (headers["authorization"] ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1].drop { $0 == " " })
    }

    /// How long its body is to be; `nil` where nothing says so.
    var contentLength: Int? {
        headers["content-length"].map { text in
            // What is no number, or too large for one, is larger than anything that is taken.
            Int(text).flatMap { $0 < 0 ? nil : $0 } ?? Int.max
        }
    }

    /// How long its body is, or is to be.
    var bodyBytes: Int { max(contentLength ?? 0, body.count) }

    /// Whether a body is to come with it.
    var announcesBody: Bool {
        (contentLength ?? 0) > 0 || headers["transfer-encoding"] != nil
    }

    /// The value of a cookie.
    func cookie(_ name: String) -> String? {
        for pair in (headers["cookie"] ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0].drop(while: { $0 == " " }) == name {
                return String(parts[1])
            }
        }
        return nil
    }
}

extension WebRequest {
    /// Whether it is a form in parts, in which files can be.
    var hasParts: Bool {
        headers["content-type"]?.lowercased().hasPrefix("multipart/form-data") == true
    }
}

/// What a browser is answered.
package struct WebResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: String
    /// What is no text, in the place of the body; `nil` for text.
    package var content: [UInt8]?

    /// An answer with what every answer says: nothing of it is kept, framed, sniffed or loaded
    /// from elsewhere.
    init(
        _ status: Int, type: String, _ body: String, headers: [(name: String, value: String)] = []
    ) {
        self.status = status
        self.body = body
        self.headers =
            [
                ("Content-Type", type),
                (
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; connect-src 'self'; "
                        + "style-src 'self'; img-src 'self'; manifest-src 'self'; "
                        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
                ),
                ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
                ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
            ] + headers
    }

    /// A file of somebody: shown where it is a picture, else loaded under its name (RFC 6266).
    static func file(_ bytes: [UInt8], name: String) -> WebResponse {
        let picture = PictureKind(of: bytes)
        let encoded = name.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == 0x2E || byte == 0x2D
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain
                ? String(Unicode.Scalar(byte)) : "%" + (digits.utf8.count < 2 ? "0" : "") + digits
        }
        let how = picture == nil ? "attachment" : "inline"
        var response = WebResponse(
            200, type: picture?.rawValue ?? "application/octet-stream", "",
            headers: [("Content-Disposition", "\(how); filename*=UTF-8''\(encoded.joined())")])
        response.content = bytes
        return response
    }

    /// A page.
    static func page(_ status: Int, _ html: HTML) -> WebResponse {
        WebResponse(status, html: html.markup)
    }

    /// A page of markup that was escaped already.
    init(_ status: Int, html: String) {
        self.init(status, type: "text/html; charset=utf-8", html)
    }

    /// Sends the browser on, by `GET`.
    static func seeOther(_ link: Link) -> WebResponse {
        WebResponse(
            303, type: "text/plain; charset=utf-8", "See \(link.text)\n",
            headers: [("Location", link.text)])
    }

    /// A value of a header; `nil` when there is none.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

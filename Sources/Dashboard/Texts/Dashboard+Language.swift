extension Dashboard {
    /// Keeps what a browser chose, for a year, and shows the page again.
    func choose(_ request: WebRequest) -> WebResponse {
        var response = WebResponse.seeOther(
            request.query["back"].flatMap { Link(back: $0) } ?? Link("/"))
        if let language = request.query["to"].flatMap(Language.init(rawValue:)) {
            response.headers.append(
                (
                    "Set-Cookie",
                    "\(Language.cookie)=\(language.rawValue); Path=/; Max-Age=31536000; "
                        + "HttpOnly; SameSite=Strict"
                ))
        }
        return response
    }
}

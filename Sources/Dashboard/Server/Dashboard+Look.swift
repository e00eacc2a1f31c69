internal import Application

extension Dashboard {
    /// What is known of a request by its headers, before anything of its body is read.
    package struct Look: Sendable {
        /// What it is told at once; `nil` where its body is read.
        package let refusal: WebResponse?
        /// How long its body may be.
        package let bodyBytesMax: Int
        /// Whether who asks was let in before.
        package let isKnown: Bool
        /// Whether of its body, which is longer than that, the beginning is read alone.
        package let isCut: Bool

        /// Whether a file may come with it.
        var isFile: Bool { bodyBytesMax > Gate.Limit.bodyBytes }
    }

    /// Looks at a request by its headers alone; counts it.
    package func look(at request: WebRequest) -> Look {
        let start = env.uptime()
        let most = bodyBytesMax(of: request)
        let isKnown = knows(request)
        guard let refusal = refusal(of: request, bodyBytesMax: most, isKnown: isKnown) else {
            return Look(
                refusal: nil, bodyBytesMax: most, isKnown: isKnown, isCut: isCut(request))
        }
        let response = Language.$current.withValue(Language.of(request)) {
            refused(refusal, of: request)
        }
        metrics.count(Dashboard.label(of: request), response.status, took: env.uptime() - start)
        return Look(refusal: response, bodyBytesMax: most, isKnown: isKnown, isCut: false)
    }

    /// What is said to a request that is refused: to a program as programs read it.
    func refused(_ refusal: Gate.Refusal, of request: WebRequest) -> WebResponse {
        Dashboard.isOfProgram(request.path) ? Problem(refusal).response : refused(refusal)
    }

    private func refusal(
        of request: WebRequest, bodyBytesMax most: Int, isKnown: Bool
    ) -> Gate.Refusal? {
        if let refusal = gate.refusal(of: request, isKnown: isKnown) { return refusal }
        if let coding = request.headers["transfer-encoding"], coding.lowercased() != "chunked" {
            return .unknownCoding
        }
        if request.bodyBytes > most, !isCut(request) { return .tooLarge }
        guard request.method == "POST" else { return nil }
        let path = request.path
        if [Dashboard.feedPath, Dashboard.metricsPath].contains(path) { return .onlyRead }
        let isEntrance =
            path == Language.path
            || logins != nil && [Dashboard.loginPath, Dashboard.sessionPath].contains(path)
        if isEntrance { return nil }
        if path.hasPrefix("/api/") {
            do throws(Gate.Refusal) { _ = try entered(byProgram: request) } catch { return error }
            return nil
        }
        // What somebody typed whose session is over is shown to them again.
        return entered(by: request) == nil && !Dashboard.keepsInput(path) ? .loggedOut : nil
    }

    /// Whether a request shows what lets somebody in; a wrong guess is not counted.
    package func knows(_ request: WebRequest) -> Bool {
        guard let logins else {
            return gate.knows(request) || Gate.isSame(request.bearer ?? "", gate.token)
        }
        return [gate.cookie(of: request), request.bearer].contains { id in
            id.flatMap { logins.session($0, isUse: false) } != nil
        }
    }
}

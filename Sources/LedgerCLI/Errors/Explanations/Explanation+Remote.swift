extension Explanation {
    /// A server that was asked, and did not do it.
    init(far failure: RemoteLedger.Failure) {
        switch failure {
        case .noProgram:
            self.init("curl, which asks servers, is not in the PATH", "apt install curl")
        case .silent(let address, let code)
        where !RemoteLedger.Failure.unsent.contains(code):
            self.init(
                "\(Screen.plain(address)) did not answer in time, or not to the end; what was "
                    + "asked may have been recorded, and with the same \"key\" it is recorded once",
                .again)
        case .silent(let address, let code):
            self.init(
                "\(Screen.plain(address)) did not answer; curl ended with \(code)",
                .words("curl -sS -o /dev/null \(Explanation.shellWord(address))/"))
        case .tooLarge(let address, let mebibytes):
            let more = min(mebibytes * 4, RemoteLedger.mostMebibytes)
            self.init(
                "\(Screen.plain(address)) has an answer of more than \(mebibytes) MiB, of which "
                    + "nothing is shown; what was asked may have been recorded, and with the same "
                    + "\"key\" it is recorded once",
                .options(["--max-size": "\(more)"]))
        case .strange(let address, let status):
            self.init(
                "\(Screen.plain(address)) answered with the status \(status), and nothing that a "
                    + "ledger says",
                .words("curl -i \(Explanation.shellWord(address))/"))
        case .refused(let refusal):
            self.init(refusal)
        }
    }

    /// What a server says is another's text.
    private init(_ refusal: RemoteLedger.Refusal) {
        let lines = refusal.detail.split(separator: "\n").map { Screen.plain(String($0)) }
        let notLetIn = 401
        let own: [Try] =
            refusal.status == notLetIn
            ? ["LEDGER_TOKEN=TOKEN ledger call …", "ledger call session - --remote URL"] : []
        self.init(
            lines.joined(separator: "\n"),
            tries: own + refusal.tries.map { .words(Screen.plain($0)) })
    }
}

extension RemoteLedger.Failure {
    /// What `curl` ends with where nothing was sent: no address, no connection, no certificate.
    static let unsent: Set<Int32> = [1, 2, 3, 5, 6, 7, 35, 60, 77]

    /// 1 refused, 2 not understood, 3 damage or what cannot be used.
    var exitCode: Int32 {
        if case .refused(let refusal) = self { refusal.exit } else { 3 }
    }
}

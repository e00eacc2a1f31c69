internal import Ledger

extension Environment {
    /// The account that a text means: a name in any case, `1042`, `#1042`, `.3` for row 3 of the
    /// last list, or words of one name only, such as `checking` for `Assets:Checking`.
    ///
    /// - Throws: ``ApplicationError/noSuchRow(_:count:)``,
    ///   ``ApplicationError/ambiguousID(_:_:)``, and ``ApplicationError/decision(_:)`` with
    ///   `unknownAccount` or `notAnAccount`.
    func account(_ text: String, in snapshot: LedgerSnapshot) throws(ApplicationError)
        -> ReferenceData.Account
    {
        let referenceData = snapshot.referenceData
        if let account = referenceData.account(named: text) { return account }
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        if let position = UInt64(digits) { return try account(at: position, referenceData) }
        if text.hasPrefix("."), let row = Int(text.dropFirst()) {
            guard lastList.indices.contains(row - 1) else {
                throw .noSuchRow(text, count: lastList.count)
            }
            return try account(at: lastList[row - 1], referenceData)
        }
        let found = referenceData.accounts(calledLike: text)
        if found.count == 1 { return found[0] }
        if found.isEmpty {
            let near = Spelling.nearest(to: text, among: referenceData.accounts.map(\.facts.name))
            throw .decision(.unknownAccount(text, suggestions: near))
        }
        throw .ambiguousID(
            text,
            found.map { account in
                Candidate(
                    id: account.position, type: "account", title: account.facts.name,
                    live: !account.isClosed)
            })
    }

    private func account(
        at position: UInt64, _ referenceData: ReferenceData
    ) throws(ApplicationError) -> ReferenceData.Account {
        guard let account = referenceData.account(at: position) else {
            throw .decision(.notAnAccount(position))
        }
        return account
    }
}

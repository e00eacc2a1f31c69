/// What the events behind a figure of all lines come to, of which a page is wanted.
struct KeptFigure: KeptQuestion {
    struct Key: Hashable, Sendable {
        let query: FigureQuery
        let currency: Currency
        /// What categories are called decides which events count.
        let renames: [ReferenceData.Rename]
    }

    struct Answer: Sendable {
        let marks: FigureMarks
        /// The page that was asked for last.
        let page: FigurePage
    }

    let source: FigureSource
    let skip: Int
    let limit: Int

    static let countMax = 16
    static let readsText = false
    /// To a mark.
    static let reachesBack = true
    /// No page of more events is kept.
    private static let pageMax = 200

    var key: Key {
        Key(
            query: source.query, currency: source.currency, renames: source.referenceData.renames)
    }

    func answer(
        in snapshot: LedgerSnapshot, after known: (answer: Answer, end: UInt64)?
    ) throws(StoreError) -> Answer {
        let step = snapshot.folds?.figureStep ?? FigureMarks.step
        var marks = known?.answer.marks.upTo(snapshot.count) ?? FigureMarks(from: 0, step: step)
        try source.extend(&marks, upTo: snapshot.count)
        var page = emptyPage(marks)
        if let old = known?.answer.page, old.skip == skip, old.limit == limit,
            old.end.position <= snapshot.count
        {
            page = old
        }
        try source.extend(&page, by: marks)
        return Answer(marks: marks, page: page)
    }

    func kept(_ answer: Answer) -> Answer? {
        if answer.page.steps.count <= KeptFigure.pageMax { return answer }
        return Answer(marks: answer.marks, page: emptyPage(answer.marks))
    }

    private func emptyPage(_ marks: FigureMarks) -> FigurePage {
        FigurePage(skip: skip, limit: limit, from: marks.mark(before: skip))
    }
}

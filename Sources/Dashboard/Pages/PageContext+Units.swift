internal import Application
internal import Ledger
internal import LedgerCLI

extension PageContext {
    /// The units of the organisation, each before those below it; nothing where there are none.
    func units() throws(ApplicationError) -> HTML {
        let tree = try call(UnitTreeEndpoint.self, UnitTreeEndpoint.Input())
        if tree.rows.isEmpty { return .empty }
        return tag("section", .css("card")) {
            tag("h2") { "Units" }
            tag("ul", .css("list")) {
                for row in tree.rows {
                    tag("li") {
                        tag("div", .css("grow")) {
                            tag("a", .href(link("/people", ["q": row.name]))) { row.path }
                        }
                        tag("span", .css("dim")) {
                            row.membersBelow == 1
                                ? "1 person" : "\(Figure.grouped(row.membersBelow)) persons"
                        }
                    }
                }
            }
        }
    }

    /// Where a person is, and what the person may do there; nothing where none is asked for.
    func standing() throws(ApplicationError) -> HTML {
        guard let id = request.query["person"] else { return .empty }
        let shown = try call(ShowPerson.self, ShowPerson.Input(person: id))
        let all = AskRight.Input(person: id, rights: ["all"])
        let isInForce = try call(AskRight.self, all).inForce
        return tag("section", .css("card")) {
            tag("h2") { Phrase(shown.person.name, or: "(erased)") }
            if !isInForce {
                tag("p") { "Nobody was granted a right yet, so that everybody may do everything." }
            } else if shown.rows.isEmpty {
                tag("p") { "Is in no unit, and was granted no right." }
            }
            tag("ul", .css("list")) { for place in shown.rows { self.place(place) } }
        }
    }

    private func place(_ place: ShowPerson.Place) -> HTML {
        tag("li") {
            tag("div", .css("grow")) {
                place.unit == "/" ? "The whole ledger" : Phrase(plain: place.unit)
                if !place.post.isEmpty { tag("div", .css("dim")) { place.post } }
            }
            for right in place.rights { tag("span", .css("badge")) { Phrase(word: right) } }
        }
    }
}

/// Why a text is no query; facts only, the words are in `description`.
package struct LineQueryError: Error, Hashable, Sendable {
    /// What is wrong with a term.
    package enum Fault: Hashable, Sendable {
        /// A quote that nothing closes, or with something behind the one that does.
        case unclosedQuote
        /// Nothing is called so before a `:`; the suggestions are the nearest, best first.
        case unknownPrefix(String, suggestions: [String])
        /// Nothing follows the `:`, where something has to.
        case noValue(prefix: String)
        /// Not a category.
        case category(CategoryPathError)
        /// Not an amount and no range of amounts.
        case amount(String)
        /// Not a day and no range of days.
        case date(String, DatePhraseError)
        /// Not an id.
        case id(String)
        /// Not a kind of line.
        case kind(String)
        /// Not a status of a line.
        case status(String)
        /// No account is called so; the suggestions are the nearest, best first.
        case account(String, suggestions: [String])
        /// No person is called so; the suggestions are the nearest, best first.
        case person(String, suggestions: [String])
        /// Not a currency that is known; the suggestions are the nearest, best first.
        case currency(String, suggestions: [String])
        /// Not a value of an attribute of tasks.
        case attribute(TaskAttributeFault)
        /// None of the few words that may follow.
        case choice(String, prefix: String, allowed: [String])
        /// It looks like a term, and is none; terms in the right form, the likeliest first.
        case noSuchSyntax(right: [String])
        /// A bracket is not closed, or closes none.
        case bracket
        /// What stands between slashes is no expression.
        case pattern(TextPatternError)
        /// Nothing between slashes can be said there.
        case noPattern(prefix: String)
        /// With all that is joined by `or` it comes to more clauses than a query can have.
        case tooManyChoices(max: Int)
        /// Something else than a day, kind, category, account or currency decides, where only these
        /// can.
        case notAKey
        /// What only recorded lines have is asked of what is still to come.
        case notRecordedYet
        /// More terms than a query can have.
        case tooMany(max: Int)
    }

    /// The query.
    package let query: String
    /// The term as it is in the query.
    package let term: String
    /// Where the term begins, in characters from 1.
    package let column: Int
    /// What is wrong.
    package let fault: Fault
    /// Whether the query is about tasks, which have other terms than lines.
    package internal(set) var isOfTasks = false

    /// An error in a term of a query.
    package init(query: String, term: String, column: Int, fault: Fault) {
        self.query = query
        self.term = term
        self.column = column
        self.fault = fault
    }
}

internal import Ledger

/// A task as it is typed; what is left out is not said.
package struct TaskInput: Codable, Hashable, Sendable {
    /// What is to be done; needed where a task is added.
    package var title: String?
    /// Note.
    package var note: String?
    /// A deadline in the words of ``DeadlinePhrase``; `none` for none.
    package var due: String?
    /// `basic`, `urgent` or `important`; basic when left out.
    package var type: String?
    /// `green`, `teal`, `pink`, `gray` or `blue`; green when left out.
    package var colour: String?
    /// `1` (highest) … `9`, or `H`, `M` and `L` for 1, 5 and 9.
    package var priority: String?
    /// Segments joined by `:`.
    package var project: String?
    /// Tags; when a task is edited all of them.
    package var tags: [String]?
    /// The name of the person who is to do it, or `me`; one who is not known is added.
    package var assignee: String?
    /// Until when it is hidden, as ``due`` is typed.
    package var wait: String?
    /// When it is to be taken up, as ``due`` is typed.
    package var scheduled: String?
    /// Until when it is of use, as ``due`` is typed.
    package var until: String?
    /// Tasks that have to be done before, by id or a word of the title; when a task is edited those
    /// to add, and with a `-` before it one to take away, `none` for all.
    package var depends: [String]?
    /// The task of which it is a part, and which waits for it, by id or a word of the title.
    package var parent: String?
    /// What it has of attributes, by their names; when a task is edited an empty text clears one.
    package var attributes: [String: String]?
    /// Whether a person who is new is refused where the name is likely to be a slip for one who is
    /// known; left out for no.
    package var refusesSlips: Bool?

    /// A task of which nothing is said yet.
    package init() {}

    /// The moments that are said, as they are typed.
    var moments: [(moment: TodoMoment, text: String)] {
        let texts: [(TodoMoment, String?)] = [
            (.wait, wait), (.scheduled, scheduled), (.until, until),
        ]
        return texts.compactMap { moment, text in text.map { (moment, $0) } }
    }
}

extension TodoFacts {
    /// Whether nothing of its text is there: no task is recorded without a title, so that the text
    /// was erased.
    var hasNoText: Bool { title.isEmpty && note.isEmpty && tags.isEmpty }

    /// Takes in what an edit says; text that was erased there is what it was before.
    mutating func take(_ edited: TodoFacts) {
        var edited = edited
        if edited.title.isEmpty {
            if edited.hasNoText { (edited.note, edited.tags) = (note, tags) }
            edited.title = title
        }
        self = edited
    }
}

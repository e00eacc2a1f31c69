extension Session {
    /// The words of each context: a filter of tasks that also says what new ones have.
    ///
    /// - Throws: ``ApplicationError/forbidden(_:)``, as does what changes them.
    package func taskContexts() throws(ApplicationError) -> [String: [String]] {
        try check(.listContexts)
        return settings.contexts
    }

    /// The context in which tasks are looked at; `nil` for none.
    package var taskContext: (name: String, words: [String])? {
        let settings = settings
        return settings.context.flatMap { name in
            settings.contexts[name].map { (name, $0) }
        }
    }

    /// Gives a context its words, in this and later sessions; without any it is forgotten.
    package func defineTaskContext(
        _ name: String, _ words: [String]
    ) throws(ApplicationError) {
        try check(.changeContexts)
        if words.isEmpty, settings.contexts[name] == nil { throw unknown(context: name) }
        try changeRoot { _, settings in
            settings.contexts[name] = words.isEmpty ? nil : words
            if words.isEmpty, settings.context == name { settings.context = nil }
        }
    }

    /// Looks at tasks in a context from now on, in this and later sessions; `nil` for in none.
    package func useTaskContext(_ name: String?) throws(ApplicationError) {
        try check(.changeContexts)
        if let name, settings.contexts[name] == nil { throw unknown(context: name) }
        try changeRoot { _, settings in settings.context = name }
    }

    private func unknown(context name: String) -> ApplicationError {
        .badChoice(field: "context", name, allowed: settings.contexts.keys.sorted() + ["none"])
    }
}

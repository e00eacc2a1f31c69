import Application
import Ledger
import Support
import Testing

/// Terms of tasks. It is 2026-01-15T12:00:00Z, a Thursday, weeks from Monday.
@Suite struct TaskQueryTests {
    /// Eight tasks, told apart by a letter.
    private func opened() throws -> Environment {
        let env = try ApplicationTests.opened()
        func add(_ title: String, _ change: (inout TaskInput) -> Void) throws {
            var task = TaskInput()
            task.title = title
            change(&task)
            _ = try AddTask.run(AddTask.Input(task), in: env)
        }
        _ = try DeclareAttribute.run(.init(name: "estimate", kind: "duration"), in: env)
        _ = try DeclareAttribute.run(.init(name: "size", choices: ["S", "M", "L"]), in: env)
        try add("A paint fence") {
            $0.project = "home:garden"
            $0.tags = ["diy", "out"]
        }
        try add("B paint wall") {
            $0.project = "home"
            ($0.due, $0.priority, $0.attributes) = ("2026-01-16", "H", ["estimate": "3h"])
        }
        try add("C call Bo") { ($0.due, $0.tags) = ("2026-01-15 09:00", ["out"]) }
        try add("D report") { ($0.project, $0.due) = ("work", "2026-01-31") }
        try add("E slides") {
            ($0.project, $0.depends, $0.attributes) = ("work", ["D"], ["size": "m"])
        }
        try add("F holiday") {
            $0.wait = "2026-03-01"
            $0.attributes = ["planned": "300"]
        }
        try add("G milk") { ($0.priority, $0.attributes) = ("L", ["estimate": "10min"]) }
        try add("H bread") { $0.tags = ["out", "next"] }
        _ = try CompleteTasks.run(EntriesInput(ids: ["G"]), in: env.at("2026-01-14T10:00:00Z"))
        _ = try DropTasks.run(EntriesInput(ids: ["H"]), in: env)
        _ = try StartTasks.run(EntriesInput(ids: ["A"]), in: env)
        return env
    }

    /// Which letters each query finds, by hand.
    private static let wanted: [(String, String)] = [
        ("", "ABCDE"), ("paint", "AB"), ("paint or report", "ABD"), ("not paint", "CDE"),
        ("project:home", "AB"), ("project:=home", "B"), ("project:", "C"),
        ("project:home project:work", "ABDE"), ("project:home or +out", "ABC"),
        ("+diy", "A"), ("+DIY", "A"), ("tag:", "BDE"), ("not:tag:out project:home", "B"),
        ("(project:home or project:work) not paint", "DE"), ("priority:H", "B"),
        ("priority:", "ACDE"), ("priority:1", "B"), ("priority:2", ""),
        ("due:", "AE"), ("due:today", "C"), ("due:tomorrow", "B"), ("due:2026-01", "BCD"),
        ("due.before:tomorrow", "C"), ("due.by:tomorrow", "BC"), ("due.after:tomorrow", "D"),
        ("due:2026-01-16 or due:2026-01-31", "BD"), ("is:late", "C"), ("+OVERDUE", "C"),
        ("is:started", "A"), ("+ACTIVE", "A"), ("is:blocked", "E"), ("is:blocking", "D"),
        ("is:ready", "ABCD"), ("is:hidden", "F"), ("wait:", "ABCDE"), ("is:done", "G"),
        ("status:completed", "G"), ("is:dropped", "H"), ("+DELETED", "H"),
        ("done:yesterday", "G"), ("done:2026-01-15", ""), ("done.before:2026-01-15", "G"),
        ("added:today is:open", "ABCDE"), ("/^[AB] paint/", "AB"), ("title:/fence$/", "A"),
        ("estimate:3h", "B"), ("estimate.over:2h", "B"), ("estimate.under:1h is:done", "G"),
        ("size:M", "E"), ("size:", "ABCD"), ("planned.over:200 is:hidden", "F"),
        ("planned:", "ABCDE"), ("is:open or is:done", "ABCDEG"),
        ("not id:2", "ABCDE"), ("due.before:now", "C"), ("due.after:now", "BD"), ("who:me", ""),
    ]

    @Test("find what they say", arguments: wanted) func finds(_ terms: String, _ letters: String)
        throws
    {
        let env = try opened()
        var input = ListTasks.Input()
        input.terms = terms
        let whole = try ListTasks.run(input, in: env)
        let found = whole.rows.map { String($0.title.prefix(1)) }
        #expect(found.sorted().joined() == letters, "\(terms)")
        // Page by page the same, tab by tab.
        input.limit = 1
        var paged: [UInt64] = []
        for skip in 0..<whole.count {
            input.skip = skip
            let page = try ListTasks.run(input, in: env)
            #expect(page.count == whole.count && page.more == (skip + 1 < whole.count))
            paged += page.rows.map(\.id)
        }
        #expect(paged == whole.rowsByTab.map(\.id), "\(terms)")
    }

    @Test("say what is wrong with them") func refuses() throws {
        let env = try opened()
        let wrong = [
            ("colour:red", "choice"), ("is:nice", "choice"), ("priority:12", "choice"),
            ("due:soonish", "date"), ("estimate:long", "attribute"), ("weight:3", "unknownPrefix"),
            ("due.before:", "noValue"), ("(paint", "bracket"), ("paint or", "noSuchSyntax"),
            ("who:Nobody", "person"), ("id:x", "id"), ("/(/", "pattern"),
        ]
        for (terms, code) in wrong {
            var input = ListTasks.Input()
            input.terms = terms
            #expect("\(terms)") {
                try ListTasks.run(input, in: env)
            } throws: { error in
                guard case .badQuery(let fault)? = error as? ApplicationError else { return false }
                return "\(fault.fault)".hasPrefix(code)
            }
        }
    }

    @Test("hold for what is next, too") func next() throws {
        let env = try opened()
        var input = NextTasks.Input()
        input.terms = "project:work not is:blocked"
        #expect(try NextTasks.run(input, in: env).rows.map(\.title) == ["D report"])
    }
}

internal import Application
internal import ArgumentParser
internal import Ledger

/// `ledger erase`
struct EraseCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase text for good; figures and proofs stay.",
        discussion: """
            Titles, notes, tags, payees, reasons, names of persons and files go from every \
            version of a thing, voided ones included, from the log, the tables beside it, saved \
            ends, rules, profiles and settings, and from backups that are made or brought up to \
            date afterwards. --where with nothing but words takes everything else that has \
            these, too: tasks, reasons, persons, files that were imported. What goes is listed \
            before anything is asked, and looked for in the whole folder afterwards. Nothing \
            brings the text back; older backups and exports still have it.

            Amounts, days, categories, projects, accounts, units, ids of other systems and keys \
            (--key) are facts: they are hashed and stay, and every root and proof stays valid. \
            Where one has the same words that is listed, too. Names can be changed for what is \
            shown: ledger category rename, ledger account edit, ledger unit rename.

            The erasure is an event: ledger prove shows it to others.

              ledger erase 1042 --reason 'asked for by the person'
              ledger erase --where 'payee:"Dr. Moss"'
              ledger erase --person Sam
            """)

    @Argument(
        help: ArgumentHelp(
            "Entries, tasks, batches or other events: an id (1042), a row of the last list (.3), "
                + "or a word of the title.", valueName: "id"))
    var ids: [String] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "All lines of which these terms find some version, as in ledger find; of nothing but "
                + "words, everything that has them.", valueName: "terms"))
    var query: String?

    @Option(
        help: ArgumentHelp(
            "The person's name, and the text of everything the person recorded.",
            valueName: "name"))
    var person: String?

    @Flag(help: "Go on with an erasure that was interrupted.")
    var finish = false

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var reason: String?

    @Flag(help: "Go on without asking.")
    var yes = false

    @OptionGroup var writing: WritingOptions
    @OptionGroup(visibility: .hidden) var shared: SharedOptions

    func validate() throws {
        let ways = [!ids.isEmpty, query != nil, person != nil, finish].filter { $0 }.count
        if ways == 0 { throw ValidationError("give an id, --where with terms, or --person") }
        if ways > 1 {
            throw ValidationError("ids, --where, --person and --finish exclude each other")
        }
        if query?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("--where needs a term: without any it would mean every line")
        }
    }

    func run(in context: CommandContext) throws(CommandFailure) {
        if finish {
            return try context.put(erased: try context.call(FinishErasures.self, NoInput()))
        }
        var input = EraseText.Input(
            ids: ids.map(Arguments.plain), query: query.map(Arguments.plain),
            person: person.map(Arguments.plain), reason: reason.map(Arguments.plain))
        if !yes, !context.isDryRun {
            input.preview = true
            let preview = try context.call(EraseText.self, input)
            guard Terminal.isTerminal(.input), Terminal.isTerminal(.error) else {
                throw .unerased(texts: preview.texts)
            }
            let what = counted(preview.texts, "event")
            guard
                Terminal.confirms(
                    "\(context.listing(of: preview))Erase the text of \(what) for good? [y/N] ")
            else {
                return try context.put("Nothing was written.\n")
            }
            input.preview = nil
            input.seen = preview.position + 1
        }
        let done: EraseText.Output
        do throws(CommandFailure) {
            done = try context.call(EraseText.self, input)
        } catch { throw .erasing(error, last: nil) }
        try context.put(erased: done)
        let left = done.left.map { Screen.plain($0.place) }
        if !left.isEmpty {
            throw .findings(
                ["text that was erased is still in \(left.joined(separator: ", "))"],
                next: ["ledger erase --finish", "ledger doctor"])
        }
    }
}

extension CommandContext {
    fileprivate func put(erased done: EraseText.Output) throws(CommandFailure) {
        try put(
            done, text: text(of: done),
            csv: ReportCSV.text([
                "ids": done.ids.map { "\($0)" }.joined(separator: " "),
                "texts": "\(done.texts)", "segments": "\(done.segments)",
                "tails": "\(done.tails)", "id": done.id.map { "\($0)" } ?? "",
                "position": "\(done.position)", "root": done.root,
            ]))
    }

    private func text(of done: EraseText.Output) -> String {
        let what = "the text of \(counted(done.texts, "event"))"
        if isDryRun { return "Would have erased \(what).\n\n" + listing(of: done) }
        let isNothing = done.texts == 0 && done.takes.isEmpty
        var text =
            isNothing
            ? "Nothing is left to erase.\n" : "Erased \(what); every root is as it was.\n"
        if done.tails > 0 {
            text += "Removed \(counted(done.tails, "file")) that interrupted writers had left.\n"
        }
        if !isNothing { text += "\n" + listing(of: done) }
        if let id = done.id {
            text += output.style.dim("  show it to others: \(output.program) prove \(id)") + "\n"
        }
        return text
    }

    /// What goes and what stays, place by place.
    fileprivate func listing(of done: EraseText.Output) -> String {
        var text = ""
        for (title, places) in [("What goes", done.takes), ("What stays", done.stays)]
        where !places.isEmpty {
            var table = TextTable(
                columns: [
                    .init(title: title), .init(title: "Values", alignment: .right),
                    .init(title: "Where", widthMin: 20),
                ])
            table.style = output.style
            for place in places {
                table.add(place.place, grouped(place.count), place.whereabouts)
            }
            text += table.rendered(columns: output.columns) + "\n"
        }
        return text
    }
}

extension TextPlace {
    /// `events 2, 5, …: health:moss`
    fileprivate var whereabouts: String {
        let values = values.filter { !$0.isEmpty }.map { Screen.plain($0) }
        if events.isEmpty { return values.joined(separator: ", ") }
        let isOne = events.count == 1 && count == 1
        let more = count > UInt64(events.count) ? ", …" : ""
        let positions = events.map { "\($0)" }.joined(separator: ", ")
        let names = values.isEmpty ? "" : ": " + values.joined(separator: ", ")
        return (isOne ? "event " : "events ") + positions + more + names
    }
}

extension Explanation {
    /// Nothing has text that could go, or only facts have the words.
    init(unerasable ids: [UInt64], _ stays: [TextPlace], _ names: [RenamableName]) {
        if !stays.isEmpty {
            self.init(staying: stays, names)
        } else if let first = ids.first {
            self.init(
                ids.count == 1
                    ? "event \(first) has no text, or it is erased already"
                    : "none of \(counted(ids.count, "thing")) has any text",
                .words("ledger history \(first)"))
        } else {
            self.init("nothing has these words", "ledger list --voided")
        }
    }

    private init(staying places: [TextPlace], _ names: [RenamableName]) {
        let rows = places.map { place in
            let rest = place.whereabouts
            return "    \(Screen.plain(place.place))" + (rest.isEmpty ? "" : ", \(rest)")
        }
        let renames = names.map { named -> Try in
            let name = Explanation.shellWord(named.name)
            return switch named.kind {
            case .account: .words("ledger account edit \(name) --name OTHER")
            case .category: .words("ledger category rename \(name) OTHER")
            case .unit: .words("ledger unit rename \(name) OTHER")
            }
        }
        self.init(
            (["nothing that can be erased has these words. What stays:"] + rows)
                .joined(separator: "\n"),
            tries: renames.isEmpty ? ["ledger erase --help"] : Array(renames.prefix(3)))
    }
}

internal import Application
internal import EventLog
internal import Ledger

extension LogCommand {
    /// Hands out what a reader has not had yet, a line each, and keeps how far it came once the
    /// lines are written.
    func read(on name: String, in context: CommandContext) throws(CommandFailure) {
        let input = ReadOn.Input(
            name: name, words: words.isEmpty ? nil : words.map(Arguments.plain),
            kinds: kind.isEmpty ? nil : kind.map(Arguments.plain),
            person: person.map(Arguments.plain), since: since.map(Arguments.plain),
            batch: batch.map(Arguments.plain))
        do throws(Terminal.Failure) { try Terminal.needOutput() } catch { throw .file(error) }
        var isFirst = true
        while true {
            let page = try context.call(ReadOn.self, input)
            let text = LogPageText.stream(page.rows, in: context.output, withHead: isFirst)
            isFirst = false
            if !text.isEmpty {
                do throws(Terminal.Failure) { try Terminal.put(text, on: .output) } catch {
                    throw .file(error)
                }
                // What nobody reads any more was handed out to nobody.
                guard Terminal.isRead(after: 0) else { return }
            }
            if page.events > page.from {
                _ = try context.call(
                    KeepPlace.self,
                    KeepPlace.Input(
                        name: name, from: page.from, events: page.events, root: page.root))
            }
            if page.more { continue }
            guard follow, try waits(behind: page, in: context) else { return }
        }
    }

    /// Waits until the log is another one than was read; false when nobody reads any more.
    private func waits(
        behind page: ReadOn.Output, in context: CommandContext
    ) throws(CommandFailure) -> Bool {
        do throws(ApplicationError) {
            let home = context.session.current.home
            while true {
                // A merge puts another log in the place of the one that was opened.
                home.refresh()
                let store = try context.session.current.store()
                do throws(StoreError) {
                    let head = try store.head()
                    if head.count != page.events || head.root.hex != page.root { return true }
                } catch { throw .store(error) }
                if !Terminal.isRead(after: 20) { return false }
            }
        } catch { throw .application(error) }
    }
}

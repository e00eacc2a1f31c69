internal import Application
internal import Ledger

extension LogCommand {
    /// So many events are held in memory at once where all are listed.
    private static let pageEvents = 8_192

    /// Puts out all events that are asked for, page by page.
    ///
    /// - Returns: Whether it did: not for what a pager shows, a file takes, or one page holds.
    func putPages(
        _ input: ListLog.Input, in context: CommandContext
    ) throws(CommandFailure) -> Bool {
        let output = context.output
        guard input.limit == nil, input.causes == nil, context.outputFile == nil,
            context.receipt == nil, LogStreamText.takes(output.format),
            !(output.isQuiet && output.format == .text),
            context.pager == nil || !Terminal.isTerminal(.output)
        else { return false }
        var input = input
        input.limit = LogCommand.pageEvents
        var page = try context.call(ListLog.self, input)
        guard page.more else {
            try put(page, in: context)
            return true
        }
        var text = LogStreamText(page, output)
        input.skip = nil
        while true {
            do throws(Terminal.Failure) { try Terminal.put(text.next(page), on: .output) } catch {
                throw .file(error)
            }
            guard page.more, let oldest = page.rows.last else { break }
            guard Terminal.isRead(after: 0) else { return true }
            input.before = oldest.position
            do throws(CommandFailure) { page = try context.call(ListLog.self, input) } catch {
                throw .cut(error)
            }
        }
        do throws(Terminal.Failure) { try Terminal.put(text.end, on: .output) } catch {
            throw .file(error)
        }
        return true
    }
}

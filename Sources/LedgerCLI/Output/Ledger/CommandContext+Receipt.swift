internal import Application
internal import Ledger

// What a writer is told who may not read the ledger: that it was done, and how to take it back.

extension CommandContext {
    /// What is read of the ledger for a receipt; `nil` where the acting person may not read it.
    func ifReadable<Result>(
        _ read: () throws(CommandFailure) -> Result
    ) throws(CommandFailure) -> Result? {
        do throws(CommandFailure) { return try read() } catch .application(.forbidden) {
            return nil
        } catch {
            throw error
        }
    }

    /// A receipt that tells nothing but what was written.
    ///
    /// - Parameters:
    ///   - deed: What was done, such as `Voided`, or would have been.
    ///   - ids: To what.
    ///   - inverse: What takes it back; an undo when left out.
    func plainReceipt(
        _ deed: String, _ ids: [UInt64], notes: [DecisionNote] = [], at position: UInt64,
        inverse: String? = nil
    ) -> String {
        let text =
            "\(deed) \(ids.map(String.init).joined(separator: ", ")).\n"
            + NoteText.lines(notes, columns: output.columns)
        if isDryRun { return text + output.style.dim("A dry run: nothing was written.") + "\n" }
        let undo = "  take it back: \(output.program) \(inverse ?? "undo \(position)")"
        return text + output.style.dim(undo) + "\n"
    }
}

internal import Application
internal import ArgumentParser

/// What a shell completes with names of the ledger.
extension CompletionKind {
    static var categories: CompletionKind { names(.categories) }
    static var accounts: CompletionKind { names(.accounts) }
    static var persons: CompletionKind { names(.persons) }
    static var tags: CompletionKind { names(.tags) }
    static var payees: CompletionKind { names(.payees) }

    /// Those that begin with what stands before the cursor, in any case.
    private static func names(_ names: KnownNames) -> CompletionKind {
        .custom { words, index, prefix in
            do throws(ApplicationError) {
                let session = try Session.load(
                    Terminal.variables(), folder: Completions.folder(words))
                let begun = prefix.isEmpty && words.indices.contains(index) ? words[index] : prefix
                // Behind a colon zsh expects what the word means.
                let isZsh = CompletionShell.requesting == .zsh
                return names.names(in: session).filter {
                    $0.lowercased().hasPrefix(begun.lowercased())
                }.map { isZsh ? $0.replacing(":", with: "\\:") : $0 }
            } catch { return [] }
        }
    }
}

/// What is said of the ledger in a line that is not finished.
private enum Completions {
    /// The folder of `--ledger`, or of `-f` before a command.
    static func folder(_ words: [String]) -> String? {
        let index = words.firstIndex { $0 == "--ledger" } ?? words.firstIndex { $0 == "-f" }
        guard let index, index + 1 < words.count else { return nil }
        return words[index + 1]
    }
}

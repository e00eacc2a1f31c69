internal import Interchange

/// Words for statements that cannot be read as a whole.
extension Explanation {
    static func statement(_ error: ImportError, _ file: String) -> Explanation {
        switch error {
        case .badStatement(let format, let fault, let line):
            Explanation(
                "line \(line) of the file, which is \(format.rawValue.uppercased()): "
                    + "\(words(fault)); nothing was written",
                fault.isCut ? "tail -n 3 \(file)" : "sed -n \(line)p \(file) | head -c 200",
                "download the statement again, or as CSV")
        case .incompleteStatement(let gap, let line):
            Explanation(
                "the entries of \(gap.account.isEmpty ? "a statement" : quoted(gap.account)) do "
                    + "not lead from its first balance to its last, on line \(line): "
                    + "\(gap.opening) and \(gap.sum) is not \(gap.closing); "
                    + "\(gap.difference) \(gap.currency) is missing; nothing was written",
                .words("download the statement again"), .options(["--balance": ""]))
        case .statementOption(let format, let option):
            Explanation(
                "the file is \(format.rawValue.uppercased()), which says that itself: "
                    + "--\(option) is for CSV",
                .without("--\(option)", values: isFlag(option) ? 0 : 1))
        default: Explanation("the file is of no use")
        }
    }

    private static func isFlag(_ option: String) -> Bool {
        option == "minor-units" || option == "no-header"
    }

    private static func words(_ fault: StatementFault) -> String {
        switch fault {
        case .cut(let end): "the file ends before \(quoted(end))"
        case .misplaced(let what): "\(quoted(what)) is out of place"
        case .malformed(let what): "\(quoted(what)) begins nothing that is known"
        case .tooLong(let what): "a \(what) that is too large"
        case .unlikeParts(""): "a split has no amount of its own"
        case .unlikeParts(let total): "the parts of a split are not \(quoted(total)) together"
        case .noStatement: "no statement of an account is in the file"
        }
    }
}

extension StatementFault {
    fileprivate var isCut: Bool {
        if case .cut = self { true } else { false }
    }
}

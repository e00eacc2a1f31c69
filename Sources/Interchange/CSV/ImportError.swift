/// Why a file cannot be imported at all; facts only, the words are made by the program.
package enum ImportError: Error, Hashable, Sendable {
    /// The file has no header: it is empty, or has empty lines only.
    case empty
    /// The system could not read the file.
    case unreadable(code: Int32)
    /// The file became shorter while it was read.
    case changed
    /// The file is no text at all.
    case notText(NotText)
    /// The given line, the first such one, has bytes that are not UTF-8, and nobody said what else
    /// they are; how it reads in other encodings.
    case notUTF8(line: Int, readings: [TextReading])
    /// The given line, the first such one, has bytes that no text has.
    case badText(TextFlaw, line: Int)
    /// The first bytes of the file say that it is of another encoding than was given.
    case otherMark(given: TextEncoding, mark: TextEncoding)
    /// No line is a header; the first lines, and the columns, from 1, that seem to hold dates and
    /// amounts.
    case noHeader(
        lines: [CellSample], date: Int?, amount: Int?, others: [ProposedColumn] = [])
    /// The header, which starts on the given line, cannot be read.
    case badHeader(CSVFault, line: Int)
    /// A quote that was opened on the given line is never closed.
    case unclosedQuote(line: Int)
    /// A record that starts on the given line is beyond a limit.
    case tooLarge(TooLarge, line: Int)
    /// No column is named, or called by a usual name, for what every row needs.
    case missingColumn(ImportRole, header: [String])
    /// An option names no column, and a constant cannot be meant: its role needs a column, or a
    /// column is called almost the same.
    case unknownColumn(ImportRole, value: String, near: String?, header: [String])
    /// Several columns may hold what is asked for, the likeliest first; of one the name says too
    /// little.
    case ambiguousColumn(ImportRole, names: [String])
    /// Of two columns each row has an amount in one, and no name says which is which.
    case ambiguousSides([String])
    /// Nothing says what a minus means; why it may mean either, and rows of both signs.
    case ambiguousSign(SignHint, samples: [SignSample])
    /// Some rows may be no payments: the column and the values that say so, and the first rows.
    case ambiguousRows(RowHint, column: String, values: [String], samples: [CellSample])
    /// A column seems to tell what came in from what went out, and not all of its words are known.
    case ambiguousDirection(DirectionWords)
    /// The balances do not follow from amounts without a sign, all spent: the first that does not.
    case contradictedBalance(line: Int, readings: [DirectionWords])
    /// The file is of a format that is not read.
    case otherFormat(OtherFormat)
    /// A journal has what cannot be taken over: the first of it, and how much there is.
    case badJournal([JournalFault], count: Int)
    /// A file of tasks that is none of its format from a line on, or takes no options.
    case badTasks(TaskFormat, TaskFault)
    /// Several columns are called what is asked for.
    case repeatedColumn(ImportRole, name: String)
    /// A constant that its role cannot take: no such currency, no word for a kind, no category.
    case badConstant(ImportRole, value: String)
    /// What rows are to be given by their columns is not understood.
    case badColumnRule(String, ColumnRuleFault)
    /// The dates can be read in several forms with different days; the samples show it.
    case ambiguousDates([DateForm], samples: [CellSample])
    /// The amounts can be read with either decimal mark; the samples show it.
    case ambiguousAmounts(samples: [CellSample])
    /// No date of the file is of a known, or of the given, form.
    case unknownDates(samples: [CellSample])
    /// No amount of the file can be read.
    case unknownAmounts(samples: [CellSample])
    /// Both a column of amounts and columns of debits or credits were given.
    case amountsTwice
    /// The symbol beside all amounts can mean several currencies, none of which is the base one;
    /// the likeliest come first.
    case ambiguousCurrency(String, codes: [String], sample: CellSample)
    /// A statement cannot be read as a whole, from the given line on.
    case badStatement(StatementFormat, StatementFault, line: Int)
    /// The entries of a statement, which ends on the given line, do not lead from its first balance
    /// to its last.
    case incompleteStatement(StatementGap, line: Int)
    /// An option, by its name, says what the format itself says.
    case statementOption(StatementFormat, option: String)

    /// What can be too large.
    package enum TooLarge: Hashable, Sendable {
        /// A field of more than ``CSVReader/fieldBytesMax`` bytes.
        case field
        /// A record of more than ``CSVReader/recordFieldsMax`` fields or
        /// ``CSVReader/recordBytesMax`` bytes.
        case record
        /// A list of another program of more than ``AppTable/rowsMax`` rows or
        /// ``AppTable/bytesMax`` bytes.
        case list
    }
}

/// Why some rows may be no payments.
package enum RowHint: Hashable, Sendable {
    /// A column says that they were not, or not yet, carried out.
    case state
    /// They are called like balances.
    case balance

    /// Whether a value of a column is known to say that a payment was not, or not yet, carried
    /// out; of others nothing is known.
    package static func isUnsettled(_ value: String) -> Bool { RowWords.isUnsettled(value) }
}

/// A column that tells what came in, by its values.
package struct DirectionWords: Hashable, Sendable {
    /// Its name.
    package let column: String
    /// The values of what came in.
    package let incoming: [String]
    /// Values of which it is uncertain.
    package let open: [String]
    /// All other values.
    package let outgoing: [String]

    package init(
        column: String, incoming: [String], open: [String] = [], outgoing: [String] = []
    ) {
        (self.column, self.incoming) = (column, incoming)
        (self.open, self.outgoing) = (open, outgoing)
    }

    /// Values as options take them.
    package static func list(_ values: [String]) -> String { ColumnValues.list(values) }
}

/// A column that seems to be what is asked for.
package struct ProposedColumn: Hashable, Sendable {
    /// What it seems to be.
    package let role: ImportRole
    /// Its number, from 1.
    package let column: Int

    package init(_ role: ImportRole, _ column: Int) {
        self.role = role
        self.column = column
    }
}

/// A cell of a file, to show.
package struct CellSample: Hashable, Sendable {
    /// The line on which its record starts, from 1.
    package let line: Int
    /// What is there.
    package let text: String

    package init(line: Int, text: String) {
        self.line = line
        self.text = text
    }
}

/// A row that cannot be imported.
package struct RefusedRow: Hashable, Sendable {
    /// The line on which its record starts, from 1.
    package let line: Int
    /// The name of the column in question; `nil` if it is the whole row.
    package let column: String?
    /// What is wrong.
    package let reason: RefusalReason

    package init(line: Int, column: String?, reason: RefusalReason) {
        self.line = line
        self.column = column
        self.reason = reason
    }
}

/// What can be wrong with a row.
package enum RefusalReason: Hashable, Sendable {
    /// The cell has bytes that are no text in the file's encoding.
    case undecodable
    /// Something follows the closing quote of the cell.
    case textAfterQuote
    /// The row ends before a column that is needed.
    case tooFewFields(found: Int, expected: Int)
    /// The row has more cells than the header, and not only empty ones.
    case tooManyFields(found: Int, expected: Int)
    /// The cell is no date of the form that the column has.
    case badDate(String)
    /// The cell is no number of the form that the column has.
    case badAmount(String)
    /// The cell is no time of day.
    case badTime(String)
    /// Neither the column of debits nor that of credits has an amount.
    case noAmount
    /// Both the column of debits and that of credits have an amount other than zero.
    case bothSides(debit: String, credit: String)
    /// The currency beside the amount is not the row's, or can mean several.
    case otherCurrency(String, own: String)
    /// The amount has more decimals than the currency.
    case tooPrecise(String, decimalsMax: Int)
    /// The amount is beyond what 64 bits of minor units hold.
    case amountOverflow(String)
    /// No word for a kind of entry.
    case unknownKind(String)
    /// No currency of the ledger.
    case unknownCurrency(String)
    /// The text is not allowed as a category.
    case badCategory(String)
    /// The text is not allowed as a tag: it has more than one line.
    case badTag(String)
    /// The texts of the row together have more bytes than an event holds.
    case textTooLong(bytes: Int, bytesMax: Int)
    /// A part of a split whose sum does not precede it.
    case partWithoutSum
    /// Fewer parts of a split than it is said to have.
    case partsMissing(found: Int, expected: Int)
    /// Parts or shares come to something else than their sum.
    case badSum(String, found: String)
}

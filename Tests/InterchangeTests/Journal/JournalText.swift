import Interchange
import Ledger
import Support
import Testing

/// Reads journals of which the files are in memory.
enum JournalText {
    static func journal(
        _ bytes: [UInt8], _ files: [String: String] = [:], form: JournalForm = .hledger,
        heldMax: Int = 80 << 20, code: (@Sendable (String) -> Currency?)? = nil
    ) throws(ImportError) -> JournalImport {
        guard let euro = Currency.iso("EUR") else { throw .empty }
        return try JournalImport(
            MemoryBytes(bytes), form, encoding: nil, year: 2031, base: euro,
            currency: { text in
                let codes = CurrencySymbol.codes(of: text)
                let known = codes.first.flatMap { Currency.iso($0) }
                return known.map { .one($0) } ?? .unknown(suggestions: [])
            }, code: code,
            opening: { _ in .transfer }, heldMax: heldMax,
            files: { name in
                files[name].map { .success(MemoryBytes(Array($0.utf8))) }
                    ?? .failure(JournalInclude(.unreadable))
            }, matching: { matching($0, files.keys.sorted()) })
    }

    /// The files of one folder that a pattern finds.
    private static func matching(
        _ pattern: IncludePattern, _ names: [String]
    ) -> Result<[String], JournalInclude> {
        let folder = pattern.folder.isEmpty ? "" : pattern.folder + "/"
        let wanted = NamePattern(pattern.parts.first ?? "")
        let found = names.filter { name in
            let rest = String(name.dropFirst(folder.count))
            return name.hasPrefix(folder) && !rest.contains("/") && wanted.matches(rest)
        }
        return found.isEmpty ? .failure(JournalInclude(.pattern)) : .success(found)
    }

    /// Rows that are made without a list are those that the list is read as.
    static func expectRows(
        _ bytes: [UInt8], _ files: [String: String] = [:], form: JournalForm = .hledger,
        are listed: ParsedImport
    ) throws {
        let ready = try journal(bytes, files, form: form, code: { Currency.iso($0) })
        let plan = try #require(ready.plan)
        var rows: [ImportRow] = []
        let tally = try CSVImport.rows(ready.list, plan) { row in
            if case .row(let row) = row { rows.append(row) }
            return true
        }
        #expect(rows == listed.rows)
        #expect(tally.rows == rows.count && ready.list.byteCount == 0)
        #expect(plan.columns == listed.columns && plan.dates.form == listed.dates.form)
        #expect(plan.signs.positive == listed.signs.positive)
        #expect(plan.signs.negative == listed.signs.negative)
        #expect(plan.amounts.decimalMark == listed.amounts.decimalMark)
        #expect(plan.layout.header == listed.layout.header && plan.text == listed.text)
    }

    static func parsed(_ journal: JournalImport) throws -> ParsedImport {
        let euro = try #require(Currency.iso("EUR"))
        return try CSVImport.parse(journal.list.bytes(), CSVImportOptions(), baseCurrency: euro) {
            Currency.iso($0)
        }
    }

    /// What a journal came to: its list of lines, or what is wrong with it.
    enum Outcome: Equatable {
        case read(String, JournalImport.Note)
        case faults([String])
    }

    static func outcome(_ text: String, form: JournalForm) -> Outcome {
        guard let journal = try? self.journal(Array(text.utf8), form: form),
            let list = try? journal.list.bytes()
        else { return .faults(faults(text, form: form)) }
        return .read(String(decoding: list, as: UTF8.self), journal.note)
    }

    /// The lines of a journal as words, and what it came to.
    static func read(
        _ text: String, _ files: [String: String] = [:], form: JournalForm = .hledger,
        heldMax: Int = 80 << 20
    ) throws -> (rows: [String], note: JournalImport.Note) {
        let journal = try journal(Array(text.utf8), files, form: form, heldMax: heldMax)
        let parsed = try parsed(journal)
        #expect(parsed.refused.isEmpty)
        try expectRows(Array(text.utf8), files, form: form, are: parsed)
        let rows = parsed.rows.map { row -> String in
            let facts = row.facts
            var words = "\(facts.day) \(facts.kind)"
            if facts.kind == .transfer { words += facts.flags.contains(.incoming) ? " in" : " out" }
            if row.own?.isCounterpart == true { words += " counterpart" }
            words += " \(facts.amount) \(facts.amount.currency.code) \(facts.category?.text ?? "")"
            words += " \(row.accountName ?? "") | \(row.details.title)"
            var rest = [
                row.details.note.replacing("\n", with: "; "),
                row.details.tags.joined(separator: " "),
                row.own.map { $0.entry.isEmpty ? "" : "\($0.entry.count)" } ?? "",
            ]
            while rest.last == "" { rest.removeLast() }
            return words + rest.map { $0.isEmpty ? " |" : " | \($0)" }.joined()
        }
        return (rows, journal.note)
    }

    static func faults(
        _ text: String, _ files: [String: String] = [:], form: JournalForm = .hledger,
        heldMax: Int = 80 << 20
    ) -> [String] {
        do throws(ImportError) {
            _ = try journal(Array(text.utf8), files, form: form, heldMax: heldMax)
            return []
        } catch .badJournal(let faults, let count) {
            #expect(faults.count == count || faults.count == 1_000)
            return faults.map { fault in
                (fault.file.isEmpty ? "" : fault.file + ":")
                    + "\(fault.line) \(fault.reason)".replacing(
                        "Interchange.JournalFault.Include.", with: "")
            }
        } catch { return ["\(error)"] }
    }

    /// Reads anything: what is not refused is a list of which every row can be read.
    static func tryAny(_ bytes: [UInt8], form: JournalForm = .hledger) throws {
        let journal: JournalImport
        do throws(ImportError) { journal = try self.journal(bytes, form: form) } catch {
            if case .badJournal(let faults, let count) = error {
                #expect(!faults.isEmpty && faults.count <= count)
                #expect(faults.allSatisfy { $0.line > 0 })
            }
            return
        }
        guard journal.note.lines > 0 else { return }
        let parsed = try parsed(journal)
        #expect(parsed.refused.isEmpty && parsed.rows.count == journal.note.lines)
        // What goes out of accounts and comes into them is what was spent and earned.
        #expect(parsed.footers.isEmpty)
        try expectRows(bytes, form: form, are: parsed)
    }
}

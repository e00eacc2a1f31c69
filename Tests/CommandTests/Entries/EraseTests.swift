import Foundation
import Support
import Testing

/// Text that is erased is in no file of the ledger any more, whatever reads the file.
@Suite("Erasing text for good", .enabled(if: PythonTool.isThere))
struct EraseTests {
    /// A ledger in which the name stands in every place that text can have: a title, a note, tags,
    /// a reason, a task, a person, the name of a file, tables, a saved tail and a backup.
    private static let ledger = """
        ledger init --currency EUR --zone UTC --owner Ada --now 2026-04-01 >/dev/null
        add() { ledger add "$@" --on 2026-04-09 --now 2026-04-09 >/dev/null; }
        add 12.50 'Doctor Zebedee' -c health --note 'Zebedee again' -t zebedee
        ledger amend 2 --title 'Doctor Q. Zebedee' --reason 'Zebedee said so' >/dev/null
        ledger task add 'Call Zebedee' --note 'Zebedee 5' >/dev/null
        printf 'Date,Amount,Title\\n2026-04-02,7.25,Zebedee Books\\n2026-04-03,8,Tea\\n' >z.csv
        mv z.csv zebedee.csv
        ledger import zebedee.csv >/dev/null
        add 4 Milk
        ledger projections rebuild event >/dev/null 2>&1; ledger sql 'SELECT 1' >/dev/null
        printf 'LGFRZebedee' >ledger/log/torn-000000000042-1.bin
        ledger backup old >/dev/null; ledger backup copy >/dev/null
        ledger key new >/dev/null 2>&1; key=$(ledger key show)

        """

    /// Counts the places where the name stands: in the bytes of files, in what the other reader
    /// decodes, and in what SQLite prints.
    private static let count = """
        count() {
          { find "$1" -type f -exec cat {} + | grep -aio zebedee
            "$READER" "$1/log" --json | grep -io 5a656265646565
            "$READER" "$1/log" --json | grep -io 7a656265646565
            python3 - "$1" <<'PYTHON'
        import os, sqlite3, sys
        path = sys.argv[1] + "/models.sqlite"
        if os.path.exists(path):
            text = "\\n".join(sqlite3.connect(path).iterdump())
            sys.stdout.write("zebedee\\n" * text.lower().count("zebedee"))
        PYTHON
          } | wc -l
        }

        """

    private func run(_ script: String) throws -> (lines: [String], errors: String) {
        let runner = try CommandRunner([
            "TOOL": SourceTree.fullPath("tools/verify-proof"),
            "READER": SourceTree.fullPath("tools/read-log"),
        ])
        let result = try runner.shell(EraseTests.ledger + EraseTests.count + script)
        let lines = result.output.split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        return (lines, result.errors)
    }

    @Test("of no file, decoded or not, and of no backup that is made afterwards")
    func everywhere() throws {
        let found = try run(
            """
            [ $(count ledger) -gt 12 ] && echo there
            ledger erase 2 4 5 6 --yes >/dev/null && echo erased
            count ledger
            ledger sql 'SELECT count(*), sum(amount) FROM expense' -O csv
            ledger projections check >/dev/null && echo checked
            count ledger
            ledger backup copy >/dev/null; count copy
            ledger backup fresh >/dev/null; count fresh
            ledger export events -o e.jsonl >/dev/null; grep -ic zebedee e.jsonl
            ledger verify >/dev/null && echo whole
            "$TOOL" log ledger | head -1
            [ $(count old) -gt 12 ] && echo 'older backups still have it'
            """)
        #expect(
            found.lines == [
                "there", "erased", "0", "count(*),sum(amount)", "4,3175", "checked", "0", "0", "0",
                "0", "whole", found.lines.last { $0.contains("events") } ?? "",
                "older backups still have it",
            ], "\(found.errors)")
    }

    @Test("roots, proofs, receipts and exports from before stay valid") func proofs() throws {
        let found = try run(
            """
            ledger prove 2 --with-text -o before.proof >/dev/null 2>&1
            ledger checkpoint --sign -o before.checkpoint >/dev/null 2>&1
            ledger report -M --receipt before.receipt >/dev/null 2>&1
            ledger erase --where zebedee --yes >/dev/null
            "$TOOL" proof before.proof --key "$key" >/dev/null && echo proof
            "$TOOL" log ledger before.checkpoint --key "$key" >/dev/null && echo checkpoint
            "$TOOL" receipt before.receipt --log ledger --key "$key" >/dev/null && echo receipt
            ledger verify --against before.checkpoint >/dev/null && echo against
            ledger verify --receipt before.receipt >/dev/null && echo again
            ledger prove 2 --with-text -o after.proof >/dev/null 2>&1
            "$TOOL" proof after.proof --key "$key" | grep -c 'text: hidden'
            ledger export events -o e.jsonl >/dev/null
            ledger import events e.jsonl --ledger other >/dev/null && echo imported
            root() { ledger verify "$@" | grep root; }
            [ "$(root)" = "$(root --ledger other)" ] && echo same
            ledger seal >/dev/null; ledger verify >/dev/null && echo sealed
            ledger restore copy --into third >/dev/null && ledger verify --ledger third >/dev/null \
              && echo restored
            """)
        #expect(
            found.lines == [
                "proof", "checkpoint", "receipt", "against", "again", "1", "imported", "same",
                "sealed", "restored",
            ], "\(found.errors)")
    }

    @Test("tables that were made before know of an erasure by another program") func tables() throws
    {
        let found = try run(
            """
            cp ledger/models.sqlite kept.sqlite
            ledger erase 2 4 5 6 --yes >/dev/null
            mv kept.sqlite ledger/models.sqlite
            ledger sql "SELECT count(*) FROM expense WHERE title LIKE '%zebedee%'" -O csv 2>said
            grep -c 'text was erased' said
            count ledger
            """)
        #expect(found.lines == ["count(*)", "0", "1", "0"], "\(found.errors)")
    }
}

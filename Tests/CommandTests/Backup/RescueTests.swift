import Foundation
import Support
import Testing

private let hasFlock = (try? CommandRunner().shell("command -v flock").code) == 0

/// Salvage, restore and quick checks, as a user types them.
@Suite("Rescue", .serialized)
struct RescueTests {
    /// A ledger of 300 imported lines and two entries.
    private func opened() throws -> CommandRunner {
        let runner = try CommandRunner()
        let rows = (1...300).map { "2026-01-\($0 % 20 + 10),\($0).50,row \($0)" }
        try runner.write(
            Array((["Date,Amount,Title"] + rows).joined(separator: "\n").utf8), to: "bank.csv")
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-02-01
            ledger add 12.50 Lunch -c food --now 2026-02-01
            ledger import bank.csv --now 2026-02-02
            ledger amend lunch --amount 14 --now 2026-02-03
            ledger add 8 Soap --now 2026-02-04
            """)
        #expect(made.code == 0, "\(made.errors)")
        return runner
    }

    private func json(_ runner: CommandRunner, _ arguments: String...) throws -> JSONValue {
        let result = try runner.start(arguments + ["-O", "json"]).finish()
        #expect(result.code == 0, "\(result.errors)")
        return try #require(JSONValue(parsing: result.output))
    }

    /// Zeroes the head of the first frame of columns.
    private func damage(_ runner: CommandRunner) throws {
        let done = try runner.shell(
            """
            at=$(grep -abo LGFC ledger/log/*.log | head -1 | cut -d: -f1)
            dd if=/dev/zero of=$(echo ledger/log/*.log) bs=1 seek="$at" count=512 conv=notrunc
            """)
        #expect(done.code == 0)
    }

    @Test("behind a salvage a backup of before is told apart, and what is advised first works")
    func backupsOfBefore() throws {
        let runner = try CommandRunner()
        let done = try runner.shell(
            """
            exec 2>&1
            run() { ledger "$@" --now 2026-02-01; }
            run init --currency EUR --zone UTC --owner Ada >/dev/null
            for title in Tea Milk Soap; do run add 5 $title >/dev/null; done
            ledger backup copy >/dev/null
            damage ledger 1
            ledger salvage half --currency EUR --zone UTC >/dev/null
            ledger backup copy --ledger half; echo "[$?]"
            ledger salvage whole --with copy >/dev/null
            ledger backup copy --ledger whole; echo "[$?]"
            """)
        let parts = done.output.components(separatedBy: "[1]\n")
        try #require(parts.count == 3 && parts[2].isEmpty, "\(done.output)")
        #expect(parts[0].contains("of its 5 events, none is in this ledger"), "\(parts[0])")
        #expect(parts[1].contains("its 5 events are here, too, in other files"), "\(parts[1])")
        for part in parts.prefix(2) {
            let first = part.components(separatedBy: "try: ").dropFirst().first ?? ""
            #expect(first.hasPrefix("ledger backup copy-2 --ledger "), "\(part)")
            let copied = try runner.shell("rm -rf copy-2; \(first)")
            #expect(copied.code == 0, "\(copied.errors)")
        }
    }

    @Test("a ledger of before the format was frozen is not damaged, and is told so everywhere")
    func olderFormat() throws {
        let old = SourceTree.fullPath("Fixtures/ledgers/unfrozen")
        let runner = try CommandRunner(["OLD": old])
        #expect(try runner.shell("cp -r \"$OLD\" old; ledger demo >/dev/null").code == 0)
        for command in ["list", "verify", "salvage new", "add 5 Tea", "backup new"] {
            let result = try runner.shell("ledger \(command) --ledger old")
            #expect(result.code == 3, "\(command)")
            #expect(result.errors.contains("was written before the format was frozen"))
            #expect(result.errors.contains("ledger import events"))
        }
        let onto = try runner.shell("ledger backup old")
        #expect(onto.code != 0)
        #expect(onto.errors.contains("something else in it than a backup"))
        #expect(try runner.shell("diff -r \"$OLD\" old && test ! -e new").code == 0)
    }

    @Test("every command names the damage and the next command, which works")
    func salvage() throws {
        let runner = try opened()
        let root = try json(runner, "info")["root"]?.string
        #expect(try runner.run("backup", "copy").code == 0)
        // The head of the import's frame, which stands behind three of rows.
        try damage(runner)
        let before = try runner.shell("cat ledger/log/*.log | sha256sum").output
        for command in [["verify"], ["report", "-M"], ["list"], ["backup", "new"]] {
            let result = try runner.start(command).finish()
            #expect(result.code == 3)
            #expect(result.errors.contains("000000000000-0000.log is damaged at byte "))
            #expect(result.errors.contains("\n  try: ledger salvage RESCUED\n"))
        }
        let dry = try json(runner, "salvage", "rescued", "--dry-run", "--now", "2026-03-01")
        let done = try json(runner, "salvage", "rescued")
        #expect(dry["account"]?["lost"] == done["account"]?["lost"])
        #expect(try runner.shell("cat ledger/log/*.log | sha256sum").output == before)
        let account = try #require(done["account"])
        let (kept, lost) = (account["kept"]?.integer ?? 0, account["lost"]?.integer ?? 0)
        #expect(lost > 0 && kept > 0 && kept + lost == account["events"]?.integer)
        let whole = try json(runner, "verify", "--ledger", "rescued")
        #expect(whole["root"] == account["root"])
        #expect(try runner.run("add", "3", "Tea", "--ledger", "rescued").code == 0)
        let full = try json(runner, "salvage", "full", "--with", "copy")
        #expect(full["account"]?["lost"]?.integer == 0)
        #expect(full["account"]?["root"]?.string == root && root != nil)
        let modes = try runner.shell(
            "find rescued -type f ! -perm 600; find rescued -type d ! -perm 700")
        #expect(modes.output.isEmpty)
        #expect(try runner.shell("ls -d *.unfinished").output.isEmpty)
    }

    /// Lines of the frames that are lost: that of the entry, or that with the seed, too.
    @Test("what was erased does not come back from a backup", arguments: ["2p", "1,2p"])
    func erased(_ lost: String) throws {
        let runner = try CommandRunner()
        let made = try runner.shell(
            """
            set -e
            ledger init --currency EUR --zone UTC --owner Ada --now 2026-02-01
            ledger add 12.50 Zebedee -c food --now 2026-02-01
            ledger add 8 Soap --now 2026-02-02
            ledger backup copy
            ledger erase --where zebedee --yes
            ledger add 3 Tea --now 2026-02-03
            cp -r ledger whole
            log=$(echo ledger/log/*.log)
            for at in $(grep -abo LGFR "$log" | sed -n "\(lost)" | cut -d: -f1); do
                dd if=/dev/zero of="$log" bs=1 seek="$at" count=92 conv=notrunc 2>/dev/null
            done
            """)
        #expect(made.code == 0, "\(made.errors)")
        let root = try json(runner, "verify", "--ledger", "whole")["root"]
        for (source, with) in [("ledger", "copy"), ("copy", "whole"), ("copy", "ledger")] {
            let new = "\(source)-\(with)"
            _ = try json(runner, "salvage", new, "--ledger", source, "--with", with)
            let found = try json(runner, "verify", "--ledger", new)
            #expect(found["root"] == root && root != nil)
            #expect(try runner.shell("grep -ril zebedee \(new)").output.isEmpty)
            #expect(try runner.run("list", "--ledger", new).output.contains("Soap"))
        }
    }

    @Test("a damaged file of a backup is told from one of the ledger")
    func damagedBackup() throws {
        let runner = try opened()
        #expect(try runner.run("backup", "copy").code == 0)
        #expect(try runner.shell(": > copy/log/000000000000-0000.log").code == 0)
        let done = try json(runner, "salvage", "new", "--with", "copy")
        let files = done["account"]?["files"]?.array ?? []
        #expect(files.map { $0["file"]?.string } == ["copy/log/000000000000-0000.log"])
        #expect(files.map { $0["fault"]?.string } == ["empty"])
    }

    @Test("what a killed run left is taken away, what others put there is not")
    func leftOver() throws {
        let runner = try opened()
        #expect(try runner.run("backup", "copy").code == 0)
        let left = "mkdir -p new.unfinished/log && cp copy/log/*.log new.unfinished/log/"
        #expect(try runner.shell(left + " && echo {} > new.unfinished/settings.json.77").code == 0)
        #expect(try runner.run("restore", "copy", "--into", "new").code == 0)
        #expect(try runner.run("verify", "--ledger", "new").code == 0)
        #expect(try runner.shell("ls -d new/*.77 new.unfinished").output.isEmpty)
        for note in ["note", "log/note"] {
            let other = "mkdir -p else.unfinished/log && echo mine > else.unfinished/\(note)"
            #expect(try runner.shell(other).code == 0)
            let refused = try runner.run("salvage", "else")
            #expect(refused.code == 1)
            #expect(refused.errors.contains("else.unfinished is there already"))
            #expect(try runner.shell("cat else.unfinished/\(note)").output == "mine\n")
            #expect(try runner.shell("rm -r else.unfinished").code == 0)
        }
    }

    @Test("one run at a time writes a new ledger", .enabled(if: hasFlock, "flock is not there"))
    func oneAtATime() throws {
        let runner = try opened()
        #expect(try runner.run("backup", "copy").code == 0)
        let held = "mkdir -p new.unfinished/log && exec 9< new.unfinished && flock 9"
        let refused = try runner.shell("\(held) && ledger restore copy --into new 2>&1")
        #expect(refused.code == 1 && refused.output.contains("new.unfinished is there already"))
        #expect(try runner.run("restore", "copy", "--into", "new").code == 0)
    }

    @Test("a backup of a damaged ledger leaves the earlier one as it is") func damagedSource()
        throws
    {
        let runner = try opened()
        #expect(try runner.run("backup", "copy").code == 0)
        let before = try runner.shell("cat copy/log/*.log | sha256sum").output
        // Damage of what the backup has not got yet.
        #expect(try runner.run("add", "3", "Tea").code == 0)
        let size = try runner.shell("stat -c %s copy/log/*.log").output
        let end = try #require(Int(size.filter(\.isNumber)))
        let hurt = try runner.shell(
            "printf X | dd of=$(echo ledger/log/*.log) bs=1 seek=\(end + 100) conv=notrunc")
        #expect(hurt.code == 0)
        for folder in ["copy", "other"] {
            let result = try runner.run("backup", folder)
            #expect(result.code == 3 && result.errors.contains("ledger salvage RESCUED"))
        }
        #expect(try runner.shell("ls -d other*").output.isEmpty)
        #expect(try runner.shell("cat copy/log/*.log | sha256sum").output == before)
        #expect(try runner.run("verify", "--ledger", "copy").code == 0)
    }

    @Test("restored to an event or a time: whole commits, the root of that time") func restore()
        throws
    {
        let runner = try opened()
        #expect(try runner.run("backup", "copy").code == 0)
        let whole = try json(runner, "restore", "copy", "--into", "all")
        #expect(whole["root"] == (try json(runner, "info"))["root"])
        let early = try json(runner, "restore", "copy", "--into", "early", "--to", "2026-02-01")
        #expect(early["position"]?.integer == 2 && early["asked"] == nil)
        let inside = try json(runner, "restore", "copy", "--into", "inside", "--to", "50")
        #expect(inside["asked"]?.integer == 50 && inside["position"]?.integer == 303)
        for (name, restored) in [("early", early), ("inside", inside)] {
            let position = "\(restored["position"]?.integer ?? 0)"
            let then = try json(runner, "replay", "--to", position, "--report", "monthly")
            #expect(then["root"] == restored["root"])
            let now = try json(runner, "report", "-M", "--ledger", name)
            #expect(now["rows"] == then["report"]?["rows"])
        }
        #expect(try runner.run("restore", "copy", "--into", "early").code == 1)
        #expect(try runner.run("restore", "copy", "--into", "new", "--to", "999").code == 2)
        #expect(try runner.shell("ls -d new*").output.isEmpty)
    }

    @Test("a quick check sees new events, changed files and a ledger that was rolled back")
    func quick() throws {
        let runner = try opened()
        #expect(try json(runner, "verify", "--quick")["since"] == nil)
        #expect(try json(runner, "verify", "--quick")["since"]?.integer == 306)
        #expect(try runner.shell("cp -r ledger old").code == 0)
        #expect(try runner.run("add", "3", "Tea").code == 0)
        let next = try json(runner, "verify", "--quick")
        #expect(next["since"]?.integer == 306 && next["events"]?.integer == 307)
        #expect(try runner.shell("cp old/log/*.log ledger/log/").code == 0)
        for command in [["verify", "--quick"], ["verify"]] {
            let result = try runner.start(command).finish()
            #expect(result.code == 3 && result.errors.contains("307 were verified on"))
        }
        // Whoever put the older copy there says so, and the record is made anew.
        #expect(try runner.shell("rm ledger/verified.json").code == 0)
        #expect(try json(runner, "verify")["events"]?.integer == 306)
        #expect(try runner.shell("echo x >> ledger/verified.json").code == 0)
        #expect(try json(runner, "verify", "--quick")["since"] == nil)
    }
}

import Foundation
import Support
import Testing

/// Attributes of one's own in files of tasks, out and back into another ledger that declares them.
@Suite("Attributes of tasks in files")
struct TaskAttributeFilesTests {
    private static let declared = """
        set -e
        export TZ=UTC
        declare_all() {
            ledger init --ledger "$1" --currency EUR --zone Europe/Berlin --owner Ada >/dev/null
            for line in 'size number' 'estimate duration' 'vendor text' 'check date' 'a-b_c text' \\
                'pri2 text --choice S --choice M'; do
                ledger task attribute $line --ledger "$1" >/dev/null
            done
        }
        values() {
            ledger task list --all --ledger "$1" -O json --sort id \\
                | python3 -c 'import json,sys
        for row in json.load(sys.stdin)["rows"]:
            print(row["title"], sorted(row.get("attributes", {}).items()))'
        }
        declare_all one
        declare_all two
        ledger task add 'Paint wall' size:-2.5 estimate:90min 'vendor:Bo & Co 5%' \\
            check:2026-04-01 planned:80.50 pri2:M a-b_c:x --ledger one >/dev/null
        ledger task add 'Call' size:3 'check:2026-04-02 14:30' --ledger one >/dev/null
        ledger task add 'Nothing' --ledger one >/dev/null

        """

    private func runner() throws -> CommandRunner { try CommandRunner() }

    @Test("come back from a file", arguments: ["taskwarrior", "todo.txt", "ics"])
    func back(_ form: String) throws {
        let done = try runner().shell(
            TaskAttributeFilesTests.declared + """
                ledger export \(form) --ledger one -o out.\(form == "todo.txt" ? form : "x")
                ledger import out.* --ledger two >/dev/null
                values one > a; values two > b
                diff a b && grep -c PT1H30M b
                ledger import out.* --ledger two -O json | grep -o '"new":[0-9]*,'
                ledger export \(form) --ledger one | grep -ciE 'estimate|ESTIMATE' || true
                """)
        #expect(done.output == "1\n\"new\":0,\n1\n", "\(done.output)\(done.errors)")
    }

    @Test("what changes there is a change here; what an attribute cannot hold is in the note")
    func changes() throws {
        let done = try runner().shell(
            TaskAttributeFilesTests.declared + """
                ledger export todo.txt --ledger one -o todo.txt
                ledger import todo.txt --ledger two >/dev/null
                sed -i 's/size:-2.5/size:4/; s/ pri2:M//; s/size:3/size:many/' todo.txt
                ledger import todo.txt --changes accept --ledger two >said
                grep -oE 'in notes +[0-9]+ +size' said | tr -s ' '
                values two
                ledger undo --ledger two >/dev/null; values two | grep -c -- '-2.5'
                """)
        #expect(
            done.output == """
                in notes 1 size
                Paint wall [('a-b_c', 'x'), ('check', '2026-04-01'), ('estimate', 'PT1H30M'), \
                ('planned', '80.50 EUR'), ('size', '4'), ('vendor', 'Bo & Co 5%')]
                Call [('check', '2026-04-02T12:30:00Z')]
                Nothing []
                1

                """, "\(done.output)\(done.errors)")
    }

    @Test(
        "Taskwarrior takes them with the types that it is told, and gives them back",
        .enabled(
            if: ExportTaskTests.hasTask,
            "Taskwarrior is not installed: apt-get install taskwarrior"))
    func taskwarrior() throws {
        let done = try runner().shell(
            TaskAttributeFilesTests.declared + """
                mkdir data
                printf 'data.location=%s\\nconfirmation=no\\n' "$PWD/data" > taskrc
                for pair in size=numeric estimate=duration vendor=string check=date \\
                    planned=string; do
                    printf 'uda.%s.type=%s\\n' "${pair%=*}" "${pair#*=}" >> taskrc
                done
                export TASKRC="$PWD/taskrc" TASKDATA="$PWD/data"
                ledger export taskwarrior --ledger one -o out.json
                task import out.json >/dev/null 2>&1
                task rc.verbose=nothing +PENDING size.above:2 _unique description 2>/dev/null \\
                    || task size.above:2 export | grep -o '"description":"[^"]*"'
                task rc.json.array=on export > back.json 2>/dev/null
                ledger import back.json --ledger one -O json | grep -oE '"(new|known)":[0-9]*'
                ledger import back.json --ledger two >/dev/null
                values one > a; values two > b
                diff a b && echo same
                """)
        #expect(
            done.output.contains("Call") && done.output.hasSuffix("\"known\":3\n\"new\":0\nsame\n"),
            "\(done.output)\(done.errors)")
    }
}

import Interchange
import Ledger
import Testing

/// Files of tasks are held whole: what is longer than that allows is refused.
@Suite("Files of more tasks than are held at once")
struct LongTaskFileTests {
    /// So many tasks, and the line of the last.
    private static func file(_ format: TaskFormat, _ count: Int) -> (text: String, line: Int) {
        let numbers = (0..<count).map { String($0 + 1_000_000) }
        switch format {
        case .taskwarrior:
            let tasks = numbers.map { digits in
                """
                {"description":"Call","uuid":"0000000a-0000-4000-8000-00000\(digits)"}
                """
            }
            return ("[\n" + tasks.joined(separator: ",\n") + "\n]\n", count + 1)
        case .todo:
            return (numbers.map { "(A) Call \($0)\n" }.joined(), count)
        case .calendar:
            let tasks = numbers.map {
                "BEGIN:VTODO\r\nUID:\($0)\r\nSUMMARY:Call\r\nEND:VTODO\r\n"
            }
            let text = "BEGIN:VCALENDAR\r\n" + tasks.joined() + "END:VCALENDAR\r\n"
            return (text, 4 * count - 2)
        }
    }

    private func fault(_ text: String, _ format: TaskFormat, _ max: Int) -> TaskFault? {
        do throws(ImportError) {
            _ = try TaskImport(
                MemoryBytes(Array(text.utf8)), encoding: nil, format, zone: .utc, tasksMax: max)
            return nil
        } catch {
            guard case .badTasks(format, let fault) = error else {
                Issue.record("\(error)")
                return nil
            }
            return fault
        }
    }

    @Test("are refused at the first that is too many", arguments: TaskFormat.allCases)
    func tooMany(format: TaskFormat) {
        for count in [3, 6_000] {
            let (text, line) = LongTaskFileTests.file(format, count)
            #expect(fault(text, format, count) == nil)
            let found = fault(text, format, count - 1)
            #expect(found?.line == line)
            #expect(found?.words.word == "tooMany" && found?.words.text == "\(count - 1)")
        }
    }

    @Test("what is written is no longer than what is read")
    func excess() {
        #expect(TaskImport.excess(bytes: 31_457_280, tasks: 110_000) == nil)
        #expect(TaskImport.excess(bytes: 31_457_281, tasks: 1)?.words.word == "tooLong")
        #expect(TaskImport.excess(bytes: 1, tasks: 110_001)?.words.word == "tooMany")
    }

    @Test("and so are files that are too long, before they are read")
    func tooLong() {
        let text = String(repeating: " ", count: TaskImport.bytesMax + 1)
        for format in TaskFormat.allCases {
            #expect(fault(text, format, 10)?.words.word == "tooLong")
        }
    }
}

import Dashboard
import Foundation

@main
enum Start {
    static func main() async {
        let process = ProcessInfo.processInfo
        let code = await LedgerServe.run(
            Array(process.arguments.dropFirst()), process.environment
        ) { text, isError in
            let file = isError ? FileHandle.standardError : FileHandle.standardOutput
            file.write(Data(text.utf8))
        }
        exit(code)
    }
}

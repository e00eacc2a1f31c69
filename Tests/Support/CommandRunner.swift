internal import Foundation

#if canImport(Glibc)
internal import Glibc
#endif

/// The built program, run in a new folder with a ledger of its own.
package final class CommandRunner: Sendable {
    /// Where it runs; removed with the runner.
    package let folder: String
    /// Variables beside `PATH`, `HOME` and `LEDGER_HOME`.
    private let variables: [String: String]

    package init(_ variables: [String: String] = [:]) throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "ledger-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        folder = url.path
        self.variables = variables
    }

    deinit { TestFolder.remove(folder) }

    /// What `LEDGER_HOME` says; made by the program.
    package var home: String { "\(folder)/ledger" }

    /// The program: `LEDGER_TEST_BINARY`, else `ledger` in the build folder of the test bundle.
    package static let program: String = {
        let given = ProcessInfo.processInfo.environment["LEDGER_TEST_BINARY"]
        if let given, !given.isEmpty { return given }
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let inside = bundle?.bundleURL ?? URL(filePath: CommandLine.arguments.first ?? "")
        return inside.deletingLastPathComponent().appending(path: "ledger").path
    }()

    /// Writes a file into the folder in which the program runs.
    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
    }

    /// Runs the program to its end.
    package func run(_ arguments: String...) throws -> CommandResult {
        try start(arguments).finish()
    }

    /// Starts the program without waiting for it.
    package func start(_ arguments: [String]) throws -> RunningCommand {
        try RunningCommand(
            program: CommandRunner.program, arguments: arguments, variables: allVariables,
            folder: folder)
    }

    /// Runs a script for the shell, in which `ledger` is the program, and `damage FOLDER [N]`
    /// spoils the last frame of the log in that ledger, or the N-th of its frames, from 1: two of
    /// its bytes, from the one that `BYTE` says.
    package func shell(_ script: String) throws -> CommandResult {
        let helpers = """
            ledger() { "$LEDGER_PROGRAM" "$@"; }
            damage() {
                local file frame
                file=$(echo "$1"/log/*.log)
                frame=$(grep -abo 'LGF[CR]' "$file" | tail -n "+${2:-1}" |
                    if [ -n "${2:-}" ]; then head -n 1; else tail -n 1; fi | cut -d: -f1)
                printf '\\377\\377' |
                    dd of="$file" bs=1 seek=$((frame + ${BYTE:-12})) conv=notrunc status=none
            }
            """
        return try RunningCommand(
            program: "/bin/bash", arguments: ["-c", "\(helpers)\n\(script)"],
            variables: allVariables, folder: folder
        ).finish()
    }

    private var allVariables: [String: String] {
        let inherited = ProcessInfo.processInfo.environment
        var all = ["LEDGER_HOME": home, "HOME": folder, "LEDGER_PROGRAM": CommandRunner.program]
        for name in ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
            all[name] = inherited[name]
        }
        return all.merging(variables) { $1 }
    }
}

/// What a run of the program left behind.
package struct CommandResult: Sendable {
    /// Standard output.
    package var output: String
    /// Standard error.
    package var errors: String
    /// The exit code.
    package var code: Int32
}

/// A run of the program that may still go on.
package final class RunningCommand {
    private let process = Process()
    private let output: URL
    private let errors: URL

    init(
        program: String, arguments: [String], variables: [String: String], folder: String
    ) throws {
        // Files instead of pipes: no output is too long for them, and nobody has to read along.
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        output = URL(filePath: "\(place).output")
        errors = URL(filePath: "\(place).errors")
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = variables
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try RunningCommand.file(output)
        process.standardError = try RunningCommand.file(errors)
        try Signals.unblocked { try process.run() }
    }

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    /// Ends it at once, without a chance to do anything more (signal 9).
    package func killNow() { kill(process.processIdentifier, SIGKILL) }

    /// Waits for the end.
    package func finish() throws -> CommandResult {
        process.waitUntilExit()
        return CommandResult(
            output: try text(of: output), errors: try text(of: errors),
            code: process.terminationStatus)
    }

    private func text(of url: URL) throws -> String {
        defer { try? FileManager.default.removeItem(at: url) }
        return String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }
}

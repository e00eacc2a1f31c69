internal import Foundation

/// What a run of the program left behind.
package struct CommandResult: Sendable {
    /// Standard output.
    package var output: String
    /// Standard error.
    package var errors: String
    /// The exit code.
    package var code: Int32
}

/// The built program, run with a ledger folder of its own.
package struct CommandRunner: Sendable {
    /// The folder that `LEDGER_HOME` names; created by the program, removed by `remove()`.
    package let home: String
    /// Variables beside `PATH`, `HOME` and `LEDGER_HOME`.
    package var variables: [String: String] = [:]

    package init() {
        home = FileManager.default.temporaryDirectory
            .appending(path: "ledger-test-\(UUID().uuidString)").path
    }

    /// Removes the folder with all that is in it.
    package func remove() { try? FileManager.default.removeItem(atPath: home) }

    /// The program: `LEDGER_TEST_BINARY`, else `ledger` in the build folder of the test bundle.
    package static let program: String = {
        if let path = ProcessInfo.processInfo.environment["LEDGER_TEST_BINARY"] { return path }
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let beside = bundle.map { $0.bundleURL.deletingLastPathComponent() }
        let folder =
            beside ?? URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
        return folder.appending(path: "ledger").path
    }()

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - arguments: What follows the program's name.
    ///   - input: Standard input.
    package func run(_ arguments: [String], input: String = "") throws -> CommandResult {
        try start(arguments, input: input).finish()
    }

    /// Starts the program without waiting for it.
    package func start(_ arguments: [String], input: String = "") throws -> RunningCommand {
        try RunningCommand(
            program: CommandRunner.program, arguments: arguments, variables: allVariables,
            input: input)
    }

    /// Runs a line of shell in which `$LEDGER` is the program.
    package func shell(_ line: String) throws -> CommandResult {
        try RunningCommand(
            program: "/bin/sh", arguments: ["-c", line],
            variables: allVariables.merging(["LEDGER": CommandRunner.program]) { $1 }, input: ""
        ).finish()
    }

    private var allVariables: [String: String] {
        let inherited = ProcessInfo.processInfo.environment
        var all = ["LEDGER_HOME": home, "HOME": home]
        for name in ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
            all[name] = inherited[name]
        }
        return all.merging(variables) { $1 }
    }
}

/// A run of the program that may still go on.
package final class RunningCommand {
    private let process = Process()
    private let folder: URL

    init(
        program: String, arguments: [String], variables: [String: String], input: String
    ) throws {
        // Files instead of pipes: no output is too long for them, and nobody has to read along.
        folder = FileManager.default.temporaryDirectory
            .appending(path: "ledger-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(input.utf8).write(to: folder.appending(path: "input"))
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = variables
        process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "input"))
        process.standardOutput = try RunningCommand.file(folder.appending(path: "output"))
        process.standardError = try RunningCommand.file(folder.appending(path: "errors"))
        try process.run()
    }

    private static func file(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    /// Waits for the end.
    package func finish() throws -> CommandResult {
        process.waitUntilExit()
        defer { try? FileManager.default.removeItem(at: folder) }
        func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
        }
        return CommandResult(
            output: try text("output"), errors: try text("errors"),
            code: process.terminationStatus)
    }
}

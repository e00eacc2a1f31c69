internal import EventLog

/// How long a disk takes to keep something.
enum DiskSpeed {
    /// What scratch files' names begin with.
    static let prefix = "doctor-"

    private static let tries = 15
    private static let secondsMax = 1.0

    /// The median of a few small writes with a sync, in seconds; `nil` where nothing can be
    /// written. The file is removed.
    static func sync(in folder: String, _ env: Environment) -> Double? {
        let name = "\(prefix)\(UInt32.random(in: .min ... .max)).tmp"
        guard let storage = try? DiskStorage(path: folder),
            let file = try? storage.open(name, .create)
        else { return nil }
        defer { try? storage.remove(name) }
        let bytes = [UInt8](repeating: 1, count: 4_096)
        let start = env.uptime()
        var times: [Double] = []
        do {
            // The first one makes the file itself durable, which appends do not have to.
            try file.write(bytes, at: 0)
            try file.sync()
            while times.count < tries, (env.uptime() - start) / .seconds(1) < secondsMax {
                let before = env.uptime()
                try file.write(bytes, at: 0)
                try file.sync()
                times.append((env.uptime() - before) / .seconds(1))
            }
        } catch { return nil }
        return times.isEmpty ? nil : times.sorted()[times.count / 2]
    }
}

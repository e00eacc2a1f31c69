internal import EventLog
package import Ledger

/// Makes a copy of a ledger for another device, which goes on by itself and merges with its source.
package enum CloneLedger: Endpoint {
    /// What of, and where to.
    package struct Input: Codable, Sendable {
        /// The folder of a ledger, or a bundle of everything; `-` is the standard input.
        package var source: String
        /// The new folder; that of the environment when left out.
        package var destination: String?
        /// What the source is called and remembered as, such as `ssh://host/books`; the path when
        /// left out.
        package var called: String?
        /// What the new device is called, of a shared ledger; as this machine where left out.
        package var device: String?

        /// A request.
        package init(
            source: String, destination: String? = nil, called: String? = nil,
            device: String? = nil
        ) {
            self.source = source
            self.destination = destination
            self.called = called
            self.device = device
        }
    }

    /// What was written.
    package struct Output: Codable, Hashable, Sendable {
        /// What was read.
        package let source: String
        /// The new folder.
        package let destination: String
        /// How many events there are.
        package let events: UInt64
        /// Files of entries and tasks that the source has not as they were; left out for none.
        package let missingFiles: [BrokenFile]?
        /// What the source keeps beside its log and the copy has not, as in a bundle's answer; left
        /// out for nothing, and where that is not known.
        package let staysBehind: [String]?
        /// The owner, who acts until somebody logs in; empty for nobody.
        package let owner: String
        /// The position of the last event.
        package let position: UInt64
        /// The root over all events, lower-case hex; the same as in the source, unless a device was
        /// added.
        package let root: String
        /// The key of the new device, of a shared ledger, as the others add it; else left out.
        package var device: String?
        /// What its signatures come to where commits are not believed; else left out.
        package var signatures: SignatureSummary?
    }

    package static let path = "clone"
    package static let summary = "make a copy of a ledger for another device"
    package static let needs: Set<Permission> = [.read]

    package static func run(
        _ input: Input, in env: Environment
    ) throws(ApplicationError) -> Output {
        try env.beginRecording()
        let called = input.called ?? input.source
        let destination = input.destination ?? env.home.place
        if OtherCopy.isBundle(input.source) {
            let folder = try NewFolder(destination, beside: [])
            return try folder.fill { () throws(ApplicationError) in
                let (head, files) = try OtherCopy.unpack(
                    input.source, called: called, behind: nil, spoolingIn: folder.temporaryName,
                    env
                ) { () throws(ApplicationError) in
                    do throws(StorageError) {
                        return try DiskStorage.create(path: folder.log)
                    } catch { throw .rescue(path: folder.name, .failed(.storage(error))) }
                }
                return try finished(input, called, folder, head, env) {
                    env throws(ApplicationError) in
                    try env.takeFiles(from: files)
                }
            }
        }
        let store = try OtherCopy.folder(input.source, called: called, env)
        let folder = try NewFolder(destination, beside: [input.source])
        return try folder.fill { () throws(ApplicationError) in
            let head = try rebuilt(store, called, folder, env)
            return try finished(input, called, folder, head, env) { env throws(ApplicationError) in
                try env.takeFiles(from: FileHome(input.source))
            }
        }
    }

    private static func rebuilt(
        _ store: FileEventStore, _ called: String, _ folder: NewFolder, _ env: Environment
    ) throws(ApplicationError) -> LogHead {
        do throws(CopyError) {
            let count: UInt64
            do throws(StoreError) { count = try store.head().count } catch {
                throw .source(.missing)
            }
            let head = try store.rebuild(count, at: folder.log, progress: env.progress)
            let root = try? store.root(at: head.count)
            guard root == head.root else { throw .source(.replaced(file: called)) }
            return head
        } catch {
            switch error {
            case .source(let error): throw .merge(path: called, .unreadable(error))
            case .target(let error): throw .rescue(path: folder.name, .failed(error))
            case .diverged, .newer: throw .rescue(path: folder.name, .occupied)
            }
        }
    }

    /// Reads the copy back, and remembers where it comes from.
    private static func finished(
        _ input: Input, _ called: String, _ folder: NewFolder, _ head: LogHead, _ env: Environment,
        _ takeFiles: (Environment) throws(ApplicationError) -> [BrokenFile]?
    ) throws(ApplicationError) -> Output {
        try folder.verify(head.count, head.root.hex, env)
        // The standard input comes once.
        if called != "-" {
            let place = input.called ?? Places.resolved(input.source)
            try SourceFile(source: place, shared: head.count).write(to: folder.temporaryName)
        }
        let env = env.over(folder.temporaryName).with { $0.user = nil }
        try env.renewSecrets()
        let store = try env.store()
        let names = try mappingError(
            ApplicationError.store, LedgerSnapshot(store: store).referenceData)
        var device: String?
        var doubtful: SignatureSummary?
        if !names.devices.isEmpty {
            doubtful = try TeamMerge.doubtful(in: env)
            device = try env.addDevice(named: input.device, to: store).verifier.text
        }
        let end = try mappingError(ApplicationError.store, store.head())
        return Output(
            source: called, destination: folder.name, events: end.count,
            missingFiles: try takeFiles(env),
            staysBehind: OtherCopy.isBundle(input.source)
                ? nil : KeptBeside.names(in: FileHome(input.source)),
            owner: names.owner?.name ?? "", position: end.count - 1, root: end.root.hex,
            device: device, signatures: doubtful)
    }
}

internal import EventLog
internal import Ledger

extension OtherCopy {
    /// Puts the log of a bundle together that holds the files of one: these are in memory, every
    /// event of them is hashed, and what is written is written anew.
    static func unpackLog(
        of bundle: BundleSource, _ id: CommitID, _ name: String, _ env: Environment,
        _ storage: () throws(ApplicationError) -> any LogStorage
    ) throws(ApplicationError) -> (head: LogHead, files: BundleFiles) {
        let header = bundle.header
        let damaged = ApplicationError.merge(path: name, .damagedBundle)
        guard header.since == 0 else { throw damaged }
        var packed = bundle.log(of: name)
        var files: [String: [UInt8]] = [:]
        while let file = try packed.next() {
            guard let name = file.name, name.hasSuffix(BundledLog.ending),
                files.updateValue(file.bytes, forKey: name) == nil
            else { throw damaged }
        }
        let source: FileEventStore
        let isWhole: Bool
        do throws(StoreError) {
            source = try FileEventStore.open(in: MemoryStorage(files, isWritable: false))
            _ = try source.verify()
            let head = try source.head()
            isWhole =
                try source.id() == id && head.count == header.events
                && head.root.hex == header.root
        } catch {
            switch error {
            case .log(.corrupt), .log(.missing): throw damaged
            case .log(let error): throw .merge(path: name, .unreadable(error))
            default: throw .store(error)
            }
        }
        guard isWhole else { throw damaged }
        // What comes behind is looked at before anything is written.
        let attached = packed.following
        try attached.check()
        var builder = try builder(id, header, nil, name, env, storage)
        do throws(CopyError) {
            try source.append(header.events, to: &builder, progress: env.progress)
        } catch {
            switch error {
            case .source(let error), .target(let error):
                throw .rescue(path: env.home.place, .failed(error))
            case .diverged, .newer: throw .merge(path: name, .changed)
            }
        }
        let head: LogHead
        do throws(LogError) { head = try builder.finish() } catch {
            throw .rescue(path: env.home.place, .failed(error))
        }
        guard head.count == header.events, head.root.hex == header.root else { throw damaged }
        return (head, attached)
    }
}

/// The log of a bundle of everything: packed anew, in full frames.
struct BundledLog {
    /// What the names of its files end in.
    static let ending = ".log"

    /// Its files by their names, ascending.
    let files: [(name: String, bytes: [UInt8])]

    /// Packs the first events of a log; the files are in memory.
    ///
    /// - Parameter path: The bundle, for messages.
    init(
        _ store: FileEventStore, _ count: UInt64, root: String, for path: String,
        _ env: Environment
    ) throws(ApplicationError) {
        let storage = MemoryStorage()
        do throws(CopyError) {
            let head = try store.rebuild(count, in: storage, progress: env.progress)
            guard head.count == count, head.root.hex == root else {
                throw CopyError.source(.replaced(file: path))
            }
        } catch {
            switch error {
            case .source(let error), .target(let error): throw .store(.log(error))
            case .diverged, .newer: throw .merge(path: path, .changed)
            }
        }
        let names = ((try? storage.list()) ?? []).filter { $0.hasSuffix(BundledLog.ending) }
        files = names.compactMap { name in storage.bytes(of: name).map { (name, $0) } }
    }

    /// Adds it to a bundle.
    func write(to writer: inout BundleWriter) throws(ApplicationError) {
        for (name, bytes) in files {
            let head = BundleFiles.Head(
                content: AttachmentFiles.content(bytes), bytes: bytes.count, name: name)
            try writer.add(JSONCoding.encode(head))
            try writer.add(bytes)
        }
    }
}

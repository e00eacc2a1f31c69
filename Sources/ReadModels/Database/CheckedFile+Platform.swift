internal import CSQLite
internal import EventLog

/// A database file whose pages have a checksum each, in bytes at their ends that SQLite leaves
/// alone: a page that is not as it was written is damage, and no figure is made of it.
///
/// SQLite reads and writes files through a table of functions (sqlite.org/vfs.html). This one
/// precedes that of the system: it makes the checksum of a page that is written to the
/// database itself, and checks that of one that is read. What SQLite keeps beside the database has
/// checksums of SQLite's own.
enum CheckedFile {
    /// What the functions are called where a database is opened.
    static let name: String? = register() ? label : nil

    private static let label = "ledger-checked"
    private static let pageBytes = 4_096
    private static var checkedBytes: Int { pageBytes - DeviceHash.bytes }
    /// Asks the functions to use a checksum; unlike any number of SQLite's own.
    private static let useHash: Int32 = 0x4C52_4D31
    /// Bytes before the system's own part of an open file: the functions, and the checksum.
    private static let ownBytes = 16

    private typealias File = UnsafeMutablePointer<sqlite3_file>

    /// What pages are checked with.
    private final class Checksum {
        let hash: DeviceHash

        init(_ hash: DeviceHash) { self.hash = hash }
    }

    /// Has an open database check its pages; a new one leaves room for that.
    ///
    /// - Returns: SQLite's result code.
    static func check(_ database: OpaquePointer, with hash: DeviceHash) -> Int32 {
        var room = Int32(DeviceHash.bytes)
        // SAFETY: the calls use what they are given until they return; the object is kept by the
        // file that takes it.
        let checksum = Checksum(hash)
        let code = withExtendedLifetime(checksum) {
            unsafe sqlite3_file_control(
                database, "main", useHash, Unmanaged.passUnretained(checksum).toOpaque())
        }
        guard code == SQLITE_OK else { return code }
        return unsafe sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &room)
    }

    // MARK: The functions

    private static func register() -> Bool {
        guard let base = unsafe sqlite3_vfs_find(nil) else { return false }
        // SAFETY: what is registered lives as long as the process.
        let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unsafe own.initialize(to: base.pointee)
        unsafe own.pointee.pNext = nil
        unsafe own.pointee.zName = UnsafePointer(copy(of: label))
        unsafe own.pointee.szOsFile += Int32(ownBytes)
        unsafe own.pointee.xOpen = { _, path, file, flags, opened in
            unsafe CheckedFile.open(path, file, flags, opened)
        }
        return unsafe sqlite3_vfs_register(own, 0) == SQLITE_OK
    }

    /// A text that stays.
    private static func copy(of text: String) -> UnsafeMutablePointer<CChar> {
        let bytes = Array(text.utf8CString)
        let place = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { unsafe (place + index).initialize(to: byte) }
        return unsafe place
    }

    /// All functions of a file that is checked. Sections in memory are left out, so that every page
    /// is read.
    nonisolated(unsafe) private static let methods: UnsafePointer<sqlite3_io_methods> = {
        var all = sqlite3_io_methods()
        all.iVersion = 2
        unsafe all.xClose = { unsafe CheckedFile.close($0) }
        unsafe all.xRead = { unsafe CheckedFile.read($0, $1, $2, $3) }
        unsafe all.xWrite = { unsafe CheckedFile.write($0, $1, $2, $3) }
        unsafe all.xTruncate = { file, size in
            unsafe CheckedFile.pass(file) { unsafe $1.xTruncate($0, size) }
        }
        unsafe all.xSync = { file, flags in
            unsafe CheckedFile.pass(file) { unsafe $1.xSync($0, flags) }
        }
        unsafe all.xFileSize = { file, size in
            unsafe CheckedFile.pass(file) { unsafe $1.xFileSize($0, size) }
        }
        unsafe all.xLock = { file, kind in
            unsafe CheckedFile.pass(file) { unsafe $1.xLock($0, kind) }
        }
        unsafe all.xUnlock = { file, kind in
            unsafe CheckedFile.pass(file) { unsafe $1.xUnlock($0, kind) }
        }
        unsafe all.xCheckReservedLock = { file, answer in
            unsafe CheckedFile.pass(file) { unsafe $1.xCheckReservedLock($0, answer) }
        }
        unsafe all.xFileControl = { unsafe CheckedFile.control($0, $1, $2) }
        unsafe all.xSectorSize = { file in
            unsafe CheckedFile.pass(file) { unsafe $1.xSectorSize($0) }
        }
        unsafe all.xDeviceCharacteristics = { file in
            // No part of a page is read by itself, either.
            let subpageRead: Int32 = 0x8000
            return unsafe CheckedFile.pass(file) {
                unsafe $1.xDeviceCharacteristics($0) & ~subpageRead
            }
        }
        unsafe all.xShmMap = { file, region, size, extends, place in
            unsafe CheckedFile.pass(file) { unsafe $1.xShmMap($0, region, size, extends, place) }
        }
        unsafe all.xShmLock = { file, offset, count, flags in
            unsafe CheckedFile.pass(file) { unsafe $1.xShmLock($0, offset, count, flags) }
        }
        unsafe all.xShmBarrier = { file in
            _ = unsafe CheckedFile.pass(file) { below, methods in
                unsafe methods.xShmBarrier(below)
                return SQLITE_OK
            }
        }
        unsafe all.xShmUnmap = { file, isDeleted in
            unsafe CheckedFile.pass(file) { unsafe $1.xShmUnmap($0, isDeleted) }
        }
        let place = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        unsafe place.initialize(to: all)
        return unsafe UnsafePointer(place)
    }()

    /// Opens a file with the system's functions, and puts these before them where it is a database.
    private static func open(
        _ path: UnsafePointer<CChar>?, _ file: File?, _ flags: Int32,
        _ opened: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let base = unsafe sqlite3_vfs_find(nil), let file = unsafe file else {
            return SQLITE_CANTOPEN
        }
        guard flags & SQLITE_OPEN_MAIN_DB != 0 else {
            return unsafe base.pointee.xOpen(base, path, file, flags, opened)
        }
        // SAFETY: SQLite gives each file as many bytes as the functions say that they need: those
        // of this file, then those of the system's.
        let below = unsafe self.below(file)
        unsafe below.pointee.pMethods = nil
        unsafe slot(file).pointee = nil
        let code = unsafe base.pointee.xOpen(base, path, below, flags, opened)
        let isOpen = unsafe below.pointee.pMethods != nil
        unsafe file.pointee.pMethods = unsafe isOpen ? methods : nil
        return code
    }

    /// The system's own part of a file.
    private static func below(_ file: File) -> File {
        unsafe UnsafeMutableRawPointer(file).advanced(by: ownBytes)
            .assumingMemoryBound(to: sqlite3_file.self)
    }

    /// Where a file keeps its checksum.
    private static func slot(_ file: File) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        unsafe UnsafeMutableRawPointer(file).advanced(by: ownBytes / 2)
            .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }

    private static func checksum(_ file: File) -> Unmanaged<Checksum>? {
        unsafe slot(file).pointee.map { unsafe Unmanaged<Checksum>.fromOpaque($0) }
    }

    /// Calls the system's function.
    private static func pass(
        _ file: File?, _ body: (File, sqlite3_io_methods) -> Int32
    ) -> Int32 {
        guard let file = unsafe file else { return SQLITE_MISUSE }
        let below = unsafe self.below(file)
        guard let methods = unsafe below.pointee.pMethods else { return SQLITE_MISUSE }
        return unsafe body(below, methods.pointee)
    }

    private static func close(_ file: File?) -> Int32 {
        if let file = unsafe file {
            unsafe checksum(file)?.release()
            unsafe slot(file).pointee = nil
        }
        return unsafe pass(file) { unsafe $1.xClose($0) }
    }

    private static func control(
        _ file: File?, _ operation: Int32, _ value: UnsafeMutableRawPointer?
    ) -> Int32 {
        guard operation == useHash, let file = unsafe file, let value = unsafe value else {
            return unsafe pass(file) { unsafe $1.xFileControl($0, operation, value) }
        }
        unsafe checksum(file)?.release()
        let kept = unsafe Unmanaged<Checksum>.fromOpaque(value).retain()
        unsafe slot(file).pointee = unsafe kept.toOpaque()
        return SQLITE_OK
    }

    /// Whether bytes are a whole page.
    private static func isPage(_ count: Int32, _ offset: Int64) -> Bool {
        Int(count) == pageBytes && offset % Int64(pageBytes) == 0
    }

    private static func read(
        _ file: File?, _ buffer: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
    ) -> Int32 {
        let code = unsafe pass(file) { unsafe $1.xRead($0, buffer, count, offset) }
        guard code == SQLITE_OK, isPage(count, offset), let file = unsafe file,
            let buffer = unsafe buffer, let checksum = unsafe checksum(file)
        else { return code }
        let page = unsafe UnsafeRawBufferPointer(start: buffer, count: pageBytes)
        var right = (UInt64(0), UInt64(0))
        let isRight = unsafe withUnsafeMutableBytes(of: &right) { target in
            guard let start = target.baseAddress else { return false }
            unsafe checksum.takeUnretainedValue().hash.write(
                of: UnsafeRawBufferPointer(rebasing: page[..<checkedBytes]),
                seed: UInt64(offset), to: start)
            return unsafe target.elementsEqual(page[checkedBytes...])
        }
        // A page that the file was made longer by, and that was not written yet.
        if isRight { return code }
        return unsafe page.allSatisfy { $0 == 0 } ? code : SQLITE_CORRUPT
    }

    private static func write(
        _ file: File?, _ buffer: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
    ) -> Int32 {
        guard isPage(count, offset), let own = unsafe file, let buffer = unsafe buffer,
            let checksum = unsafe checksum(own)
        else { return unsafe pass(file) { unsafe $1.xWrite($0, buffer, count, offset) } }
        return unsafe withUnsafeTemporaryAllocation(byteCount: pageBytes, alignment: 16) { page in
            guard let start = page.baseAddress else { return SQLITE_NOMEM }
            // SAFETY: both have the bytes of a page.
            unsafe start.copyMemory(from: buffer, byteCount: pageBytes)
            unsafe checksum.takeUnretainedValue().hash.write(
                of: UnsafeRawBufferPointer(start: buffer, count: checkedBytes),
                seed: UInt64(offset), to: start + checkedBytes)
            return unsafe pass(file) { unsafe $1.xWrite($0, start, count, offset) }
        }
    }
}

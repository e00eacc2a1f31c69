import Fuzzing
import Glibc

/// What libFuzzer calls before anything else: the target is the one that `LEDGER_FUZZ_TARGET`
/// names; its seeds are written to the folder `LEDGER_FUZZ_SEEDS` if there is one, with
/// `LEDGER_FUZZ_ALL` everything is looked at, and with `LEDGER_FUZZ_BYTES` the size of its largest
/// input is all that is printed.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer)
    -> CInt
{
    if environment("LEDGER_FUZZ_BYTES") != nil {
        print(target.bytesMax)
        exit(0)
    }
    if let folder = environment("LEDGER_FUZZ_SEEDS") { writeSeeds(of: target, to: folder) }
    return 0
}

private let checksAll = environment("LEDGER_FUZZ_ALL") != nil

/// What libFuzzer calls for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        let bytes = Array(UnsafeBufferPointer(start: data, count: count))
        try target.run(bytes, checksAll ? .all : .one(for: bytes))
        return 0
    } catch {
        print("finding in \(target.rawValue): \(error)")
        fflush(nil)
        abort()
    }
}

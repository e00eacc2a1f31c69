import Fuzzing
import Glibc

/// The target of this run.
let target: FuzzTarget = {
    let name = environment("LEDGER_FUZZ_TARGET") ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        print("LEDGER_FUZZ_TARGET: one of \(FuzzTarget.allCases.map(\.rawValue))")
        exit(2)
    }
    return target
}()

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Writes each seed into a file of its own.
func writeSeeds(of target: FuzzTarget, to folder: String) {
    for (index, seed) in target.seeds.enumerated() {
        guard let file = fopen("\(folder)/seed-\(index)", "w") else {
            print("\(folder): cannot be written")
            exit(2)
        }
        fwrite(seed, 1, seed.count, file)
        fclose(file)
    }
}

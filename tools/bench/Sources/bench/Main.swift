import Benchmarks

@main
enum Main {
    static func main() { BenchProgram.main() }
}

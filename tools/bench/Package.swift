// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "bench",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ledger", path: "../..")],
    targets: [
        .executableTarget(
            name: "bench",
            dependencies: [.product(name: "Benchmarks", package: "ledger")]
        )
    ]
)

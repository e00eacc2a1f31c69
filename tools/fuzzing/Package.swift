// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ledger", path: "../..")],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: [.product(name: "Fuzzing", package: "ledger")]
        )
    ]
)

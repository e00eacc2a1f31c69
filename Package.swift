// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled under the same rules: memory-safe unless a line says `unsafe`,
/// warnings are errors, imports stay private unless exported on purpose.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "ledger",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "ledger", targets: ["LedgerCLI"]),
        .library(name: "EventLog", targets: ["EventLog"]),
        .library(name: "Ledger", targets: ["Ledger"]),
        .library(name: "ReadModels", targets: ["ReadModels"]),
        .library(name: "LedgerTesting", targets: ["LedgerTesting"]),
        // For the package in tools/bench.
        .library(name: "Benchmarks", targets: ["Benchmarks"]),
        // For the package in tools/fuzzing.
        .library(name: "Fuzzing", targets: ["Fuzzing"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CLZ4",
            pkgConfig: "liblz4",
            providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]
        ),
        .target(
            name: "EventLog",
            dependencies: ["CLZ4", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]
        ),
        .target(name: "Ledger", dependencies: ["EventLog"], swiftSettings: strict),
        .target(name: "Interchange", dependencies: ["Ledger"], swiftSettings: strict),
        .target(
            name: "ReadModels",
            dependencies: [
                "Ledger", "EventLog", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Application",
            dependencies: ["EventLog", "Ledger", "Interchange", "ReadModels"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "LedgerCLI",
            dependencies: [
                "Application", "ReadModels", "Ledger", "Interchange", "EventLog",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "LedgerTesting", dependencies: ["Ledger", "EventLog"], swiftSettings: strict
        ),
        .target(
            name: "Support",
            dependencies: ["EventLog", "Ledger", "LedgerTesting"],
            path: "Tests/Support",
            swiftSettings: strict
        ),
        .target(
            name: "Benchmarks",
            dependencies: [
                "EventLog", "Ledger", "ReadModels",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Benchmarks",
            swiftSettings: strict
        ),
        .target(
            name: "Fuzzing",
            dependencies: ["Application", "Interchange", "Ledger", "EventLog"],
            path: "Tests/Fuzzing",
            swiftSettings: strict
        ),
        .testTarget(
            name: "FuzzTests",
            dependencies: ["Fuzzing", "Support"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BenchmarkTests",
            dependencies: ["Benchmarks", "EventLog", "Ledger", "Support"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EventLogTests",
            dependencies: ["EventLog", "Support"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "LedgerTests",
            dependencies: ["Ledger", "EventLog", "Support"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "InterchangeTests",
            dependencies: ["Interchange", "Ledger", "Support"],
            swiftSettings: strict
        ),
        // What the package in tools/examples/weekdays is built of, for its test.
        .target(
            name: "Weekdays",
            dependencies: ["ReadModels", "Ledger", "EventLog"],
            path: "tools/examples/weekdays/Sources/Weekdays",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ReadModelTests",
            dependencies: ["ReadModels", "Ledger", "EventLog", "Support", "Weekdays"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ApplicationTests",
            dependencies: ["Application", "Interchange", "Ledger", "EventLog", "Support"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "LedgerCLI", "Application", "ReadModels", "Interchange", "Ledger", "EventLog",
                "Support",
            ],
            swiftSettings: strict
        ),
        // What the package in tools/examples/standing-orders is built of.
        .target(
            name: "StandingOrders",
            dependencies: ["Ledger", "EventLog"],
            path: "tools/examples/standing-orders/Sources/StandingOrders",
            swiftSettings: strict
        ),
        .testTarget(
            name: "StandingOrderTests",
            dependencies: ["StandingOrders", "LedgerTesting", "Ledger", "EventLog"],
            path: "tools/examples/standing-orders/Tests/StandingOrderTests",
            swiftSettings: strict
        ),
        .testTarget(name: "TidyTests", dependencies: ["Support"], swiftSettings: strict),
    ]
)

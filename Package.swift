// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled under the same rules: memory-safe unless a line says `unsafe`,
/// warnings are errors, imports stay private unless exported on purpose.
let common: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// For tools/test --quick and tools/ledger with LEDGER_QUICK, which build file by file, so
/// that few are compiled again after a change, but optimised, for kernels are slow without.
let strict =
    common
    + (Context.environment["LEDGER_QUICK"] == nil ? [] : [.unsafeFlags(["-O"])])

/// Code that runs once a command: compiled without optimisation it is built in a third of the time,
/// and nobody could tell the difference. Only for targets that are in no library product.
let cold = common + [.unsafeFlags(["-Onone"])]

/// Links Swift's libraries into a program out of the same objects that the tests are linked of, at
/// a fixed place in memory: it starts in half the time. Nobody looks up symbols of a program, but
/// the more it exports the longer each start goes through them.
let standalone: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib", "-Xlinker", "-no-pie", "-Xlinker", "--no-export-dynamic",
            "-lFoundationEssentials",
            "-l_FoundationCollections", "-l_FoundationCShims", "-lstdc++",
        ],
        .when(platforms: [.linux]))
]

/// Looks conformances up in a table of them, where the runtime goes through all of them each time.
let looksUp: [LinkerSetting] = [
    .unsafeFlags(
        ["", "Common", "WithExecutionContext"].flatMap {
            ["-Xlinker", "--wrap=swift_conformsToProtocol\($0)"]
        }, .when(platforms: [.linux]))
]

let package = Package(
    name: "ledger",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "ledger", targets: ["LedgerProgram"]),
        .library(name: "EventLog", targets: ["EventLog"]),
        .library(name: "Ledger", targets: ["Ledger"]),
        .library(name: "ReadModels", targets: ["ReadModels"]),
        .library(name: "LedgerTesting", targets: ["LedgerTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .systemLibrary(
            name: "CLZ4",
            pkgConfig: "liblz4",
            providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]
        ),
        .systemLibrary(
            name: "CSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .target(name: "CConformances"),
        .target(
            name: "EventLog",
            dependencies: ["CLZ4", "CSodium"],
            swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]
        ),
        .target(name: "Ledger", dependencies: ["EventLog"], swiftSettings: strict),
        .target(
            name: "Interchange", dependencies: ["Ledger", "EventLog"], swiftSettings: strict),
        .target(
            name: "ReadModels",
            dependencies: ["Ledger", "EventLog", "CSQLite"],
            swiftSettings: strict
        ),
        .target(
            name: "Application",
            dependencies: ["EventLog", "Ledger", "Interchange", "ReadModels"],
            swiftSettings: cold
        ),
        .target(
            name: "LedgerCLI",
            dependencies: [
                "Application", "ReadModels", "Ledger", "Interchange", "EventLog",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: cold
        ),
        .executableTarget(
            name: "LedgerProgram",
            dependencies: ["LedgerCLI", "CConformances"],
            swiftSettings: strict,
            linkerSettings: standalone + looksUp
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
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Benchmarks",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "bench",
            dependencies: ["Benchmarks"],
            path: "tools/bench/Sources/bench",
            swiftSettings: strict,
            linkerSettings: standalone
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
            swiftSettings: cold
        ),
        .testTarget(
            name: "BenchmarkTests",
            dependencies: ["Benchmarks", "EventLog", "Ledger", "Support"],
            swiftSettings: cold
        ),
        .testTarget(
            name: "EventLogTests",
            dependencies: ["EventLog", "Support"],
            swiftSettings: cold
        ),
        .testTarget(
            name: "LedgerTests",
            dependencies: ["Ledger", "EventLog", "Support"],
            swiftSettings: cold
        ),
        .testTarget(
            name: "InterchangeTests",
            dependencies: ["Interchange", "Ledger", "Support"],
            swiftSettings: cold
        ),
        // What the package in tools/examples/weekdays is built of, for its test.
        .target(
            name: "Weekdays",
            dependencies: ["ReadModels", "Ledger", "EventLog"],
            path: "tools/examples/weekdays/Sources/Weekdays",
            packageAccess: false,
            swiftSettings: strict
        ),
        .testTarget(
            name: "ReadModelTests",
            dependencies: ["ReadModels", "Ledger", "EventLog", "Support", "Weekdays"],
            swiftSettings: cold
        ),
        .testTarget(
            name: "ApplicationTests",
            dependencies: ["Application", "Interchange", "Ledger", "EventLog", "Support"],
            swiftSettings: cold
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "LedgerCLI", "Application", "ReadModels", "Interchange", "Ledger", "EventLog",
                "Support", "CConformances",
            ],
            swiftSettings: cold
        ),
        // What the package in tools/examples/standing-orders is built of.
        .target(
            name: "StandingOrders",
            dependencies: ["Ledger", "EventLog"],
            path: "tools/examples/standing-orders/Sources/StandingOrders",
            packageAccess: false,
            swiftSettings: strict
        ),
        .testTarget(
            name: "StandingOrderTests",
            dependencies: ["StandingOrders", "LedgerTesting", "Ledger", "EventLog"],
            path: "tools/examples/standing-orders/Tests/StandingOrderTests",
            packageAccess: false,
            swiftSettings: cold
        ),
        // What the package in tools/examples/orders is built of.
        .target(
            name: "Orders",
            dependencies: ["Ledger", "EventLog"],
            path: "tools/examples/orders/Sources/Orders",
            packageAccess: false,
            swiftSettings: strict
        ),
        .testTarget(
            name: "OrderTests",
            dependencies: ["Orders", "LedgerTesting", "Ledger", "EventLog"],
            path: "tools/examples/orders/Tests/OrderTests",
            packageAccess: false,
            swiftSettings: cold
        ),
        // Sees what other packages see: what does not compile here is not public.
        .testTarget(
            name: "LibraryTests",
            dependencies: ["ReadModels", "LedgerTesting", "Ledger", "EventLog"],
            packageAccess: false,
            swiftSettings: cold
        ),
        .testTarget(name: "TidyTests", dependencies: ["Support"], swiftSettings: cold),
    ]
)

// Linked with libFuzzer's own main, which only tools/fuzz asks for.
if Context.environment["LEDGER_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: ["Fuzzing"],
            path: "tools/fuzzing/Sources/fuzz",
            swiftSettings: strict
        ))
}

// A team's server is reached by libpq, which only tools/ledger remote and its tests ask for.
if Context.environment["LEDGER_TEAM"] != nil {
    package.products.append(.executable(name: "ledger-remote", targets: ["LedgerRemote"]))
    package.targets += [
        .systemLibrary(
            name: "CPQ",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .target(
            name: "SharedLog", dependencies: ["Ledger", "EventLog", "CPQ", "CSodium"],
            swiftSettings: strict),
        .executableTarget(
            name: "LedgerRemote",
            dependencies: ["SharedLog", "LedgerCLI", "Application", "Ledger", "EventLog"],
            swiftSettings: cold
        ),
        .testTarget(
            name: "SharedLogTests",
            dependencies: [
                "SharedLog", "LedgerRemote", "Application", "Ledger", "EventLog", "Support",
            ],
            swiftSettings: cold
        ),
    ]
}

// The pages in a browser need a web server, which only tools/serve and its tests ask for.
if Context.environment["LEDGER_SERVE"] != nil {
    package.dependencies += [
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
    ]
    package.products.append(.executable(name: "ledger-serve", targets: ["LedgerServe"]))
    package.targets += [
        .target(
            name: "Dashboard",
            dependencies: [
                "LedgerCLI", "Application", "Interchange", "Ledger", "EventLog", "CSodium",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "LedgerServe", dependencies: ["Dashboard"], swiftSettings: cold),
        .testTarget(
            name: "DashboardTests",
            dependencies: ["Dashboard", "Application", "Ledger", "EventLog", "Support"],
            swiftSettings: cold
        ),
    ]
}

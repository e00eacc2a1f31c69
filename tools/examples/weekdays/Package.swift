// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "weekdays",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ledger", path: "../../..")],
    targets: [
        .target(
            name: "Weekdays",
            dependencies: [
                .product(name: "ReadModels", package: "ledger"),
                .product(name: "Ledger", package: "ledger"),
                .product(name: "EventLog", package: "ledger"),
            ]
        ),
        .executableTarget(
            name: "weekdays",
            dependencies: [
                "Weekdays",
                .product(name: "ReadModels", package: "ledger"),
                .product(name: "Ledger", package: "ledger"),
            ],
            path: "Sources/Program"
        ),
    ]
)

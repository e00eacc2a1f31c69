// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "orders",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ledger", path: "../../..")],
    targets: [
        .target(
            name: "Orders",
            dependencies: [
                .product(name: "Ledger", package: "ledger"),
                .product(name: "EventLog", package: "ledger"),
            ]
        ),
        .testTarget(
            name: "OrderTests",
            dependencies: [
                "Orders",
                .product(name: "LedgerTesting", package: "ledger"),
                .product(name: "Ledger", package: "ledger"),
                .product(name: "EventLog", package: "ledger"),
            ]
        ),
    ]
)

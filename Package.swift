// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "skdemo",
  products: [
    .executable(name: "skdemo", targets: ["skdemo"]),
    .library(name: "OpenStoreKit", targets: ["OpenStoreKit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
  ],
  targets: [
    // MARK: - The terminal
    .target(
      name: "CNcurses",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]
    ),
    .target(name: "TerminalUI", dependencies: ["CNcurses"], swiftSettings: strict),

    // MARK: - Files
    .target(name: "PrivateFiles", swiftSettings: strict),

    // MARK: - What a shop and a store agree on
    .target(
      name: "StoreAPI",
      dependencies: [
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict
    ),

    // MARK: - The store
    .target(
      name: "StoreEngine",
      dependencies: [
        "PrivateFiles", "StoreAPI",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "StoreSQLite",
      dependencies: [
        "PrivateFiles", "StoreEngine", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),

    // MARK: - The shop
    .target(
      name: "OpenStoreKit",
      dependencies: [
        "PrivateFiles", "StoreAPI", .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "AppStoreSheets",
      dependencies: ["TerminalUI", "OpenStoreKit", "StoreAPI"],
      swiftSettings: strict
    ),
    .target(
      name: "DemoApp", dependencies: ["TerminalUI", "OpenStoreKit", "PrivateFiles"],
      swiftSettings: strict),
    .executableTarget(
      name: "skdemo",
      dependencies: [
        "DemoApp", "AppStoreSheets", "OpenStoreKit", "PrivateFiles", "StoreAPI", "StoreSQLite",
        "StoreEngine", "TerminalUI",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Products.json")],
      swiftSettings: strict
    ),

    // MARK: - Tests
    .target(name: "CPty", path: "Tests/CPty", linkerSettings: [.linkedLibrary("util")]),
    .target(
      name: "TestSupport",
      dependencies: ["CPty", "StoreAPI", "StoreEngine", "StoreSQLite"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .testTarget(
      name: "StoreAPITests",
      dependencies: [
        "StoreAPI", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StoreEngineTests",
      dependencies: [
        "StoreEngine", "StoreSQLite", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      exclude: ["StoreKitConfigurations"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StoreSQLiteTests",
      dependencies: [
        "StoreSQLite", "StoreEngine", "StoreAPI", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "OpenStoreKitTests",
      dependencies: ["OpenStoreKit", "PrivateFiles", "StoreEngine", "StoreSQLite", "TestSupport"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "TerminalProbe",
      dependencies: ["TerminalUI"],
      path: "Tests/TerminalProbe",
      swiftSettings: strict
    ),
    .testTarget(
      name: "TerminalUITests",
      dependencies: ["TerminalUI", "TerminalProbe", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "AppStoreSheetsTests",
      dependencies: ["AppStoreSheets", "TestSupport"],
      exclude: ["Snapshots"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DemoAppTests",
      dependencies: ["DemoApp", "AppStoreSheets", "TestSupport"],
      exclude: ["Snapshots"],
      swiftSettings: strict
    ),
    // A target of this package, because `package` access ends at it.
    .executableTarget(
      name: "StoreBenchmarks",
      dependencies: [
        "DemoApp", "OpenStoreKit", "StoreAPI", "StoreEngine", "StoreSQLite", "TerminalUI",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Benchmarks/Store",
      swiftSettings: strict
    ),
    .testTarget(
      name: "EndToEndTests", dependencies: ["skdemo", "TestSupport"], swiftSettings: strict),
  ]
)

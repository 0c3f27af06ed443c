// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target of client code, in its users' language mode and with its warnings allowed.
func clientCode(_ name: String, mode: SwiftLanguageMode) -> Target {
  .target(
    name: name, dependencies: ["OpenStoreKit", "ClientSupport"], path: "Tests/ClientCode/\(name)",
    swiftSettings: [.swiftLanguageMode(mode)])
}

let package = Package(
  name: "skdemo",
  products: [
    .executable(name: "skdemo", targets: ["skdemo"]),
    .library(name: "OpenStoreKit", targets: ["OpenStoreKit"]),
    .library(name: "OpenStoreKitConnection", targets: ["OpenStoreKitConnection"]),
    .library(name: "OpenStoreKitTest", targets: ["OpenStoreKitTest"]),
    // For a test, which preloads it.
    .library(name: "SetenvPreload", type: .dynamic, targets: ["CSetenv"]),
    // For the tests that end a program at a change of the disk.
    .library(name: "DiskEffectsPreload", type: .dynamic, targets: ["CDiskEffects"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms.git", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system.git", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin.git", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
    .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
  ],
  targets: [
    // MARK: - Text
    .target(name: "VisibleText", swiftSettings: strict),
    .target(name: "StandardStreams", dependencies: ["VisibleText"], swiftSettings: strict),

    // MARK: - The terminal
    .target(
      name: "CNcurses",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]
    ),
    .target(
      name: "TerminalUI", dependencies: ["CNcurses", "VisibleText"], swiftSettings: strict),

    // MARK: - Files
    .target(name: "PrivateFiles", swiftSettings: strict),

    // MARK: - What a client and a store both use, and do not agree on
    .target(name: "TaskScheduling", swiftSettings: strict),
    .target(name: "RetryPolicy", swiftSettings: strict),
    .target(name: "BoundedCache", swiftSettings: strict),
    .target(name: "NetworkAddresses", swiftSettings: strict),

    // MARK: - Apple's public formats
    .target(
      name: "AppStorePayloads",
      dependencies: [
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict
    ),

    // MARK: - What a shop and a store agree on
    .target(
      name: "StoreAPI", dependencies: ["AppStorePayloads", "VisibleText"], swiftSettings: strict),

    // MARK: - What a store's operator asks it
    .target(
      name: "StoreOperatorAPI", dependencies: ["AppStorePayloads", "StoreAPI"],
      swiftSettings: strict),

    // MARK: - What a developer's server asks a store
    .target(
      name: "AppStoreServerAPI", dependencies: ["AppStorePayloads"], swiftSettings: strict),

    // MARK: - The store
    .target(
      name: "StoreEngine",
      dependencies: [
        "AppStorePayloads", "AppStoreServerAPI", "BoundedCache", "NetworkAddresses", "PrivateFiles",
        "StoreAPI", "StoreOperatorAPI", "TaskScheduling",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "StoreSQLite",
      dependencies: [
        "AppStorePayloads", "AppStoreServerAPI", "BoundedCache", "PrivateFiles", "StoreAPI",
        "StoreOperatorAPI", "StoreEngine",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      resources: [.embedInCode("Schema/schema.sql")],
      swiftSettings: strict
    ),

    // MARK: - What a server tells about itself
    .target(
      name: "Telemetry",
      dependencies: [
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ],
      swiftSettings: strict
    ),

    // MARK: - The store over HTTP
    // The wire, its client and its server apart: an app compiles no server, a server no client.
    .target(
      name: "StoreHTTP",
      dependencies: [
        "AppStorePayloads", "StoreAPI", "StoreOperatorAPI",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "StoreHTTPClient",
      dependencies: [
        "AppStorePayloads", "RetryPolicy", "StoreAPI", "StoreOperatorAPI", "StoreHTTP",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict
    ),
    // Notifications to an app's server.
    .target(
      name: "NotificationHTTPClient",
      dependencies: [
        "AppStoreServerAPI", "NetworkAddresses", "StoreEngine", "StoreHTTPClient",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "HTTPService",
      dependencies: [
        "NetworkAddresses", "PrivateFiles", "Telemetry",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "AppStoreServerHTTP",
      dependencies: [
        "AppStorePayloads", "AppStoreServerAPI", "HTTPService",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "StoreHTTPServer",
      dependencies: [
        "AppStorePayloads", "AppStoreServerAPI", "AppStoreServerHTTP", "HTTPService",
        "PrivateFiles", "StoreAPI", "StoreOperatorAPI",
        "StoreHTTP",
        "TaskScheduling", "Telemetry",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict
    ),

    // MARK: - The shop
    .target(name: "COpenStoreKit"),
    .target(
      name: "OpenStoreKit",
      dependencies: [
        "AppStorePayloads", "BoundedCache", "COpenStoreKit", "PrivateFiles", "RetryPolicy",
        "StandardStreams", "StoreAPI", "TaskScheduling", "VisibleText",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "OpenStoreKitTest",
      dependencies: [
        "AppStorePayloads", "OpenStoreKit", "PrivateFiles", "StandardStreams", "StoreAPI",
        "StoreOperatorAPI",
        "StoreEngine", "StoreHTTPClient", "StoreSQLite",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "StoreClient",
      dependencies: [
        "AppStorePayloads", "OpenStoreKit", "PrivateFiles", "StoreAPI",
      ],
      swiftSettings: strict),
    .target(
      name: "AppStorePrompts",
      dependencies: ["OpenStoreKit", "StandardStreams", "StoreAPI", "VisibleText"],
      swiftSettings: strict),
    .target(
      name: "AppStoreSheets",
      dependencies: ["AppStorePrompts", "OpenStoreKit", "StoreAPI", "TerminalUI", "VisibleText"],
      swiftSettings: strict
    ),
    .target(
      name: "TransactionManager",
      dependencies: [
        "AppStorePayloads", "StoreAPI", "StoreOperatorAPI", "TerminalUI", "VisibleText",
      ],
      swiftSettings: strict),
    .target(
      name: "DemoApp",
      dependencies: [
        "AppStorePayloads", "TerminalUI", "OpenStoreKit", "PrivateFiles", "VisibleText",
      ],
      swiftSettings: strict),
    .target(
      name: "OpenStoreKitConnection",
      dependencies: [
        "AppStorePayloads", "AppStorePrompts", "NotificationHTTPClient", "OpenStoreKit",
        "PrivateFiles", "StandardStreams", "StoreAPI", "StoreClient", "StoreEngine", "StoreHTTP",
        "StoreHTTPClient", "StoreOperatorAPI", "StoreSQLite",
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "skdemo",
      dependencies: [
        "DemoApp", "AppStoreSheets", "OpenStoreKit", "OpenStoreKitConnection", "PrivateFiles",
        "StoreAPI", "StoreOperatorAPI", "StoreClient", "StoreEngine", "StoreHTTP",
        "StoreHTTPServer", "Telemetry",
        "TerminalUI", "AppStorePayloads", "StandardStreams", "VisibleText", "TransactionManager",
        "AppStorePrompts", "HTTPService", "StoreHTTPClient", "AppStoreServerAPI",
        "NotificationHTTPClient",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      resources: [.embedInCode("Products.json")],
      swiftSettings: strict
    ),

    // MARK: - Tests
    .target(name: "CPty", path: "Tests/CPty", linkerSettings: [.linkedLibrary("util")]),
    .target(name: "CSetenv", path: "Tests/CSetenv"),
    .target(name: "CDiskEffects", path: "Tests/CDiskEffects"),
    .target(
      name: "TestSupport",
      dependencies: [
        "AppStorePayloads", "AppStoreServerAPI", "CPty", "PrivateFiles", "StoreAPI",
        "StoreOperatorAPI", "StoreEngine", "StoreSQLite",
        "TerminalUI",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .testTarget(
      name: "TestSupportTests", dependencies: ["TerminalUI", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PrivateFilesTests", dependencies: ["PrivateFiles"], swiftSettings: strict),
    .testTarget(
      name: "AppStorePayloadsTests",
      dependencies: [
        "AppStorePayloads",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StandardStreamsTests",
      dependencies: [
        "StandardStreams", "VisibleText",
      ], swiftSettings: strict),
    .testTarget(
      name: "TaskSchedulingTests", dependencies: ["TaskScheduling", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "RetryPolicyTests", dependencies: ["RetryPolicy"], swiftSettings: strict),
    .testTarget(name: "BoundedCacheTests", dependencies: ["BoundedCache"], swiftSettings: strict),
    .testTarget(
      name: "StoreAPITests",
      dependencies: [
        "AppStorePayloads", "StoreAPI", "StoreOperatorAPI", "TestSupport",
      ], exclude: ["Snapshots"], swiftSettings: strict),
    .testTarget(
      name: "AppStoreServerAPITests", dependencies: ["AppStorePayloads", "AppStoreServerAPI"],
      swiftSettings: strict),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "AppStorePayloads", "AppStoreServerAPI", "AppStoreServerHTTP", "NotificationHTTPClient",
        "StoreEngine", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StoreEngineTests",
      dependencies: [
        "AppStorePayloads", "AppStoreServerAPI", "NetworkAddresses", "PrivateFiles", "StoreAPI",
        "StoreOperatorAPI", "StoreEngine", "StoreSQLite", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      exclude: ["Snapshots", "StoreKitConfigurations"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StoreSQLiteTests",
      dependencies: [
        "PrivateFiles", "StoreSQLite", "StoreEngine", "StoreAPI", "StoreOperatorAPI", "TestSupport",
        "AppStorePayloads", "AppStoreServerAPI",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      exclude: ["Fixtures", "Snapshots"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "HTTPServiceTests",
      dependencies: [
        "HTTPService", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StoreHTTPTests",
      dependencies: [
        "AppStorePayloads", "AppStoreServerAPI", "AppStoreServerHTTP", "HTTPService",
        "NotificationHTTPClient", "PrivateFiles", "RetryPolicy", "StoreAPI",
        "StoreOperatorAPI", "StoreEngine",
        "StoreHTTP", "StoreHTTPClient", "StoreHTTPServer", "Telemetry", "TestSupport",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      exclude: ["Server/Snapshots"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TelemetryTests",
      dependencies: [
        "Telemetry", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "OpenStoreKitTests",
      dependencies: [
        "AppStorePayloads", "OpenStoreKit", "PrivateFiles", "StoreAPI", "StoreOperatorAPI",
        "StoreEngine",
        "StoreSQLite", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      exclude: ["Device/Snapshots", "Fixtures"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StoreClientTests",
      dependencies: [
        "AppStorePayloads", "OpenStoreKit", "PrivateFiles", "StoreAPI", "StoreOperatorAPI",
        "StoreClient",
        "StoreEngine", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "OpenStoreKitConnectionTests",
      dependencies: [
        "AppStorePayloads", "OpenStoreKit", "OpenStoreKitConnection", "PrivateFiles", "StoreAPI",
        "StoreClient",
        "StoreEngine", "StoreHTTP", "StoreHTTPClient", "StoreSQLite", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "FullPoolProbe", dependencies: ["OpenStoreKit", "OpenStoreKitTest"],
      path: "Tests/FullPoolProbe", swiftSettings: strict),
    .testTarget(
      name: "OpenStoreKitTestTests",
      dependencies: [
        "FullPoolProbe", "OpenStoreKitTest", "OpenStoreKit", "PrivateFiles", "StoreAPI",
        "StoreOperatorAPI",
        "TestSupport", "skdemo", "AppStorePayloads", "StoreEngine",
      ],
      exclude: [
        "Members/OriginalStoreKit.members", "Members/StoreKit.members",
        "Members/StoreKitTest.members",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "AppStorePayloads", "HTTPService", "OpenStoreKit", "PrivateFiles", "StoreAPI",
        "StoreOperatorAPI",
        "StoreEngine", "StoreHTTP", "StoreHTTPClient", "StoreHTTPServer", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "HostileStoreTests",
      dependencies: [
        "OpenStoreKit", "OpenStoreKitConnection", "PrivateFiles", "StoreAPI",
        "StoreClient",
        "StoreEngine", "StoreHTTP", "TestSupport", "skdemo", "AppStorePayloads", "RetryPolicy",
        "StandardStreams", "VisibleText", "HTTPService", "StoreHTTPClient",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "NetworkTests",
      dependencies: [
        "DemoApp", "OpenStoreKit", "OpenStoreKitConnection", "PrivateFiles", "StoreAPI",
        "StoreClient", "StoreEngine", "StoreSQLite", "TestSupport", "skdemo",
        "AppStorePayloads", "HTTPService", "StoreHTTPClient",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ],
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
      dependencies: ["CNcurses", "TerminalUI", "TerminalProbe", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "AppStoreSheetsTests",
      dependencies: [
        "AppStorePayloads", "AppStorePrompts", "AppStoreSheets", "OpenStoreKit", "StandardStreams",
        "StoreAPI", "TerminalUI", "TestSupport", "VisibleText",
      ],
      exclude: ["Snapshots"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TransactionManagerTests",
      dependencies: [
        "AppStorePayloads", "StoreAPI", "StoreOperatorAPI", "TerminalUI", "TestSupport",
        "TransactionManager",
      ],
      exclude: ["Snapshots"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DemoAppTests",
      dependencies: [
        "DemoApp", "AppStoreSheets", "TestSupport", "AppStorePayloads", "OpenStoreKit",
        "PrivateFiles", "StoreAPI", "StoreOperatorAPI", "StoreEngine", "TerminalUI",
        "AppStorePrompts", "AppStoreServerAPI",
        "StandardStreams", "TransactionManager",
      ],
      exclude: ["Snapshots"],
      swiftSettings: strict
    ),

    // MARK: - Measuring
    // Targets of this package, because `package` access ends at it.
    .target(
      name: "Comparison",
      dependencies: [
        "OpenStoreKit", "StoreAPI", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Benchmarks/Comparison",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "HTTPBenchmarks",
      dependencies: [
        "AppStorePayloads", "Comparison", "DemoApp", "HTTPService", "OpenStoreKit", "StoreAPI",
        "StoreOperatorAPI",
        "StoreHTTP", "StoreHTTPClient", "TerminalUI", "TestSupport",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      path: "Tests/Benchmarks/HTTP",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "StoreBenchmarks",
      dependencies: [
        "AppStorePayloads", "AppStoreServerAPI", "Comparison", "DemoApp", "OpenStoreKit",
        "StoreAPI", "StoreOperatorAPI",
        "StoreEngine",
        "StoreSQLite", "TerminalUI",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Benchmarks/Store",
      swiftSettings: strict
    ),

    // MARK: - Apps as StoreKit's users write them
    .target(
      name: "ClientSupport",
      dependencies: [
        "AppStorePayloads", "OpenStoreKit", "OpenStoreKitTest", "StoreAPI", "StoreOperatorAPI",
        "StoreEngine",
        "StoreHTTPClient", "StoreSQLite",
      ],
      path: "Tests/ClientCode/ClientSupport",
      swiftSettings: strict
    ),
    clientCode("Store2021", mode: .v5),
    clientCode("Store2023", mode: .v5),
    clientCode("PurchaseActor", mode: .v6),
    clientCode("SubscriptionDesk", mode: .v6),
    clientCode("StatusSwitches", mode: .v5),
    clientCode("DetachedListener", mode: .v5),
    clientCode("PaymentQueueHelper", mode: .v5),
    clientCode("ReceiptChecker", mode: .v5),
    clientCode("MixedStore", mode: .v6),
    .executableTarget(
      name: "ClientCode",
      dependencies: [
        "ClientSupport", "Store2021", "Store2023", "PurchaseActor", "SubscriptionDesk",
        "StatusSwitches",
        "DetachedListener", "PaymentQueueHelper", "ReceiptChecker", "MixedStore",
      ],
      path: "Tests/ClientCode/ClientCode",
      swiftSettings: strict
    ),

    .executableTarget(
      name: "ConnectedApp",
      dependencies: [
        "OpenStoreKit", "OpenStoreKitConnection", "PurchaseActor", "Store2021", "Store2023",
      ],
      path: "Tests/ClientCode/ConnectedApp",
      swiftSettings: strict
    ),

    // MARK: - Runs that are killed
    .target(name: "CSwiftJobs", path: "Tests/CSwiftJobs"),
    .target(
      name: "CrashScript", dependencies: ["StoreAPI", "StoreOperatorAPI"],
      path: "Tests/CrashScript",
      swiftSettings: strict),
    .executableTarget(
      name: "CrashProbe",
      dependencies: [
        "CSwiftJobs", "CrashScript", "DemoApp", "OpenStoreKit", "PrivateFiles", "StoreAPI",
        "StoreOperatorAPI",
        "StoreEngine", "StoreSQLite", "TestSupport", "AppStorePayloads", "AppStoreServerAPI",
      ],
      path: "Tests/CrashProbe",
      swiftSettings: strict
    ),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "CrashProbe", "CrashScript", "DemoApp", "OpenStoreKit", "PrivateFiles", "StoreAPI",
        "StoreOperatorAPI",
        "StoreEngine", "StoreSQLite", "TestSupport", "skdemo", "AppStorePayloads",
        "AppStoreServerAPI", "TaskScheduling",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "skdemo", "ClientCode", "ConnectedApp", "DemoApp", "OpenStoreKit", "OpenStoreKitConnection",
        "PrivateFiles", "StoreAPI", "StoreOperatorAPI",
        "StoreClient", "StoreEngine", "StoreHTTP", "StoreSQLite", "TestSupport", "AppStorePayloads",
        "StandardStreams", "VisibleText", "HTTPService", "StoreHTTPClient", "AppStoreServerAPI",
        "NotificationHTTPClient", "Telemetry", "TerminalUI",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      exclude: ["AppStoreServerLibrary/Scripts", "CommandTable/Snapshots"],
      swiftSettings: strict),
  ]
)

import Foundation
import StoreEngine

/// The StoreKit configuration files of the tests.
enum Configurations {
  static let names = [
    "v1.0-revenuecat-purchases-ios", "v1.1-revenuecat-purchases-ios",
    "v1.2-franciszekczana-storekittesting", "v2.0-revenuecat-storekit2-demo-app",
    "v3.0-jordancalhoun-storekit2", "v4.0-jaywcjlove-storekithelper",
    "v4.0-revenuecat-purchases-ios", "v5.0-jaywcjlove-storekithelper", "v6.3-handwritten",
  ]

  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: "\(name).storekit"))
  }

  static func catalogue(_ name: String) throws -> Catalogue {
    try Catalogue.read(data(name), file: "\(name).storekit")
  }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "StoreKitConfigurations")
}

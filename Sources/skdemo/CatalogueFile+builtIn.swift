import Foundation
import OpenStoreKitConnection

extension CatalogueFile {
  /// The built-in Products.json.
  static func builtIn() throws -> CatalogueFile {
    try CatalogueFile(data: builtInData, name: "Products.json")
  }

  /// The bytes of the built-in Products.json.
  static var builtInData: Data { Data(PackageResources.Products_json) }
}

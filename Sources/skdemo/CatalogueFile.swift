import Foundation
import StoreEngine

/// A Products.json or `.storekit` file: what is sold, and how the app shows it.
struct CatalogueFile {
  /// The file's bytes, for the app's own presentation.
  let data: Data
  let catalogue: Catalogue
  /// The name for messages.
  let name: String

  /// Reads the file at `path`.
  ///
  /// - Throws: ``CommandFailure`` if the file cannot be read, `CatalogueFault` if it is refused.
  init(path: String) throws {
    let data: Data
    do {
      // At most one byte more than is allowed, because some files have no end.
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      data = try file.read(upToCount: Catalogue.sizeLimit + 1) ?? Data()
    } catch {
      throw CommandFailure(
        code: "catalogue",
        message: "the catalogue '\(path)' cannot be read: it is missing, a folder, or not readable "
          + "for you. Name a Products.json or .storekit file with --catalog FILE")
    }
    try self.init(data: data, name: path)
  }

  /// The file as text; a file that was read is JSON, and so UTF-8.
  var text: String { String(decoding: data, as: UTF8.self) }

  /// The built-in Products.json.
  static func builtIn() throws -> CatalogueFile {
    try CatalogueFile(data: builtInData, name: "Products.json")
  }

  /// The bytes of the built-in Products.json.
  static var builtInData: Data { Data(PackageResources.Products_json) }

  private init(data: Data, name: String) throws {
    self.data = data
    self.name = name
    catalogue = try Catalogue.read(data, file: name)
  }
}

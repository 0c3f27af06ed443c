package import Foundation
import PrivateFiles
import StandardStreams
package import StoreEngine

/// A Products.json or `.storekit` file: the products for sale, and their presentation in the app.
package struct CatalogueFile: Sendable {
  /// The file's bytes, for the app's own presentation.
  package let data: Data
  package let catalogue: Catalogue
  /// The name for messages.
  private let name: String

  /// Reads the file at `path`.
  ///
  /// - Throws: ``CustomerStoreError/catalogueUnreadable(path:)`` if the file cannot be read,
  ///   `CatalogueError` if it is refused.
  package init(path: String) throws {
    let data: Data
    do {
      // One byte more than is allowed shows that a file is too long.
      data = try RegularFile.contents(of: URL(filePath: path), upTo: Catalogue.sizeLimit + 1)
    } catch {
      throw CustomerStoreError.catalogueUnreadable(path: path)
    }
    try self.init(data: data, name: path)
  }

  /// Reads the bytes of a file, which has this name in messages.
  ///
  /// - Throws: `CatalogueError` if they are refused.
  package init(data: Data, name: String) throws {
    self.data = data
    self.name = name
    catalogue = try Catalogue.read(data, file: name)
  }

  /// The file as text; a file that was read is JSON, and so UTF-8.
  package var text: String { String(decoding: data, as: UTF8.self) }

  /// Reports on standard error the switches of the file that a store ignores.
  package func reportUnsupportedSettings() {
    guard let notice = catalogue.settings.notice(ofFile: name) else { return }
    StandardStream.error.write("\(notice)\n")
  }
}

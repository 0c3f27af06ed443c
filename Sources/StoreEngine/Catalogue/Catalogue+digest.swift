import Crypto
import Foundation

extension Catalogue {
  /// A SHA-256 of 64 hexadecimal digits, equal for catalogues that sell the same.
  ///
  /// The layout of the file does not change it: white space, the order of keys, products and
  /// groups, and keys that a store does not read, such as `presentation`. The settings do not
  /// change it either, because an existing store keeps its own.
  package var digest: String {
    var sold = self
    sold.products.sort { $0.id < $1.id }
    sold.groups.sort { $0.id < $1.id }
    sold.settings = Settings()
    return SHA256.hash(data: sold.canonicalEncoding).hexadecimal
  }

  private var canonicalEncoding: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(self)
    } catch {
      preconditionFailure("a catalogue of strings and numbers can always be encoded: \(error)")
    }
  }
}

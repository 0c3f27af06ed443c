import Crypto
import Foundation

extension Catalogue {
  /// 64 hexadecimal digits, equal for catalogues that sell the same (SHA-256).
  ///
  /// What a file looks like does not matter: white space, the order of keys, of products and of
  /// groups, keys that a store does not read, such as `presentation`. Settings do not either,
  /// because an existing store keeps its own.
  package var digest: String {
    var sold = self
    sold.products.sort { $0.id < $1.id }
    sold.groups.sort { $0.id < $1.id }
    sold.settings = Settings()
    return SHA256.hash(data: sold.canonicalEncoding).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  private var canonicalEncoding: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(self)
    } catch {
      preconditionFailure("a catalogue of texts and numbers can always be encoded: \(error)")
    }
  }
}

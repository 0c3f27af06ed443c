import AppStorePayloads
import Crypto
import Foundation

/// The text of a revision: fields that clients need not understand, in base64url.
///
/// The same fields always have the same text.
enum RevisionText {
  /// The maximum number of bytes; a revision of this store has fewer than 200.
  private static let limit = 512

  static func text(_ fields: [String]) -> String {
    String(
      decoding: Data(fields.joined(separator: ".").utf8).base64URLEncoded, as: UTF8.self)
  }

  /// Returns the fields of a text that ``text(_:)`` can have written; `nil` for any other.
  static func fields(_ text: String) -> [String]? {
    guard text.utf8.count <= limit, let data = Data(base64URLEncoded: text.utf8),
      let fields = String(data: data, encoding: .utf8)
    else { return nil }
    return fields.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns a hash of everything to which a revision is bound, in base64url.
  static func digest(_ terms: [[String]]) -> String {
    var hash = SHA256()
    for term in terms {
      hash.update(data: Data("\(term.count):".utf8))
      for text in term { hash.update(data: Data("\(text.utf8.count):\(text)".utf8)) }
    }
    let digest = Data(hash.finalize().prefix(12))
    return String(decoding: digest.base64URLEncoded, as: UTF8.self)
  }
}

import Foundation
package import StoreAPI

/// A password that could be one: 8 to 256 characters.
package struct Password: Sendable {
  /// What keys are worked out of.
  let bytes: Data

  /// - Throws: ``StoreAPI/StoreFault/invalidPassword`` where `text` has fewer characters, or more.
  package init(_ text: String) throws(StoreFault) {
    // Scalars, as JSON schemas count, and composed, because keyboards differ in how they send é.
    guard (8...256).contains(text.unicodeScalars.count) else { throw .invalidPassword }
    bytes = Data(text.precomposedStringWithCanonicalMapping.utf8)
  }

  private init(impossible bytes: Data) {
    self.bytes = bytes
  }

  /// Stands for what somebody sent that can be no password.
  static let impossible = Password(impossible: Data([0]))
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "a password" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

import Foundation
package import StoreAPI

/// A password of an allowed length: 8 to 256 characters.
package struct Password: Sendable {
  /// The bytes that keys are derived from.
  let bytes: Data

  /// - Throws: ``StoreAPI/StoreError/invalidPassword`` if `text` has fewer than 8 or more than 256
  ///   characters.
  package init(_ text: String) throws(StoreError) {
    // JSON Schema counts Unicode scalars, so they are counted here too. The text is composed (NFC),
    // because keyboards differ in how they send é.
    guard (8...256).contains(text.unicodeScalars.count) else { throw .invalidPassword }
    bytes = Data(text.precomposedStringWithCanonicalMapping.utf8)
  }

  private init(invalid bytes: Data) {
    self.bytes = bytes
  }

  /// A value for texts that cannot be a password; no account has it.
  static let invalid = Password(invalid: Data([0]))
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "a password" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

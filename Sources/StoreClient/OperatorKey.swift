package import Foundation
import PrivateFiles

/// The secret with which the operator uses a served store.
package struct OperatorKey: Hashable, Sendable {
  package let text: String

  /// Reads the text of a key file.
  ///
  /// - Returns: `nil` unless it has at least 16 ASCII characters without a space.
  package init?(_ file: String) {
    text = file.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.count >= 16, text.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else { return nil }
  }

  /// The key in this file.
  ///
  /// A missing file is made (0600) with a random key of 256 bits. So is an empty one, which a crash
  /// may have left.
  ///
  /// - Parameter file: The file of the key.
  /// - Returns: The key.
  /// - Throws: ``OperatorKeyError`` if the file holds no key, `ExposedFileError` if other users can use it,
  ///   and `FileError` if it cannot be made.
  package static func inFile(_ file: URL) throws -> OperatorKey {
    var text = ""
    do {
      text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    } catch CocoaError.fileReadNoSuchFile {}
    if text.isEmpty, !isDevice(file) {
      text = (0..<32).map { _ in String(format: "%02x", UInt8.random(in: 0...255)) }.joined()
      try PrivateFile.replace(file, with: Data((text + "\n").utf8))
    }
    guard let key = OperatorKey(text) else { throw OperatorKeyError(file: file) }
    try PrivateFile.checkSecret(file)
    return key
  }

  /// Whether this is something like `/dev/null`, which a new file must not replace.
  private static func isDevice(_ file: URL) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type]
    return type.map { $0 as? FileAttributeType != .typeRegular } ?? false
  }
}

/// The file holds no operator key.
package struct OperatorKeyError: Error, Hashable, Sendable {
  package let file: URL
}

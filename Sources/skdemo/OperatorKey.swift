import Foundation
import PrivateFiles

/// What whoever runs a store from elsewhere shows it.
struct OperatorKey {
  let text: String

  /// The key in this file, which is made (0600) where it is missing.
  ///
  /// - Throws: ``CommandFailure`` for a file that holds no key, `FileFault` for one that cannot be
  ///   made.
  init(file: URL) throws {
    do {
      let data = try Data(contentsOf: file)
      text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    } catch CocoaError.fileReadNoSuchFile {
      text = Self.random()
      try PrivateFile.write(Data((text + "\n").utf8), to: file)
    }
    guard text.count >= 16, text.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else {
      throw CommandFailure(
        code: "operatorKey",
        message: "\(file.path) holds no operator key: at least 16 letters, digits or signs without "
          + "a space. Remove the file, and a new key is made")
    }
  }

  /// 256 bits.
  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

import Foundation

/// Why bytes are no JSON, and where, for a person with an editor.
enum JSONSyntaxError {
  /// The error, such as "invalid value on line 2, column 3"; `nil` for JSON.
  ///
  /// The decoder only says that there is a fault. `JSONSerialization` also says how many bytes
  /// stand before it, in its text alone, so a text of another form is passed on as it is.
  static func about(_ data: Data) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: data)
      return nil
    } catch {
      let reason = (error as? CocoaError)?.userInfo[NSDebugDescriptionErrorKey] as? String
      return sentence(reason ?? "no value can be read", in: data)
    }
  }

  private static func sentence(_ reason: String, in data: Data) -> String {
    let words = reason.prefix(1).lowercased() + reason.dropFirst().prefix(100)
    guard let match = words.wholeMatch(of: #/(.*) around character ([0-9]+)\.?/#),
      let offset = Int(match.2)
    else { return words.hasSuffix(".") ? String(words.dropLast()) : words }
    return "\(match.1) on \(position(offset, in: data))"
  }

  private static func position(_ offset: Int, in data: Data) -> String {
    let before = String(decoding: data.prefix(offset), as: UTF8.self)
    let lines = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return "line \(lines.count), column \((lines.last?.count ?? 0) + 1)"
  }
}

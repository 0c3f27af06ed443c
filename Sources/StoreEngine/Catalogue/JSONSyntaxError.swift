package import Foundation

/// Describes why data is not JSON, with line and column.
package enum JSONSyntaxError {
  /// Returns the error, such as "invalid value on line 2, column 3", or `nil` if the data is JSON.
  ///
  /// `JSONError` has no position. The error of `JSONSerialization` has one in its message only, as a
  /// number of bytes. A message in another form is returned unchanged.
  package static func description(of data: Data) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: data)
      return nil
    } catch {
      let reason = (error as? CocoaError)?.userInfo[NSDebugDescriptionErrorKey] as? String
      return sentence(reason ?? "no value can be read", in: data)
    }
  }

  private static func sentence(_ reason: String, in data: Data) -> String {
    let text = reason.prefix(1).lowercased() + reason.dropFirst().prefix(100)
    guard let match = text.wholeMatch(of: #/(.*) around character ([0-9]+)\.?/#),
      let offset = Int(match.2)
    else { return text.hasSuffix(".") ? String(text.dropLast()) : text }
    return "\(match.1) on \(position(offset, in: data))"
  }

  private static func position(_ offset: Int, in data: Data) -> String {
    let before = String(decoding: data.prefix(offset), as: UTF8.self)
    let lines = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return "line \(lines.count), column \((lines.last?.count ?? 0) + 1)"
  }
}

import AppStorePayloads
import AppStoreServerAPI
import Foundation

/// The header or the payload of a token: a JSON object whose fields are read by name and type.
struct APITokenFields: Sendable {
  /// The name of the part, for a reason.
  private let part: String
  private let json: ParsedJSON

  /// Parses a part of a token.
  ///
  /// - Parameters:
  ///   - part: The name of the part, for a reason.
  ///   - bytes: JSON; `nil` if it was not base64url.
  /// - Throws: `InvalidTokenError` unless it is an object that every reader understands in the same way.
  init(_ part: String, _ bytes: Data?) throws(InvalidTokenError) {
    guard let bytes else {
      throw InvalidTokenError("its \(part) is not base64url without padding")
    }
    do throws(JSONError) {
      json = try ParsedJSON(bytes)
    } catch {
      throw InvalidTokenError("its \(part) cannot be read: \(error)")
    }
    guard case .object = json else { throw InvalidTokenError("its \(part) is not a JSON object") }
    guard json.hasExactNumbers else {
      throw InvalidTokenError("its \(part) has a number that JSON readers do not represent exactly")
    }
    self.part = part
  }

  func has(_ name: String) -> Bool { json[name] != nil }

  /// Returns the text of a field, which is not empty.
  ///
  /// - Throws: `InvalidTokenError` if the field is missing, empty or not a string.
  func text(_ name: String) throws(InvalidTokenError) -> String {
    guard let value = json[name] else { throw InvalidTokenError("its \(part) has no '\(name)'") }
    guard case .string(let text) = value else {
      throw InvalidTokenError("the '\(name)' of its \(part) is not a string")
    }
    guard !text.string.isEmpty else {
      throw InvalidTokenError("the '\(name)' of its \(part) is empty")
    }
    return text.string
  }

  /// Checks that a field has this text.
  ///
  /// - Throws: `InvalidTokenError` if the field is missing or has any other value.
  func check(_ name: String, is expected: String) throws(InvalidTokenError) {
    let text = try text(name)
    guard text == expected else {
      throw InvalidTokenError(
        "the '\(name)' of its \(part) is \(text.quoted): it must be '\(expected)'")
    }
  }

  /// Returns a time in seconds since 1970, or `nil` if there is no such field.
  ///
  /// - Throws: `InvalidTokenError` if it is not a number.
  func time(_ name: String) throws(InvalidTokenError) -> Double? {
    guard let value = json[name] else { return nil }
    guard case .number(let digits) = value, let seconds = Double(digits.string) else {
      throw InvalidTokenError("the '\(name)' of its \(part) is not a number of seconds since 1970")
    }
    return seconds
  }
}

extension String {
  /// The first 64 characters in quotation marks; those that are not ASCII are escaped.
  var quoted: String {
    "'" + unicodeScalars.prefix(64).map { $0.escaped(asASCII: true) }.joined() + "'"
  }
}

import AppStorePayloads
import Foundation

/// A ``CatalogueError`` without the name of the file.
struct CatalogueIssue: Error {
  var place: String
  var problem: CatalogueError.Problem
}

extension CatalogueIssue {
  init(at path: [any CodingKey], _ problem: CatalogueError.Problem) {
    self.init(place: Self.place(path), problem: problem)
  }

  init(notJSON reason: String) {
    self.init(place: "", problem: .notJSON(reason))
  }

  init(_ error: JSONError, in data: Data) {
    // If Foundation can read it all the same, it is in UTF-16 or UTF-32.
    let syntax = JSONSyntaxError.description(of: data) ?? JSONError.notUTF8.description
    self.init(notJSON: error == .notJSON ? syntax : error.description)
  }

  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(at: context.codingPath + [key], .missing)
    case .valueNotFound(let type, let context):
      // A key without a value counts as missing; a whole file or an element of a list does not.
      let isKey = context.codingPath.last.map { $0.intValue == nil } ?? false
      self.init(
        at: context.codingPath, isKey ? .missing : .wrongKind(needed: Self.kind(type)))
    case .typeMismatch(let type, let context):
      self.init(at: context.codingPath, .wrongKind(needed: Self.kind(type)))
    case .dataCorrupted(let context):
      self.init(at: context.codingPath, .unreadable(context.debugDescription))
    @unknown default:
      self.init(notJSON: String(describing: error))
    }
  }

  /// Returns the path in JavaScript notation.
  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += place.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }

  private static func kind(_ type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is Int.Type: "a whole number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}

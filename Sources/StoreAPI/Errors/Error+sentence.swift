import Foundation

extension Error {
  /// The error in words for a person; never the name of a case.
  ///
  /// An error without words of its own is named by its type.
  package var sentence: String {
    switch self {
    case let error as any LocalizedError where error.errorDescription != nil:
      error.errorDescription ?? ""
    case let error as any CustomStringConvertible: error.description
    case is any CustomNSError: localizedDescription
    default: "an unexpected error, \(type(of: self))"
    }
  }
}

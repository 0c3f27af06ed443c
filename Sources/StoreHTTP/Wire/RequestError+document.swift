import Foundation

extension RequestError {
  /// What goes over the wire: `{"error": {"code", "message"}}`.
  package var document: Document { Document(error: .init(code: code, message: message)) }

  package struct Document: Codable, Hashable, Sendable {
    package var error: Details

    package struct Details: Codable, Hashable, Sendable {
      package var code: Code
      package var message: String
    }
  }
}

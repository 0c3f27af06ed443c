package import AppStorePayloads
import Foundation

// In JSON `{"code": "unknownProduct", "message": "…", "productID": "car"}`: the code says which of
// the other fields are there, and a label is the name of its field.
extension StoreError: DocumentedError {
  private enum Key: CodingKey { case code, message }

  package func encode(document encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(codeName, forKey: .code)
    try container.encode(message, forKey: .message)
    if code != nil { try encode(to: FlatCaseEncoder(encoder)) }
  }

  /// Reads a code that this version does not know as ``unknown(code:message:)``.
  ///
  /// - Throws: `DecodingError` if a field is missing that the code needs, or fields contradict each other.
  package init(document: ParsedJSON) throws {
    let head = try document.decode(Head.self)
    guard StoreErrorCode(rawValue: head.code) != nil, case .string(let name)? = document["code"]
    else {
      self = .unknown(code: head.code, message: head.message)
      return
    }
    // The derived coding has the fields in an object under the code.
    self = try ParsedJSON.object([(name: name, value: document)]).decode(Self.self)
    if case .invalidQuantity(_, let minimum, let maximum) = self, minimum > maximum {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "the minimum is too large"))
    }
  }

  /// The fields that every error has.
  private struct Head: Decodable {
    let code: String
    let message: String
  }

  private var message: String {
    if case .unknown(_, let message) = self { message } else { description }
  }
}

extension StoreError {
  /// The error's code; `nil` for an error that this version does not know.
  package var code: StoreErrorCode? {
    let encoder = FlatCaseEncoder(NodeEncoder())
    try? encode(to: encoder)
    return encoder.name.flatMap(StoreErrorCode.init(rawValue:))
  }

  /// The code in JSON, including that of an error that this version does not know.
  package var codeName: String {
    if case .unknown(let code, _) = self { code } else { code?.rawValue ?? "" }
  }
}

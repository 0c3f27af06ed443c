import Foundation

extension PlainEncoder {
  /// Returns the fields of a value as the query of a URL: `after=7&ids%5B%5D=a&ids%5B%5D=b`.
  ///
  /// The fields are in the order of their names. A list has a parameter for each element, whose name ends
  /// with `[]`; a field without a value has none.
  ///
  /// - Throws: The errors of the value, and `EncodingError` for a value that a query does not have:
  ///   one without fields around it, an object in a field, or a list in a list.
  package static func query(_ value: some Encodable) throws -> String {
    guard case .object(let object) = try JSONNode.encoding(value).encoded else {
      throw EncodingError.notInQuery(value)
    }
    return try object.fields.flatMap { try parameters($0.key, $0.node.encoded) }
      .map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
  }

  private typealias Parameter = (name: String, value: String)

  private static func parameters(_ name: String, _ node: JSONNode) throws -> [Parameter] {
    switch node {
    case .null: []
    case .array(let array):
      try array.nodes.map { (name: "\(name)[]", value: try text($0.encoded, of: name)) }
    default: [(name: name, value: try text(node, of: name))]
    }
  }

  private static func text(_ node: JSONNode, of name: String) throws -> String {
    switch node {
    case .string(let string): string
    case .integer(let number): String(number)
    case .boolean(let flag): String(flag)
    case .text(let data): String(decoding: data, as: UTF8.self)
    case .null, .object, .array, .encoder: throw EncodingError.notInQuery(name)
    }
  }

  /// Everything but the unreserved characters of RFC 3986 (2.3) is escaped; a form reads `+` as a space.
  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension JSONNode {
  /// The node itself, where an encoder that was handed out holds it.
  fileprivate var encoded: JSONNode {
    guard case .encoder(let encoder) = self else { return self }
    return encoder.node?.encoded ?? .object(JSONObjectNode())
  }
}

extension EncodingError {
  fileprivate static func notInQuery(_ value: Any) -> EncodingError {
    .invalidValue(value, .init(codingPath: [], debugDescription: "a query cannot hold this value"))
  }
}

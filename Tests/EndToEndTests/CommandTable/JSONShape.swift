import Foundation

/// The keys of a JSON text, with the kind of what each holds.
enum JSONShape: Decodable {
  case object([String: JSONShape])
  case array([JSONShape])
  case leaf(String)

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      let fields = try container.allKeys.map {
        ($0.stringValue, try container.decode(Self.self, forKey: $0))
      }
      self = .object(Dictionary(uniqueKeysWithValues: fields))
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONShape] = []
      while !container.isAtEnd { elements.append(try container.decode(Self.self)) }
      self = .array(elements)
    } else {
      self = .leaf(try Self.kind(of: try decoder.singleValueContainer()))
    }
  }

  private static func kind(of value: any SingleValueDecodingContainer) throws -> String {
    if value.decodeNil() { return "null" }
    if (try? value.decode(Bool.self)) != nil { return "boolean" }
    if (try? value.decode(Double.self)) != nil { return "number" }
    _ = try value.decode(String.self)
    return "string"
  }

  init(_ text: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }

  /// Objects that several commands print, by a key that each of them has.
  private static let shared = ["transactionId": "Transaction", "autoRenewStatus": "RenewalInfo"]

  /// One line for each key, such as `products.products[].id: string`; a shared object has its own.
  func lines(of name: String) -> Set<String> {
    switch self {
    case .leaf(let kind): return ["\(name): \(kind)"]
    case .array(let elements):
      return Set(elements.flatMap { $0.lines(of: "\(name)[]") }).union(["\(name): array"])
    case .object(let fields):
      let shared = Self.shared.first { fields[$0.key] != nil }?.value
      let lines = fields.flatMap { $1.lines(of: "\(shared ?? name).\($0)") }
      return Set(lines).union(shared.map { ["\(name): \($0)"] } ?? [])
    }
  }
}

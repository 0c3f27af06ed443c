package import Foundation

/// A UUID that is encoded in lower case, as in Apple's payloads.
package struct LowercaseUUID: Hashable, Sendable {
  package let uuid: UUID

  package init(_ uuid: UUID) {
    self.uuid = uuid
  }
}

extension LowercaseUUID: CustomStringConvertible {
  package var description: String { uuid.uuidString.lowercased() }
}

extension LowercaseUUID: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(UUID.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

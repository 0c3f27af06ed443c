import AppStorePayloads
import Foundation
import Testing

@Suite struct LowercaseUUIDTests {
  @Test func `a UUID is written as Foundation writes it, in lower case`() {
    for uuid in [UUID.alpha, .beta] + (1...100).map({ _ in UUID() }) {
      #expect(LowercaseUUID(uuid).description == uuid.uuidString.lowercased())
    }
  }

  @Test func `a UUID is read in upper and in lower case`() {
    for uuid in [UUID.alpha, .beta] + (1...100).map({ _ in UUID() }) {
      #expect(LowercaseUUID(uuid.uuidString) == LowercaseUUID(uuid))
      #expect(LowercaseUUID(uuid.uuidString.lowercased()) == LowercaseUUID(uuid))
    }
  }

  /// Foundation on Linux reads most of these.
  @Test(arguments: [
    "", "7389a31a", "+389a31a-fb6d-4569-a2a6-db7d85d84813",
    "-389a31a-fb6d-4569-a2a6-db7d85d84813", " 389a31a-fb6d-4569-a2a6-db7d85d84813",
    "0x89a31a-fb6d-4569-a2a6-db7d85d84813", "7389a31a-fb6d-4569-a2a6-db7d85d84813\u{0}",
    "7389a31a-fb6d-4569-a2a6-db7d85d84813\u{0}junk", "7389a31a-fb6d-4569-a2a6-db7d85d8481",
    "7389a31afb6d4569a2a6db7d85d84813", "7389a31a-fb6d-4569-a2a6-db7d85d8481g",
    "7389a31a_fb6d_4569_a2a6_db7d85d84813", "{7389a31a-fb6d-4569-a2a6-db7d85d8481}",
  ])
  func `any other text is not a UUID`(text: String) throws {
    #expect(LowercaseUUID(text) == nil)
    let json = try JSONEncoder.payload.encode(text)
    #expect(throws: DecodingError.self) {
      try JSONDecoder.payload.decode(LowercaseUUID.self, from: json)
    }
  }
}

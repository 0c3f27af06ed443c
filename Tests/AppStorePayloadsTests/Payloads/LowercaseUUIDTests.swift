import AppStorePayloads
import Foundation
import Testing

@Suite struct LowercaseUUIDTests {
  @Test func `a UUID is written as Foundation writes it, in lower case`() {
    for uuid in [UUID.alpha, .beta] + (1...100).map({ _ in UUID() }) {
      #expect(LowercaseUUID(uuid).description == uuid.uuidString.lowercased())
    }
  }
}

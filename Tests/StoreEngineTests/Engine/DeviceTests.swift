import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@Suite(.hangLimit) struct DeviceTests {
  @Test(arguments: [
    "", ".", "..", "a/b", "a b", "a\n", "é", "e\u{301}", "\u{212A}elvin",
    String(repeating: "a", count: 65),
  ])
  func `a name that cannot be a folder name is refused`(name: String) async throws {
    let fixture = try await StoreFixture.make()

    await #expect(throws: StoreError.invalidName(name: name)) {
      try await fixture.engine.signIn(local: name)
    }
    await #expect(throws: StoreError.invalidName(name: name)) { try await fixture.device(name) }
  }
}

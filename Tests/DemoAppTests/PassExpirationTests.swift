import Foundation
import Testing

@testable import DemoApp

@Suite struct PassExpirationTests {
  private func end(of pass: String, quantity: Int = 1, lasting: DateComponents) -> Date {
    PassExpiration.date(purchased: Sample.date(pass), quantity: quantity, duration: lasting)
  }

  @Test func `two passes at once last twice as long`() {
    let duration = DateComponents(year: 1, day: 1)
    #expect(
      end(of: "2026-01-01T00:00:00Z", quantity: 2, lasting: duration)
        == Sample.date("2028-01-03T00:00:00Z"))
  }

  @Test func `a month from the end of January ends with February`() {
    #expect(
      end(of: "2026-01-31T12:00:00Z", lasting: DateComponents(month: 1))
        == Sample.date("2026-02-28T12:00:00Z"))
  }
}

import Foundation
import StoreAPI
import TestSupport
import Testing

/// A refusal says what can be done about it.
@Suite struct ErrorAdviceTests {
  @Test func `a time to come is not called one to which the clock is set back`() throws {
    let date = try #require(Date(iso8601: "9999-12-31"))
    let error = StoreError.clockNotSet(date: date, reason: .notEarlier, limit: .fixture)
    #expect(
      error.description == """
        the store's time, 2026-01-21T12:00:00Z, can only be set back, and 9999-12-31T00:00:00Z is \
        not earlier. Move it forward with skdemo store advance --to DATE
        """)
  }
}

import Testing

@testable import OpenStoreKit

@Suite struct RequestAttemptsTests {
  @Test func `a request that is under way does not begin again`() {
    var attempts = RequestAttempts()

    #expect(attempts.begin() == 1)
    #expect(attempts.begin() == nil)
    #expect(attempts.end(1) == true)
    #expect(attempts.begin() == 2)
  }

  @Test func `an attempt that was cancelled does not end the next one`() {
    var attempts = RequestAttempts()
    #expect(attempts.begin() == 1)
    _ = attempts.cancel()
    #expect(attempts.begin() == 2)

    #expect(attempts.end(1) == false)
    #expect(attempts.end(2) == true)
    #expect(attempts.end(2) == false)
  }
}

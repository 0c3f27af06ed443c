import Testing

@testable import OpenStoreKit

/// The numbers are those of the diagram at the head of `WriteThrottle.swift`.
@Suite struct WriteThrottleTests {
  @Test func `1, the first change is written at once`() {
    var throttle = WriteThrottle()
    let isWritten = throttle.requested()
    #expect(isWritten)
    #expect(!throttle.isWaiting)
  }

  @Test func `2 and 4, many changes during a pause are one write after it`() {
    var throttle = WriteThrottle()
    let written = (1...600).map { _ in throttle.requested() }
    let (afterPause, afterNext) = (throttle.pauseEnded(), throttle.pauseEnded())

    #expect(written.filter(\.self).count == 1)
    #expect(afterPause)
    #expect(!afterNext, "3, nothing has come since")
    #expect(throttle == WriteThrottle())
  }

  @Test func `5, a write for another reason takes the changes that wait with it`() {
    var throttle = WriteThrottle()
    for _ in 1...2 { _ = throttle.requested() }
    throttle.wrote()
    let isWritten = throttle.pauseEnded()

    #expect(!isWritten)
    #expect(throttle == WriteThrottle())
  }
}

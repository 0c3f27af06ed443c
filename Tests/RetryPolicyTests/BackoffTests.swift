import RetryPolicy
import Testing

@Suite struct BackoffTests {
  @Test func `delays double up to the longest, and attempts are counted`() {
    var backoff = Backoff(
      firstDelay: .milliseconds(100), longestDelay: .milliseconds(500), attempts: 5,
      timeLimit: .seconds(60))

    let pauses = (1...6).map { _ in backoff.nextDelay(elapsed: .zero, chance: 1) }

    #expect(
      pauses == [
        .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(500), nil, nil,
      ])
  }

  @Test(arguments: [(0.0, 50), (0.5, 75), (1.0, 100), (-3.0, 50), (7.0, 100)])
  func `a delay is shortened by at most half of it`(chance: Double, milliseconds: Int) {
    var backoff = Backoff(firstDelay: .milliseconds(100))

    #expect(backoff.nextDelay(elapsed: .zero, chance: chance) == .milliseconds(milliseconds))
  }

  @Test func `a delay that the store asks for is used, but no attempt begins after the time limit`()
  {
    var backoff = Backoff(firstDelay: .milliseconds(100), attempts: 9, timeLimit: .seconds(6))

    #expect(backoff.nextDelay(elapsed: .seconds(1), chance: 1, asked: .seconds(5)) == .seconds(5))
    #expect(backoff.nextDelay(elapsed: .seconds(1), chance: 1, asked: .seconds(6)) == nil)
    #expect(backoff.nextDelay(elapsed: .milliseconds(5_801), chance: 1) == nil)
  }

  @Test func `the number of delays without a limit is not bounded`() {
    var backoff = Backoff(firstDelay: .seconds(1), longestDelay: .seconds(30))

    let pauses = (1...99).map { _ in backoff.delay(chance: 1) }

    let first: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16)]
    #expect(Array(pauses.prefix(5)) == first)
    #expect(Set(pauses.dropFirst(5)) == [.seconds(30)])
  }

  @Test func `the count begins again after a success`() {
    var backoff = Backoff(firstDelay: .milliseconds(100), attempts: 2)
    #expect(backoff.nextDelay(elapsed: .zero, chance: 1) == .milliseconds(100))
    #expect(backoff.nextDelay(elapsed: .zero, chance: 1) == nil)

    backoff.reset()

    #expect(backoff.nextDelay(elapsed: .zero, chance: 1) == .milliseconds(100))
  }
}

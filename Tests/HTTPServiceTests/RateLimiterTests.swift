import HTTPService
import Testing

@Suite struct RateLimiterTests {
  @Test func `a burst is allowed once, and then as many calls as the rate says`() {
    var limiter = RateLimiter<String>(rate: 2, burst: 4)
    func count(_ key: String, _ calls: Int, at now: Duration) -> Int {
      (0..<calls).count { _ in limiter.count(key, at: now) }
    }

    #expect(count("phone", 10, at: .seconds(100)) == 4)
    #expect(count("watch", 10, at: .seconds(100)) == 4)
    #expect(count("phone", 10, at: .milliseconds(100_499)) == 0)
    #expect(count("phone", 10, at: .milliseconds(100_500)) == 1)
    #expect(count("phone", 10, at: .milliseconds(101_500)) == 2)
    #expect(count("phone", 10, at: .seconds(1_000)) == 4)
  }

  @Test func `a hundred thousand unknown tokens fill no memory`() {
    var limiter = RateLimiter<Int>(rate: 200, burst: 2_000)
    for key in 0..<100_000 { _ = limiter.count(key, at: .milliseconds(key)) }

    #expect(limiter.keyCount <= 4_096)
  }
}

import Testing

@testable import StoreHTTPClient

@Suite struct ReachabilityTests {
  private let refused = RequestFailure(kind: .unreachable, reason: "connection refused")

  @Test func `a silent store is not asked until the pause is over`() {
    var reachability = Reachability()
    reachability.failed(.silence, at: .seconds(10), pause: .seconds(5))

    #expect(reachability.refusal(at: .seconds(14)) == .silence)
    #expect(reachability.refusal(at: .seconds(15)) == nil)
  }

  @Test func `an answer ends a silence`() {
    var reachability = Reachability()
    reachability.failed(.silence, at: .zero, pause: .seconds(5))
    reachability.answered()

    #expect(reachability.refusal(at: .zero) == nil)
    #expect(reachability.hasAnswered)
    reachability.failed(refused, at: .zero, pause: .seconds(5))
    #expect(!reachability.hasAnswered)
  }

  @Test func `a store that refuses connections is asked, once each time`() {
    var reachability = Reachability()
    reachability.failed(refused, at: .zero, pause: .seconds(5))

    #expect(reachability.wasUnreachable)
    #expect(reachability.refusal(at: .zero) == nil)
  }
}

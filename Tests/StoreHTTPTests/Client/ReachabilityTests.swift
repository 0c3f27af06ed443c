import Testing

@testable import StoreHTTPClient

@Suite struct ReachabilityTests {
  private let refused = RequestFailure(kind: .unreachable, reason: "connection refused")

  @Test func `an answer ends a silence`() {
    var reachability = Reachability()
    reachability.failed(.silence, at: .zero, pause: .seconds(5))
    reachability.answered()

    #expect(reachability.refusal(at: .zero) == nil)
    #expect(reachability.hasAnswered)
    reachability.failed(refused, at: .zero, pause: .seconds(5))
    #expect(!reachability.hasAnswered)
  }
}

import Foundation
import TestSupport
import Testing

/// A plan's life in the storefront of a remote store, while the operator acts in another terminal.
///
/// Nobody touches the storefront's keys, and its selection stays where it is.
@Suite(.hangLimit) struct PlanLifeJourneyTests {
  /// Commands of another terminal, and the words that the storefront shows then.
  private static let steps = [
    ("buy subscription.premium --yes", "Premium · renews"),
    ("store billing fail subscription.premium", "Premium · renews"),
    ("store advance P1M", "Premium is paused: the payment failed"),
    ("store billing recover subscription.premium", "Premium · renews"),
    ("store cancel subscription.premium", "Premium · ends"),
    ("store advance P1M", "Welcome Back!"),
  ]

  @Test func `an open storefront of a remote store shows what happens to a plan`() async throws {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store)
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    let key = store.data.appending(path: "operator.key").path
    try await ann.storefront { shop in
      try await shop.waitForInvitation()
      for (command, words) in Self.steps {
        let arguments = command.split(separator: " ").map(String.init)
        let asOperator = ["--store", server.url, "--operator-key-file", key]
        _ =
          try await arguments[0] == "store"
          ? store.skdemo(arguments + asOperator).succeeded()
          : ann.skdemo(arguments).succeeded()
        try await shop.waitFor(words)
      }
    }
  }
}

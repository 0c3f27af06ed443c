import ClientSupport
import OpenStoreKit

/// Uses ``IAPManager``, as the app's screens do.
package enum DetachedListenerApp {
  package static func run(_ fixture: ClientFixture) async throws {
    let screen = Screen()
    IAPManager.shared.delegate = screen
    IAPManager.shared.start()
    await fixture.waitUntilListening()
    for id in ["nonconsumable.utilityvehicle", "subscription.standard", "nonconsumable.boat"] {
      let error = await withCheckedContinuation { done in
        IAPManager.shared.buy(id) { done.resume(returning: $0) }
      }
      print("buying \(id):", error.map { $0.localizedDescription } ?? "done")
    }
    try await fixture.advance("P1M")
    for await _ in screen.changes where screen.unlocked.count == 3 && !screen.states.isEmpty {
      break
    }
    try await fixture.waitUntilDelivered()
    IAPManager.shared.stop()

    print("unlocked:", screen.unlocked)
    print("states:", Set(screen.states.map(\.localizedDescription)))
    print(
      "tokens of three parts:", screen.tokens.filter { $0.split(separator: ".").count == 3 }.count)
    if let pro = try await StoreKit.Product.products(for: ["subscription.pro"]).first {
      print("rank of pro:", IAPManager.shared.rank(of: pro) ?? 0)
    }
  }
}

/// Takes a lock, because listeners call it from their own threads.
private final class Screen: IAPManagerDelegate {
  /// Yields after every call.
  let changes: AsyncStream<Void>

  private let lock = NSLock()
  private let change: AsyncStream<Void>.Continuation
  private var calls = Calls()

  struct Calls {
    var unlocked: [String] = []
    var states: [StoreKit.Product.SubscriptionInfo.RenewalState] = []
    var tokens: [String] = []
  }

  init() { (changes, change) = AsyncStream.makeStream() }

  var unlocked: [String] { lock.withLock { calls.unlocked } }
  var states: [StoreKit.Product.SubscriptionInfo.RenewalState] { lock.withLock { calls.states } }
  var tokens: [String] { lock.withLock { calls.tokens } }

  func manager(_ manager: IAPManager, didUnlock productID: String) {
    lock.withLock { calls.unlocked.append(productID) }
    change.yield()
  }

  func manager(
    _ manager: IAPManager, didChange state: StoreKit.Product.SubscriptionInfo.RenewalState
  ) {
    lock.withLock { calls.states.append(state) }
    change.yield()
  }

  func manager(_ manager: IAPManager, shouldSend token: String) {
    lock.withLock { calls.tokens.append(token) }
    change.yield()
  }
}

import Counter
import OpenStoreKit

/// What the app's screens do with ``IAPManager``.
package enum DetachedListenerApp {
  package static func run(_ counter: Counter) async throws {
    let screen = Screen()
    IAPManager.shared.delegate = screen
    IAPManager.shared.start()
    await counter.launched()
    for id in ["nonconsumable.utilityvehicle", "subscription.standard", "nonconsumable.boat"] {
      let error = await withCheckedContinuation { done in
        IAPManager.shared.buy(id) { done.resume(returning: $0) }
      }
      print("buying \(id):", error.map { $0.localizedDescription } ?? "done")
    }
    try await counter.advance("P1M")
    for await _ in screen.changes where screen.unlocked.count == 3 && !screen.states.isEmpty {
      break
    }
    try await counter.delivered()
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

/// Listeners call it from threads of their own, so it takes a lock, as such code must.
private final class Screen: IAPManagerDelegate {
  /// Comes after every call.
  let changes: AsyncStream<Void>

  private let lock = NSLock()
  private let change: AsyncStream<Void>.Continuation
  private var notes = Notes()

  struct Notes {
    var unlocked: [String] = []
    var states: [StoreKit.Product.SubscriptionInfo.RenewalState] = []
    var tokens: [String] = []
  }

  init() { (changes, change) = AsyncStream.makeStream() }

  var unlocked: [String] { lock.withLock { notes.unlocked } }
  var states: [StoreKit.Product.SubscriptionInfo.RenewalState] { lock.withLock { notes.states } }
  var tokens: [String] { lock.withLock { notes.tokens } }

  func manager(_ manager: IAPManager, didUnlock productID: String) {
    lock.withLock { notes.unlocked.append(productID) }
    change.yield()
  }

  func manager(
    _ manager: IAPManager, didChange state: StoreKit.Product.SubscriptionInfo.RenewalState
  ) {
    lock.withLock { notes.states.append(state) }
    change.yield()
  }

  func manager(_ manager: IAPManager, shouldSend token: String) {
    lock.withLock { notes.tokens.append(token) }
    change.yield()
  }
}

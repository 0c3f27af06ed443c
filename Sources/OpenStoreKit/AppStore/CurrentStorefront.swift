import Synchronization

/// The customer's storefront, according to the store's last answer.
final class CurrentStorefront: Sendable {
  private let last: Mutex<Storefront?>
  /// Sends each storefront that replaces another one.
  let updates = Broadcast<Storefront>()

  init(_ kept: Storefront?) { last = Mutex(kept) }

  /// `nil` if the store has never answered.
  var value: Storefront? { last.withLock { $0 } }

  /// - Returns: The previous storefront.
  func replace(with storefront: Storefront) -> Storefront? {
    last.withLock { last in
      defer { last = storefront }
      return last
    }
  }
}

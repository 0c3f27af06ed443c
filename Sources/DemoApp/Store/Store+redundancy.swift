import Foundation
import OpenStoreKit

/// An order that the store would charge, or a code that it would use up, although the customer
/// would gain nothing.
package struct RedundantOrder: LocalizedError, Equatable {
  /// The name of the product.
  package let name: String
  /// The reason why it is redundant, as the end of a sentence.
  package let reason: String

  package var errorDescription: String? { "\(name) is not sold to you now: \(reason)" }
}

extension Store {
  /// The reason why a product would add nothing for the customer, as the end of a sentence; `nil`
  /// if it would add something, or if the store would charge nothing because the customer bought it
  /// before.
  ///
  /// The App Store sells a pass as often as it is ordered, because only the app knows how long a
  /// pass lasts. So the screens, the commands and the redemption of a code check here. If a pass
  /// was bought twice all the same, it lasts until the later end.
  package func redundancy(of id: String) -> String? {
    if isShared(id) { return "your family shares it with you" }
    guard product(id)?.kind == .nonRenewable else { return nil }
    if hasActivePlan { return "your plan already gives you access" }
    let status = productStatus(of: id)
    guard status.state.isActive else { return nil }
    let end = status.transaction?.expirationDate.map { " until \(short($0))" }
    return "you already have it\(end ?? "")"
  }

  /// Checks that a product would add something for the customer.
  ///
  /// - Throws: ``RedundantOrder``.
  package func checkAddsSomething(_ id: String) throws(RedundantOrder) {
    guard let reason = redundancy(of: id) else { return }
    throw RedundantOrder(name: name(of: id), reason: reason)
  }
}

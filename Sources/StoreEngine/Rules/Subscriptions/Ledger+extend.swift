package import Foundation
package import StoreAPI
import StoreOperatorAPI

extension Ledger {
  /// Extends an active subscription for its developer, as
  /// ``Subscription/extend(byDays:price:at:in:)`` does; nothing happens if the same request has extended
  /// it before.
  ///
  /// Everything that is due until `now` must be settled, and the transaction with the original ID must be
  /// in ``transactions``.
  ///
  /// - Returns: The events; the last one has the result.
  /// - Throws: The errors of ``activeSubscription(_:)`` and of
  ///   ``Subscription/extend(byDays:price:at:in:)``.
  package func extend(
    _ request: ExtensionRequest, at now: Date, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    guard grantedExtensions[request.key] == nil else { return [] }
    let plan = try activeSubscription(.transaction(request.key.originalID))
    guard plan.originalID == request.key.originalID else {
      throw .notSubscribed(productID: plan.productID, account: nil)
    }
    let events = try plan.extend(
      byDays: request.days, price: current(plan.transactionID).price, at: now, in: snapshot)
    return events + [.extensionGranted(request: granted(request, to: plan, by: events))]
  }

  private func granted(
    _ request: ExtensionRequest, to plan: Subscription, by events: [LedgerEvent]
  ) -> GrantedExtension {
    var extended = self
    for event in events { extended.apply(event) }
    guard let period = extended.current(plan.transactionID).period else {
      preconditionFailure("a subscription's transaction \(plan.transactionID) has no period")
    }
    return GrantedExtension(request, of: period)
  }
}

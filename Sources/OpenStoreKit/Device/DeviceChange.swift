import AppStorePayloads
import StoreAPI

/// A change of a device's file.
enum DeviceChange: Equatable, Sendable {
  /// The known purchases, and how far the updates were followed; the purchase is kept until it is
  /// finished, and these orders are removed.
  case purchases(after: OwnPurchase? = nil, ending: [OrderKey] = [], wentBack: Bool = false)
  case purchase(OwnPurchase)
  case finished(Set<TransactionID>)
  /// The store was shown the newest transaction, so a newer one can replace it.
  case newest
  /// The order waits for something else to happen.
  case waiting(OrderKey)
  case settled(OrderKey)
}

extension DeviceRecord {
  /// Makes a change; the changes of other copies of the app stay.
  ///
  /// The state must be that at the time of the write: a transaction may have been finished since the
  /// change was decided.
  mutating func apply(_ change: DeviceChange, of customer: CustomerState, heardAt date: Date) {
    if customer.hasShownNewest, let newest = customer.newest { remember(newest) }
    switch change {
    case .purchases(let purchase, let ended, let wentBack):
      if let purchases = customer.known.purchases?.signed {
        take(
          purchases, cursor: customer.known.cursor, customer.link.clock.answered, heardAt: date,
          wentBack: wentBack)
      }
      removeFinished(customer.finishedElsewhere, of: customer)
      if let purchase { keepUnfinished(purchase.signed, of: customer) }
      orders.removeAll { ended.contains($0.key) }
    case .purchase(let purchase):
      purchases = (purchases ?? .none).including(purchase.signed)
      keepUnfinished(purchase.signed, of: customer)
      forget(purchase.key)
    case .finished(let ids):
      removeFinished(ids, of: customer)
    case .newest: break
    case .waiting(let key):
      for index in orders.indices where orders[index].key == key {
        orders[index].isPending = true
      }
    case .settled(let key):
      forget(key)
    }
  }
}

extension DeviceRecord {
  /// Keeps an own purchase, unless it has been finished since.
  ///
  /// If there are too many, the oldest is removed: the store has all of them.
  private mutating func keepUnfinished(
    _ signed: Signed<TransactionPayload>, of customer: CustomerState
  ) {
    let identity = signed.payload.identity
    guard customer.kept.contains(identity) else { return }
    let others = (unfinished ?? []).filter { $0.id != identity.id || $0.identity != identity }
    unfinished =
      others.suffix(UnfinishedPage.limit - 1) + [KeptTransaction(id: identity.id, jws: signed.jws)]
  }

  /// Removes the purchases that the store has confirmed as finished, but not another purchase with
  /// the same ID.
  private mutating func removeFinished(_ ids: Set<TransactionID>, of customer: CustomerState) {
    unfinished?.removeAll {
      ids.contains($0.id) && !customer.received.conflicts(with: $0.identity)
    }
  }
}

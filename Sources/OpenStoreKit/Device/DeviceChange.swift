import StoreAPI

/// A change of a device's file.
enum DeviceChange: Equatable, Sendable {
  /// The known purchases, and how far the updates were followed; the purchase is kept until it is
  /// finished, and these orders are removed.
  case purchases(after: OwnPurchase? = nil, ending: [OrderKey] = [], wentBack: Bool = false)
  case purchase(OwnPurchase)
  case finished(Set<TransactionID>)
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
    if let newest = customer.newest { remember(newest) }
    switch change {
    case .purchases(let purchase, let ended, let wentBack):
      if let purchases = customer.known.purchases?.signed {
        take(
          purchases, cursor: customer.known.cursor, customer.link.clock.answered, heardAt: date,
          wentBack: wentBack)
      }
      unfinished?.removeAll { customer.finishedElsewhere.contains($0.id) }
      if let purchase { keepUnfinished(purchase.signed, of: customer) }
      orders.removeAll { ended.contains($0.key) }
    case .purchase(let purchase):
      purchases = (purchases ?? .none).including(purchase.signed)
      keepUnfinished(purchase.signed, of: customer)
      forget(purchase.key)
    case .finished(let ids):
      unfinished?.removeAll { ids.contains($0.id) }
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
    let id = signed.payload.transactionId
    guard customer.kept.contains(id) else { return }
    let others = (unfinished ?? []).filter { $0.id != id }
    unfinished =
      others.suffix(UnfinishedPage.limit - 1) + [KeptTransaction(id: id, jws: signed.jws)]
  }
}

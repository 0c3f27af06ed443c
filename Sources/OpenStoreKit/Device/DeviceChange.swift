import StoreAPI

/// A change of a device's file.
enum DeviceChange: Equatable, Sendable {
  /// The known holdings, and how far the updates were followed; these orders are removed.
  case holdings(ending: [OrderKey], wentBack: Bool = false)
  case purchase(OwnPurchase)
  case finished(TransactionID)
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
    switch change {
    case .holdings(let ended, let wentBack):
      if let holdings = customer.known.holdings?.signed {
        take(
          holdings, cursor: customer.known.cursor, customer.link.clock.answered, heardAt: date,
          wentBack: wentBack)
      }
      orders.removeAll { ended.contains($0.key) }
    case .purchase(let purchase):
      let isUnfinished = customer.holdings.isUnfinished(purchase.signed.payload.transactionId)
      holdings = (holdings ?? .none).including(purchase.signed, isNew: isUnfinished)
      forget(purchase.key)
    case .finished(let id):
      holdings = holdings?.finishing(id)
    case .waiting(let key):
      for index in orders.indices where orders[index].key == key {
        orders[index].isPending = true
      }
    case .settled(let key):
      forget(key)
    }
  }
}

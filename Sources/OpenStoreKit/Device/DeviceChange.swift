import StoreAPI

/// A change of a device's file.
enum DeviceChange: Equatable, Sendable {
  /// The holdings, and how far the updates were followed; these orders are removed.
  case holdings(Holdings, cursor: Int64?, StoreTime, ending: [OrderKey])
  case purchase(Signed<TransactionPayload>, isNew: Bool, ending: OrderKey)
  case finished(TransactionID)
  /// The order waits for something else to happen.
  case waiting(OrderKey)
  case settled(OrderKey)
}

extension DeviceRecord {
  /// Makes a change; the changes of other copies of the app stay.
  mutating func apply(_ change: DeviceChange, heardAt date: Date) {
    switch change {
    case .holdings(let holdings, let cursor, let time, let ended):
      take(holdings, cursor: cursor, time, heardAt: date)
      orders.removeAll { ended.contains($0.key) }
    case .purchase(let signed, let isNew, let key):
      holdings = (holdings ?? .none).including(signed, isNew: isNew)
      forget(key)
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

import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI

// Which events are sent to the developer's server.
extension StoreSettings {
  /// Whether the notifications of events are sent.
  package var sendsNotifications: Bool { rules.notifications != nil }

  /// Returns the notifications of events that are being recorded; none unless the store sends them.
  ///
  /// Storage writes them in the transaction of the events, so a crash loses none.
  ///
  /// - Parameters:
  ///   - changes: The events, in their order.
  ///   - first: The sequence of the first of them; the others follow without a gap.
  /// - Returns: The notifications, in the order of their events.
  package func outgoingNotifications(
    of changes: [CustomerChange], from first: Int64
  ) -> [OutgoingNotification] {
    guard sendsNotifications else { return [] }
    var previous: [CustomerNumber: LedgerChange] = [:]
    return changes.enumerated().flatMap { index, change in
      defer { previous[change.customer] = change.change }
      return outgoingNotifications(
        of: change, after: previous[change.customer], sequence: first + Int64(index))
    }
  }

  private func outgoingNotifications(
    of change: CustomerChange, after previous: LedgerChange?, sequence: Int64
  ) -> [OutgoingNotification] {
    guard let state = change.change.notificationState(after: previous) else { return [] }
    return change.change.notifications.enumerated().map { position, notification in
      OutgoingNotification(
        uuid: notificationUUID(of: sequence, at: position),
        type: notification.type, subtype: notification.subtype, date: change.change.date,
        customer: change.customer, transactionID: state.transaction.id,
        source: .event(sequence: sequence, position: position))
    }.filter { sends($0.type, $0.subtype, about: state.transaction.type) }
  }

  /// Returns whether the store sends notifications, in a version that has this type; `product` is
  /// the type of the product that the notification is about, or `nil` if it is about no product.
  func sends(
    _ type: NotificationType, _ subtype: NotificationSubtype?, about product: ProductType?
  ) -> Bool {
    switch rules.notifications?.version {
    case nil: false
    case .v1: NotificationTypeV1(type, subtype, about: product) != nil
    case .v2: true
    }
  }

  /// Returns the UUID of an event's notification.
  ///
  /// It is derived from the store, the epoch and the event, so it is the same whenever it is computed,
  /// and no other notification of any store has it.
  func notificationUUID(of sequence: Int64, at position: Int) -> LowercaseUUID {
    notificationUUID(from: "notification \(epoch) \(sequence) \(position)")
  }

  /// Returns a UUID that is derived from the store's root and a name, which no other notification has.
  func notificationUUID(from name: String) -> LowercaseUUID {
    LowercaseUUID(UUID(hashOf: rootHash + Data(name.utf8)))
  }
}

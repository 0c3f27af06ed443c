package import AppStorePayloads
package import StoreAPI

/// A notification about an event, for the developer's server.
///
/// Source: "notificationType" and "subtype" in the documentation of App Store Server Notifications.
package struct StoreNotification: Codable, Hashable, Sendable {
  package var type: NotificationType
  package var subtype: NotificationSubtype?
  /// The reason of the customer's request for a refund; only
  /// ``AppStorePayloads/NotificationType/consumptionRequest`` has it.
  package var consumptionRequestReason: RefundReason?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case type, subtype, consumptionRequestReason
  }

  package init(
    _ type: NotificationType, _ subtype: NotificationSubtype? = nil, reason: RefundReason? = nil
  ) {
    consumptionRequestReason = reason
    self.type = type
    self.subtype = subtype
  }
}

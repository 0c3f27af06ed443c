import AppStoreServerAPI
import Hummingbird

extension Endpoints {
  /// The endpoints about notifications.
  static let notifications = [
    Endpoint(
      "getNotificationHistory", .post, "/inApps/v1/notifications/history", .frequent
    ) { store, request, caller in
      let token = try request.query().value("paginationToken", else: .invalidPaginationToken)
      let filter = try NotificationHistoryRequest(await request.body())
      return try await .json(
        store.notificationHistory(filter, paginationToken: token, for: caller))
    },
    Endpoint(
      "requestTestNotification", .post, "/inApps/v1/notifications/test", .single
    ) { store, _, caller in
      try await .json(store.requestTestNotification(for: caller))
    },
    Endpoint(
      "getTestNotificationStatus", .get,
      "/inApps/v1/notifications/test/{testNotificationToken}", .single
    ) { store, request, caller in
      let token = try request.parameter("testNotificationToken")
      return try await .json(store.testNotificationStatus(token, for: caller))
    },
  ]

  /// Every endpoint of the API 1.21 except those of retention messaging.
  ///
  /// Source: the documentation of the App Store Server API.
  static let documented = Endpoints(all: transactions + history + subscriptions + notifications)
}

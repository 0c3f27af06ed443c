import AppStorePayloads
import AppStoreServerAPI
import Hummingbird

extension Endpoints {
  /// The endpoints about subscriptions.
  static let subscriptions = [
    Endpoint(
      "getAllSubscriptionStatuses", .get, "/inApps/v1/subscriptions/{transactionId}", .frequent
    ) { store, request, caller in
      let id = try request.id("transactionId")
      let statuses = try SubscriptionStatusCode.filter(in: request.query())
      return try await .json(store.subscriptionStatuses(id, statuses: statuses, for: caller))
    },
    Endpoint(
      "extendRenewalDateForAllActiveSubscribers", .post, "/inApps/v1/subscriptions/extend/mass",
      .single
    ) { store, request, caller in
      let extensions = try MassExtendRenewalDateRequest(await request.body())
      return try await .json(store.extendRenewalDates(extensions, for: caller))
    },
    Endpoint(
      "extendSubscriptionRenewalDate", .put,
      "/inApps/v1/subscriptions/extend/{originalTransactionId}", .occasional
    ) { store, request, caller in
      let id = try request.id("originalTransactionId", else: .invalidOriginalTransactionId)
      let dateExtension = try ExtendRenewalDateRequest(await request.body())
      return try await .json(store.extendRenewalDate(of: id, dateExtension, for: caller))
    },
    Endpoint(
      "getStatusOfSubscriptionRenewalDateExtensions", .get,
      "/inApps/v1/subscriptions/extend/mass/{productId}/{requestIdentifier}", .occasional
    ) { store, request, caller in
      try await .json(
        store.renewalDateExtensionStatus(
          productID: request.parameter("productId"),
          requestIdentifier: request.parameter("requestIdentifier"), for: caller))
    },
  ]
}

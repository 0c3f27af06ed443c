import AppStoreServerAPI
import Hummingbird

extension Endpoints {
  /// The endpoints about the transactions of a customer, and about an order.
  static let history = [
    transactions("getTransactionHistory", "/inApps/v2/history/{transactionId}", .v2),
    transactions("getTransactionHistoryV1", "/inApps/v1/history/{transactionId}", .v1),
    Endpoint(
      "getRefundHistory", .get, "/inApps/v2/refund/lookup/{transactionId}", .rare
    ) { store, request, caller in
      let id = try request.id("transactionId")
      let revision = try request.query().value("revision", else: .invalidRequestRevision)
      return try await .json(store.refundHistory(id, revision: revision, for: caller))
    },
    Endpoint("lookUpOrderId", .get, "/inApps/v1/lookup/{orderId}", .rare) {
      store, request, caller in
      try await .json(store.lookUpOrder(request.parameter("orderId"), for: caller))
    },
  ]

  private static func transactions(
    _ name: String, _ path: String, _ version: TransactionHistoryRequest.Version
  ) -> Endpoint {
    Endpoint(name, .get, path, .frequent) { store, request, caller in
      let id = try request.id("transactionId")
      let query = try TransactionHistoryRequest(version, request.query())
      return try await .json(store.transactionHistory(id, query, for: caller))
    }
  }
}

import AppStoreServerAPI
import Hummingbird

extension Endpoints {
  /// The endpoints about a transaction.
  static let transactions = [
    Endpoint(
      "getTransactionInfo", .get, "/inApps/v1/transactions/{transactionId}", .frequent
    ) { store, request, caller in
      try await .json(store.transactionInfo(request.id("transactionId"), for: caller))
    },
    Endpoint(
      "getAppTransactionInfo", .get, "/inApps/v1/transactions/appTransactions/{transactionId}",
      .frequent
    ) { store, request, caller in
      try await .json(store.appTransactionInfo(request.id("transactionId"), for: caller))
    },
    Endpoint(
      "finishTransaction", .post, "/inApps/v1/transactions/{transactionId}/finish", .frequent
    ) { store, request, caller in
      try await store.finishTransaction(request.id("transactionId"), for: caller)
      return .empty(.ok)
    },
    Endpoint(
      "setAppAccountToken", .put,
      "/inApps/v1/transactions/{originalTransactionId}/appAccountToken", .occasional
    ) { store, request, caller in
      let id = try request.id("originalTransactionId")
      let token = try UpdateAppAccountTokenRequest(await request.body())
      try await store.setAppAccountToken(of: id, token, for: caller)
      return .empty(.ok)
    },
    consumption(
      "sendConsumptionInformation", "/inApps/v2/transactions/consumption/{transactionId}"
    ) { .v2(try ConsumptionInformation($0)) },
    consumption(
      "sendConsumptionInformationV1", "/inApps/v1/transactions/consumption/{transactionId}"
    ) { .v1(try ConsumptionData($0)) },
  ]

  private static func consumption(
    _ name: String, _ path: String,
    _ read: @escaping @Sendable (JSONBody) throws -> ConsumptionRequest
  ) -> Endpoint {
    Endpoint(name, .put, path, .frequent) { store, request, caller in
      let id = try request.id("transactionId")
      let information = try read(await request.body())
      try await store.sendConsumptionInformation(about: id, information, for: caller)
      return .empty(.accepted)
    }
  }
}

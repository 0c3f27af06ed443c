import AppStorePayloads
import AppStoreServerAPI
import Foundation
import Synchronization

/// A store that records its calls, and always answers in the same way.
final class ServerAPIDouble: StoreServerAPI {
  enum Call: Hashable, Sendable {
    case transactionInfo(AnyTransactionID)
    case transactionHistory(AnyTransactionID, TransactionHistoryRequest)
    case subscriptionStatuses(AnyTransactionID, Set<SubscriptionStatusCode>)
    case refundHistory(AnyTransactionID, revision: String?)
    case lookUpOrder(String)
    case appTransactionInfo(AnyTransactionID)
    case extendRenewalDate(AnyTransactionID, ExtendRenewalDateRequest)
    case extendRenewalDates(MassExtendRenewalDateRequest)
    case extensionStatus(productID: String, requestIdentifier: String)
    case consumption(AnyTransactionID, ConsumptionRequest)
    case setAppAccountToken(AnyTransactionID, UpdateAppAccountTokenRequest)
    case finish(AnyTransactionID)
    case notificationHistory(NotificationHistoryRequest, paginationToken: String?)
    case requestTestNotification
    case testNotificationStatus(String)
  }

  private struct State {
    var calls: [Call] = []
    var callers: Set<APICaller> = []
    var error: APIError?
  }

  /// The only token that is accepted.
  static let token = "header.payload.signature"
  static let caller = APICaller(keyID: "ABCDEFGH23", bundleID: "com.example.shop")

  private let state = Mutex(State())

  /// Every call, oldest first.
  var calls: [Call] { state.withLock { $0.calls } }
  /// The callers of all calls.
  var callers: Set<APICaller> { state.withLock { $0.callers } }

  /// Makes every later call fail.
  func fail(with error: APIError) {
    state.withLock { $0.error = error }
  }

  private func record(_ call: Call, _ caller: APICaller) throws(APIError) {
    let error = state.withLock { state in
      state.calls.append(call)
      state.callers.insert(caller)
      return state.error
    }
    if let error { throw error }
  }

  func caller(presenting token: String) async throws(InvalidTokenError) -> APICaller {
    guard token == Self.token else { throw InvalidTokenError("the key is not one of this store") }
    return Self.caller
  }

  func transactionInfo(
    _ id: AnyTransactionID, for caller: APICaller
  ) async throws(APIError) -> TransactionInfoResponse {
    try record(.transactionInfo(id), caller)
    return TransactionInfoResponse(signedTransactionInfo: "signed")
  }

  func transactionHistory(
    _ id: AnyTransactionID, _ request: TransactionHistoryRequest, for caller: APICaller
  ) async throws(APIError) -> HistoryResponse {
    try record(.transactionHistory(id, request), caller)
    return HistoryResponse(
      revision: "next", hasMore: true, bundleId: "com.example.shop", environment: .sandbox,
      signedTransactions: ["a", "b"])
  }

  func subscriptionStatuses(
    _ id: AnyTransactionID, statuses: Set<SubscriptionStatusCode>, for caller: APICaller
  ) async throws(APIError) -> StatusResponse {
    try record(.subscriptionStatuses(id, statuses), caller)
    let item = LastTransactionsItem(
      status: .billingGracePeriod, originalTransactionId: TransactionID(rawValue: 700),
      signedTransactionInfo: "a", signedRenewalInfo: "b")
    return StatusResponse(
      environment: .sandbox, bundleId: "com.example.shop",
      data: [.init(subscriptionGroupIdentifier: "1", lastTransactions: [item])])
  }

  func refundHistory(
    _ id: AnyTransactionID, revision: String?, for caller: APICaller
  ) async throws(APIError) -> RefundHistoryResponse {
    try record(.refundHistory(id, revision: revision), caller)
    return RefundHistoryResponse(signedTransactions: [], revision: "end", hasMore: false)
  }

  func lookUpOrder(
    _ orderID: String, for caller: APICaller
  ) async throws(APIError) -> OrderLookupResponse {
    try record(.lookUpOrder(orderID), caller)
    return OrderLookupResponse(status: .invalid)
  }

  func appTransactionInfo(
    _ id: AnyTransactionID, for caller: APICaller
  ) async throws(APIError) -> AppTransactionInfoResponse {
    try record(.appTransactionInfo(id), caller)
    return AppTransactionInfoResponse(signedAppTransactionInfo: "signed")
  }

  func extendRenewalDate(
    of id: AnyTransactionID, _ request: ExtendRenewalDateRequest, for caller: APICaller
  ) async throws(APIError) -> ExtendRenewalDateResponse {
    try record(.extendRenewalDate(id, request), caller)
    return ExtendRenewalDateResponse(
      originalTransactionId: TransactionID(rawValue: 700), webOrderLineItemId: "7",
      success: true, effectiveDate: Date(timeIntervalSince1970: 1.5))
  }

  func extendRenewalDates(
    _ request: MassExtendRenewalDateRequest, for caller: APICaller
  ) async throws(APIError) -> MassExtendRenewalDateResponse {
    try record(.extendRenewalDates(request), caller)
    return MassExtendRenewalDateResponse(
      requestIdentifier: request.dateExtension.requestIdentifier)
  }

  func renewalDateExtensionStatus(
    productID: String, requestIdentifier: String, for caller: APICaller
  ) async throws(APIError) -> MassExtendRenewalDateStatusResponse {
    try record(
      .extensionStatus(productID: productID, requestIdentifier: requestIdentifier), caller)
    return MassExtendRenewalDateStatusResponse(
      requestIdentifier: requestIdentifier, complete: true,
      completeDate: Date(timeIntervalSince1970: 2), succeededCount: 3, failedCount: 0)
  }

  func sendConsumptionInformation(
    about id: AnyTransactionID, _ request: ConsumptionRequest, for caller: APICaller
  ) async throws(APIError) {
    try record(.consumption(id, request), caller)
  }

  func setAppAccountToken(
    of id: AnyTransactionID, _ request: UpdateAppAccountTokenRequest, for caller: APICaller
  ) async throws(APIError) {
    try record(.setAppAccountToken(id, request), caller)
  }

  func finishTransaction(_ id: AnyTransactionID, for caller: APICaller) async throws(APIError) {
    try record(.finish(id), caller)
  }

  func notificationHistory(
    _ request: NotificationHistoryRequest, paginationToken: String?, for caller: APICaller
  ) async throws(APIError) -> NotificationHistoryResponse {
    try record(.notificationHistory(request, paginationToken: paginationToken), caller)
    return NotificationHistoryResponse(notificationHistory: [Self.delivered], hasMore: false)
  }

  func requestTestNotification(
    for caller: APICaller
  ) async throws(APIError) -> SendTestNotificationResponse {
    try record(.requestTestNotification, caller)
    return SendTestNotificationResponse(testNotificationToken: "token")
  }

  func testNotificationStatus(
    _ testNotificationToken: String, for caller: APICaller
  ) async throws(APIError) -> CheckTestNotificationResponse {
    try record(.testNotificationStatus(testNotificationToken), caller)
    return Self.delivered
  }

  private static let delivered = NotificationHistoryResponseItem(
    signedPayload: "signed",
    sendAttempts: [
      SendAttemptItem(attemptDate: Date(timeIntervalSince1970: 4), sendAttemptResult: .success)
    ])
}

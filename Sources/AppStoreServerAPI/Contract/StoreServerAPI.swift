package import AppStorePayloads

/// The requests of an app's server to a store: the App Store Server API 1.21.
///
/// Each request names the caller whose token ``caller(presenting:)`` has checked. A request throws
/// only ``APIError``. It throws ``APIError/generalInternalRetryable`` if the store cannot be read
/// or written now. Source: the documentation of the App Store Server API; each method names its
/// endpoint.
package protocol StoreServerAPI: Sendable {
  /// Checks the token of the `Authorization` header, and returns the caller that signed it.
  ///
  /// Source: "Generating JSON Web Tokens for API requests".
  ///
  /// - Throws: ``InvalidTokenError`` if this store has no such key, or if the token is not valid now; with
  ///   ``InvalidTokenError/apiError`` if the store cannot check it now.
  func caller(presenting token: String) async throws(InvalidTokenError) -> APICaller

  /// "Get Transaction Info".
  func transactionInfo(
    _ id: AnyTransactionID, for caller: APICaller
  ) async throws(APIError) -> TransactionInfoResponse

  /// "Get Transaction History", of both versions.
  func transactionHistory(
    _ id: AnyTransactionID, _ request: TransactionHistoryRequest, for caller: APICaller
  ) async throws(APIError) -> HistoryResponse

  /// "Get All Subscription Statuses"; of all statuses if `statuses` is empty.
  func subscriptionStatuses(
    _ id: AnyTransactionID, statuses: Set<SubscriptionStatusCode>, for caller: APICaller
  ) async throws(APIError) -> StatusResponse

  /// "Get Refund History".
  func refundHistory(
    _ id: AnyTransactionID, revision: String?, for caller: APICaller
  ) async throws(APIError) -> RefundHistoryResponse

  /// "Look Up Order ID".
  func lookUpOrder(
    _ orderID: String, for caller: APICaller
  ) async throws(APIError) -> OrderLookupResponse

  /// "Get App Transaction Info".
  func appTransactionInfo(
    _ id: AnyTransactionID, for caller: APICaller
  ) async throws(APIError) -> AppTransactionInfoResponse

  /// "Extend a Subscription Renewal Date".
  func extendRenewalDate(
    of id: AnyTransactionID, _ request: ExtendRenewalDateRequest, for caller: APICaller
  ) async throws(APIError) -> ExtendRenewalDateResponse

  /// "Extend Subscription Renewal Dates for All Active Subscribers".
  func extendRenewalDates(
    _ request: MassExtendRenewalDateRequest, for caller: APICaller
  ) async throws(APIError) -> MassExtendRenewalDateResponse

  /// "Get Status of Subscription Renewal Date Extensions".
  func renewalDateExtensionStatus(
    productID: String, requestIdentifier: String, for caller: APICaller
  ) async throws(APIError) -> MassExtendRenewalDateStatusResponse

  /// "Send Consumption Information", of both versions.
  func sendConsumptionInformation(
    about id: AnyTransactionID, _ request: ConsumptionRequest, for caller: APICaller
  ) async throws(APIError)

  /// "Set App Account Token".
  func setAppAccountToken(
    of id: AnyTransactionID, _ request: UpdateAppAccountTokenRequest, for caller: APICaller
  ) async throws(APIError)

  /// "Finish Transaction".
  func finishTransaction(_ id: AnyTransactionID, for caller: APICaller) async throws(APIError)

  /// "Get Notification History".
  func notificationHistory(
    _ request: NotificationHistoryRequest, paginationToken: String?, for caller: APICaller
  ) async throws(APIError) -> NotificationHistoryResponse

  /// "Request a Test Notification".
  func requestTestNotification(
    for caller: APICaller
  ) async throws(APIError) -> SendTestNotificationResponse

  /// "Get Test Notification Status".
  func testNotificationStatus(
    _ testNotificationToken: String, for caller: APICaller
  ) async throws(APIError) -> CheckTestNotificationResponse
}

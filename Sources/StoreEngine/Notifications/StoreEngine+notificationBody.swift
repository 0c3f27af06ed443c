import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI

extension StoreEngine {
  /// Returns the body of a request to the developer's server, in the version that the settings name.
  ///
  /// Version 1 contains what the customer has now, so a repeated attempt may have another body. A
  /// notification that was recorded for version 2, and for which version 1 has no type, is sent in
  /// version 2.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if storage cannot be read, or if a receipt
  ///   cannot be signed.
  func body(of claimed: ClaimedNotification) async throws(StoreError) -> Data {
    do {
      if claimed.settings.version == .v1, let body = try await bodyV1(of: claimed) {
        return try PlainEncoder.encode(body)
      }
      return try PlainEncoder.encode(NotificationBody(signedPayload: claimed.signedPayload))
    } catch let error as StoreError {
      throw error
    } catch {
      throw .unavailable(reason: "a notification cannot be written (\(error.sentence))")
    }
  }

  /// Returns the body of version 1; `nil` if that version has no such notification.
  private func bodyV1(of claimed: ClaimedNotification) async throws -> ResponseBodyV1? {
    let notification = claimed.notification
    guard let customer = notification.customer, let event = NotifiedEvent(claimed),
      let type = NotificationTypeV1(
        notification.type, notification.subtype, about: event.transaction.type)
    else { return nil }
    let settings = try await settings()
    let recipient = Recipient(
      bundleID: settings.bundleID, appTransactionID: customer.appTransactionID,
      signedDate: claimed.date, environment: settings.environment)
    let purchases = try await purchasesForReceipt(of: customer, at: claimed.date, settings)
    let latest = try await workQueue.run(of: customer) {
      () throws(StoreError) -> Result<LatestReceipt, any Error> in
      Result { try purchases.latest(ofNoDevice: recipient, signedBy: signer) }
    }
    var body = ResponseBodyV1(
      type, date: notification.date, environment: settings.environment,
      bundleID: settings.bundleID, latest: try latest.get())
    body.bundleVersion = event.bundleVersion
    body.password = settings.sharedSecret
    body.originalTransactionID = event.transaction.originalTransactionId
    body.renewal = event.renewal
    return body
  }
}

/// The event of a notification, read from its signed payload.
private struct NotifiedEvent {
  let bundleVersion: String?
  let transaction: TransactionPayload
  /// `nil` unless the transaction is a period of a subscription.
  let renewal: PendingRenewalInfo?

  /// Reads what this store has signed; `nil` for a notification without a transaction.
  init?(_ claimed: ClaimedNotification) {
    guard
      case .data(let data)? = Self.payload(
        claimed.signedPayload, as: NotificationPayload.self)?.subject,
      let transaction = Self.payload(data.signedTransactionInfo, as: TransactionPayload.self)
    else { return nil }
    bundleVersion = data.bundleVersion
    self.transaction = transaction
    renewal = Self.payload(data.signedRenewalInfo, as: RenewalInfoPayload.self).map { renewal in
      let end = renewal.renewalDate ?? .distantFuture
      return PendingRenewalInfo(renewal, isExpired: end <= claimed.notification.date)
    }
  }

  private static func payload<Payload: Decodable>(
    _ token: String?, as type: Payload.Type
  ) -> Payload? {
    token.flatMap { try? JWS($0).payload(as: type) }
  }
}

extension PurchasesForReceipt {
  /// Returns what the customer has now, with a receipt that is valid on no device.
  ///
  /// - Throws: The signer's errors.
  fileprivate func latest(
    ofNoDevice recipient: Recipient, signedBy signer: PayloadSigner
  ) throws -> LatestReceipt {
    try latest(after: ReceiptPayload(ofNoDevice: recipient), for: recipient, signedBy: signer)
  }
}

extension ReceiptPayload {
  /// Creates a receipt without purchases that is valid on no device, for an app's server.
  fileprivate init(ofNoDevice recipient: Recipient) {
    let app = AppTransactionPayload(for: recipient)
    self.init(
      receiptType: Self.receiptType(in: recipient.environment), appAppleID: app.appAppleId ?? 0,
      bundleID: recipient.bundleID, appVersion: app.applicationVersion, opaqueValue: Data(),
      deviceHash: Data(count: 20),
      creationDate: recipient.signedDate, originalPurchaseDate: app.originalPurchaseDate,
      originalAppVersion: app.originalApplicationVersion)
  }
}

/// The body of a request to the developer's server: Apple's `responseBodyV2`.
private struct NotificationBody: Encodable {
  let signedPayload: String
}

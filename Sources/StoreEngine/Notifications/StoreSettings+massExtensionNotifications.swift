import AppStorePayloads

// The notifications of a mass extension, which has no event of its own.
extension StoreSettings {
  /// Returns the notification `RENEWAL_EXTENSION` with the subtype `FAILURE`.
  ///
  /// Its date is ``lastNow``. Storage writes it in the transaction of the step.
  ///
  /// - Parameters:
  ///   - request: The mass extension.
  ///   - effect: Its effect on a customer.
  ///   - customer: The customer.
  /// - Returns: The notification; `nil` if the subscription was extended, or if the store does not send
  ///   it.
  package func failureNotification(
    of request: MassExtension, _ effect: MassExtension.Effect, on customer: CustomerNumber
  ) -> OutgoingNotification? {
    guard sends(.renewalExtension, .failure, about: .autoRenewable),
      case .failed(let state) = effect
    else { return nil }
    return OutgoingNotification(
      uuid: notificationUUID(of: request, "failure \(customer.rawValue)"), type: .renewalExtension,
      subtype: .failure, date: lastNow, customer: customer, transactionID: state.transaction.id,
      source: .details(NotificationDetails(state: state)))
  }

  /// Returns the notification `RENEWAL_EXTENSION` with the subtype `SUMMARY`.
  ///
  /// Its date is ``lastNow``. Storage writes it in the transaction of the last step.
  ///
  /// - Parameter request: The mass extension, which is complete.
  /// - Returns: The notification; `nil` if the store does not send it.
  package func summaryNotification(of request: MassExtension) -> OutgoingNotification? {
    guard sends(.renewalExtension, .summary, about: nil) else { return nil }
    let summary = NotificationSummaryPayload(
      environment: environment, bundleId: bundleID, productId: request.body.productID,
      requestIdentifier: request.body.requestIdentifier,
      storefrontCountryCodes: request.body.storefronts,
      succeededCount: Int64(request.progress.succeededCount),
      failedCount: Int64(request.progress.failedCount))
    return OutgoingNotification(
      uuid: notificationUUID(of: request, "summary"), type: .renewalExtension, subtype: .summary,
      date: lastNow, source: .details(NotificationDetails(summary: summary)))
  }

  /// Returns a UUID that is derived from the store, the epoch and the request, as an event's is.
  private func notificationUUID(of request: MassExtension, _ part: String) -> LowercaseUUID {
    notificationUUID(from: "mass extension \(epoch) \(request.number ?? 0) \(part)")
  }
}

import AppStorePayloads
import Foundation

extension NotificationHistoryRequest {
  /// Reads the body of "Get Notification History".
  ///
  /// How far back the history goes depends on the store's clock, which is not known here.
  ///
  /// - Throws: ``APIError/invalidStartDate``, ``APIError/invalidEndDate`` or
  ///   ``APIError/startDateAfterEndDate`` for the dates; ``APIError/invalidNotificationType`` for a
  ///   type that Apple does not have, and for a subtype that is not one of the type's;
  ///   ``APIError/invalidTransactionId``; ``APIError/multipleFiltersSupplied`` for both a type and a
  ///   transaction; ``APIError/generalBadRequest`` if `onlyFailures` is not a Boolean value.
  package init(_ body: JSONBody) throws(APIError) {
    let startDate = try body.date("startDate", else: .invalidStartDate)
    let endDate = try body.date("endDate", else: .invalidEndDate)
    guard startDate < endDate else { throw .startDateAfterEndDate }
    self.init(startDate: startDate, endDate: endDate)
    try readType(body)
    transactionId = try body.value("transactionId", else: .invalidTransactionId)
    if transactionId != nil, notificationType != nil { throw .multipleFiltersSupplied }
    onlyFailures = try body.value("onlyFailures", else: .generalBadRequest) ?? false
  }

  private mutating func readType(_ body: JSONBody) throws(APIError) {
    notificationType = try body.value("notificationType", else: .invalidNotificationType)
    notificationSubtype = try body.value("notificationSubtype", else: .invalidNotificationType)
    guard let notificationType else {
      if notificationSubtype != nil { throw .invalidNotificationType }
      return
    }
    guard let subtypes = NotificationTypes.subtypes[notificationType] else {
      throw .invalidNotificationType
    }
    if let notificationSubtype, !subtypes.contains(notificationSubtype) {
      throw .invalidNotificationType
    }
  }
}

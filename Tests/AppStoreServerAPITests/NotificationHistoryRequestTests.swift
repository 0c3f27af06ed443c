import AppStorePayloads
import AppStoreServerAPI
import Foundation
import Testing

/// The body of "Get Notification History".
@Suite struct NotificationHistoryRequestTests {
  private static func read(_ fields: String) throws -> NotificationHistoryRequest {
    try NotificationHistoryRequest(JSONBody("{\(fields)}".utf8))
  }

  private static let dates = #""startDate":1000,"endDate":2000"#

  @Test func `a history has a start and an end`() throws {
    let request = try Self.read(Self.dates)

    #expect(request.startDate == Date(timeIntervalSince1970: 1))
    #expect(request.endDate == Date(timeIntervalSince1970: 2))
    #expect(request.notificationType == nil)
    #expect(request.transactionId == nil)
    #expect(!request.onlyFailures)
  }

  @Test func `a history can be of one type, and of one subtype of it`() throws {
    let type = try Self.read(Self.dates + #","notificationType":"EXPIRED","onlyFailures":true"#)
    let subtype = try Self.read(
      Self.dates + #","notificationType":"EXPIRED","notificationSubtype":"VOLUNTARY""#)

    #expect(type.notificationType == "EXPIRED")
    #expect(type.onlyFailures)
    #expect(subtype.notificationSubtype == "VOLUNTARY")
  }

  @Test func `a history can be of one customer`() throws {
    let request = try Self.read(Self.dates + #","transactionId":"700""#)

    #expect(request.transactionId == TransactionID(rawValue: 700))
  }

  /// A date as Swift's encoders write a whole number of milliseconds.
  @Test func `a date can be written with a fraction of zero`() throws {
    let request = try Self.read(#""startDate":1000.0,"endDate":1.5e4"#)

    #expect(request.endDate == Date(timeIntervalSince1970: 15))
  }

  @Test(arguments: [
    (#""endDate":1"#, APIError.invalidStartDate),
    (#""startDate":null,"endDate":1"#, .invalidStartDate),
    (#""startDate":"1","endDate":2"#, .invalidStartDate),
    (#""startDate":-1,"endDate":2"#, .invalidStartDate),
    (#""startDate":0.5,"endDate":2"#, .invalidStartDate),
    (#""startDate":1"#, .invalidEndDate),
    (#""startDate":1,"endDate":253402300800000"#, .invalidEndDate),
    (#""startDate":2,"endDate":2"#, .startDateAfterEndDate),
    (#""startDate":3,"endDate":2"#, .startDateAfterEndDate),
    (#""startDate":1,"endDate":2,"notificationType":"CHEERS""#, .invalidNotificationType),
    (#""startDate":1,"endDate":2,"notificationType":7"#, .invalidNotificationType),
    (#""startDate":1,"endDate":2,"notificationSubtype":"VOLUNTARY""#, .invalidNotificationType),
    (
      #""startDate":1,"endDate":2,"notificationType":"REFUND","notificationSubtype":"VOLUNTARY""#,
      .invalidNotificationType
    ),
    (#""startDate":1,"endDate":2,"transactionId":700"#, .invalidTransactionId),
    (#""startDate":1,"endDate":2,"transactionId":"-7""#, .invalidTransactionId),
    (#""startDate":1,"endDate":2,"transactionId":"""#, .invalidTransactionId),
    (
      #""startDate":1,"endDate":2,"transactionId":"7","notificationType":"REFUND""#,
      .multipleFiltersSupplied
    ),
    (#""startDate":1,"endDate":2,"onlyFailures":"yes""#, .generalBadRequest),
  ])
  func `a field that is missing or not valid has its own error`(fields: String, error: APIError) {
    #expect(throws: error) { try Self.read(fields) }
  }

  @Test func `a request can name every type`() throws {
    #expect(NotificationTypes.subtypes.count == 23)
    for (type, subtypes) in NotificationTypes.subtypes {
      let filter = Self.dates + #","notificationType":"\#(type)""#
      #expect(try Self.read(filter).notificationType == type)
      for subtype in subtypes {
        let narrower = filter + #","notificationSubtype":"\#(subtype)""#
        #expect(try Self.read(narrower).notificationSubtype == subtype)
      }
    }
  }
}

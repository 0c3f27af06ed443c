import AppStorePayloads
import AppStoreServerAPI
import Foundation
import Telemetry
import TestSupport
import Testing

/// Every endpoint of the API, as Apple's libraries call it.
@Suite(.hangLimit) struct ServerAPIEndpointTests {
  /// A request, the call of the store, and the response's body.
  struct Sample: Sendable {
    var method = "GET"
    var path: String
    var body: String?
    var call: ServerAPIDouble.Call
    var status = 200
    var answer: String
  }

  private static func id(_ text: String = "700") -> AnyTransactionID {
    do {
      return try AnyTransactionID(text)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static let daysForAnOutage = ExtendRenewalDateRequest(
    extendByDays: 5, extendReasonCode: .serviceIssueOrOutage, requestIdentifier: "outage-1")
  private static let outage =
    #""extendByDays":5,"extendReasonCode":3,"requestIdentifier":"outage-1""#

  private static let transactions: [Sample] = [
    Sample(
      path: "/inApps/v1/transactions/700", call: .transactionInfo(id()),
      answer: #"{"signedTransactionInfo":"signed"}"#),
    Sample(
      path: "/inApps/v1/transactions/appTransactions/18446744073709551615",
      call: .appTransactionInfo(id("18446744073709551615")),
      answer: #"{"signedAppTransactionInfo":"signed"}"#),
    Sample(
      method: "POST", path: "/inApps/v1/transactions/700/finish", call: .finish(id()), answer: ""),
    Sample(
      method: "PUT", path: "/inApps/v1/transactions/700/appAccountToken",
      body: #"{"appAccountToken":"7389a31a-fb6d-4569-a2a6-db7d85d84813"}"#,
      call: .setAppAccountToken(id(), token), answer: ""),
    Sample(
      method: "PUT", path: "/inApps/v2/transactions/consumption/700",
      body:
        #"{"customerConsented":true,"sampleContentProvided":true,"deliveryStatus":"DELIVERED"}"#,
      call: .consumption(
        id(), .v2(.init(sampleContentProvided: true, deliveryStatus: .delivered))),
      status: 202, answer: ""),
  ]

  private static let token = UpdateAppAccountTokenRequest(
    appAccountToken: LowercaseUUID(
      UUID(uuidString: "7389a31a-fb6d-4569-a2a6-db7d85d84813") ?? UUID()))

  private static var filtered: TransactionHistoryRequest {
    var request = TransactionHistoryRequest(.v1)
    request.revoked = false
    request.productTypes = [.consumable, .autoRenewable]
    request.sort = .descending
    return request
  }

  private static let page: String =
    #"{"bundleId":"com.example.shop","environment":"Sandbox","hasMore":true,"revision":"next","#
    + #""signedTransactions":["a","b"]}"#

  private static let history: [Sample] = [
    // Apple's library for Node appends the mark even without parameters.
    Sample(
      path: "/inApps/v2/history/700?", call: .transactionHistory(id(), .init(.v2)), answer: page),
    Sample(
      path: "/inApps/v1/history/700?productType=CONSUMABLE&productType=AUTO_RENEWABLE"
        + "&sort=DESCENDING&revoked=False",
      call: .transactionHistory(id(), filtered), answer: page),
    Sample(
      path: "/inApps/v2/refund/lookup/700?revision=a%3D",
      call: .refundHistory(id(), revision: "a="),
      answer: #"{"hasMore":false,"revision":"end","signedTransactions":[]}"#),
    Sample(
      path: "/inApps/v1/lookup/M%20X", call: .lookUpOrder("M X"), answer: #"{"status":1}"#),
  ]

  private static let statuses: String =
    #"{"bundleId":"com.example.shop","data":[{"lastTransactions":[{"originalTransactionId":"700","#
    + #""signedRenewalInfo":"b","signedTransactionInfo":"a","status":4}],"#
    + #""subscriptionGroupIdentifier":"1"}],"environment":"Sandbox"}"#
  private static let extended: String =
    #"{"effectiveDate":1500,"originalTransactionId":"700","success":true,"#
    + #""webOrderLineItemId":"7"}"#
  private static let completed: String =
    #"{"complete":true,"completeDate":2000,"failedCount":0,"requestIdentifier":"outage/1","#
    + #""succeededCount":3}"#

  private static let subscriptions: [Sample] = [
    Sample(
      path: "/inApps/v1/subscriptions/700?status=1&status=4",
      call: .subscriptionStatuses(id(), [.active, .billingGracePeriod]),
      answer: statuses),
    Sample(
      method: "PUT", path: "/inApps/v1/subscriptions/extend/700", body: "{\(outage)}",
      call: .extendRenewalDate(id(), daysForAnOutage),
      answer: extended),
    Sample(
      method: "POST", path: "/inApps/v1/subscriptions/extend/mass",
      body: #"{\#(outage),"productId":"pro.monthly"}"#,
      call: .extendRenewalDates(
        .init(productId: "pro.monthly", dateExtension: daysForAnOutage)),
      answer: #"{"requestIdentifier":"outage-1"}"#),
    Sample(
      path: "/inApps/v1/subscriptions/extend/mass/pro.monthly/outage%2F1",
      call: .extensionStatus(productID: "pro.monthly", requestIdentifier: "outage/1"),
      answer: completed),
  ]

  private static let delivered: String =
    #"{"sendAttempts":[{"attemptDate":4000,"sendAttemptResult":"SUCCESS"}],"#
    + #""signedPayload":"signed"}"#

  private static let notifications: [Sample] = [
    Sample(
      method: "POST", path: "/inApps/v1/notifications/history?paginationToken=next",
      body: #"{"startDate":1000,"endDate":2000}"#,
      call: .notificationHistory(
        .init(
          startDate: Date(timeIntervalSince1970: 1), endDate: Date(timeIntervalSince1970: 2)),
        paginationToken: "next"),
      answer: #"{"hasMore":false,"notificationHistory":[\#(delivered)]}"#),
    Sample(
      method: "POST", path: "/inApps/v1/notifications/test", call: .requestTestNotification,
      answer: #"{"testNotificationToken":"token"}"#),
    Sample(
      path: "/inApps/v1/notifications/test/a-b_1", call: .testNotificationStatus("a-b_1"),
      answer: delivered),
  ]

  @Test(arguments: transactions + history + subscriptions + notifications)
  func `an endpoint asks the store once and answers with its JSON`(sample: Sample) async throws {
    try await ServerAPIFixture.run { served in
      let headers = sample.method != "GET" && sample.body == nil ? ["Content-Length: 0"] : []
      let response = try await served.request(
        sample.method, sample.path, body: sample.body, headers: headers)

      #expect(served.store.calls == [sample.call])
      #expect(served.store.callers == [ServerAPIDouble.caller])
      #expect(response.status == sample.status, "\(response.text)")
      #expect(response.body == sample.answer)
      #expect(
        response.header("Content-Type") == (sample.answer.isEmpty ? nil : "application/json"))
      #expect(response.header("Cache-Control") == "no-store")
      #expect(response.header("X-Request-ID")?.isEmpty == false)
    }
  }

  @Test func `version 1 of the consumption information is another request`() async throws {
    try await ServerAPIFixture.run { served in
      let response = try await served.request(
        "PUT", "/inApps/v1/transactions/consumption/700",
        body: """
          {"customerConsented":true,"consumptionStatus":1,"platform":1,
          "sampleContentProvided":false,"deliveryStatus":0,"appAccountToken":"",
          "accountTenure":2,"playTime":3,"lifetimeDollarsRefunded":4,
          "lifetimeDollarsPurchased":5,"userStatus":1}
          """)

      #expect(response.status == 202)
      guard case .consumption(let id, .v1(let data)) = served.store.calls.first else {
        Issue.record("\(served.store.calls)")
        return
      }
      #expect(id == Self.id())
      #expect(data.lifetimeDollarsPurchased == 5)
      #expect(data.appAccountToken == nil)
    }
  }

  @Test func `a connection stays open after a response without a body`() async throws {
    try await ServerAPIFixture.run { served in
      let head = "HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(ServerAPIDouble.token)\r\n"
      let response = try await served.client.send(
        "POST /inApps/v1/transactions/700/finish \(head)Content-Length: 0\r\n\r\n"
          + "GET /inApps/v1/transactions/700 \(head)\r\n"
      ) { $0.contains("signedTransactionInfo") }

      #expect(response.text.split(separator: "HTTP/1.1 200 OK").count == 2)
      #expect(served.store.calls == [.finish(Self.id()), .transactionInfo(Self.id())])
    }
  }

  @Test func `a request is logged and counted by its endpoint, and never with its token`()
    async throws
  {
    try await ServerAPIFixture.run { served in
      _ = try await served.request("GET", "/inApps/v1/transactions/700")

      try await served.log.wait(for: #""operation":"getTransactionInfo""#)
      #expect(served.log.text.contains(#""key":"ABCDEFGH23""#))
      #expect(!served.log.text.contains(ServerAPIDouble.token))
      #expect(
        served.metrics.text.contains(
          #"skdemo_requests_total{caller="server",operation="getTransactionInfo",status="200"} 1"#))
    }
  }
}

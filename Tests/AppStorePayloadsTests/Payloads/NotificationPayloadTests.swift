import AppStorePayloads
import Foundation
import Testing

/// The fields of notifications, and their JSON types, as Apple documents them.
@Suite struct NotificationPayloadTests {
  @Test func `a notification about a plan has every field of data, with its JSON type`() throws {
    let fields = try fields(of: .consumptionRequest)

    #expect(
      fields.types == [
        "notificationType": "string", "subtype": "string", "notificationUUID": "string",
        "version": "string", "signedDate": "integer", "data": "object",
      ])
    #expect(
      try fields.object("data").types == [
        "environment": "string", "appAppleId": "integer", "bundleId": "string",
        "bundleVersion": "string", "signedTransactionInfo": "string",
        "signedRenewalInfo": "string", "status": "integer", "consumptionRequestReason": "string",
      ])
  }

  @Test func `a summary has every field of summary, with its JSON type`() throws {
    let fields = try fields(of: .summary)

    #expect(
      fields.types == [
        "notificationType": "string", "subtype": "string", "notificationUUID": "string",
        "version": "string", "signedDate": "integer", "summary": "object",
      ])
    #expect(
      try fields.object("summary").types == [
        "environment": "string", "appAppleId": "integer", "bundleId": "string",
        "productId": "string", "requestIdentifier": "string",
        "storefrontCountryCodes": "array", "succeededCount": "integer", "failedCount": "integer",
      ])
  }

  @Test func `a test notification in a sandbox omits fields without a value`() throws {
    let text = String(decoding: try PlainEncoder.encode(NotificationPayload.test), as: UTF8.self)

    #expect(
      text == """
        {"data":{"bundleId":"com.example.skdemo","environment":"Sandbox"},\
        "notificationType":"TEST",\
        "notificationUUID":"a1000000-0000-4000-8000-00000000000a",\
        "signedDate":1781524800000,"version":"2.0"}
        """)
  }

  @Test(arguments: [NotificationPayload.consumptionRequest, .summary, .test])
  func `a notification is read as it was written`(payload: NotificationPayload) throws {
    let data = try PlainEncoder.encode(payload)

    #expect(try ParsedJSON(data).decode(NotificationPayload.self) == payload)
    #expect(try JSONDecoder.payload.decode(NotificationPayload.self, from: data) == payload)
  }

  @Test(arguments: [
    #""version":"2.0""#, #""version":"1.0","data":DATA"#, #""data":DATA"#,
    #""version":"2.0","data":DATA,"summary":SUMMARY"#,
  ])
  func `a notification of another version, or without exactly one subject, is refused`(
    fields: String
  ) throws {
    let data = #"{"environment":"Sandbox","bundleId":"com.example.skdemo"}"#
    let summary = #"""
      {"environment":"Sandbox","bundleId":"com.example.skdemo","productId":"pro",
      "requestIdentifier":"1","succeededCount":1,"failedCount":0}
      """#
    let text =
      #"{"notificationType":"TEST","notificationUUID":"a1000000-0000-4000-8000-00000000000a","#
      + #""signedDate":1,\#(fields)}"#
    let json = text.replacingOccurrences(of: "DATA", with: data)
      .replacingOccurrences(of: "SUMMARY", with: summary)

    #expect(throws: DecodingError.self) {
      try JSONDecoder.payload.decode(NotificationPayload.self, from: Data(json.utf8))
    }
  }

  private func fields(of payload: NotificationPayload) throws -> JSONFields {
    try JSONFields(JSONSerialization.jsonObject(with: PlainEncoder.encode(payload)))
  }
}

/// The fields of a JSON object.
private struct JSONFields {
  private let values: [String: Any]

  init(_ value: Any) throws {
    values = try #require(value as? [String: Any])
  }

  func object(_ name: String) throws -> JSONFields { try JSONFields(#require(values[name])) }

  /// The JSON type of each field.
  var types: [String: String] { values.mapValues(Self.type) }

  private static func type(of value: Any) -> String {
    switch value {
    case is String: "string"
    case is [Any]: "array"
    case is [String: Any]: "object"
    case let number as NSNumber:
      String(cString: number.objCType) == "d" || String(cString: number.objCType) == "f"
        ? "fraction" : "integer"
    default: "null"
    }
  }
}

extension NotificationPayload {
  /// Every field that `data` can have.
  fileprivate static let consumptionRequest: NotificationPayload = {
    var data = NotificationDataPayload(environment: .sandbox, bundleId: "com.example.skdemo")
    data.appAppleId = 1_234
    data.bundleVersion = "1.0"
    data.signedTransactionInfo = "a.b.c"
    data.signedRenewalInfo = "d.e.f"
    data.status = .active
    data.consumptionRequestReason = .legal
    return NotificationPayload(
      notificationType: .consumptionRequest, subtype: .upgrade,
      notificationUUID: LowercaseUUID(.alpha), signedDate: .noon, subject: .data(data))
  }()

  /// Every field that `summary` can have.
  fileprivate static let summary: NotificationPayload = {
    var summary = NotificationSummaryPayload(
      environment: .sandbox, bundleId: "com.example.skdemo", productId: "subscription.pro",
      requestIdentifier: "outage", storefrontCountryCodes: ["USA", "DEU"], succeededCount: 7,
      failedCount: 1)
    summary.appAppleId = 1_234
    return NotificationPayload(
      notificationType: .renewalExtension, subtype: .summary,
      notificationUUID: LowercaseUUID(.alpha), signedDate: .noon, subject: .summary(summary))
  }()

  fileprivate static let test = NotificationPayload(
    notificationType: .test, notificationUUID: LowercaseUUID(.alpha), signedDate: .noon,
    subject: .data(NotificationDataPayload(environment: .sandbox, bundleId: "com.example.skdemo")))
}

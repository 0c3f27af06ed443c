import AppStorePayloads
import AppStoreServerAPI
import Foundation
import TestSupport
import Testing

/// Bodies of requests of an app's server.
@Suite struct BodyFuzzTests {
  @Test func `a body is read as the documentation allows, or refused with one of its errors`()
    async throws
  {
    let parameters = FuzzParameters.environment
    let genuine = try FuzzedBody.genuine.map { body in
      (body.kind, try JSONFields(Data(body.text.utf8)))
    }
    var tally = FuzzTally()
    for seed in parameters.seeds {
      var random = SeededGenerator(seed: seed)
      let (kind, fields) = genuine[random.roll(genuine.count)]
      let body = Self.damaged(fields, &random)
      do throws(APIError) {
        try kind.read(body)
        tally.accepted += 1
      } catch {
        tally.refused += 1
        if !kind.errors.contains(error) {
          Issue.record(
            "seed \(seed): \(error) for \(kind) \(String(decoding: body, as: UTF8.self))")
        }
      }
      // Other tests need the thread.
      if seed % 64 == 0 { await Task.yield() }
    }
    tally.report("bodies")
    if parameters.hasAllKinds {
      #expect(tally.accepted > 0)
      #expect(tally.refused > tally.accepted)
    }
  }

  @Test(arguments: FuzzedBody.genuine)
  func `a genuine body is read`(body: FuzzedBody) {
    #expect(throws: Never.self) { try body.kind.read(Array(body.text.utf8)) }
  }

  /// Inputs that were once misread, or that other parsers are known to misread.
  private static let finds: [FuzzedBodyFind] = [
    // Foundation reads a sign as a digit of a UUID, and ends at a NUL.
    FuzzedBodyFind(
      .token, #"{"appAccountToken":"+389a31a-fb6d-4569-a2a6-db7d85d84813"}"#,
      .invalidAppAccountTokenUUID),
    FuzzedBodyFind(
      .token, #"{"appAccountToken":"7389a31a-fb6d-4569-a2a6-db7d85d84813\u0000x"}"#,
      .invalidAppAccountTokenUUID),
    // One character, and any number of accents.
    FuzzedBodyFind(
      .extend,
      #"{"extendByDays":5,"extendReasonCode":0,"requestIdentifier":"e"#
        + String(repeating: "\u{301}", count: 128) + #""}"#, .invalidRequestIdentifier),
    FuzzedBodyFind(
      .extend, #"{"extendByDays":1e400,"extendReasonCode":0,"requestIdentifier":"a"}"#,
      .invalidExtendByDays),
    FuzzedBodyFind(
      .extend, #"{"extendByDays":5,"extendReasonCode":0,"requestIdentifier":"a\u0000"}"#,
      .invalidRequestIdentifier),
    FuzzedBodyFind(
      .extend, #"{"extendByDays":5,"\u0065xtendByDays":6}"#, .generalBadRequest),
    FuzzedBodyFind(.history, String(repeating: "[", count: 100_000), .generalBadRequest),
    FuzzedBodyFind(
      .history, #"{"startDate":1,"endDate":253402300800000}"#, .invalidEndDate),
  ]

  @Test(arguments: finds)
  func `an input that was once misread is refused`(find: FuzzedBodyFind) {
    #expect(throws: find.error) { try find.kind.read(Array(find.text.utf8)) }
  }

  /// Returns a body with some fields, a value or some bytes changed; sometimes any other text.
  private static func damaged(
    _ genuine: JSONFields, _ random: inout SeededGenerator
  ) -> [UInt8] {
    let roll = random.roll(32)
    if roll == 0 { return HostileBytes.bytes(below: 100, &random) }
    var fields = genuine
    if roll < 24 { fields.damage(&random) }
    var bytes = fields.bytes
    if roll >= 20, roll < 31 { bytes.damage(&random) }
    return bytes
  }
}

/// A body, and the endpoint that reads it.
struct FuzzedBody: Sendable, CustomTestStringConvertible {
  let kind: Kind
  let text: String

  init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  var testDescription: String { text }

  static let genuine: [FuzzedBody] = [
    FuzzedBody(
      .extend, #"{"extendByDays":90,"extendReasonCode":3,"requestIdentifier":"outage"}"#),
    FuzzedBody(
      .massExtend,
      #"{"extendByDays":5,"extendReasonCode":0,"requestIdentifier":"a","productId":"pro","#
        + #""storefrontCountryCodes":["USA","DEU"]}"#),
    FuzzedBody(
      .consumption,
      #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED","#
        + #""consumptionPercentage":50000,"refundPreference":"GRANT_PRORATED"}"#),
    FuzzedBody(
      .consumptionV1,
      #"{"customerConsented":true,"consumptionStatus":1,"platform":1,"sampleContentProvided":true,"#
        + #""deliveryStatus":0,"appAccountToken":"","accountTenure":1,"playTime":2,"#
        + #""lifetimeDollarsRefunded":0,"lifetimeDollarsPurchased":7,"userStatus":1,"#
        + #""refundPreference":3}"#),
    FuzzedBody(.token, #"{"appAccountToken":"7389a31a-fb6d-4569-a2a6-db7d85d84813"}"#),
    FuzzedBody(
      .history,
      #"{"startDate":1000,"endDate":2000,"notificationType":"EXPIRED","#
        + #""notificationSubtype":"VOLUNTARY","onlyFailures":true}"#),
    FuzzedBody(.history, #"{"startDate":1000,"endDate":2000,"transactionId":"700"}"#),
  ]
}

/// A body that must be refused with this error.
struct FuzzedBodyFind: Sendable, CustomTestStringConvertible {
  let kind: FuzzedBody.Kind
  let text: String
  let error: APIError

  init(_ kind: FuzzedBody.Kind, _ text: String, _ error: APIError) {
    self.kind = kind
    self.text = text
    self.error = error
  }

  var testDescription: String { "\(kind): \(text.prefix(80))" }
}

extension FuzzedBody {
  /// An endpoint whose request has a body.
  enum Kind: Sendable {
    case extend, massExtend, consumption, consumptionV1, token, history
  }
}

extension FuzzedBody.Kind {
  /// Reads a body, and checks what was read.
  func read(_ bytes: [UInt8]) throws(APIError) {
    let body = try JSONBody(bytes)
    switch self {
    case .extend: Self.check(try ExtendRenewalDateRequest(body))
    case .massExtend: Self.check(try MassExtendRenewalDateRequest(body))
    case .consumption:
      Self.check(try ConsumptionInformation(body))
      Self.checkConsent(bytes)
    case .consumptionV1:
      Self.check(try ConsumptionData(body))
      Self.checkConsent(bytes)
    case .token: Self.check(try UpdateAppAccountTokenRequest(body), bytes)
    case .history: Self.check(try NotificationHistoryRequest(body))
    }
  }

  /// The documented errors for a body, and that for one that is not a JSON object.
  var errors: Set<APIError> {
    switch self {
    case .extend: Self.extendErrors
    case .massExtend: Self.massExtendErrors
    case .consumption: Self.consumptionErrors
    case .consumptionV1: Self.consumptionV1Errors
    case .token: [.generalBadRequest, .invalidAppAccountTokenUUID]
    case .history: Self.historyErrors
    }
  }

  private static let extendErrors: Set<APIError> = [
    .generalBadRequest, .invalidExtendByDays, .invalidExtendReasonCode, .invalidRequestIdentifier,
  ]

  private static let massExtendErrors: Set<APIError> = extendErrors.union([
    .invalidProductId, .invalidEmptyStorefrontCountryCodeList, .invalidStorefrontCountryCode,
  ])

  private static let consumptionErrors: Set<APIError> = [
    .generalBadRequest, .invalidCustomerConsented, .invalidSampleContentProvided,
    .invalidDeliveryStatus, .invalidRefundPreference, .consumptionPercentageOutOfRange,
    .undeliveredConsumptionPercentageNonZero,
  ]

  private static let consumptionV1Errors: Set<APIError> = [
    .generalBadRequest, .invalidCustomerConsented, .invalidConsumptionStatus, .invalidPlatform,
    .invalidSampleContentProvided, .invalidDeliveryStatus, .invalidAppAccountToken,
    .invalidAccountTenure, .invalidPlayTime, .invalidLifetimeDollarsRefunded,
    .invalidLifetimeDollarsPurchased, .invalidUserStatus, .invalidRefundPreference,
  ]

  private static let historyErrors: Set<APIError> = [
    .generalBadRequest, .invalidStartDate, .invalidEndDate, .startDateAfterEndDate,
    .invalidNotificationType, .invalidTransactionId, .multipleFiltersSupplied,
  ]
}

// MARK: - What the documentation allows

extension FuzzedBody.Kind {
  private static func check(_ request: ExtendRenewalDateRequest) {
    let identifier = request.requestIdentifier
    expect(
      (1...90).contains(request.extendByDays)
        && (1...128).contains(identifier.unicodeScalars.count) && !identifier.utf8.contains(0),
      request)
  }

  private static func check(_ request: MassExtendRenewalDateRequest) {
    check(request.dateExtension)
    let codes = request.storefrontCountryCodes
    let areCodes = (codes ?? ["USA"]).allSatisfy { code in
      code.utf8.count == 3
        && code.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
    }
    expect(areCodes && codes?.isEmpty != true && !request.productId.isEmpty, request)
  }

  private static func check(_ information: ConsumptionInformation) {
    let percentage = information.consumptionPercentage ?? 0
    expect(
      (0...100_000).contains(percentage)
        && (percentage == 0 || information.deliveryStatus == .delivered), information)
  }

  private static func check(_ data: ConsumptionData) {
    let numbers = [
      (data.consumptionStatus, 3), (data.refundPreference, 3), (data.accountTenure, 7),
      (data.playTime, 7), (data.lifetimeDollarsPurchased, 7), (data.lifetimeDollarsRefunded, 7),
      (data.platform, 2), (data.deliveryStatus, 5), (data.userStatus, 4),
    ]
    expect(numbers.allSatisfy { number, highest in number >= 0 && number <= highest }, data)
  }

  /// Nothing is accepted about a customer who has not consented.
  private static func checkConsent(_ bytes: [UInt8]) {
    let body = try? ParsedJSON(bytes)
    guard case .boolean(true) = body?["customerConsented"] else {
      Issue.record("no consent: \(String(decoding: bytes, as: UTF8.self))")
      return
    }
  }

  /// Without escapes, the token's own digits are in the body.
  private static func check(_ request: UpdateAppAccountTokenRequest, _ bytes: [UInt8]) {
    guard !bytes.contains(UInt8(ascii: "\\")) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    expect(text.lowercased().contains(request.appAccountToken.description), text)
  }

  private static func check(_ request: NotificationHistoryRequest) {
    let subtypes = request.notificationType.flatMap { NotificationTypes.subtypes[$0] }
    let hasKnownType = request.notificationType == nil || subtypes != nil
    let hasKnownSubtype =
      request.notificationSubtype.map { subtypes?.contains($0) == true } ?? true
    let areDates =
      request.startDate < request.endDate && request.startDate.millisecondsSince1970 >= 0
      && request.endDate.millisecondsSince1970 <= Date.payloadMilliseconds.upperBound
    let hasOneFilter = request.notificationType == nil || request.transactionId == nil
    expect(areDates && hasKnownType && hasKnownSubtype && hasOneFilter, request)
  }

  /// Cheaper than `#expect`, which takes longer than reading a body.
  private static func expect(_ isAllowed: Bool, _ request: Any) {
    if !isAllowed { Issue.record("accepted \(request)") }
  }
}

import AppStorePayloads
import AppStoreServerAPI
import Testing

/// Queries and bodies that are damaged.
@Suite struct HostileInputTests {
  private static let queries = [
    "revision=a&startDate=1&endDate=2&productId=car&productType=CONSUMABLE&sort=DESCENDING",
    "subscriptionGroupIdentifier=1&inAppOwnershipType=PURCHASED&revoked=True&excludeRevoked=true",
    "status=1&status=5",
  ]
  private static let bodies = [
    #"{"extendByDays":5,"extendReasonCode":0,"requestIdentifier":"a","productId":"p"}"#,
    #"{"storefrontCountryCodes":["USA"],"appAccountToken":"7389a31a-fb6d-4569-a2a6-db7d85d84813"}"#,
    #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}"#,
    #"{"startDate":1,"endDate":2,"notificationType":"EXPIRED","notificationSubtype":"VOLUNTARY"}"#,
  ]

  @Test(arguments: queries)
  func `a damaged query is read or refused`(query: String) {
    var damage = Damage(seed: 1)
    for _ in 0..<2_000 {
      let text = String(decoding: damage.applied(to: query), as: UTF8.self)
      guard let query = try? Query(text) else { continue }
      _ = try? TransactionHistoryRequest(.v2, query)
      _ = try? SubscriptionStatusCode.filter(in: query)
      _ = try? query.value("paginationToken", else: .invalidPaginationToken)
    }
    #expect(damage.changes > 2_000)
  }

  @Test(arguments: bodies)
  func `a damaged body is read or refused`(body: String) {
    var damage = Damage(seed: 2)
    for _ in 0..<2_000 {
      guard let body = try? JSONBody(damage.applied(to: body)) else { continue }
      _ = try? ExtendRenewalDateRequest(body)
      _ = try? MassExtendRenewalDateRequest(body)
      _ = try? ConsumptionInformation(body)
      _ = try? ConsumptionData(body)
      _ = try? NotificationHistoryRequest(body)
      _ = try? UpdateAppAccountTokenRequest(body)
    }
    #expect(damage.changes > 2_000)
  }

  @Test func `a deeply nested body is refused`() {
    let body = #"{"a":"# + String(repeating: "[", count: 100_000)

    #expect(throws: APIError.generalBadRequest) { try JSONBody(body.utf8) }
  }
}

/// Changes some bytes of a text, in the same way for the same seed.
private struct Damage {
  private static let pieces: [[UInt8]] = [
    [0], [0xFF], Array("%".utf8), Array("&".utf8), Array("=".utf8), Array("\"".utf8),
    Array("-1".utf8), Array("9999999999999999999999".utf8), Array("1e400".utf8),
    Array("null".utf8), Array("[".utf8), Array("}".utf8), Array("\u{301}".utf8),
  ]

  private(set) var changes = 0
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func applied(to text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0...next(4) {
      let start = next(bytes.count + 1)
      let end = min(bytes.count, start + next(4))
      bytes.replaceSubrange(start..<end, with: Self.pieces[next(Self.pieces.count)])
      changes += 1
    }
    return bytes
  }

  /// A number below `bound`.
  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}

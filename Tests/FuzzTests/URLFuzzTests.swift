import AppStorePayloads
import AppStoreServerAPI
import Foundation
import TestSupport
import Testing

/// URLs of an app's server: paths, queries, and the texts in them that name a place in the store.
///
/// Its answers to notifications are here too.
@Suite struct URLFuzzTests {
  @Test
  func `a URL or an answer is read as the documentation allows, or refused with one of its errors`()
    async throws
  {
    let (parameters, places) = (FuzzParameters.environment, FuzzedPlaces())
    var tally = FuzzTally()
    for seed in parameters.seeds {
      var random = SeededGenerator(seed: seed)
      let isAccepted =
        switch random.roll(16) {
        case 0..<7: FuzzedQuery.isRead(&random, seed)
        case 7..<11: FuzzedPath.isRead(&random, seed)
        case 11: FuzzedAnswer.isRead(&random, seed)
        default: places.isRead(&random, seed)
        }
      if isAccepted { tally.accepted += 1 } else { tally.refused += 1 }
      // Other tests need the thread.
      if seed % 64 == 0 { await Task.yield() }
    }
    tally.report("URLs")
    if parameters.hasAllKinds {
      #expect(tally.accepted > 0)
      #expect(tally.refused > tally.accepted / 4)
    }
  }

  /// Inputs that other parsers are known to accept.
  private static let known: [(String, APIError)] = [
    ("revision=%FF", .generalBadRequest), ("revision=%C0%80", .generalBadRequest),
    ("revision=%ED%A0%80", .generalBadRequest), ("%=a", .generalBadRequest),
    ("revision=a&revision=b", .invalidRequestRevision),
    ("startDate=99999999999999999999", .invalidStartDate), ("startDate=%2B1", .invalidStartDate),
    ("startDate=%D9%A1", .invalidStartDate), ("endDate=1e3", .invalidEndDate),
    ("sort=ASCENDING%20", .invalidSort), ("revoked=", .invalidRevoked),
  ]

  @Test(arguments: known)
  func `a query that other parsers accept is refused`(query: String, error: APIError) {
    #expect(throws: error) { try FuzzedQuery.readHistory(query) }
  }
}

/// A query with some of its parameters or some of its bytes changed.
private enum FuzzedQuery {
  private static let parameters: [[UInt8]] = [
    "revision=abc", "startDate=1000", "endDate=253402300799999", "productId=car",
    "productId=fuel.87%2B", "productType=CONSUMABLE", "productType=AUTO_RENEWABLE",
    "sort=DESCENDING", "subscriptionGroupIdentifier=1", "inAppOwnershipType=FAMILY_SHARED",
    "revoked=True", "excludeRevoked=true", "status=1", "status=5", "paginationToken=a%3D",
    "limit=5",
  ].map { Array($0.utf8) }

  private static let historyErrors: Set<APIError> = [
    .generalBadRequest, .invalidRequestRevision, .invalidStartDate, .invalidEndDate,
    .startDateAfterEndDate, .invalidProductId, .invalidProductType,
    .invalidSubscriptionGroupIdentifier, .invalidSort, .invalidInAppOwnershipType,
    .invalidExcludeRevoked, .invalidRevoked,
  ]

  private static let errors = historyErrors.union([.invalidStatus, .invalidPaginationToken])

  static func isRead(_ random: inout SeededGenerator, _ seed: UInt64) -> Bool {
    let text = String(decoding: Self.text(&random), as: UTF8.self)
    do throws(APIError) {
      switch random.roll(4) {
      case 0: try readStatuses(text)
      case 1: try readToken(text)
      default: try readHistory(text)
      }
      return true
    } catch {
      if !errors.contains(error) { Issue.record("seed \(seed): \(error) for \(text)") }
      return false
    }
  }

  private static func text(_ random: inout SeededGenerator) -> [UInt8] {
    var chosen: [[UInt8]] = []
    for _ in 0..<random.roll(6) { chosen.append(parameters[random.roll(parameters.count)]) }
    if random.chance(of: 4), !chosen.isEmpty {
      chosen[random.roll(chosen.count)].damage(&random)
    }
    var text = Array(chosen.joined(separator: [UInt8(ascii: "&")]))
    if random.chance(of: 4) { text.damage(&random) }
    return text
  }

  static func readHistory(_ text: String) throws(APIError) {
    let request = try TransactionHistoryRequest(.v2, Query(text))
    let dates = [request.startDate, request.endDate].compactMap { $0 }
    let areDates = dates.allSatisfy {
      0...Date.payloadMilliseconds.upperBound ~= $0.millisecondsSince1970
    }
    let areOrdered = dates.count < 2 || dates[0] < dates[1]
    let texts = request.productIds.union(request.subscriptionGroupIdentifiers)
    if !areDates || !areOrdered || texts.contains("") || request.revision == "" {
      Issue.record("accepted \(text) as \(request)")
    }
  }

  private static func readStatuses(_ text: String) throws(APIError) {
    let statuses = try SubscriptionStatusCode.filter(in: Query(text))
    let areNamed = statuses.allSatisfy { text.contains(String($0.rawValue)) }
    if !areNamed, !text.contains("%") { Issue.record("accepted \(text) as \(statuses)") }
  }

  private static func readToken(_ text: String) throws(APIError) {
    let token = try Query(text).value("paginationToken", else: .invalidPaginationToken)
    if token == "" { Issue.record("accepted \(text) as an empty token") }
  }
}

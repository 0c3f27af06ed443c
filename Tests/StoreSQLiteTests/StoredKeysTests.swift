import AppStorePayloads
import Crypto
import Foundation
import GRDB
import TestSupport
import Testing

@testable import StoreAPI
@testable import StoreEngine
@testable import StoreSQLite

/// Every stored key is also listed in `Snapshots/stored-keys-N.txt`, where N counts the schema's
/// migrations: the first file has a whole list, each later one the changes.
///
/// A new key or column needs a new migration and so a new list: an earlier program then refuses the
/// store instead of calling it damaged.
@Suite struct StoredKeysTests {
  @Test func `every key and every column that is stored is on the list`() throws {
    let step = DatabaseSchema.migrations.count
    let new = try StoredKeyList(stored()).additions(to: StoredKeyList(step: step - 1))

    guard !new.isEmpty || StoredKeyList.file(step).isThere else { return }
    try expectSnapshot(of: new.joined(separator: "\n"), named: "stored-keys-\(step)")
  }

  @Test func `no list is edited, and no version drops or renames what an earlier one has stored`()
    throws
  {
    let stored = try stored()
    #expect(Self.hashes.keys.max() == DatabaseSchema.migrations.count)
    for (step, hash) in Self.hashes {
      let list = try StoredKeyList(step: step).lines
      let text = list.map { $0 + "\n" }.joined()
      #expect(SHA256.hash(data: Data(text.utf8)).description == "SHA256 digest: \(hash)")
      #expect(Set(list).subtracting(stored) == [])
    }
  }

  @Test func `the list has every key that is in the store of the first version`() throws {
    let file = try StoreFile.ofFirstVersion()
    let stored = try DatabaseQueue(path: file.url.path).read { db in
      try String.fetchSet(
        db,
        sql: """
          SELECT DISTINCT tree.key FROM
            (SELECT body FROM event UNION ALL SELECT term FROM subscription
              UNION ALL SELECT request FROM orders UNION ALL SELECT outcome FROM orders
              UNION ALL SELECT body FROM catalogue), json_tree(body) AS tree
          WHERE typeof(tree.key) = 'text'
          """)
    }

    #expect(stored.subtracting(Self.keys.flatMap(\.1)) == [])
  }

  /// The SHA-256 of each list by its number.
  private static let hashes = [
    3: "7f948d0a08243c853d239359e2c1544c51916afe8883390a737d684fdeabf8d1",
    4: "f13156b7bbf12ff0b74e297a20b6d3c98aed5a72d16c1d14a31037df5735389e",
    5: "25c28e21a3af7ac29bd8c8aaf6fb7067665c1f10554569b788e1f14df29dcf97",
    6: "a125e43da203014e355d03e66935730c468b92c59dbe4e1a3dec9d146a89fa29",
    7: "a125e43da203014e355d03e66935730c468b92c59dbe4e1a3dec9d146a89fa29",
    8: "6fe1a76a61d25be304fcdb3f9816d1eefdc59f0e417326fc99c3d672217c3494",
    9: "6fe1a76a61d25be304fcdb3f9816d1eefdc59f0e417326fc99c3d672217c3494",
    10: "6fe1a76a61d25be304fcdb3f9816d1eefdc59f0e417326fc99c3d672217c3494",
    11: "6fe1a76a61d25be304fcdb3f9816d1eefdc59f0e417326fc99c3d672217c3494",
    12: "6fe1a76a61d25be304fcdb3f9816d1eefdc59f0e417326fc99c3d672217c3494",
    13: "9da781d918bfe03578c1892a8e5fa8eff6450542279fec93e627c924a82a3e76",
    14: "9da781d918bfe03578c1892a8e5fa8eff6450542279fec93e627c924a82a3e76",
    15: "061a24e9d7cb81a178129dd2eedf60c4e294ad5882eec6e607fa4fb22fdd6005",
    16: "208d21a47b8cca66a854c37548250a75088213953f3ac2bb38d4373dca13498a",
    17: "2510d4c62a14bfadb9d75e325a506de7a975f900abda8f564366e8bad22c5272",
    18: "5c4217a63dbdca281a72f2db6a6ef8d23f83840f4146e2540ee5c4aac8df54a8",
    19: "c5a619aabdae73c769dd5e1ff47e8cf7421ceffa86f5864f16c51df90a5f5c99",
    20: "9c35683772a91aee2ea9fd6734dc1d85263d2a375767e3bb7e7e626427a0716b",
    21: "b79c791e1a7736f335891a04289ff4c45229770e32a0d431a3e5a147512937df",
    22: "eac2165031514209a9d0de954aadd0b72f34b461062d91ba31152b7b354752f7",
    23: "cd64bf94bfa95a8e2e4a3cee8a0c9cd1abd0cba3be340a678794579d0bfb1ca8",
    24: "0ab3da012d416fab5bc326c3bc6a0168f74a0eb425e28696f063bd84e2b17172",
    25: "4f6f0193dd7496eb4db6203aecdd9d624caa968c0d39f2194649b783abcbb3a3",
    26: "e3275880f213c1655724a0c1baaf8de6badaa521ca65e587f91707255a08d2dc",
    27: "8d96549132268cf698b6df525e9f6dab1ea5cdd65ee1b5aa3af0c7f5e5e037b0",
    28: "725bcd87270fc0e2b3ee6a3d2d068c301d29483b1b5bb31f103e1935a17b2967",
    29: "a511442ddb0d5b9a194c58023c465ae3a588810252c5b5732fdc97ca7a571061",
    30: "38e72fe723d3ab13518534c452890d8fc703add4f4fbafe38112ef3c2426fc87",
    31: "61f3bd098cd751b890a5b2b1373ed6ea7ba90a7486c7e5df16b19b0625acf9eb",
    39: "b44a74cfccb3fcb50b052ba0c49897382eec9b93146c0f7f6ac7a6fc9591025d",
    43: "2b46e0484955efdf1d71b5ec17e189162b1d4edce2f7b6de080cc3d049bdfc9b",
    44: "a7ea221a89cdb3e6ccbe1ad0ef35755fc531acc369fee78c89c322745244fba3",
    45: "1a340f4090b856a4183af6849299649d59579a6fc7534f18d58e2214717ca843",
  ]

  private func stored() throws -> [String] {
    try (columns() + Self.moved).sorted()
      + Self.keys.flatMap { type, keys in keys.map { "\(type).\($0)" } }
  }

  /// The columns whose values a step has moved into the JSON text `store.rules`.
  private static let moved = [
    "ask_to_buy", "grace_period", "grace_period_renewal_type", "interrupted_purchases",
    "is_renewal_limited", "pace", "refunds_at_once", "renewal_limit", "renewals_fail",
  ].map { "store.\($0)" }

  private func columns() throws -> [String] {
    let queue = try DatabaseQueue()
    try DatabaseSchema.migrator.migrate(queue)
    return try queue.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT tables.name || '.' || columns.name
          FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
          WHERE tables.type = 'table' ORDER BY 1
          """)
    }
  }

  private static let keys: [(String, [String])] = [
    ("event", names(LedgerEvent.CodingKeys.self)),
    ("charged", names(LedgerEvent.ChargedCodingKeys.self)),
    ("upgraded", names(LedgerEvent.UpgradedCodingKeys.self)),
    ("period began", names(LedgerEvent.PeriodBeganCodingKeys.self)),
    ("renewal changed", names(LedgerEvent.RenewalChangedCodingKeys.self)),
    ("offer redeemed", names(LedgerEvent.OfferRedeemedCodingKeys.self)),
    ("cut short", names(LedgerEvent.CutShortCodingKeys.self)),
    ("expired", names(LedgerEvent.ExpiredCodingKeys.self)),
    ("refunded", names(LedgerEvent.RefundedCodingKeys.self)),
    ("revoked", names(LedgerEvent.RevokedCodingKeys.self)),
    ("refund requested", names(LedgerEvent.RefundRequestedCodingKeys.self)),
    ("refund declined", names(LedgerEvent.RefundDeclinedCodingKeys.self)),
    ("consumption reported", names(LedgerEvent.ConsumptionReportedCodingKeys.self)),
    ("consumption requested", names(LedgerEvent.ConsumptionRequestedCodingKeys.self)),
    ("consumption report", names(ConsumptionReport.CodingKeys.self)),
    ("refund reversed", names(LedgerEvent.RefundReversedCodingKeys.self)),
    ("deleted", names(LedgerEvent.DeletedCodingKeys.self)),
    ("revocation reversed", names(LedgerEvent.RevocationReversedCodingKeys.self)),
    ("refund request", names(RefundRequest.CodingKeys.self)),
    ("billing retry began", names(LedgerEvent.BillingRetryBeganCodingKeys.self)),
    ("grace period expired", names(LedgerEvent.GracePeriodExpiredCodingKeys.self)),
    ("billing issue changed", names(LedgerEvent.BillingIssueChangedCodingKeys.self)),
    ("price changed", names(LedgerEvent.PriceChangedCodingKeys.self)),
    ("price increase answered", names(LedgerEvent.PriceIncreaseAnsweredCodingKeys.self)),
    ("offer price changed", names(LedgerEvent.OfferPriceChangedCodingKeys.self)),
    ("next offer price changed", names(LedgerEvent.NextOfferPriceChangedCodingKeys.self)),
    ("renewal date extended", names(LedgerEvent.RenewalDateExtendedCodingKeys.self)),
    ("extension granted", names(LedgerEvent.ExtensionGrantedCodingKeys.self)),
    ("granted extension", names(GrantedExtension.CodingKeys.self)),
    ("mass extension", names(MassExtension.Body.CodingKeys.self)),
    ("progress of a mass extension", names(MassExtension.Progress.CodingKeys.self)),
    ("finished", names(LedgerEvent.FinishedCodingKeys.self)),
    ("app account token set", names(LedgerEvent.AppAccountTokenSetCodingKeys.self)),
    ("reassigned", names(LedgerEvent.ReassignedCodingKeys.self)),
    ("order settled", names(LedgerEvent.OrderSettledCodingKeys.self)),
    ("order closed", names(LedgerEvent.OrderClosedCodingKeys.self)),
    ("order waits", names(LedgerEvent.OrderWaitsCodingKeys.self)),
    ("order repeated", names(LedgerEvent.OrderRepeatedCodingKeys.self)),
    ("order declined", names(LedgerEvent.OrderDeclinedCodingKeys.self)),
    ("order lapsed", names(LedgerEvent.OrderLapsedCodingKeys.self)),
    ("order reassigned", names(LedgerEvent.OrderReassignedCodingKeys.self)),
    ("shared plan changed", names(LedgerEvent.SharedPlanChangedCodingKeys.self)),
    ("sharing ended", names(LedgerEvent.SharingEndedCodingKeys.self)),
    ("family sharing changed", names(LedgerEvent.FamilySharingChangedCodingKeys.self)),
    ("shared plan", names(SharedPlan.CodingKeys.self)),
    ("shared source", names(SharedSource.CodingKeys.self)),
    ("family message", names(FamilyMessage.Body.CodingKeys.self)),
    ("family news", names(FamilyMessage.Change.CodingKeys.self)),
    ("family purchase", names(FamilyMessage.Change.PurchasedCodingKeys.self)),
    ("family subscription", names(FamilyMessage.Change.SubscriptionCodingKeys.self)),
    ("family refund", names(FamilyMessage.Change.RefundedCodingKeys.self)),
    ("waiting order", names(WaitingOrder.CodingKeys.self)),
    ("unapproved order", names(UnapprovedOrder.CodingKeys.self)),
    ("transaction", names(LedgerTransaction.CodingKeys.self)),
    ("transaction period", names(LedgerTransaction.SubscriptionPeriod.CodingKeys.self)),
    ("applied offer", names(AppliedOffer.CodingKeys.self)),
    ("revocation", names(LedgerTransaction.Revocation.CodingKeys.self)),
    ("storefront", names(StoreStorefront.CodingKeys.self)),
    ("subscription", names(Subscription.CodingKeys.self)),
    ("billing issue", names(BillingIssue.CodingKeys.self)),
    ("price increase", names(PriceIncrease.CodingKeys.self)),
    ("preserved price", names(PreservedPrice.CodingKeys.self)),
    ("notification", names(StoreNotification.CodingKeys.self)),
    ("notification data", names(NotificationData.CodingKeys.self)),
    ("renewal terms", names(RenewalTerms.CodingKeys.self)),
    ("notification details", names(NotificationDetails.CodingKeys.self)),
    ("notification state", names(NotificationState.CodingKeys.self)),
    ("notification summary", names(NotificationSummaryPayload.CodingKeys.self)),
    ("term", names(Term.CodingKeys.self)),
    ("cadence", names(BillingCycle.CodingKeys.self)),
    ("running offer", names(RunningOffer.CodingKeys.self)),
    ("offer", names(StoreOffer.CodingKeys.self)),
    ("win-back eligibility", names(WinBackEligibility.CodingKeys.self)),
    ("win-back rules", names(WinBackEligibility.Rules.CodingKeys.self)),
    ("order request", names(OrderRequest.CodingKeys.self)),
    ("order offer", names(OrderOffer.CodingKeys.self)),
    ("win-back order", names(OrderOffer.WinBackCodingKeys.self)),
    ("eligibility order", names(OrderOffer.IntroductoryOfferEligibilityCodingKeys.self)),
    ("promotional order", names(OrderOffer.PromotionalCodingKeys.self)),
    ("promotional JWS order", names(OrderOffer.PromotionalJWSCodingKeys.self)),
    ("code order", names(OrderOffer.CodeCodingKeys.self)),
    ("offer code", names(StoredOfferCode.Terms.CodingKeys.self)),
    ("offer signature", names(OfferSignature.CodingKeys.self)),
    ("order outcome", names(OrderOutcome.CodingKeys.self)),
    ("catalogue", names(Catalogue.CodingKeys.self)),
    ("catalogue product", names(Catalogue.Product.CodingKeys.self)),
    ("catalogue localization", names(Catalogue.Localization.CodingKeys.self)),
    ("catalogue group", names(Catalogue.Group.CodingKeys.self)),
    ("catalogue settings", names(Catalogue.Settings.CodingKeys.self)),
    ("store rules", names(StoreRules.CodingKeys.self)),
    ("notification settings", names(NotificationSettings.CodingKeys.self)),
    ("simulated error", names(SimulatedError.CodingKeys.self)),
    ("catalogue plan", names(Catalogue.Subscription.CodingKeys.self)),
    ("catalogue code offer", names(Catalogue.CodeOffer.CodingKeys.self)),
  ]

  private static func names<Key: CodingKey & CaseIterable>(_ keys: Key.Type) -> [String] {
    keys.allCases.map(\.stringValue)
  }
}

/// The stored keys of one version, in the order of its list.
private struct StoredKeyList {
  /// The step whose file has a whole list.
  private static let first = 3

  private(set) var lines: [String]

  init(_ lines: [String]) { self.lines = lines }

  /// Reads the first list, and adds what is new in each step until this one.
  init(step: Int) throws {
    lines = try Self.lines(of: Self.first)
    for later in Self.first + 1..<max(step, Self.first) + 1 where Self.file(later).isThere {
      for line in try Self.lines(of: later) { try add(line) }
    }
  }

  static func file(_ step: Int) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "Snapshots", "stored-keys-\(step).txt")
  }

  private static func lines(of step: Int) throws -> [String] {
    try String(contentsOf: file(step), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Adds a line of a later file: its place, counted from 1, and the text.
  private mutating func add(_ line: String) throws {
    let parts = line.split(separator: " ", maxSplits: 1)
    let place = try #require(parts.first.flatMap { Int($0) }, "\(line)")
    lines.insert(String(try #require(parts.last)), at: place - 1)
  }

  /// The lines of a later file, which makes this list of an earlier one.
  func additions(to earlier: StoredKeyList) -> [String] {
    lines.difference(from: earlier.lines).insertions.map { change in
      guard case .insert(let offset, let text, _) = change else { return "" }
      return "\(offset + 1) \(text)"
    }
  }
}

extension URL {
  fileprivate var isThere: Bool { FileManager.default.fileExists(atPath: path) }
}

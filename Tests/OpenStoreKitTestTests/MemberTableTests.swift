import Foundation
import TestSupport
import Testing

/// What of Apple's frameworks is here; the README has the counts and the documentation the tables.
///
/// Run it with `RECORD_SNAPSHOTS=1` after a member has come, and write the new counts into the README.
@Suite(.hangLimit) struct MemberTableTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func table(of framework: MemberTable.Framework) throws -> MemberTable {
    let file = Self.root.appending(
      path: "Tests/OpenStoreKitTestTests/Members/\(framework.file).members")
    return try MemberTable(
      String(contentsOf: file, encoding: .utf8), prelude: framework.prelude)
  }

  /// The members that do not compile.
  private func missing(
    of table: MemberTable, version: String = "6"
  ) async throws -> Set<MemberTable.Member> {
    let diagnostics = try await ClientCompiler().diagnostics(of: table.source, version: version)
    let unexpected = diagnostics.filter { $0.isError && $0.line < table.firstProbeLine }
    try #require(unexpected == [], "the modules themselves compile")
    return table.missing(diagnostics)
  }

  @Test(arguments: MemberTable.Framework.all)
  func `the table in the documentation says which of Apple's members are here`(
    framework: MemberTable.Framework
  ) async throws {
    let table = try self.table(of: framework)

    let missing = try await self.missing(of: table)

    let unexplained = table.members.filter { missing.contains($0) != !$0.reason.isEmpty }
    #expect(unexplained.map(\.name) == [], "a member is missing if and only if it has a reason")
    try expect(
      table.article(framework, missing: missing),
      at: "Sources/\(framework.module)/\(framework.module).docc/\(framework.file)Members.md")
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let count = "\(table.members.count - missing.count) of \(table.members.count)"
    #expect(readme.contains("\(count) members of \(framework.name)"))
  }

  @Test func `original StoreKit's members compile in Swift 5 too`() async throws {
    let table = try self.table(of: .original)

    let unexplained = try await missing(of: table, version: "5").filter(\.reason.isEmpty)

    #expect(unexplained.map(\.name).sorted() == [])
  }

  @Test(arguments: [
    "StoreKitError", "Product.PurchaseResult", "Product.PurchaseError",
    "VerificationResult<Int>.VerificationError", "Product.SubscriptionPeriod.Unit",
    "SKPaymentTransactionState", "SKError.Code", "SKProduct.PeriodUnit",
    "SKTestSession.TimeRate", "SKTestError.Code",
  ])
  func `a switch over an enum that Apple may extend needs a default`(type: String) async throws {
    let cases = try #require(Self.cases[type])
    let source = """
      import OpenStoreKitTest
      func bare(_ value: \(type)) { switch value { case \(cases): break } }
      func covered(_ value: \(type)) { switch value { case \(cases): break; @unknown default: break } }
      """

    let diagnostics = try await ClientCompiler().diagnostics(of: source)

    #expect(diagnostics.filter { !$0.text.contains("deprecated") }.map(\.line) == [2])
    #expect(diagnostics.contains { $0.line == 2 && $0.text.contains("unknown values") })
  }

  private static let cases = [
    "StoreKitError":
      ".unknown, .userCancelled, .networkError, .systemError, .notAvailableInStorefront, "
      + ".notEntitled, .unsupported",
    "Product.PurchaseResult": ".success, .userCancelled, .pending",
    "Product.PurchaseError":
      ".invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer, "
      + ".invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature, "
      + ".missingOfferParameters",
    "VerificationResult<Int>.VerificationError":
      ".revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, "
      + ".invalidEncoding, .invalidSignature, .missingRequiredProperties",
    "Product.SubscriptionPeriod.Unit": ".day, .week, .month, .year",
    "SKPaymentTransactionState": ".purchasing, .purchased, .failed, .restored, .deferred",
    "SKError.Code":
      ".unknown, .clientInvalid, .paymentCancelled, .paymentInvalid, .paymentNotAllowed, "
      + ".storeProductNotAvailable, .cloudServicePermissionDenied, "
      + ".cloudServiceNetworkConnectionFailed, .cloudServiceRevoked, "
      + ".privacyAcknowledgementRequired, .unauthorizedRequestData, .invalidOfferIdentifier, "
      + ".invalidSignature, .missingOfferParams, .invalidOfferPrice, .overlayCancelled, "
      + ".overlayInvalidConfiguration, .overlayTimeout, .ineligibleForOffer, "
      + ".unsupportedPlatform, .overlayPresentedInBackgroundScene",
    "SKProduct.PeriodUnit": ".day, .week, .month, .year",
    "SKTestSession.TimeRate":
      ".realTime, .oneHourIsOneDay, .thirtyMinutesIsOneDay, .fiveMinutesIsOneDay, "
      + ".oneMinuteIsOneDay, .thirtySecondsIsOneDay, .oneSecondIsOneDay, "
      + ".monthlyRenewalEveryHour, .monthlyRenewalEveryThirtyMinutes, "
      + ".monthlyRenewalEveryFifteenMinutes, .monthlyRenewalEveryFiveMinutes, "
      + ".monthlyRenewalEveryThirtySeconds, .oneRenewalEveryFifteenMinutes, "
      + ".oneRenewalEveryFiveMinutes, .oneRenewalEveryMinute, .oneRenewalEveryThirtySeconds, "
      + ".oneRenewalEveryTenSeconds, .oneRenewalEveryTwoSeconds",
    "SKTestError.Code":
      ".serviceUnavailable, .invalidProductIdentifier, .invalidProductType, .invalidURL, "
      + ".fileNotFound, .noSubscriptionFound, .noTransactionFound, .invalidAction",
  ]

  private func expect(_ article: String, at path: String) throws {
    let file = Self.root.appending(path: path)
    guard ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == nil else {
      try article.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file.lastPathComponent)")
      return
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == article)
  }
}

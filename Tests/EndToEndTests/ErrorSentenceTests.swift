import AppStorePayloads
import Foundation
import OpenStoreKit
import StoreAPI
import StoreClient
import TestSupport
import Testing

@testable import skdemo

/// The text of an error for a person.
@Suite struct ErrorSentenceTests {
  private typealias VerificationError = VerificationResult<Transaction>.VerificationError

  private static let verificationErrors: [VerificationError] = [
    .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding,
    .invalidSignature, .missingRequiredProperties,
  ]
  private static let purchaseErrors: [Product.PurchaseError] = [
    .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer,
    .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
  ]
  private static let storeKitErrors: [StoreKitError] = [
    .unknown, .userCancelled, .networkError(URLError(.timedOut)),
    .systemError(StoreError.signInRefused), .notAvailableInStorefront, .notEntitled, .unsupported,
  ]
  private static let errors =
    verificationErrors.map { $0 as any Error } + purchaseErrors.map { $0 as any Error }
    + storeKitErrors.map { $0 as any Error }

  @Test(arguments: errors)
  func `an error of StoreKit is a sentence, not the name of its case`(error: any Error) {
    let message = CommandFailure(error).message
    let name = Mirror(reflecting: error).children.first?.label ?? "\(error)"

    #expect(!message.contains(name) && !message.contains("(error"), "\(message)")
    #expect(message.contains(" "), "\(message)")
  }

  @Test func `a network error without a reason says that the store cannot be reached`() {
    let failure = CommandFailure(StoreKitError.networkError(URLError(.notConnectedToInternet)))

    #expect(failure.message == "The store cannot be reached.")
    #expect(failure.exit == .unreachable)
  }

  @Test func `a machine that does not share an account says how it gets it`() {
    let failure = CommandFailure(LocalClientError.accountOfOthers("bob"))

    #expect(failure.code == "accountOfOthers")
    #expect(failure.message.contains("somebody has signed up for the account 'bob'"))
    #expect(failure.message.hasSuffix("skdemo store account password bob --sign-out-devices"))
  }

  @Test func `an error without words of its own is named by its type`() {
    enum Strange: Error { case invalidEverything }
    #expect(CommandFailure(Strange.invalidEverything).message == "an unexpected error, Strange")
  }

  /// These never leave their module, or a sentence is made of them where they are caught.
  private static let internalErrors: Set = [
    "APIError", "BackupSchemaError", "CatalogueIssue", "CommandFailure", "CustomerStoreError",
    "DataFolderError", "EmptyStoreError", "EventTooLongError", "ForeignDatabaseError", "HostError",
    "InvalidTokenError", "LeftoverCopyError", "LocalClientError", "MigrationError",
    "MissingSchemaObjectError", "NewerSchemaError", "OperatorKeyError", "QueueError",
    "ReceiptStatus", "RequestError", "RequestFailure", "RequestHeadError",
    "UnknownSchemaObjectError", "UnknownStatusError", "UnreleasedSchemaError",
  ]

  @Test func `every other error of the modules has words`() throws {
    let sources = URL.packageRoot.appending(path: "Sources")
    let text = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: sources.appending(path: $0), encoding: .utf8) }
      .joined(separator: "\n")
    let errors = text.matches(of: #/(?:enum|struct|class) (\w+):[^{\n]*\b(?:Localized)?Error\b/#)
    let names = Set(errors.map { String($0.output.1) })
    let worded = try names.filter { name in
      try text.contains(
        Regex(#"\W\#(name): [^{\n]*(CustomStringConvertible|LocalizedError)"#))
    }

    #expect(names.subtracting(worded) == Self.internalErrors)
    #expect(names.count > 25)
  }
}

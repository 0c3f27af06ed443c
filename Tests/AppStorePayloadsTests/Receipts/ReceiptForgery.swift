import Crypto
import Foundation
import SwiftASN1
import Testing

@testable import AppStorePayloads

/// An altered receipt, and the error with which it is refused.
struct ReceiptForgery: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let error: ReceiptError
  let recipe: ChainRecipe
  let receipt: @Sendable (ReceiptFixture) throws -> Data

  init(
    _ description: String, _ error: ReceiptError, recipe: ChainRecipe = ChainRecipe(),
    receipt: @escaping @Sendable (ReceiptFixture) throws -> Data = { try $0.sign() }
  ) {
    testDescription = description
    self.error = error
    self.recipe = recipe
    self.receipt = receipt
  }

  static let all = Array(
    [ofContainers, ofContents, ofPurchases, ofChains, ofPurposes].joined())
}

extension ReceiptForgery {
  /// Receipts whose container is wrong.
  private static let ofContainers: [ReceiptForgery] = [
    ReceiptForgery("more than 1 MiB", .oversized(bytes: 1_048_577)) { _ in
      Data(count: SignedReceipt.sizeLimit + 1)
    },
    ReceiptForgery("nothing", .malformed(.container)) { _ in Data() },
    ReceiptForgery("text", .malformed(.container)) { _ in Data("a receipt".utf8) },
    ReceiptForgery("a byte after the end", .malformed(.container)) { try $0.sign() + Data([0]) },
    ReceiptForgery("without its last byte", .malformed(.container)) { try $0.sign().dropLast() },
    ReceiptForgery("a length that is longer than needed", .malformed(.container)) { fixture in
      let receipt = try fixture.sign()
      // The length of the outer sequence has two bytes.
      return Data([0x30, 0x83, 0x00]) + receipt.dropFirst(2)
    },
    ReceiptForgery("no signed data", .wrongContentType) { fixture in
      try fixture.forge { $0.contentType = PKCS7.data }
    },
    ReceiptForgery("signed contents that are not data", .wrongContentType) { fixture in
      try fixture.forge { $0.dataType = PKCS7.signedData }
    },
    ReceiptForgery("a signature without its contents", .contentMissing) { fixture in
      try fixture.forge { $0.contents = nil }
    },
    ReceiptForgery("version 3", .wrongContainerVersion(3)) { fixture in
      try fixture.forge { $0.version = 3 }
    },
    ReceiptForgery("a signer of version 3", .wrongContainerVersion(3)) { fixture in
      try fixture.forge { $0.signerVersion = 3 }
    },
    ReceiptForgery("two signatures", .wrongSignerCount(2)) { fixture in
      try fixture.forge { $0.signerCount = 2 }
    },
    ReceiptForgery("no signature", .wrongSignerCount(0)) { fixture in
      try fixture.forge { $0.signerCount = 0 }
    },
    ReceiptForgery("another digest", .wrongDigestAlgorithm) { fixture in
      try fixture.forge { $0.digest = PKCS7.ecdsaWithSHA256 }
    },
    ReceiptForgery("another digest of the signer", .wrongDigestAlgorithm) { fixture in
      try fixture.forge { $0.signerDigest = PKCS7.ecdsaWithSHA256 }
    },
    ReceiptForgery("another signature algorithm", .wrongSignatureAlgorithm) { fixture in
      try fixture.forge { $0.signatureAlgorithm = PKCS7.sha256 }
    },
    ReceiptForgery("signed attributes", .signedAttributes) { fixture in
      try fixture.forge { $0.signedAttributes = [0xA0, 0x00] }
    },
  ]

  /// Receipts whose signed contents are wrong.
  private static let ofContents: [ReceiptForgery] = [
    ReceiptForgery("contents that are not attributes", .malformed(.payload)) { fixture in
      try fixture.sign(contents: Data("a car".utf8))
    },
    ReceiptForgery("attributes in another order", .malformed(.payload)) { fixture in
      var serializer = DER.Serializer()
      let attributes = try ReceiptPayload.sample.attributes().reversed()
      try serializer.serializeSequenceOf(Array(attributes), identifier: .set)
      return try fixture.sign(contents: Data(serializer.serializedBytes))
    },
    ReceiptForgery("no bundle ID", .attributeMissing(2)) { fixture in
      try fixture.sign { $0.remove(.bundleID) }
    },
    ReceiptForgery("no device hash", .attributeMissing(5)) { fixture in
      try fixture.sign { $0.remove(.deviceHash) }
    },
    ReceiptForgery("an empty creation date", .attributeMissing(12)) { fixture in
      try fixture.sign { $0.replace(.creationDate, with: try .date(.creationDate, nil)) }
    },
    ReceiptForgery("two bundle IDs", .attributeRepeated(2)) { fixture in
      try fixture.sign { $0.append(try .text(.bundleID, "com.example.other")) }
    },
    ReceiptForgery("a bundle ID that is a number", .attributeMalformed(2)) { fixture in
      try fixture.sign { $0.replace(.bundleID, with: try .number(.bundleID, 7)) }
    },
    ReceiptForgery("a bundle ID that is not UTF-8", .attributeMalformed(2)) { fixture in
      try fixture.sign { $0.replace(.bundleID, with: .bytes(.bundleID, Data([0x0C, 0x01, 0xFF]))) }
    },
    ReceiptForgery("a number with nine bytes", .attributeMalformed(1)) { fixture in
      let number: [UInt8] = [0x02, 0x09] + Array(repeating: 0x7F, count: 9)
      return try fixture.sign { $0.replace(.appAppleID, with: .bytes(.appAppleID, number)) }
    },
    ReceiptForgery("a date in words", .attributeMalformed(12)) { fixture in
      try fixture.sign { $0.replaceDate(with: "the day before yeste") }
    },
    ReceiptForgery("a day that does not exist", .attributeMalformed(12)) { fixture in
      try fixture.sign { $0.replaceDate(with: "2026-02-30T12:00:00Z") }
    },
    ReceiptForgery("a date in another time zone", .attributeMalformed(12)) { fixture in
      try fixture.sign { $0.replaceDate(with: "2026-06-15T14:00:00+02:00") }
    },
  ]

  /// Receipts with a purchase that is wrong.
  private static let ofPurchases: [ReceiptForgery] = [
    ReceiptForgery("a purchase without attributes", .malformed(.purchase)) { fixture in
      try fixture.sign { $0.append(.bytes(.inAppPurchase, Data([0x05, 0x00]))) }
    },
    ReceiptForgery("a purchase without an ID", .attributeMissing(1703)) { fixture in
      try fixture.signPurchase { $0.remove(.transactionID) }
    },
    ReceiptForgery("a purchase with an ID in words", .attributeMalformed(1703)) { fixture in
      try fixture.signPurchase {
        $0.replace(.transactionID, with: try .text(.transactionID, "the first"))
      }
    },
    ReceiptForgery("a purchase with two products", .attributeRepeated(1702)) { fixture in
      try fixture.signPurchase { $0.append(try .text(.productID, "nonconsumable.racecar")) }
    },
    ReceiptForgery("one transaction twice", .attributeRepeated(1703)) { fixture in
      try fixture.sign { attributes in
        var purchase = InAppPurchaseReceipt.car
        purchase.productID = "nonconsumable.racecar"
        attributes.append(.bytes(.inAppPurchase, try purchase.der()))
      }
    },
    ReceiptForgery("a purchase of eleven", .attributeMalformed(1701)) { fixture in
      try fixture.signPurchase { $0.replace(.quantity, with: try .number(.quantity, 11)) }
    },
    ReceiptForgery("a purchase without a date", .attributeMissing(1704)) { fixture in
      try fixture.signPurchase { $0.remove(.purchaseDate) }
    },
    ReceiptForgery("a trial that is neither true nor false", .attributeMalformed(1713)) {
      fixture in
      try fixture.signPurchase {
        $0.replace(.isTrialPeriod, with: try .number(.isTrialPeriod, 2))
      }
    },
  ]

  /// Receipts whose certificates or signature are wrong.
  private static let ofChains: [ReceiptForgery] = [
    ReceiptForgery("no certificates", .untrusted(.wrongCertificateCount(0))) { fixture in
      try fixture.forge { $0.certificates = [] }
    },
    ReceiptForgery("two certificates", .untrusted(.wrongCertificateCount(2))) { fixture in
      try fixture.forge { $0.certificates.removeFirst() }
    },
    ReceiptForgery("a receipt of another store", .untrusted(.untrustedRoot)) { _ in
      try ReceiptFixture().sign()
    },
    ReceiptForgery("another chain with the trusted root", .untrusted(.chainInvalid)) { fixture in
      let foreign = try ForgedChain()
      return try fixture.forge { container in
        container.certificates = [
          try foreign.leaf.der, try foreign.intermediate.der, try fixture.chain.root.der,
        ]
        container.identifier = try SignerIdentifier.der(of: foreign.leaf.certificate)
      }
    },
    ReceiptForgery("a signer who is not among the certificates", .signerMissing) { fixture in
      let foreign = try ForgedChain()
      return try fixture.forge {
        $0.identifier = try SignerIdentifier.der(of: foreign.leaf.certificate)
      }
    },
    ReceiptForgery("a certificate that cannot be read", .signerMissing) { fixture in
      try fixture.forge { $0.certificates[0] = Data([0x05, 0x00]) }
    },
    ReceiptForgery("signed by the intermediate", .untrusted(.markerMissing(.leaf))) { fixture in
      try fixture.forge { container in
        container.identifier = try SignerIdentifier.der(of: fixture.chain.intermediate.certificate)
      }
    },
    ReceiptForgery(
      "no marker on the leaf", .untrusted(.markerMissing(.leaf)),
      recipe: .with { $0.leafMarker = nil }),
    ReceiptForgery(
      "no marker on the intermediate", .untrusted(.markerMissing(.intermediate)),
      recipe: .with { $0.intermediateMarker = nil }),
    ReceiptForgery(
      "a leaf that is an authority", .untrusted(.leafIsAuthority),
      recipe: .with { $0.leafIsAuthority = true }),
    ReceiptForgery(
      "an intermediate that is not an authority", .untrusted(.issuerNotAuthority),
      recipe: .with { $0.intermediateIsAuthority = false }),
    ReceiptForgery(
      "made before the certificates were valid",
      .untrusted(
        .outsideValidity(
          signedDate: ChainRecipe.validity.lowerBound - 1, validity: ChainRecipe.validity))
    ) { fixture in
      var payload = ReceiptPayload.sample
      payload.creationDate = ChainRecipe.validity.lowerBound - 1
      return try fixture.sign(payload)
    },
    ReceiptForgery("contents that were changed", .untrusted(.signatureMismatch)) { fixture in
      var payload = ReceiptPayload.sample
      payload.inAppPurchases[0].productID = "nonconsumable.racecar"
      let contents = try payload.der()
      return try fixture.forge { $0.contents = contents }
    },
    ReceiptForgery("signed with another key", .untrusted(.signatureMismatch)) { fixture in
      try fixture.forge { container in
        container.signature = try P256.Signing.PrivateKey()
          .signature(for: ReceiptPayload.sample.der()).derRepresentation
      }
    },
    ReceiptForgery("a signature that cannot be read", .untrusted(.signatureMismatch)) { fixture in
      try fixture.forge { $0.signature = Data(count: 64) }
    },
  ]

  /// Receipts that a trusted store has signed for another purpose.
  private static let ofPurposes: [ReceiptForgery] = [
    ReceiptForgery("another app", .wrongBundle("com.example.other")) { fixture in
      try fixture.sign(.with { $0.bundleID = "com.example.other" })
    },
    ReceiptForgery("an earlier version of the app", .wrongVersion("0.9")) { fixture in
      try fixture.sign(.with { $0.appVersion = "0.9" })
    },
    ReceiptForgery("another environment", .wrongType("Production")) { fixture in
      try fixture.sign(.with { $0.receiptType = "Production" })
    },
    ReceiptForgery("another device", .wrongDevice) { fixture in
      try fixture.sign(
        .with {
          $0.deviceHash = DeviceHash.hash(
            device: .beta, opaqueValue: $0.opaqueValue, bundleID: $0.bundleID)
        })
    },
    ReceiptForgery("another opaque value", .wrongDevice) { fixture in
      try fixture.sign(.with { $0.opaqueValue = Data() })
    },
    ReceiptForgery("one that has expired", .expired(.noon)) { fixture in
      try fixture.sign(.with { $0.expirationDate = .noon })
    },
  ]
}

extension [ReceiptAttribute] {
  /// Replaces the creation date with a text.
  fileprivate mutating func replaceDate(with text: String) {
    let value = Data([0x16, UInt8(text.utf8.count)]) + Data(text.utf8)
    replace(.creationDate, with: .bytes(.creationDate, value))
  }
}

extension ReceiptPayload {
  fileprivate static func with(_ change: (inout ReceiptPayload) -> Void) -> ReceiptPayload {
    var payload = sample
    change(&payload)
    return payload
  }
}

import Crypto
import Foundation
import SwiftASN1

@testable import AppStorePayloads

/// A store's chain, and a device that trusts it.
struct ReceiptFixture {
  let chain: ForgedChain
  let validation: ReceiptValidation

  init(_ recipe: ChainRecipe = ChainRecipe()) throws {
    chain = try ForgedChain(recipe)
    validation = ReceiptValidation(
      rootCertificates: [try chain.root.der], bundleID: "com.example.skdemo", appVersion: "1.0",
      device: .alpha)
  }

  /// The receipt as a store signs it.
  func sign(_ payload: ReceiptPayload = .sample) throws -> Data {
    try PayloadSigner(privateKey: chain.leaf.key, chain: chain.der).sign(receipt: payload)
  }

  /// A receipt whose attributes are changed before they are signed.
  func sign(changing change: (inout [ReceiptAttribute]) throws -> Void) throws -> Data {
    var attributes = try ReceiptPayload.sample.attributes()
    try change(&attributes)
    return try sign(contents: Data(ReceiptAttribute.set(of: attributes)))
  }

  /// A receipt whose only purchase is changed before it is signed.
  func signPurchase(
    changing change: (inout [ReceiptAttribute]) throws -> Void
  ) throws -> Data {
    try sign { attributes in
      var purchase = try ReceiptAttribute.all(in: InAppPurchaseReceipt.car.der())
      try change(&purchase)
      attributes.removeAll { $0.type == ReceiptField.inAppPurchase.rawValue }
      attributes.append(.bytes(.inAppPurchase, try ReceiptAttribute.set(of: purchase)))
    }
  }

  /// A receipt with these contents, which are signed.
  func sign(
    contents: Data, changing change: (inout ForgedContainer) throws -> Void = { _ in }
  ) throws -> Data {
    var container = ForgedContainer(
      contents: contents, certificates: try chain.der,
      identifier: try SignerIdentifier.der(of: chain.leaf.certificate),
      signature: try chain.leaf.key.signature(for: contents).derRepresentation)
    try change(&container)
    return try container.der()
  }

  /// A receipt whose container is changed after the contents were signed.
  func forge(_ change: (inout ForgedContainer) throws -> Void) throws -> Data {
    try sign(contents: ReceiptPayload.sample.der(), changing: change)
  }

  /// The error with which a receipt is refused; `nil` if it is trusted.
  func refusal(of receipt: Data) async -> ReceiptError? {
    do throws(ReceiptError) {
      _ = try await validation.validate(receipt, at: .noon)
      return nil
    } catch {
      return error
    }
  }
}

/// The fields of a receipt's container, each of which can differ from what a store writes.
struct ForgedContainer {
  var contentType = PKCS7.signedData
  var version = PKCS7.version
  var digest = PKCS7.sha256
  var dataType = PKCS7.data
  /// Not written if it is `nil`.
  var contents: Data?
  var certificates: [Data]
  var signerVersion = PKCS7.version
  var identifier: ArraySlice<UInt8>
  var signerDigest = PKCS7.sha256
  /// The DER of signed attributes; empty for a signature without them.
  var signedAttributes: [UInt8] = []
  var signatureAlgorithm = PKCS7.ecdsaWithSHA256
  var signature: Data
  var signerCount = 1

  func der() throws -> Data {
    var serializer = DER.Serializer()
    try serializer.appendConstructedNode(identifier: .sequence) { coder in
      try coder.serialize(contentType)
      try coder.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { coder in
        try coder.appendConstructedNode(identifier: .sequence) { try write(into: &$0) }
      }
    }
    return Data(serializer.serializedBytes)
  }

  private func write(into coder: inout DER.Serializer) throws {
    try coder.serialize(version)
    coder.appendConstructedNode(identifier: .set) { $0.serializeRawBytes(digest) }
    try coder.appendConstructedNode(identifier: .sequence) { coder in
      try coder.serialize(dataType)
      guard let contents else { return }
      try coder.serialize(
        ASN1OctetString(contentBytes: ArraySlice(contents)), explicitlyTaggedWithTagNumber: 0,
        tagClass: .contextSpecific)
    }
    coder.appendConstructedNode(
      identifier: ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
    ) { coder in
      for certificate in certificates { coder.serializeRawBytes(certificate) }
    }
    try coder.appendConstructedNode(identifier: .set) { coder in
      for _ in 0..<signerCount { try writeSigner(into: &coder) }
    }
  }

  private func writeSigner(into coder: inout DER.Serializer) throws {
    try coder.appendConstructedNode(identifier: .sequence) { coder in
      try coder.serialize(signerVersion)
      coder.serializeRawBytes(identifier)
      coder.serializeRawBytes(signerDigest)
      coder.serializeRawBytes(signedAttributes)
      coder.serializeRawBytes(signatureAlgorithm)
      try coder.serialize(ASN1OctetString(contentBytes: ArraySlice(signature)))
    }
  }
}

extension ReceiptAttribute {
  /// The attributes of a set.
  static func all(in der: [UInt8]) throws -> [ReceiptAttribute] {
    try DER.set(of: ReceiptAttribute.self, identifier: .set, rootNode: DER.parse(der))
  }
}

extension [ReceiptAttribute] {
  /// Replaces the attribute of this type.
  mutating func replace(_ field: ReceiptField, with attribute: ReceiptAttribute) {
    remove(field)
    append(attribute)
  }

  mutating func remove(_ field: ReceiptField) { removeAll { $0.type == field.rawValue } }
}

extension ReceiptPayload {
  /// The receipt of a customer who has a car, a plan and fuel.
  static let sample = ReceiptPayload(
    receiptType: "ProductionSandbox", bundleID: "com.example.skdemo", appVersion: "1.0",
    opaqueValue: Data(repeating: 7, count: 16),
    deviceHash: DeviceHash.hash(
      device: .alpha, opaqueValue: Data(repeating: 7, count: 16), bundleID: "com.example.skdemo"),
    creationDate: .noon, originalPurchaseDate: Date(timeIntervalSince1970: 1_375_340_400),
    originalAppVersion: "1.0", inAppPurchases: [.car, .plan, .fuel])

  func attributes() throws -> [ReceiptAttribute] { try ReceiptAttribute.all(in: Array(der())) }
}

extension InAppPurchaseReceipt {
  static let car = InAppPurchaseReceipt(
    productID: "nonconsumable.car", transactionID: TransactionID(rawValue: 1_000_000_001),
    originalTransactionID: TransactionID(rawValue: 1_000_000_001), purchaseDate: .noon,
    originalPurchaseDate: .noon)

  static let plan = InAppPurchaseReceipt(
    productID: "subscription.pro", transactionID: TransactionID(rawValue: 1_000_000_003),
    originalTransactionID: TransactionID(rawValue: 1_000_000_002), purchaseDate: .noon,
    originalPurchaseDate: Date.noon - 86_400, expiresDate: Date.noon + 2_592_000,
    webOrderLineItemID: 1_000_000_004, cancellationDate: Date.noon + 60, isTrialPeriod: true)

  static let fuel = InAppPurchaseReceipt(
    quantity: 10, productID: "consumable.fuel.octane87",
    transactionID: TransactionID(rawValue: 1_000_000_005),
    originalTransactionID: TransactionID(rawValue: 1_000_000_005), purchaseDate: .noon,
    originalPurchaseDate: .noon)
}

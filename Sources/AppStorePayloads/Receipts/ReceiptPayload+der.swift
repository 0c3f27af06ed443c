package import Foundation
import SwiftASN1

extension ReceiptPayload {
  /// Reads the DER of a receipt's contents: a set of attributes, in DER's order.
  ///
  /// Attributes of unknown types are ignored.
  ///
  /// - Throws: ``ReceiptError/malformed(_:)`` if the contents or a purchase are not such a set,
  ///   ``ReceiptError/attributeMissing(_:)`` if a required attribute is absent,
  ///   ``ReceiptError/attributeRepeated(_:)`` if an attribute or a transaction occurs twice, and
  ///   ``ReceiptError/attributeMalformed(_:)`` if a value does not have its type.
  package init(der: Data) throws(ReceiptError) {
    let attributes = try ReceiptAttributes(der: ArraySlice(der), of: .payload)
    let purchases = try attributes.inAppPurchases.map { der throws(ReceiptError) in
      try InAppPurchaseReceipt(der: der)
    }
    guard Set(purchases.map(\.transactionID)).count == purchases.count else {
      throw .attributeRepeated(ReceiptField.transactionID.rawValue)
    }
    self.init(
      receiptType: try attributes.text(.receiptType),
      appAppleID: try attributes.number(.appAppleID) ?? 0,
      bundleID: try attributes.text(.bundleID), appVersion: try attributes.text(.appVersion),
      opaqueValue: try attributes.bytes(.opaqueValue),
      deviceHash: try attributes.bytes(.deviceHash),
      creationDate: try attributes.date(.creationDate),
      originalPurchaseDate: try attributes.optionalDate(.originalPurchaseDate),
      originalAppVersion: try attributes.text(.originalAppVersion),
      expirationDate: try attributes.optionalDate(.expirationDate), inAppPurchases: purchases)
  }

  /// Returns the DER of the contents, which ``init(der:)`` reads.
  ///
  /// - Throws: Errors of the ASN.1 library, which are not expected.
  package func der() throws -> Data {
    Data(try ReceiptAttribute.set(of: appAttributes() + purchaseAttributes()))
  }

  private func appAttributes() throws -> [ReceiptAttribute] {
    var attributes: [ReceiptAttribute] = try [
      .text(.receiptType, receiptType),
      .number(.appAppleID, appAppleID),
      .text(.bundleID, bundleID),
      .text(.appVersion, appVersion),
      .bytes(.opaqueValue, opaqueValue),
      .bytes(.deviceHash, deviceHash),
      .date(.creationDate, creationDate),
      .date(.originalPurchaseDate, originalPurchaseDate),
      .text(.originalAppVersion, originalAppVersion),
    ]
    if let expirationDate { attributes.append(try .date(.expirationDate, expirationDate)) }
    return attributes
  }

  private func purchaseAttributes() throws -> [ReceiptAttribute] {
    try inAppPurchases.map { ReceiptAttribute.bytes(.inAppPurchase, try $0.der()) }
  }
}

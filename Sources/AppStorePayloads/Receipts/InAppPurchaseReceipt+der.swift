import Foundation
import SwiftASN1

extension InAppPurchaseReceipt {
  /// Reads the DER of one purchase: a set of attributes, in DER's order.
  ///
  /// - Throws: The errors of ``ReceiptPayload/init(der:)``.
  init(der: ArraySlice<UInt8>) throws(ReceiptError) {
    let attributes = try ReceiptAttributes(der: der, of: .purchase)
    self.init(
      quantity: try attributes.quantity(), productID: try attributes.text(.productID),
      transactionID: try attributes.transactionID(.transactionID),
      originalTransactionID: try attributes.transactionID(.originalTransactionID),
      purchaseDate: try attributes.date(.purchaseDate),
      originalPurchaseDate: try attributes.date(.originalTransactionDate),
      expiresDate: try attributes.optionalDate(.expiresDate),
      webOrderLineItemID: try attributes.number(.webOrderLineItemID),
      cancellationDate: try attributes.optionalDate(.cancellationDate),
      isTrialPeriod: try attributes.flag(.isTrialPeriod),
      isInIntroOfferPeriod: try attributes.flag(.isInIntroOfferPeriod))
  }

  /// Returns the DER that ``init(der:)`` reads.
  ///
  /// A date without a value is empty, as in the App Store's receipts.
  func der() throws -> [UInt8] {
    var attributes: [ReceiptAttribute] = try [
      .number(.quantity, Int64(quantity)),
      .text(.productID, productID),
      .text(.transactionID, transactionID.description),
      .date(.purchaseDate, purchaseDate),
      .text(.originalTransactionID, originalTransactionID.description),
      .date(.originalTransactionDate, originalPurchaseDate),
      .date(.expiresDate, expiresDate),
      .date(.cancellationDate, cancellationDate),
      .number(.isTrialPeriod, isTrialPeriod ? 1 : 0),
      .number(.isInIntroOfferPeriod, isInIntroOfferPeriod ? 1 : 0),
    ]
    if let webOrderLineItemID {
      attributes.append(try .number(.webOrderLineItemID, webOrderLineItemID))
    }
    return try ReceiptAttribute.set(of: attributes)
  }
}

extension ReceiptAttributes {
  fileprivate func quantity() throws(ReceiptError) -> Int {
    guard let units = try number(.quantity) else {
      throw .attributeMissing(ReceiptField.quantity.rawValue)
    }
    guard (1...10).contains(units) else {
      throw .attributeMalformed(ReceiptField.quantity.rawValue)
    }
    return Int(units)
  }
}

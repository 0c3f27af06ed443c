package import OpenStoreKit
import StoreAPI

extension SheetPage {
  /// The sheet in which a customer requests a refund; its buttons are the sheet's reasons, in their
  /// order.
  package init(_ sheet: RefundSheet) {
    self.init(
      title: "Request a refund", kind: "Why do you want your money back?",
      facts: sheet.purchaseFacts + [
        Fact("Transaction", "\(sheet.transactionID)"),
        Fact("Account", "\(sheet.account) on \(sheet.device)", isEssential: false),
      ],
      note: "Press a number to request it. The App Store decides later.",
      shortNote: "The App Store decides later.",
      buttons: zip(Button.keys, sheet.reasons).map { key, reason in Button(key, reason.title) },
      declineHint: "not now, nothing is requested", working: "Requesting the refund",
      whatNext: [
        "Press a number to request the refund for that reason. You can request it only once.",
        "Enter and esc close the sheet without a request.",
      ])
  }

  /// The sheet in which the customer writes a reason that is not in the list.
  package init(explaining sheet: RefundSheet) {
    self.init(
      title: "Request a refund", kind: "What is the reason?", facts: sheet.purchaseFacts,
      note: "The App Store decides later.", buttons: [],
      entry: Entry(label: "Reason", sendLabel: "Request", limit: RefundRequest.textLimit),
      declineHint: "not now, nothing is requested", working: "Requesting the refund",
      whatNext: [
        "Type the reason, then press Enter to request the refund. You can request it only once.",
        "Esc closes the sheet without a request.",
      ])
  }
}

extension RefundSheet {
  /// "Fuel87 × 3, $2.97"; nothing if the transaction is not known.
  fileprivate var purchaseFacts: [SheetPage.Fact] {
    purchase.map { purchase in
      let units = purchase.quantity == 1 ? "" : " × \(purchase.quantity)"
      return [SheetPage.Fact("Purchase", "\(purchase.product)\(units), \(purchase.displayPrice)")]
    } ?? []
  }
}

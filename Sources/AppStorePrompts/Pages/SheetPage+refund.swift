package import OpenStoreKit
import StoreAPI

extension SheetPage {
  /// The sheet in which a customer requests a refund; its buttons are the sheet's reasons, in their
  /// order.
  package init(_ sheet: RefundSheet) {
    self.init(
      title: "Ask for a refund", kind: "Why do you want your money back?",
      facts: sheet.purchaseFacts + [
        Fact("Transaction", "\(sheet.transactionID)"),
        Fact("Account", sheet.account, isEssential: false),
      ],
      note: "The App Store decides later.",
      buttons: zip(Button.keys, sheet.reasons).map { key, reason in Button(key, reason.title) },
      declineHint: "not now, nothing is requested", working: "Requesting the refund",
      whatNext: [
        "A number requests the refund for its reason. You can request it once.",
        "Enter and esc close the sheet without a request.",
      ])
  }

  /// The sheet in which the customer writes a reason that is not in the list.
  package init(explaining sheet: RefundSheet) {
    self.init(
      title: "Ask for a refund", kind: "What is the reason?", facts: sheet.purchaseFacts,
      note: "The App Store decides later.", buttons: [],
      entry: Entry(label: "Reason", sendLabel: "Request", limit: RefundRequest.textLimit),
      declineHint: "not now, nothing is requested", working: "Requesting the refund",
      whatNext: [
        "Type the reason, then press Enter. You can request the refund once.",
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

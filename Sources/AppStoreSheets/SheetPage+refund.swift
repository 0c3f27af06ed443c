import OpenStoreKit

extension SheetPage {
  /// The sheet in which a customer asks for a refund; its buttons are the sheet's reasons, in their
  /// order.
  init(_ sheet: RefundSheet) {
    let purchase = sheet.product.map { [Fact("Purchase", $0)] } ?? []
    self.init(
      title: "Ask for a refund", price: "", kind: "Why do you want your money back?",
      facts: purchase + [
        Fact("Transaction", "\(sheet.transactionID)"),
        Fact("Account", "\(sheet.account) on \(sheet.device)", isEssential: false),
      ],
      note: "A number asks for the refund. The App Store decides later.",
      shortNote: "The App Store decides later.",
      buttons: zip(Button.keys, sheet.reasons).map { key, reason in Button(key, reason.title) },
      declineHint: "not now, nothing is asked for", working: "Asking",
      whatNext: [
        "Each number asks for the refund, with this reason. It can be asked for once.",
        "Enter and esc close the sheet and ask for nothing.",
      ])
  }
}

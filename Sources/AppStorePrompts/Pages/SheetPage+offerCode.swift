import VisibleText

extension SheetPage {
  /// The sheet for an offer code.
  package init(redeemingFor account: String, failure: String?) {
    self.init(
      title: "Redeem a code", kind: "An offer code of this app",
      facts: [Fact("Account", account, isEssential: false)],
      note: failure?.capitalizedFirst ?? "",
      buttons: [], entry: Entry(label: "Code", sendLabel: "Redeem", limit: 64, isCode: true),
      declineLabel: "Not now",
      declineHint: "not now, nothing is redeemed", working: "Looking up the code",
      whatNext: [
        "Type the code, then press Enter. The next sheet shows the offer.",
        "Esc closes the sheet and redeems nothing.",
      ])
  }
}

package import OpenStoreKit

extension SheetPage {
  /// The sheet that asks for a rating; its buttons are the stars, from 1 to 5.
  package init(_ sheet: ReviewSheet) {
    self.init(
      title: "Do you like this app?", kind: "Press 1 to 5.",
      facts: [Fact("App", sheet.app, isEssential: false)],
      note: "Your rating stays on this device, because the store has no reviews.",
      shortNote: "It stays on this device.",
      buttons: zip(Button.keys, ReviewSheet.stars).map { key, stars in
        Button(key, String(repeating: "*", count: stars), hint: "\(stars)")
      },
      declineHint: "not now", working: "Rating",
      whatNext: [
        "Each number is a rating: 1 star is the lowest, 5 the highest.",
        "Enter and esc close the sheet without a rating.",
      ])
  }
}

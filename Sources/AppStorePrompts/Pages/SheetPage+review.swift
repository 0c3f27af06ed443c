package import OpenStoreKit

extension SheetPage {
  /// The sheet that asks for a rating; its buttons are the stars, from 1 to 5.
  ///
  /// - Parameters:
  ///   - sheet: The request for a rating.
  ///   - app: The app's name; `nil` if it has none.
  package init(_ sheet: ReviewSheet, app: String? = nil) {
    self.init(
      title: "Do you like \(app ?? "this app")?", facts: [],
      note: "Your rating stays on this device, because the store has no reviews.",
      shortNote: "It stays on this device.",
      buttons: zip(Button.keys, ReviewSheet.stars).map { key, stars in
        Button(key, Self.stars(stars), hint: "\(stars)")
      },
      declineHint: "not now", working: "Rating",
      whatNext: [
        "1 star is the lowest rating, 5 the highest.",
        "Enter and esc close the sheet without a rating.",
      ])
  }

  /// "★★☆☆☆".
  private static func stars(_ count: Int) -> String {
    ReviewSheet.stars.map { $0 <= count ? "★" : "☆" }.joined()
  }
}

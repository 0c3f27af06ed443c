@testable import OpenStoreKit

extension Customer {
  /// The promoted products, in the App Store's order.
  static let promotedProducts = ["nonconsumable.car", "nonconsumable.racecar", "subscription.pro"]

  /// The products that the App Store's page shows on this device, of ``promotedProducts``.
  func appStorePage() async throws -> [String] {
    let sheets = ScriptedSheets()
    let again = try await self.again(sheets: sheets)
    _ = try await again.session.products(Self.promotedProducts)
    await again.session.showAppStorePage()
    return sheets.pages.first ?? []
  }
}

package import Foundation
import StoreAPI

/// The time in which an offer code can be redeemed.
///
/// A code that is redeemed once expires at the latest six months after it was made. A custom code
/// need not expire. Source: "Set up offer codes" and "Create offer codes for In-App Purchases" in
/// App Store Connect Help.
package struct OfferCodeLifetime: Hashable, Sendable {
  /// The date on which the code was made, on the store's clock.
  package var madeDate: Date
  package var isCustom: Bool

  package init(madeDate: Date, isCustom: Bool) {
    self.madeDate = madeDate
    self.isCustom = isCustom
  }

  /// The latest date on which the code can expire; `nil` if it need never expire.
  package var lastEnd: Date? {
    isCustom ? nil : Calendar.store.date(byAdding: .month, value: 6, to: madeDate)
  }

  /// Returns when the code expires, from the requested end if there is one; `nil` if it never
  /// expires.
  ///
  /// Earlier versions have made codes for one redemption without an end, or with a later one.
  package func end(_ wished: Date?) -> Date? {
    [wished, lastEnd].compactMap(\.self).min()
  }

  /// Checks that a new code may expire at the requested time.
  ///
  /// - Throws: ``StoreAPI/StoreError/invalidOfferCode(reason:)`` if that time is past, or too late.
  func check(_ wished: Date?) throws(StoreError) {
    guard let wished else { return }
    guard wished > madeDate else {
      throw .invalidOfferCode(
        reason: "\(wished.formatted(.iso8601)) is past on the store's clock: choose a later end")
    }
    guard lastEnd.map({ wished <= $0 }) ?? true else {
      throw .invalidOfferCode(
        reason: "a code for one redemption expires after at most six months: choose a date up to "
          + "\((lastEnd ?? wished).formatted(.iso8601)), or make a custom code, which may expire later"
      )
    }
  }
}

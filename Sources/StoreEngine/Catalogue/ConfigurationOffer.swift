import AppStorePayloads
import Foundation
import StoreAPI

extension ConfigurationObject {
  /// Reads one of `introductoryOffers`, `adHocOffers` or `winbackOffers`, or `introductoryOffer`.
  ///
  /// Only a pay-as-you-go offer has several periods. A free trial and an offer that is paid up
  /// front have one period, which is as long as all `numberOfPeriods` together. An introductory offer
  /// has no ID, and so no `idKey`.
  func offer(_ type: OfferType, idKey: ConfigurationKey? = nil) throws -> StoreOffer {
    let mode = try name(.paymentMode)
    guard let known = ConfigurationPaymentMode(rawValue: mode) else {
      throw issue(.paymentMode, .unknownPaymentMode(mode))
    }
    let discountType = known.discountType
    let id = try idKey.map { try name($0) }
    let price = discountType == .freeTrial ? 0 : try price(.displayPrice)
    let period = try period(.subscriptionPeriod)
    let count = try count(.numberOfPeriods)
    guard let whole = Period(period.value * count, period.unit) else {
      throw issue(.numberOfPeriods, .offerTooLong(periods: count, of: "\(period)"))
    }
    let isPaidAsYouGo = discountType == .payAsYouGo
    return StoreOffer(
      id: id, type: type, discountType: discountType, price: price,
      period: isPaidAsYouGo ? period : whole, periodCount: isPaidAsYouGo ? count : 1)
  }

  /// Reads one of `winbackOffers`.
  ///
  /// `winBackEligibility` is our own key, which Xcode ignores.
  func winBackOffer() throws -> StoreOffer {
    var offer = try offer(.winBack, idKey: .offerID)
    let eligibility = WinBackEligibility(
      isEligible: try decodeIfPresent(Bool.self, forKey: .isEligible) ?? true,
      rules: try object(.winBackEligibility)?.winBackRules())
    // Left out as by the first version, so that the digest of a file stays the same.
    offer.eligibility = eligibility == WinBackEligibility(isEligible: true) ? nil : eligibility
    return offer
  }

  /// Reads the rules.
  ///
  /// A minimum of 0 always holds. A maximum of 0 is refused, because no customer could use the offer.
  private func winBackRules() throws -> WinBackEligibility.Rules {
    let rules = WinBackEligibility.Rules(
      minimumPaidMonths: try countIfPresent(.minimumPaidMonths, from: 0),
      minimumMonthsSinceEnd: try countIfPresent(.minimumMonthsSinceEnd, from: 0),
      maximumMonthsSinceEnd: try countIfPresent(.maximumMonthsSinceEnd, from: 1),
      monthsBetweenOffers: try countIfPresent(.monthsBetweenOffers, from: 0))
    if let minimum = rules.minimumMonthsSinceEnd, let maximum = rules.maximumMonthsSinceEnd,
      minimum > maximum
    {
      throw issue(
        .minimumMonthsSinceEnd,
        .aboveMaximum(minimum, maximum, key: Key.maximumMonthsSinceEnd.rawValue))
    }
    return rules
  }

  /// Reads one of `codeOffers`; an unknown eligibility is ignored.
  func codeOffer() throws -> Catalogue.CodeOffer {
    let names = Set(try decodeIfPresent([String].self, forKey: .eligibility) ?? [])
    return Catalogue.CodeOffer(
      offer: try offer(.code, idKey: .referenceName),
      eligibility: names.sorted().compactMap(Catalogue.CodeOffer.Eligibility.init(rawValue:)),
      isStackable: try flag(.isStackable))
  }
}

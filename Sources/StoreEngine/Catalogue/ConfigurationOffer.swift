import Foundation
import StoreAPI

/// The terms that every offer in the file has.
struct ConfigurationTerms {
  var discountType: OfferDiscountType
  var object: ConfigurationObject

  init(_ object: ConfigurationObject) throws {
    let mode = try object.name(.paymentMode)
    guard let known = ConfigurationPaymentMode(rawValue: mode) else {
      throw object.issue(.paymentMode, .unknownPaymentMode(mode))
    }
    discountType = known.discountType
    self.object = object
  }

  /// Returns the offer.
  ///
  /// Only a pay-as-you-go offer has several periods. A free trial and an offer that is paid up
  /// front have one period, which is as long as all `numberOfPeriods` together.
  func offer(_ type: OfferType, id: String?) throws -> StoreOffer {
    let price = discountType == .freeTrial ? 0 : try object.price(.displayPrice)
    let period = try object.period(.subscriptionPeriod)
    let count = try object.count(.numberOfPeriods)
    guard let whole = Period(period.value * count, period.unit) else {
      throw object.issue(.numberOfPeriods, .offerTooLong(periods: count, of: "\(period)"))
    }
    let isPaidAsYouGo = discountType == .payAsYouGo
    return StoreOffer(
      id: id, type: type, discountType: discountType, price: price,
      period: isPaidAsYouGo ? period : whole, periodCount: isPaidAsYouGo ? count : 1)
  }
}

/// One of `introductoryOffers`, or `introductoryOffer`.
struct ConfigurationIntroductoryOffer: Decodable {
  let offer: StoreOffer

  init(from decoder: any Decoder) throws {
    offer = try ConfigurationTerms(decoder.configurationObject()).offer(.introductory, id: nil)
  }
}

/// One of `adHocOffers`.
struct ConfigurationPromotionalOffer: Decodable {
  let offer: StoreOffer

  init(from decoder: any Decoder) throws {
    let object = try decoder.configurationObject()
    offer = try ConfigurationTerms(object).offer(.promotional, id: object.name(.offerID))
  }
}

/// One of `winbackOffers`.
struct ConfigurationWinBackOffer: Decodable {
  let offer: StoreOffer

  init(from decoder: any Decoder) throws {
    let object = try decoder.configurationObject()
    offer = try ConfigurationTerms(object).offer(.winBack, id: object.name(.offerID))
  }
}

/// One of `codeOffers`; an unknown eligibility is ignored.
struct ConfigurationCodeOffer: Decodable {
  let codeOffer: Catalogue.CodeOffer

  init(from decoder: any Decoder) throws {
    let object = try decoder.configurationObject()
    let names = Set(try object.list(.eligibility, of: String.self))
    codeOffer = Catalogue.CodeOffer(
      offer: try ConfigurationTerms(object).offer(.code, id: object.name(.referenceName)),
      eligibility: names.sorted().compactMap(Catalogue.CodeOffer.Eligibility.init(rawValue:)),
      isStackable: try object.flag(.isStackable))
  }
}

import OpenStoreKit

@testable import DemoApp

// A sample status in another situation.
extension PlanStatus {
  /// After a payment by an offer.
  func bought(
    _ mode: Product.SubscriptionOffer.PaymentMode, for price: String, then next: String
  ) -> PlanStatus {
    var transaction = transaction
    transaction.offer = PurchaseOffer(kind: .introductory, mode: mode)
    transaction.price = Sample.price(price)
    var renewal = renewal
    renewal.renewalPrice = Sample.price(next)
    return PlanStatus(groupID: groupID, state: state, transaction: transaction, renewal: renewal)
  }

  /// After a change of the price from `old` to `new`.
  func priced(
    _ old: String, _ status: SubscriptionRenewalInfo.PriceIncreaseStatus, _ new: String
  ) -> PlanStatus {
    var transaction = transaction
    transaction.price = Sample.price(old)
    var renewal = renewal
    renewal.priceIncrease = status
    renewal.renewalPrice = Sample.price(new)
    return PlanStatus(groupID: groupID, state: state, transaction: transaction, renewal: renewal)
  }

  /// With an offer that makes the next period cheaper.
  func continuing(_ offer: Product.SubscriptionOffer.PaymentMode, for price: String) -> PlanStatus {
    var transaction = transaction
    transaction.offer = PurchaseOffer(kind: .winBack, mode: offer)
    transaction.price = Sample.price(price)
    var renewal = renewal
    renewal.offer = PurchaseOffer(kind: .winBack, mode: offer)
    renewal.renewalPrice = Sample.price(price)
    return PlanStatus(groupID: groupID, state: state, transaction: transaction, renewal: renewal)
  }

  /// After its next plan was taken off sale.
  var withdrawn: PlanStatus {
    var renewal = renewal
    renewal.renewalPrice = nil
    return PlanStatus(groupID: groupID, state: state, transaction: transaction, renewal: renewal)
  }

  /// For a customer whom the App Store offers to come back.
  func wonBack(by offers: String...) -> PlanStatus {
    var renewal = renewal
    renewal.eligibleWinBackOfferIDs = offers
    return PlanStatus(groupID: groupID, state: state, transaction: transaction, renewal: renewal)
  }

  /// After a purchase by an offer that does not go on.
  func bought(_ mode: Product.SubscriptionOffer.PaymentMode) -> PlanStatus {
    var transaction = transaction
    transaction.offer = PurchaseOffer(kind: .introductory, mode: mode)
    transaction.price = Sample.price(mode == .freeTrial ? "0.00" : "1.99")
    return PlanStatus(groupID: groupID, state: state, transaction: transaction, renewal: renewal)
  }

  /// As the plan of one of several family members.
  func shared(by sharer: UInt64) -> PlanStatus {
    var transaction = shared.transaction
    transaction.originalID = sharer
    return PlanStatus(groupID: groupID, state: state, transaction: transaction, renewal: renewal)
  }

  /// As a family member's plan.
  var shared: PlanStatus {
    var transaction = transaction
    transaction.isFamilyShared = true
    return PlanStatus(groupID: groupID, state: state, transaction: transaction, renewal: renewal)
  }
}

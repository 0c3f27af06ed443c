import OpenStoreKit

@testable import DemoApp

// A sample status in another situation.
extension PlanStatus {
  /// The status after a change of its transaction and its renewal.
  private func changed(_ change: (inout Owned, inout Renewal) -> Void) -> PlanStatus {
    var (transaction, renewal) = (transaction, renewal)
    change(&transaction, &renewal)
    return PlanStatus(groupID: groupID, state: state, transaction: transaction, renewal: renewal)
  }

  /// The status after a payment by an offer.
  func bought(
    _ mode: Product.SubscriptionOffer.PaymentMode, for price: String, then next: String
  ) -> PlanStatus {
    changed { transaction, renewal in
      transaction.offer = PurchaseOffer(kind: .introductory, mode: mode)
      transaction.price = Sample.price(price)
      renewal.renewalPrice = Sample.price(next)
    }
  }

  /// After a change of the price from `old` to `new`.
  func priced(
    _ old: String, _ status: SubscriptionRenewalInfo.PriceIncreaseStatus, _ new: String
  ) -> PlanStatus {
    changed { transaction, renewal in
      transaction.price = Sample.price(old)
      renewal.priceIncrease = status
      renewal.renewalPrice = Sample.price(new)
    }
  }

  /// With an offer that makes the next period cheaper.
  func continuing(_ offer: Product.SubscriptionOffer.PaymentMode, for price: String) -> PlanStatus {
    changed { transaction, renewal in
      transaction.offer = PurchaseOffer(kind: .winBack, mode: offer)
      transaction.price = Sample.price(price)
      renewal.offer = transaction.offer
      renewal.renewalPrice = transaction.price
    }
  }

  /// After its next plan was taken off sale.
  var withdrawn: PlanStatus { changed { $1.renewalPrice = nil } }

  /// For a customer whom the App Store offers to come back.
  func wonBack(by offers: String...) -> PlanStatus {
    changed { $1.eligibleWinBackOfferIDs = offers }
  }

  /// After a purchase by an offer that does not go on.
  func bought(_ mode: Product.SubscriptionOffer.PaymentMode) -> PlanStatus {
    changed { transaction, _ in
      transaction.offer = PurchaseOffer(kind: .introductory, mode: mode)
      transaction.price = Sample.price(mode == .freeTrial ? "0.00" : "1.99")
    }
  }

  /// As the plan of one of several family members.
  func shared(by sharer: UInt64) -> PlanStatus {
    shared.changed { transaction, _ in transaction.originalID = sharer }
  }

  /// As a family member's plan.
  var shared: PlanStatus { changed { transaction, _ in transaction.isFamilyShared = true } }
}

/// What a customer can do next about a subscription.
package enum PlanAction: Equatable, Sendable {
  /// Mend the payment method.
  case fixPayment
  /// Agree to a new price, or not.
  case answerPrice
  /// Change or cancel the plan.
  case manage
  /// Turn renewal on again.
  case resume
}

extension PlanStatus {
  /// The action of a subscription of one's own that goes on; a family member manages theirs.
  ///
  /// An open question about the price comes before the payment: without an answer there is no next
  /// period to pay for, and the plan would end.
  package var nextAction: PlanAction? {
    switch situation {
    case .grace, .retry: return needsPriceAnswer ? .answerPrice : .fixPayment
    case .priceAsked: return .answerPrice
    case .ending: return .resume
    case .active, .trial, .offerPrice, .changing, .priceAgreed, .notSoldAgain: return .manage
    case .notVerified, .expired, .refunded, .shared, .sharedGrace, .sharedRetry: return nil
    }
  }
}

extension PlanAction {
  /// The key that does it, on every screen after the launch.
  var key: Character {
    switch self {
    case .fixPayment: "x"
    case .answerPrice: "n"
    case .manage, .resume: "c"
    }
  }

  /// As the footer and the help name it.
  var label: String {
    switch self {
    case .fixPayment: "fix payment"
    case .answerPrice: "new price"
    case .manage, .resume: "manage plan"
    }
  }

  /// As a row on the screen says it.
  package var title: String {
    switch self {
    case .fixPayment: "Fix payment"
    case .answerPrice: "Answer the new price"
    case .manage: "Change or cancel"
    case .resume: "Turn renewal on again"
    }
  }

  /// Whether the customer should not miss it.
  var isUrgent: Bool { self == .fixPayment || self == .answerPrice }
}

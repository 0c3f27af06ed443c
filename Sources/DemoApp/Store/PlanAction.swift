/// What a customer can do next about a subscription.
package enum PlanAction: Equatable, Sendable {
  /// Fix the payment method.
  case fixPayment
  /// Agree to a new price, or not.
  case answerPrice
  /// Change or cancel the plan.
  case manage
  /// Turn renewal on again.
  case resume
}

extension PlanStatus {
  /// The actions of a subscription of one's own that goes on, the most urgent first.
  ///
  /// A payment that failed comes before a question about the price: it is charged at the price to
  /// which the customer agreed last, and the question is about the periods after it. A plan of a
  /// family member has none, because who pays for it manages it.
  package var nextActions: [PlanAction] {
    switch situation {
    case .grace, .retry: needsPriceAnswer ? [.fixPayment, .answerPrice] : [.fixPayment]
    case .priceAsked: [.answerPrice]
    case .ending: [.resume]
    case .active, .trial, .offerPrice, .changing, .priceAgreed, .notSoldAgain: [.manage]
    case .notVerified, .expired, .refunded, .shared, .sharedGrace, .sharedRetry: []
    }
  }

  /// The actions that the customer should not miss.
  var urgentActions: [PlanAction] { nextActions.filter(\.isUrgent) }
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

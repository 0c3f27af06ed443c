/// A customer's next action about a subscription.
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
  /// The actions of the customer's own subscription that continues, the most urgent first.
  ///
  /// A failed payment comes before a question about the price: it is charged at the price to which
  /// the customer agreed last, and the question is about the periods after it. A family member's
  /// plan has no actions, because the member who pays for it manages it.
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
  /// Its command, whose key works on every screen after the launch.
  var command: CommandName {
    switch self {
    case .fixPayment: .fixPayment
    case .answerPrice: .answerPrice
    case .manage, .resume: .changePlan
    }
  }

  /// The label in the footer and the help.
  var label: String { command.title }

  /// The title of its row on the screen.
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

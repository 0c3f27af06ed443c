/// A command of a customer about a subscription of theirs, or about how they pay.
///
/// Each sets a value: sending it twice has the same effect as sending it once.
package enum CustomerCommand: Codable, Hashable, Sendable {
  /// Turns off the renewal of the subscription in a group: service goes on until the period ends.
  ///
  /// Throws ``StoreFault/notSubscribed(_:account:)`` with the group's ID unless a plan of the group
  /// is active.
  case disableAutoRenew(groupID: String)
  /// Turns on the renewal of the subscription in a group again, with the plan that was chosen for
  /// the next period.
  ///
  /// Throws as ``disableAutoRenew(groupID:)`` does.
  case enableAutoRenew(groupID: String)
  /// Agrees to the price increase of the subscription in a group, or declines it: the subscription
  /// then ends before it would cost more.
  ///
  /// Throws as ``disableAutoRenew(groupID:)`` does, and ``StoreFault/noPriceIncrease(_:)`` with
  /// the plan's product ID if no answer is awaited.
  case answerPriceIncrease(groupID: String, isAccepted: Bool)
  /// Mends the customer's payment method: the billing issue of every subscription ends, and renewals
  /// that failed are charged.
  case fixPayment

  // In JSON the name is the only key: `{"disableAutoRenew": {"groupID": "3F19ED53"}}`,
  // `{"fixPayment": {}}`. Names and labels are never renamed.
  private enum CodingKeys: String, CodingKey {
    case disableAutoRenew, enableAutoRenew, answerPriceIncrease, fixPayment
  }
}

/// An offer that an order names; without one, the store chooses the introductory offer.
package enum OrderOffer: Codable, Hashable, Sendable {
  /// The win-back offer with this ID.
  case winBack(id: String)
  /// The app's server decides whether the customer may have the introductory offer; it has signed
  /// its decision.
  case introductoryOfferEligibility(compactJWS: String)

  // In JSON the name is the only key: `{"winBack": {"id": "comeback"}}`.
  private enum CodingKeys: String, CodingKey {
    case winBack, introductoryOfferEligibility
  }
}

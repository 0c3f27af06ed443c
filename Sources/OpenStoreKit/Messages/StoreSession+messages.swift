import AppStorePayloads
import StoreAPI

extension StoreSession {
  /// Returns each message that is due and was not received before, when the iterator asks for it.
  func messages() -> AsyncStream<Message> {
    let listener = MessageListener(self)
    return AsyncStream { await listener.next() }
  }

  /// Shows the sheet of a message, and reports an error only as a diagnostic, because the sheet has
  /// shown it.
  func tryToShow(_ message: Message) async {
    do {
      try await show(message)
    } catch {
      environment.diagnose(.failed(doing: "showing a message", reason: error.sentence))
    }
  }

  /// Shows the sheet of a message, if it is still relevant.
  func show(_ message: Message) async throws {
    guard await snapshot().messages.contains(message) else { return }
    switch message.reason {
    case .billingIssue: _ = try await fixPayment()
    case .priceIncreaseConsent: _ = try await answerPriceIncrease(in: message.groupID)
    case .winBackOffer: try await showWinBackOffer(in: message.groupID)
    // The plan ended because it is no longer sold, but its group may have others.
    default: try await manageSubscriptions(in: message.groupID)
    }
  }

  /// Offers the plan with the best win-back offer.
  private func showWinBackOffer(in groupID: String) async throws {
    let plans = try await subscriptionPlans(in: groupID).flatMap(\.alternatives)
    let best = await snapshot().eligibleWinBackOfferIDs(in: groupID).first
    guard let best, let plan = plans.first(where: { $0.winBackOffer?.id == best }) else { return }
    _ = try await order(plan.productID, winBackOfferID: best)
  }
}

extension CustomerSnapshot {
  /// The messages that are relevant now.
  fileprivate var messages: [Message] {
    customer.purchases.ownSubscriptions.filter(\.isVerified)
      .flatMap { Message.due(for: $0, at: now) }
  }

  /// The win-back offers that the customer is eligible for in a group, the best first.
  func eligibleWinBackOfferIDs(in groupID: String) -> [String] {
    let subscription = customer.purchases.ownSubscriptions.first { $0.groupID == groupID }
    return subscription?.renewalInfo.payload.eligibleWinBackOfferIds ?? []
  }
}

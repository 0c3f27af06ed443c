import StoreAPI

extension StoreSession {
  /// Yields every message that is due and was not yielded before, from now on.
  func messages() -> AsyncStream<Message> {
    let messages = messageBroadcast.listen()
    let changes = statusUpdates()
    // An update may come before the change of the clock by which its period is over.
    let times = timeChanges
    return AsyncStream { continuation in
      let forwarding = Task {
        for await message in messages { continuation.yield(message) }
      }
      let looking = Task { [weak self] in
        _ = await self?.snapshot()
        self?.announceMessages()
        for await _ in changes { self?.announceMessages() }
        continuation.finish()
      }
      let timing = Task { [weak self] in
        for await _ in times { self?.announceMessages() }
      }
      continuation.onTermination = { _ in
        forwarding.cancel()
        looking.cancel()
        timing.cancel()
      }
    }
  }

  /// Shows the sheet of a message, and reports an error only as a diagnostic, because the sheet has
  /// shown it.
  func tryToShow(_ message: Message) async {
    do {
      try await show(message)
    } catch {
      environment.diagnose(.failed(doing: "showing a message", reason: "\(error)"))
    }
  }

  /// Shows the sheet of a message, unless it is not relevant any more.
  func show(_ message: Message) async throws {
    guard await snapshot().messages.contains(message) else { return }
    switch message.reason {
    case .billingIssue: _ = try await fixPayment()
    case .priceIncreaseConsent: _ = try await answerPriceIncrease(in: message.groupID)
    case .winBackOffer: try await showWinBackOffer(in: message.groupID)
    default: try await manageSubscriptions(in: message.groupID)
    }
  }

  private func announceMessages() {
    let now = now
    let due = withState { $0.messages.take($0.customer.holdings.subscriptions, at: now) }
    for message in due { messageBroadcast.send(message) }
  }

  /// Offers the plan with the best win-back offer.
  private func showWinBackOffer(in groupID: String) async throws {
    let plans = try await subscriptionPlans(in: groupID).flatMap(\.alternatives)
    let best = await snapshot().bestWinBackOffer(in: groupID)
    guard let best, let plan = plans.first(where: { $0.winBackOffer?.id == best }) else { return }
    _ = try await order(plan.productID, winBackOfferID: best)
  }
}

extension CustomerSnapshot {
  /// The messages that are relevant now.
  fileprivate var messages: [Message] {
    customer.holdings.subscriptions.filter(\.isVerified)
      .flatMap { Message.due(for: $0, at: now) }
  }

  /// The first win-back offer that the customer is eligible for in a group.
  fileprivate func bestWinBackOffer(in groupID: String) -> String? {
    let subscription = customer.holdings.subscriptions.first { $0.groupID == groupID }
    return subscription?.renewalInfo.payload.eligibleWinBackOfferIds?.first
  }
}

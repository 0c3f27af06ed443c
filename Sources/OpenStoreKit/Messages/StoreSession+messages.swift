import StoreAPI

extension StoreSession {
  /// Returns each message that is due and was not received before, when the iterator asks for it.
  func messages() -> AsyncStream<Message> {
    let listener = withState { $0.messages.addListener() }
    let changes = messageChanges(for: listener)
    return AsyncStream { [weak self] in
      while !Task.isCancelled {
        if let message = self?.nextMessage(for: listener) { return message }
        var iterator = changes.makeAsyncIterator()
        guard await iterator.next() != nil else { return nil }
      }
      return nil
    }
  }

  /// Yields when other messages may be due; the listener is removed when the stream is released.
  private func messageChanges(for listener: Int) -> AsyncStream<Void> {
    let statuses = statusUpdates()
    // An update may come before the change of the clock by which its period is over.
    let times = timeChanges
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let looking = Task { [weak self] in
      _ = await self?.snapshot()
      self?.withState { $0.messages.begin(listener) }
      self?.updateMessages(continuation)
      for await _ in statuses { self?.updateMessages(continuation) }
      continuation.finish()
    }
    let timing = Task { [weak self] in
      for await _ in times { self?.updateMessages(continuation) }
    }
    continuation.onTermination = { [weak self] _ in
      looking.cancel()
      timing.cancel()
      self?.withState { $0.messages.removeListener(listener) }
    }
    return changes
  }

  private func updateMessages(_ changes: AsyncStream<Void>.Continuation) {
    let now = now
    withState { $0.messages.update($0.customer.holdings.subscriptions, at: now) }
    changes.yield()
  }

  private func nextMessage(for listener: Int) -> Message? {
    let now = now
    return withState { state in
      state.messages.update(state.customer.holdings.subscriptions, at: now)
      return state.messages.next(for: listener)
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

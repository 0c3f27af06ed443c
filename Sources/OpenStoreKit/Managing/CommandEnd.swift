import StoreAPI

// A customer's command may have been performed although its answer was lost, and a copy that was sent
// again is then answered as if it had come first: nothing had to change, or it is refused. So what the
// customer holds afterwards decides, by these rows:
//
//        answer        is it as the command asks?     end
//   1    changed       –                              changed
//   2    any other     yes                            changed
//   3    unchanged     no                             unchanged
//   4    refused       no, or not known               refused
//   5    lost          no                             refused: it has not happened
//   6    unchanged     not known                      unknown
//   7    lost          not known                      unknown

/// How a customer's command ended.
enum CommandEnd: Equatable, Sendable {
  case performed(isChanged: Bool)
  case refused(StoreFault)
  /// It is not known whether the store has performed it, because the store cannot be reached.
  case unknown(StoreFault)

  /// - Parameters:
  ///   - answer: The store's answer: whether something changed.
  ///   - isDone: Whether the customer's holdings are as the command asks; a failure if the store could
  ///     not be asked for them.
  init(_ answer: Result<Bool, StoreFault>, isDone: Result<Bool, StoreFault>) {
    switch (answer, isDone) {
    case (.success(true), _), (_, .success(true)): self = .performed(isChanged: true)
    case (.success(false), .success(false)): self = .performed(isChanged: false)
    case (.success(false), .failure(let fault)), (.failure(.unavailable), .failure(let fault)):
      self = .unknown(fault)
    case (.failure(let fault), _): self = .refused(fault)
    }
  }
}

extension CommandEnd {
  /// Whether the customer has to be asked again, because what they were shown is not so any more.
  var isOutdated: Bool {
    switch self {
    case .refused(.priceChanged), .refused(.noPriceIncrease), .refused(.unknownProduct): true
    default: false
    }
  }

  /// Why it failed, for the sheet in which it was chosen.
  var failure: String? {
    switch self {
    case .performed: nil
    case .refused(.noPriceIncrease): "the store does not ask for an answer any more"
    case .refused(let fault): fault.description
    case .unknown(let fault): Self.sentence(fault)
    }
  }

  /// Whether it changed something.
  ///
  /// - Throws: ``StoreKitError``.
  var outcome: StoreSession.SheetOutcome {
    get throws {
      switch self {
      case .performed(let isChanged): return isChanged ? .changed : .unchanged
      case .refused(let fault): throw fault.storeKitError
      case .unknown(let fault):
        let text = [NSLocalizedDescriptionKey: Self.sentence(fault)]
        throw StoreKitError.networkError(URLError(.networkConnectionLost, userInfo: text))
      }
    }
  }

  private static func sentence(_ fault: StoreFault) -> String {
    "it is not known whether this has happened: \(fault). Look at your subscriptions when the store "
      + "answers again, and choose again only if nothing has changed"
  }
}

extension CustomerCommand {
  /// Compares subscriptions with what the command asks.
  ///
  /// - Parameters:
  ///   - plans: The subscriptions that the customer was shown when they chose.
  ///   - subscriptions: What they hold afterwards.
  ///   - now: The store's time.
  /// - Returns: Whether they are.
  func isDone(
    for plans: [SubscriptionPlan], in subscriptions: [CustomerHoldings.Subscription], at now: Date
  ) -> Bool {
    func holds(_ groupID: String, _ condition: (CommandResult) -> Bool) -> Bool {
      subscriptions.first { $0.groupID == groupID && $0.isVerified }
        .map { condition(CommandResult($0, at: now)) } ?? false
    }
    return switch self {
    case .disableAutoRenew(let groupID): holds(groupID) { $0.isCancelled }
    case .enableAutoRenew(let groupID): holds(groupID) { $0.isActive && $0.renews }
    case .answerPriceIncrease(let groupID, let price, true): holds(groupID) { $0.agrees(to: price) }
    case .answerPriceIncrease(let groupID, _, false): holds(groupID) { $0.isDeclined }
    case .fixPayment: !plans.isEmpty && plans.allSatisfy { holds($0.groupID) { $0.isMended } }
    }
  }
}

/// A subscription after a command.
private struct CommandResult {
  let status: SubscriptionStatusCode
  let transaction: TransactionPayload
  let renewalInfo: RenewalInfoPayload

  init(_ subscription: CustomerHoldings.Subscription, at now: Date) {
    status = subscription.status(at: now)
    transaction = subscription.transaction.payload
    renewalInfo = subscription.renewalInfo.payload
  }

  var isActive: Bool { status != .expired && status != .revoked }
  var renews: Bool { renewalInfo.autoRenewStatus == .on }

  /// Renewal is off, or it was, and the subscription has ended.
  var isCancelled: Bool { isActive ? !renews : ended(.autoRenewDisabled) }

  var isDeclined: Bool { isCancelled || ended(.didNotConsentToPriceIncrease) }

  /// The price is agreed to, or a period at this price has begun.
  func agrees(to price: Decimal) -> Bool {
    switch renewalInfo.priceIncreaseStatus {
    case .agreed: isActive
    case nil: isActive && transaction.price == price.milliunits
    case .pending: false
    }
  }

  /// The payment works, or the plan has ended because it is not sold any more.
  var isMended: Bool { status == .active || ended(.productUnavailable) }

  private func ended(_ intent: ExpirationIntent) -> Bool {
    status == .expired && renewalInfo.expirationIntent == intent
  }
}

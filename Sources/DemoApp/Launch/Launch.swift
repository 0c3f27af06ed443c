import OpenStoreKit

/// The three steps of every launch, in order.
package enum LaunchStep: String, CaseIterable, Codable, Sendable {
  /// The listener for transactions is running.
  case listen
  /// Products, entitlements and statuses are known.
  case entitle
  /// The first screen is made for this customer.
  case personalise
}

/// The duration of a step.
package struct LaunchTiming: Equatable, Sendable {
  package let step: LaunchStep
  package let duration: Duration
}

/// A launch's progress.
package enum LaunchProgress: Equatable, Sendable {
  case began(LaunchStep)
  /// The number of the store's answers about the customer that were verified, and of all answers.
  case verified(Int, of: Int)
  case ended(LaunchTiming)
}

/// Answers the questions of a launch.
package protocol LaunchSource: Sendable {
  /// Returns when the listener for transactions is running.
  func listen() async
  /// Returns what the store says about this customer, or the device while the store does not
  /// answer.
  ///
  /// - Parameter report: Called with the number of answers that were verified, and their total.
  /// - Returns: The facts about the customer.
  func entitle(report: @Sendable (Int, Int) async -> Void) async -> StoreFacts
}

/// The three steps that determine who the customer is, before anything can be bought.
///
/// The launch asks nothing before the listener is running, because a transaction may come at any
/// time. ``LaunchResult`` has no initializer outside this file, and neither has ``Buy``. Code that
/// has one of them has taken all three steps.
package struct Launch: Sendable {
  private let source: any LaunchSource
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - source: Answers; asked in the order of the steps.
  ///   - now: The time, to measure the steps.
  package init(
    source: any LaunchSource, now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.source = source
    self.now = now
  }

  /// Takes all three steps.
  ///
  /// - Parameter emit: Called twice for each step, when it begins and when it has ended.
  /// - Returns: The first screen's value.
  package func run(
    emit: @Sendable (LaunchProgress) async -> Void = { _ in }
  ) async -> LaunchResult {
    let listening = await step(.listen, emit) { await source.listen() }
    let (facts, entitling) = await step(.entitle, emit) {
      await source.entitle { await emit(.verified($0, of: $1)) }
    }
    let (store, personalising) = await step(.personalise, emit) { Store(facts) }
    return LaunchResult(store: store, steps: [listening.1, entitling, personalising])
  }

  private func step<Value: Sendable>(
    _ step: LaunchStep, _ emit: @Sendable (LaunchProgress) async -> Void,
    _ work: @Sendable () async -> Value
  ) async -> (Value, LaunchTiming) {
    await emit(.began(step))
    let start = now()
    let value = await work()
    let timing = LaunchTiming(step: step, duration: now() - start)
    await emit(.ended(timing))
    return (value, timing)
  }
}

/// The result of the three steps: the store as this customer sees it, and the right to sell.
package struct LaunchResult: Equatable, Sendable {
  package let store: Store
  /// The steps in order, with their durations.
  package let steps: [LaunchTiming]

  fileprivate init(store: Store, steps: [LaunchTiming]) {
    self.store = store
    self.steps = steps
  }

  /// The same customer after something has changed.
  package func updated(with store: Store) -> LaunchResult {
    LaunchResult(store: store, steps: steps)
  }

  /// Returns the availability of a product.
  package func availability(of productID: String) -> Availability {
    guard let product = store.product(productID) else { return .withheld("it is not for sale") }
    if let reason = store.reasonNotToSell(product) { return .withheld(reason) }
    return .buy(
      Buy(
        product: product, change: store.change(to: product), offer: store.offer(for: product)))
  }
}

/// Whether a product can be bought.
package enum Availability: Equatable, Sendable {
  case buy(Buy)
  /// The reason why there is no button, as the end of a sentence.
  case withheld(String)

  package var buy: Buy? {
    guard case .buy(let buy) = self else { return nil }
    return buy
  }
}

/// A button that buys one product: only a ``LaunchResult`` makes it.
package struct Buy: Hashable, Sendable {
  package let product: ProductRow
  /// Its effect on the active plan.
  package let change: PlanReplacement?
  /// The offer of the purchase: an introductory or a win-back offer.
  package let offer: ProductRow.Offer?

  fileprivate init(product: ProductRow, change: PlanReplacement?, offer: ProductRow.Offer?) {
    self.product = product
    self.change = change
    self.offer = offer
  }

  /// The label of the key: "buy $2.99"; with an offer, the first payment; "change plan" if nothing
  /// is paid today.
  package var label: String {
    if case .atRenewal = change { return "change plan" }
    return offer?.mode == .freeTrial ? "start for free" : "buy \(priceToday)"
  }

  /// The price of one unit, paid at the purchase.
  package var priceToday: String { offer?.displayPrice ?? product.displayPrice }

  /// The quantities that can be bought at once.
  package var quantities: ClosedRange<Int> { product.kind.quantities }
}

import AppStorePayloads
import RetryPolicy
import StoreAPI

// An order, from the quote to its end.
//
//   quoted ──1 sold in this storefront──► confirming ──3 confirmed──► sending ─────────┐
//      │                                   │   ▲                    ▲ │  │  │          │ 10 refused
//      │ 2 the app declines                │   │ 12 closed, and     └─┘  │  │          ▼
//      ▼                          4 declined   │    the terms changed  5 │  │       closing
//    ended ◄───────────────────────────────┘   └──────────────────────────────────────┤
//      ▲                                                                 │  │ 8 sold   │ 11 sold
//      │      6 lost · 7 pending · 9 refused for good                    │  ▼          │ after all
//      ├─────────────────────────────────────────────────────────────────┘ reading ◄───┤
//      ├──15 read · 16 unreadable────────────────────────────────────────────┘         │
//      └──11 pending after all · 13 closed · 14 no answer──────────────────────────────┘
//
//   5 the answer was lost, and attempts are left: sent again under the same key
//  12 only once: the customer is asked again with the new terms, under a new key
//  17 the key cannot be written down: nothing is sent, and the order ends
//
// Invariants:
//
// 1. The key is on the disk before the order is sent. It is removed only when no copy of the order can
//    still be sold, or when the device has taken the transaction.
// 2. A refusal is about one copy of the order. The key is closed before the customer sees the refusal;
//    a copy that came first has been sold.
// 3. If the order ends as unknown, its key stays open until the store answers whether it sold.

/// An order, from the quote to its end.
///
/// The states, events and actions are indirect because their values are large. The compiler
/// splits the code that sends an order at each suspension point, and each part copies them.
struct OrderStateMachine: Sendable {
  indirect enum State: Equatable, Sendable {
    case quoted(Quote)
    case confirming(Quote)
    case sending(Quote)
    /// The store has refused one copy of the order.
    case closing(Quote, after: StoreError)
    case reading(Quote, Purchase)
    case ended
  }

  indirect enum Event: Equatable, Sendable {
    /// Whether the app sells in the quote's storefront.
    case storefront(isAccepted: Bool)
    case confirmed(Bool)
    case notKept(DeviceStoreError)
    case answered(OrderResult)
    case refused(StoreError, chance: Double)
    /// The result of the order; `nil` if its key is closed.
    case settled(OrderResult?)
    case notSettled(StoreError)
    case read(Signed<TransactionPayload>)
    case unreadable(SignatureError)
  }

  indirect enum Action: Equatable, Sendable {
    /// Ask the customer; once more after this error.
    case confirm(Quote, after: StoreError? = nil)
    case send(Quote, after: Duration? = nil)
    /// Close the key, or receive the result if the store has sold.
    case settle
    case read(Purchase)
    case markPending
    case forget
    /// Add the transaction to the purchases.
    case take(Signed<TransactionPayload>, isNew: Bool)
    case end(OrderEnd)
  }

  private(set) var state: State
  private var mayAskAgain = true
  private var backoff = Backoff(
    firstDelay: .milliseconds(500), longestDelay: .seconds(2), attempts: 4)

  init(_ quote: Quote) { state = .quoted(quote) }

  /// - Returns: What must be done, in this order; the last leads to the next event.
  mutating func receive(_ event: Event) -> [Action] {
    switch (state, event) {
    case (.quoted(let quote), .storefront(let isAccepted)):
      return isAccepted ? confirm(quote) : end(.storefrontDeclined)
    case (.confirming(let quote), .confirmed(let isConfirmed)):
      return isConfirmed ? send(quote) : end(.cancelled)
    case (.sending, .notKept(let error)):
      return end(.notKept(error))
    case (.sending(let quote), .answered(let result)):
      return received(result, quote)
    case (.sending(let quote), .refused(let error, let chance)):
      return refused(error, quote, chance)
    case (.closing(let quote, let refusal), .settled(let result)):
      return result.map { received($0, quote) } ?? closed(after: refusal)
    case (.closing, .notSettled(let error)):
      return end(.unknown(error))
    case (.reading(let quote, let purchase), .read(let signed)):
      let isNew = !purchase.alreadyOwned && !purchase.scheduled
      return [.take(signed, isNew: isNew)]
        + end(.sold(signed, PurchaseEffect(purchase, signed, quote)))
    case (.reading, .unreadable(let error)):
      return end(.unreadable(error))
    default:
      preconditionFailure("an order that is \(state) cannot receive \(event)")
    }
  }
}

extension OrderStateMachine {
  private mutating func confirm(_ quote: Quote, after error: StoreError? = nil) -> [Action] {
    state = .confirming(quote)
    return [.confirm(quote, after: error)]
  }

  private mutating func send(_ quote: Quote, after pause: Duration? = nil) -> [Action] {
    state = .sending(quote)
    return [.send(quote, after: pause)]
  }

  private mutating func received(_ result: OrderResult, _ quote: Quote) -> [Action] {
    switch result {
    case .pending: return [.markPending] + end(.pending)
    case .purchased(let purchase):
      state = .reading(quote, purchase)
      return [.read(purchase)]
    }
  }

  private mutating func refused(
    _ error: StoreError, _ quote: Quote, _ chance: Double
  ) -> [Action] {
    switch error {
    case .unavailable:
      guard let pause = backoff.nextDelay(elapsed: .zero, chance: chance) else {
        return end(.unknown(error))
      }
      return send(quote, after: pause)
    case .unknown: return end(.unknown(error))
    // The device is signed out, or the key was closed or is another device's: no copy will be sold.
    case .unauthorized, .orderKeyReused, .orderKeyClosed: return [.forget] + end(.refused(error))
    // This copy was not sold; another may be, until the key is closed.
    default:
      state = .closing(quote, after: error)
      return [.settle]
    }
  }

  private mutating func closed(after refusal: StoreError) -> [Action] {
    guard case .quoteChanged(let quote) = refusal, mayAskAgain else {
      return [.forget] + end(.refused(refusal))
    }
    mayAskAgain = false
    backoff.reset()
    return [.forget] + confirm(quote, after: refusal)
  }

  private mutating func end(_ end: OrderEnd) -> [Action] {
    state = .ended
    return [.end(end)]
  }
}

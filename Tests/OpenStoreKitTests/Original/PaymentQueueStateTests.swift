import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

// Numbers refer to the diagram and the invariants at the head of PaymentQueueState.swift.
@Suite struct PaymentQueueStateTests {
  /// A queue with observer 1, which writes a line for each effect of an event.
  private struct Queue {
    var state = PaymentQueueState()

    init(observed: Bool = true) {
      if observed { _ = state.receive(.added(observer: 1)) }
    }

    mutating func receive(_ event: PaymentQueueState.Event) -> [String] {
      state.receive(event).map(\.line)
    }

    /// Pays for a car, as transaction 1.
    mutating func payForCar() { _ = receive(.paid(.car)) }
  }

  @Test func `a payment is purchasing, then purchased, and leaves after the store has answered`() {
    var queue = Queue()

    #expect(queue.receive(.paid(.car)) == ["to 1: 1 purchasing car", "buy 1 car"])
    #expect(queue.receive(.sold(1, .sample(7))) == ["to 1: 1 purchased car #7"])
    #expect(queue.receive(.finish(1)) == ["finish #7"])
    #expect(queue.state.transactions.map(\.id) == [1], "invariant 4: not before the answer")
    #expect(queue.receive(.finished([.init(rawValue: 7)])) == ["to 1: removed 1 purchased car #7"])
    #expect(queue.state.transactions.isEmpty)
  }

  @Test func `a payment that fails has the reason, and is finished without the store`() {
    var queue = Queue()
    queue.payForCar()

    #expect(
      queue.receive(.failed(1, SKError(.paymentCancelled))) == ["to 1: 1 failed car, error 2"])
    #expect(queue.receive(.finish(1)) == ["to 1: removed 1 failed car, error 2"])
  }

  @Test func `an order that waits for approval is deferred, and purchased once it is approved`() {
    var queue = Queue()
    queue.payForCar()

    #expect(queue.receive(.waits(1, [.sample(5)])) == ["to 1: 1 deferred car"])
    #expect(queue.receive(.finish(1)) == [], "it cannot be finished")
    #expect(queue.receive(.orders([])) == [])
    #expect(
      queue.receive(.received(.sample(7), isUnfinished: true)) == ["to 1: 1 purchased car #7"])
  }

  @Test(arguments: [CustomerOrder.State.declined, .lapsed])
  func `an order that is not approved fails`(state: CustomerOrder.State) {
    var queue = Queue()
    queue.payForCar()
    _ = queue.receive(.waits(1, [.sample(4, .declined), .sample(5)]))

    #expect(queue.receive(.orders([.sample(4, .declined), .sample(5)])) == [])
    #expect(
      queue.receive(.orders([.sample(4, .declined), .sample(5, state)]))
        == ["to 1: 1 failed car, error 2"])
  }

  @Test func `a waiting order that is not known yet is recognised when the store sends it`() {
    var queue = Queue()
    queue.payForCar()
    _ = queue.receive(.waits(1, []))

    #expect(queue.receive(.orders([.sample(4, .declined), .sample(5)])) == [])
    #expect(queue.receive(.orders([.sample(5, .declined)])) == ["to 1: 1 failed car, error 2"])
  }

  @Test func `two orders of one product wait, and each ends on its own`() {
    var queue = Queue()
    queue.payForCar()
    _ = queue.receive(.waits(1, [.sample(5)]))
    queue.payForCar()
    _ = queue.receive(.waits(2, [.sample(5), .sample(6)]))

    #expect(
      queue.receive(.orders([.sample(5), .sample(6, .declined)])) == ["to 1: 2 failed car, error 2"]
    )
    #expect(
      queue.receive(.received(.sample(7), isUnfinished: true)) == ["to 1: 1 purchased car #7"])
  }

  @Test func `an interrupted order fails at once, and its sale is another transaction`() {
    var queue = Queue()
    queue.payForCar()

    #expect(
      queue.receive(.waits(1, [.sample(5, cause: .interrupted)])) == ["to 1: 1 failed car, error 0"]
    )
    #expect(
      queue.receive(.received(.sample(7), isUnfinished: true)) == ["to 1: 2 purchased car #7"])
  }

  @Test func `nothing is synchronised while there is no observer`() {
    var queue = Queue(observed: false)

    #expect(queue.receive(.paid(.car)) == ["buy 1 car"])
    #expect(queue.receive(.sold(1, .sample(7))) == [])
    #expect(queue.receive(.added(observer: 1)) == ["to 1: 1 purchased car #7", "synchronise"])
    #expect(queue.receive(.added(observer: 2)) == ["to 2: 1 purchased car #7"])
    #expect(queue.receive(.removed(observer: 1)) == [])
    #expect(queue.receive(.removed(observer: 2)) == ["stop"])
    #expect(queue.receive(.removed(observer: 2)) == [])
  }

  @Test func `every observer receives everything`() {
    var queue = Queue()
    _ = queue.receive(.added(observer: 2))

    #expect(
      queue.receive(.received(.sample(7), isUnfinished: true)) == ["to 1, 2: 1 purchased car #7"])
    #expect(queue.receive(.storefrontChanged) == ["to 1, 2: storefront"])
  }

  @Test func `a transaction is delivered once, however often the store sends it`() {
    var queue = Queue()
    #expect(
      queue.receive(.received(.sample(7), isUnfinished: true)) == ["to 1: 1 purchased car #7"])

    #expect(queue.receive(.received(.sample(7), isUnfinished: true)) == [])
    _ = queue.receive(.finish(1))
    #expect(queue.receive(.received(.sample(7), isUnfinished: true)) == [], "it is being finished")
    _ = queue.receive(.finished([.init(rawValue: 7)]))
    #expect(queue.receive(.received(.sample(7), isUnfinished: true)) == [], "it is finished")
  }

  @Test func `what another device has finished is removed, and what is finished is not delivered`()
  {
    var queue = Queue()
    _ = queue.receive(.received(.sample(7), isUnfinished: true))

    #expect(queue.receive(.finished([.init(rawValue: 7)])) == ["to 1: removed 1 purchased car #7"])
    #expect(queue.receive(.received(.sample(8), isUnfinished: false)) == [])
  }

  @Test func `what the store did not finish is finished when it answers again`() {
    var queue = Queue()
    _ = queue.receive(.received(.sample(7), isUnfinished: true))
    _ = queue.receive(.finish(1))

    #expect(queue.receive(.finished([])) == [])
    #expect(queue.receive(.added(observer: 2)) == [], "the app has delivered it already")
    #expect(queue.receive(.storeAnswersAgain) == ["finish #7"])
    #expect(queue.receive(.finish(1)) == [])
    _ = queue.receive(.finished([.init(rawValue: 7)]))
    #expect(queue.receive(.storeAnswersAgain) == [])
  }

  @Test func `a refund revokes the entitlement, and removes what the app has not delivered`() {
    var queue = Queue()
    _ = queue.receive(.received(.sample(7), isUnfinished: true))

    #expect(
      queue.receive(.received(.sample(7, isRevoked: true), isUnfinished: true))
        == ["to 1: removed 1 purchased car #7", "to 1: revoked car", "finish #7"])
    #expect(
      queue.receive(.received(.sample(8, isRevoked: true), isUnfinished: false))
        == ["to 1: revoked car"])
  }

  @Test func `the refund of a consumable revokes no entitlement`() {
    var queue = Queue()
    let fuel = BoughtTransaction.sample(8, of: "fuel", .consumable, isRevoked: true)

    #expect(queue.receive(.received(fuel, isUnfinished: false)) == [])
  }

  @Test
  func `restored transactions are delivered at once, then the end, and exist only in this queue`() {
    var queue = Queue()

    #expect(
      queue.receive(.restored([.sample(7), .sample(8)]))
        == ["to 1: 1 restored car #7, 2 restored car #8", "to 1: restored"])
    #expect(queue.state[1]?.original?.state == .purchased)
    #expect(queue.receive(.finish(1)) == ["to 1: removed 1 restored car #7"])
    #expect(queue.receive(.restored([])) == ["to 1: restored"])
    #expect(
      queue.receive(.restoreFailed(SKError(.paymentCancelled))) == ["to 1: no restore, error 2"])
  }

  @Test func `a new epoch of the store removes what was sold, and may use the same ID again`() {
    var queue = Queue()
    #expect(queue.receive(.began(epoch: 1)) == [])
    queue.payForCar()
    _ = queue.receive(.received(.sample(7), isUnfinished: true))
    _ = queue.receive(.finished([.init(rawValue: 9)]))

    #expect(queue.receive(.began(epoch: 2)) == ["to 1: removed 2 purchased car #7"])
    #expect(queue.state.transactions.map(\.state) == [.purchasing])
    #expect(
      queue.receive(.received(.sample(9, epoch: 2), isUnfinished: true))
        == ["to 1: 3 purchased car #9"])
    #expect(queue.receive(.began(epoch: 2)) == [])
  }

  @Test func `the purchase of what is owned is delivered again, with the same ID`() {
    var queue = Queue()
    _ = queue.receive(.finished([.init(rawValue: 7)]))
    queue.payForCar()

    #expect(queue.receive(.sold(1, .sample(7))) == ["to 1: 1 purchased car #7"])
  }
}

extension PaymentQueueState.Effect {
  /// The effect as a line.
  fileprivate var line: String {
    switch self {
    case .synchronise: "synchronise"
    case .stop: "stop"
    case .buy(let transaction): "buy \(transaction.id) \(transaction.payment.productIdentifier)"
    case .finish(let bought): "finish " + bought.map { "#\($0.id)" }.joined(separator: ", ")
    case .notify(let notification, let ids):
      "to " + ids.map { "\($0)" }.joined(separator: ", ") + ": " + notification.line
    }
  }
}

extension PaymentQueueNotification {
  fileprivate var line: String {
    switch self {
    case .updated(let transactions): transactions.map(\.line).joined(separator: ", ")
    case .removed(let transactions):
      "removed " + transactions.map(\.line).joined(separator: ", ")
    case .restoreFailed(let error): "no restore, error \(error.code.rawValue)"
    case .restoreFinished: "restored"
    case .revoked(let ids): "revoked " + ids.joined(separator: ", ")
    case .storefrontChanged: "storefront"
    }
  }
}

extension QueuedTransaction {
  fileprivate var line: String {
    let sold = bought.map { " #\($0.id)" } ?? ""
    let reason = error.map { ", error \($0.code.rawValue)" } ?? ""
    return "\(id) \(state) \(payment.productIdentifier)\(sold)\(reason)"
  }
}

extension PaymentDetails {
  fileprivate static var car: PaymentDetails { PaymentDetails(productIdentifier: "car") }
}

extension BoughtTransaction {
  fileprivate static func sample(
    _ id: UInt64, of productID: String = "car",
    _ type: AppStorePayloads.ProductType = .nonConsumable, isRevoked: Bool = false, epoch: Int = 1
  ) -> BoughtTransaction {
    BoughtTransaction(
      signed: .sample(id, of: productID, type) {
        $0.revocationDate = isRevoked ? Date.fixture : nil
      },
      epoch: epoch)
  }
}

extension CustomerOrder {
  fileprivate static func sample(
    _ id: UInt64, _ state: State = .waiting, cause: WaitingCause = .askToBuy
  ) -> CustomerOrder {
    CustomerOrder(
      id: TransactionID(rawValue: id), productID: "car", quantity: 1, cause: cause, state: state,
      date: .fixture)
  }
}

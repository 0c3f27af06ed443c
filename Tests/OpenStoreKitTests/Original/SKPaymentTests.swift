import Foundation
import StoreAPI
import Synchronization
import Testing

@testable import OpenStoreKit

@Suite struct SKPaymentTests {
  @Test func `a payment is copied with everything that it asks for`() throws {
    let payment = SKMutablePayment()
    payment.productIdentifier = "car"
    payment.quantity = 2
    payment.applicationUsername = "alice"
    payment.requestData = Data([1])
    payment.simulatesAskToBuyInSandbox = true
    payment.paymentDiscount = SKPaymentDiscount(
      identifier: "offer", keyIdentifier: "KEY", nonce: UUID(), signature: "c2ln", timestamp: 7)

    let copy = try #require(payment.copy() as? SKPayment)
    let other = try #require(payment.mutableCopy() as? SKMutablePayment)

    #expect(copy.isEqual(payment) && other.isEqual(payment) && !(copy is SKMutablePayment))
    #expect(copy.paymentDiscount?.timestamp == 7)
    other.quantity = 3
    #expect(copy.quantity == 2 && !other.isEqual(payment))
  }

  @Test func `a payment's account and offer are options of the purchase`() throws {
    let (account, nonce) = (UUID(), UUID())
    let discount = PaymentDetails.Discount(
      identifier: "offer", keyIdentifier: "KEY", nonce: nonce, signature: "c2ln", timestamp: 7)
    let payment = PaymentDetails(
      productIdentifier: "plan", quantity: 1, applicationUsername: account.uuidString,
      simulatesAskToBuyInSandbox: true, discount: discount)

    #expect(
      try payment.options == [
        .quantity(1), .appAccountToken(account), .simulatesAskToBuyInSandbox(true),
        .promotionalOffer(
          offerID: "offer", keyID: "KEY", nonce: nonce, signature: Data("sig".utf8), timestamp: 7),
      ])
  }

  @Test func `a user name that is not a UUID is not an option of the purchase`() throws {
    let payment = PaymentDetails(productIdentifier: "plan", applicationUsername: "hash of alice")

    #expect(try payment.options == [.quantity(1)])
  }

  @Test func `a payment that asks for nothing, or with a damaged signature, is refused`() {
    var payment = PaymentDetails(productIdentifier: "plan")
    payment.discount = PaymentDetails.Discount(
      identifier: "offer", keyIdentifier: "KEY", nonce: UUID(), signature: "?", timestamp: 7)
    #expect(throws: SKError(.invalidSignature)) { try payment.options }
    payment.discount = nil
    payment.quantity = 0
    #expect(throws: SKError(.paymentInvalid)) { try payment.options }
    #expect(throws: SKError(.paymentInvalid)) { try PaymentDetails().options }
  }

  @Test func `an app's own classes replace StoreKit's in its tests`() {
    final class Payment: SKPayment {
      override var productIdentifier: String { "mine" }
    }
    final class Failed: SKPaymentTransaction {
      override var transactionState: SKPaymentTransactionState { .failed }
    }

    #expect(PaymentDetails(Payment()).productIdentifier == "mine")
    #expect(Failed().transactionState == .failed && Failed() != Failed())
    SKPaymentQueue(of: ProcessSession()).finishTransaction(Failed())
  }

  @Test func `a transaction is equal to itself in every state`() {
    let purchasing = QueuedTransaction(id: 1, payment: PaymentDetails(), state: .purchasing)
    var failed = purchasing
    (failed.state, failed.error) = (.failed, SKError(.paymentCancelled))

    #expect(SKPaymentTransaction(purchasing) == SKPaymentTransaction(failed))
    #expect((SKPaymentTransaction(failed).error as? SKError)?.code == .paymentCancelled)
    #expect(SKPaymentTransaction(failed).transactionIdentifier == nil)
  }

  @Test func `finishing a transaction that is being purchased traps`() async {
    await #expect(processExitsWith: .failure) {
      let queue = SKPaymentQueue(of: StoreSession.process)
      queue.state.withLock { _ = $0.payments.receive(.paid(PaymentDetails())) }
      for transaction in queue.transactions { queue.finishTransaction(transaction) }
    }
  }
}

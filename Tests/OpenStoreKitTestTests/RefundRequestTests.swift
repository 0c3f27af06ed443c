import Foundation
import TestSupport
import Testing

@testable import OpenStoreKitTest

extension SKTestSessionTests {
  @Test @MainActor func `a refund that a test asks for is granted at once`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    let bought = try await session.buyProduct(identifier: "subscription.pro")
    var updates = Transaction.updates.makeLimitedIterator()

    let status = try await bought.beginRefundRequest(in: self)

    #expect(status == .success)
    var refunded = try await updates.next()?.payloadValue
    while refunded?.revocationDate == nil { refunded = try await updates.next()?.payloadValue }
    #expect(refunded?.id == bought.id)
    // The unfinished transaction can be read before the purchases follow the stream.
    try await wait(for: "the loss of what was refunded") {
      await Transaction.currentEntitlements.productIDs.isEmpty
    }
    await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
      try await Transaction.beginRefundRequest(for: bought.id, in: self)
    }
    await #expect(throws: Transaction.RefundRequestError.failed) {
      try await Transaction.beginRefundRequest(for: 7, in: self)
    }
  }

  @Test(arguments: ["REJECT", "DECLINE"])
  @MainActor func `a refund is declined whose request has this text`(text: String) async throws {
    let session = try SKTestSession(contentsOf: .products)
    let bought = try await session.buyProduct(identifier: "nonconsumable.car")

    session.refundRequestText = text
    #expect(try await bought.beginRefundRequest(in: self) == .success)

    #expect(try #require(session.allTransactions().first).cancelDate == nil)
    session.resetToDefaultState()
    #expect(session.refundRequestText == nil)
    #expect(await Transaction.currentEntitlements.productIDs == ["nonconsumable.car"])
  }
}

import AppStorePayloads
import Foundation
import TestSupport
import Testing

@testable import StoreEngine

/// Transactions that prove that an earlier copy of the store's files has replaced it.
@Suite struct RollbackEvidenceTests {
  private static let restored = TransactionNumbers(first: 1_500_000_000_000_000_000)

  private func evidence(
    _ id: UInt64, customer: Int64 = 2, product: String = "fuel", date: Date = .fixture
  ) -> RollbackEvidence {
    RollbackEvidence(
      id: TransactionID(rawValue: id), customer: CustomerNumber(rawValue: customer),
      productID: product, purchaseDate: date)
  }

  /// Customer 2 of 3 was given 5 numbers.
  private func given(
    _ count: UInt64? = 5, last: Int64 = 3, transaction: LedgerTransaction? = nil
  ) -> IssuedNumbers {
    IssuedNumbers(
      lastCustomer: CustomerNumber(rawValue: last), lastCount: count, transaction: transaction,
      highest: nil)
  }

  @Test(arguments: [(2_000_000_005, false), (2_000_000_006, true), (2_000_000_001, false)])
  func `a number that the customer was not given proves it`(id: UInt64, isProof: Bool) {
    #expect(evidence(id).provesRollback(of: .original, given: given()) == isProof)
  }

  @Test func `a number of a later epoch proves it, and one of an earlier epoch does not`() {
    let number = Self.restored.transaction(9, of: CustomerNumber(rawValue: 2)).rawValue
    #expect(evidence(number).provesRollback(of: .original, given: given()))
    #expect(evidence(number).provesRollback(of: Self.restored, given: given()))
    #expect(!evidence(number).provesRollback(of: Self.restored, given: given(9)))
    #expect(!evidence(2_000_000_006).provesRollback(of: Self.restored, given: given()))
  }

  @Test func `a customer whom the store does not have yet proves it, one whom a reset removed not`()
  {
    #expect(evidence(4_000_000_001, customer: 4).provesRollback(of: .original, given: given(nil)))
    #expect(!evidence(1_000_000_001, customer: 1).provesRollback(of: .original, given: given(nil)))
  }

  @Test func `another purchase with the same number proves it`() throws {
    var shop = try LedgerFixture("2026-01-21")
    try shop.buy("fuel")
    let fuel = try #require(shop.transactions.first)
    func isProof(_ product: String, _ date: Date) -> Bool {
      evidence(fuel.id.rawValue, customer: 1, product: product, date: date)
        .provesRollback(of: .original, given: given(transaction: fuel))
    }

    #expect(!isProof("fuel", fuel.purchaseDate))
    #expect(isProof("car", fuel.purchaseDate))
    #expect(isProof("fuel", fuel.purchaseDate + 1))
    let ofEarlierEpoch = evidence(fuel.id.rawValue, customer: 1, product: "car")
    #expect(
      !ofEarlierEpoch.provesRollback(of: Self.restored, given: given(transaction: fuel)))
  }
}

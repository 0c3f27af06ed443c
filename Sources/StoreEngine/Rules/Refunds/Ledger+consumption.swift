package import AppStorePayloads
package import Foundation
package import StoreAPI

// Reports of a developer's server about refund requests. Invariants; the tests name their numbers:
//
// 6. A report about a request that waits is kept with it, and a later report replaces it. A report
//    about anything else changes nothing, because the store did not ask for it.
// 7. The operator decides. A refund without a percentage gives back what the developer prefers: for
//    GRANT_PRORATED the unused part of the price, otherwise all that is left of it.
// 8. While a request waits, the developer's server is asked again, as ``ConsumptionRequests`` says. It
//    is a notification of its own, with the values of that time.
extension Ledger {
  /// Keeps a report with the refund request of a transaction; nothing happens if the request does not wait
  /// for a decision, or if the same was reported before.
  ///
  /// - Throws: ``StoreError/unknownTransaction(transactionID:)`` if it is not in ``transactions``.
  package func report(
    _ report: ConsumptionReport, about id: TransactionID
  ) throws(StoreError) -> [LedgerEvent] {
    guard let transaction = transactions[id] else { throw .unknownTransaction(transactionID: id) }
    guard let request = transaction.refundRequest, request.state == .pending,
      request.consumption?.dated(report.date) != report
    else { return [] }
    return [.consumptionReported(transactionID: id, report: report)]
  }

  /// Asks the developer's server again about the refund request of a transaction; nothing happens unless
  /// that is due.
  package func repeatConsumptionRequest(about id: TransactionID, at now: Date) -> [LedgerEvent] {
    guard let transaction = transactions[id], transaction.type.requestsConsumption,
      let request = transaction.refundRequest, ConsumptionRequests.isDue(request, at: now)
    else { return [] }
    return [.consumptionRequested(transactionID: id, date: now)]
  }

  /// Returns the part of a transaction's price that its developer prefers to refund, in thousandths of a
  /// percent; `nil` for all that is left.
  ///
  /// The used part of a subscription's period is the part that has passed; for any other purchase
  /// it is the part that was reported. Source: "refundPreference" in the documentation of the App
  /// Store Server API.
  ///
  /// - Throws: ``StoreError/nothingToRefund(transactionID:)`` if everything is used.
  package func preferredRefund(
    of id: TransactionID, at now: Date
  ) throws(StoreError) -> Int32? {
    guard let transaction = transactions[id], transaction.price > 0, !transaction.isUpgraded,
      let report = transaction.refundRequest?.consumption,
      report.refundPreference == .grantProrated
    else { return nil }
    let unused = transaction.unusedPercentage(after: report.consumptionPercentage ?? 0, at: now)
    guard transaction.share(of: unused) > 0 else { throw .nothingToRefund(transactionID: id) }
    return unused == LedgerTransaction.wholePercentage ? nil : unused
  }
}

extension ConsumptionReport {
  /// The same report with another date.
  fileprivate func dated(_ date: Date) -> ConsumptionReport {
    var dated = self
    dated.date = date
    return dated
  }
}

extension LedgerTransaction {
  /// Returns the unused part in thousandths of a percent.
  ///
  /// For a subscription's period, it is the remaining part of its time, rounded down.
  fileprivate func unusedPercentage(after used: Int32, at now: Date) -> Int32 {
    guard let period else { return Self.wholePercentage - min(max(0, used), Self.wholePercentage) }
    let begin = purchaseDate.millisecondsSince1970
    let end = period.expirationDate.millisecondsSince1970
    let rest = end - max(begin, now.millisecondsSince1970)
    guard rest > 0, end > begin else { return 0 }
    let part = Double(rest) / Double(end - begin) * Double(Self.wholePercentage)
    return Int32(part.rounded(.down))
  }
}

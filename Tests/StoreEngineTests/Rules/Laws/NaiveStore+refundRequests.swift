// Customers ask for refunds, and refunds are taken back.
extension NaiveStore {
  mutating func perform(
    _ command: RefundCommand, forRefundOf count: Int
  ) -> Observation.StepResult {
    guard sold.contains(where: { $0.count == count }) else {
      return .refused(.unknownTransaction)
    }
    switch command {
    case .ask: return ask(forRefundOf: receipts[count - 1])
    case .decline:
      guard refundRequests[count] == .pending else { return .refused(.noRefundRequest) }
      refundRequests[count] = .declined
      return .changed
    case .reverse: return reverse(receipts[count - 1])
    }
  }

  private mutating func ask(forRefundOf receipt: Receipt) -> Observation.StepResult {
    guard refundRequests[receipt.count] == nil else { return .refused(.duplicateRefundRequest) }
    guard !receipt.isRevoked else { return .refused(.alreadyRefunded) }
    let isFree = receipt.cents == 0 && !receipt.isUpgraded
    guard receipt.returned < receipt.cents || isFree else { return .refused(.nothingToRefund) }
    refundRequests[receipt.count] = .pending
    return .changed
  }

  /// A granted request turns the renewal of the receipt's plan off.
  mutating func grantRequest(forRefundOf receipt: Receipt) {
    guard refundRequests[receipt.count] != nil else { return }
    refundRequests[receipt.count] = .granted
    for (group, plan) in plans where plan.isActive && plan.receipt != receipt.count {
      if receipts[plan.receipt - 1].original == receipt.original { turnRenewalOff(group) }
    }
  }

  /// The customer has again what the refund took, unless they have bought it again.
  private mutating func reverse(_ receipt: Receipt) -> Observation.StepResult {
    guard let revoked = receipt.revoked else { return .refused(.notRefunded) }
    guard !isBoughtAgain(receipt, since: revoked.date) else {
      return .refused(.refundNotReversible)
    }
    receipts[receipt.count - 1].revoked = nil
    receipts[receipt.count - 1].returned = returnedBefore[receipt.count] ?? 0
    for (group, plan) in plans where plan.receipt == receipt.count && plan.revoked != nil {
      plans[group]?.revoked = nil
      if plan.end == nil, plan.expires <= clock { stop(group, .turnedOff) }
    }
    return .changed
  }

  private func isBoughtAgain(_ receipt: Receipt, since date: NaiveTime) -> Bool {
    guard let expires = receipt.expires else {
      let isCar = NaiveProduct.all.first { $0.id == receipt.product }?.kind == .car
      return isCar && sold.contains { $0.product == receipt.product && !$0.isRevoked }
    }
    return !receipt.isUpgraded && date < expires
      && !plans.values.contains { $0.receipt == receipt.count }
  }
}

import Foundation
import StoreAPI

// Money that was agreed in one currency is never read in another.
//
// If the store's storefront gets another currency, the prices that a subscriber keeps, was asked
// about or owes for a renewal that has failed end. From then on the subscription renews at the price
// of the new storefront, without a question: prices in two currencies cannot be compared. A plan whose
// renewal is off stays so, also if its customer had declined a price.
//
// The rest of an offer goes on: a configuration file has one number for the price of an offer in all
// storefronts. Transactions keep the currency in which they were charged, and so do their refunds: a
// quote does not show the refund of an upgrade in another currency than its own.
//
// Between two storefronts of one currency nothing ends.
//
// Source: "Storefront", and "Manage pricing for auto-renewable subscriptions" in App Store Connect
// Help: a price is preserved for a storefront.

extension Ledger {
  /// Returns the events by which the prices end that were agreed in another currency.
  package func endAgreedPrices() -> [LedgerEvent] {
    subscriptions.values.sorted { $0.groupID < $1.groupID }.flatMap { $0.endAgreedPrices() }
  }
}

extension Subscription {
  fileprivate func endAgreedPrices() -> [LedgerEvent] {
    guard isActive else { return [] }
    return endFailedPrice() + changePrice(nil, preserved: [:])
  }

  /// A renewal that has failed costs the new storefront's price from now on.
  private func endFailedPrice() -> [LedgerEvent] {
    guard var issue = billingIssue, issue.renewalPrice != nil else { return [] }
    issue.renewalPrice = nil
    return [.billingIssueChanged(groupID: groupID, issue: issue)]
  }
}

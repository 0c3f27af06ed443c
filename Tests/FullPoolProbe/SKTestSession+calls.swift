import Foundation
import OpenStoreKit
import OpenStoreKitTest

/// The control that Apple has deprecated, which a protocol calls without a warning.
private protocol OriginalControls {
  func buyProduct(productIdentifier: String) throws
}

extension SKTestSession: OriginalControls {}

extension SKTestSession {
  /// Makes every synchronous call once; what the store refuses has ended too.
  func makeSynchronousCalls() throws {
    try sellAndRead()
    change()
    try control(plan: "subscription.standard")
    try decideOrders()
    ended("resetToDefaultState()") { resetToDefaultState() }
    ended("clearTransactions()") { clearTransactions() }
  }

  private func sellAndRead() throws {
    let products = ["nonconsumable.car", "subscription.standard"]
    for product in products {
      try ended("buyProduct(productIdentifier:)") {
        try (self as any OriginalControls).buyProduct(productIdentifier: product)
      }
    }
    ended("allTransactions()") { precondition(products.allSatisfy { transaction(of: $0) != nil }) }
    try ended("now") { _ = try now }
    // A plan does not end between two calls, however slow they are.
    timeRate = .oneRenewalEveryFifteenMinutes
    ended("timeRate") { _ = timeRate }
    try ended("advance(by:)") { try advance(by: DateComponents(month: 1)) }
  }

  /// An app that is connected has others.
  private func transaction(of product: String) -> SKTestTransaction? {
    allTransactions().first { $0.productIdentifier == product }
  }

  private func change() {
    ended("storefront") { storefront = "DEU" }
    ended("locale") { locale = Locale(identifier: "de_DE") }
    ended("disableDialogs") { disableDialogs.toggle() }
    ended("refundRequestText") { refundRequestText = "It does not work." }
    ended("failureError") { failureError = .invalidSignature }
    ended("failTransactionsEnabled") { failTransactionsEnabled = true }
    failTransactionsEnabled = false
    ended("billingGracePeriodIsEnabled") { billingGracePeriodIsEnabled = true }
    ended("shouldEnterBillingRetryOnRenewal") { shouldEnterBillingRetryOnRenewal = true }
    shouldEnterBillingRetryOnRenewal = false
  }

  private func control(plan: String) throws {
    clearTransactions()
    try (self as any OriginalControls).buyProduct(productIdentifier: plan)
    let id = transaction(of: plan)?.identifier ?? 0
    try ended("disableAutoRenewForTransaction(identifier:)") {
      try disableAutoRenewForTransaction(identifier: id)
    }
    try ended("enableAutoRenewForTransaction(identifier:)") {
      try enableAutoRenewForTransaction(identifier: id)
    }
    try ended("forceRenewalOfSubscription(productIdentifier:)") {
      try forceRenewalOfSubscription(productIdentifier: plan)
    }
    try ended("requestPriceIncreaseConsentForTransaction(identifier:)") {
      try requestPriceIncreaseConsentForTransaction(identifier: id)
    }
    try ended("consentToPriceIncreaseForTransaction(identifier:)") {
      try consentToPriceIncreaseForTransaction(identifier: id)
    }
    try requestPriceIncreaseConsentForTransaction(identifier: id)
    try ended("declinePriceIncreaseForTransaction(identifier:)") {
      try declinePriceIncreaseForTransaction(identifier: id)
    }
    try ended("refundTransaction(identifier:)") { try refundTransaction(identifier: id) }
    try ended("resolveIssueForTransaction(identifier:)") {
      try resolveIssueForTransaction(identifier: id)
    }
    try ended("expireSubscription(productIdentifier:)") {
      try expireSubscription(productIdentifier: plan)
    }
    try ended("deleteTransaction(identifier:)") { try deleteTransaction(identifier: id) }
  }

  private func decideOrders() throws {
    ended("interruptedPurchasesEnabled") { interruptedPurchasesEnabled = true }
    interruptedPurchasesEnabled = false
    ended("askToBuyEnabled") { askToBuyEnabled = true }
    for product in ["nonconsumable.car", "nonconsumable.racecar"] {
      // It waits for approval, which the call reports as an error.
      try? (self as any OriginalControls).buyProduct(productIdentifier: product)
    }
    let orders = allTransactions().filter(\.pendingAskToBuyConfirmation).map(\.identifier)
    precondition(orders.count == 2)
    try ended("approveAskToBuyTransaction(identifier:)") {
      try approveAskToBuyTransaction(identifier: orders[0])
    }
    try ended("declineAskToBuyTransaction(identifier:)") {
      try declineAskToBuyTransaction(identifier: orders[1])
    }
  }
}

/// Makes a call and prints its name when it has returned.
private func ended(_ name: String, _ call: () throws -> Void) rethrows {
  try call()
  report(name)
}

import Foundation
package import OpenStoreKit

extension SheetPage {
  /// A sheet about subscriptions, with days in a time zone; its buttons are the sheet's actions, in
  /// their order.
  package init(_ sheet: SubscriptionSheet, in timeZone: TimeZone) {
    let account = Fact("Account", sheet.account, isEssential: false)
    self =
      switch sheet.content {
      case .subscriptions(let plans): SheetPage(managing: plans, account, timeZone)
      case .renewal(let plan, true): SheetPage(enablingRenewalOf: plan, account, timeZone)
      case .renewal(let plan, false): SheetPage(disablingRenewalOf: plan, account, timeZone)
      case .familySharing(let plan, true): SheetPage(sharing: plan, account)
      case .familySharing(let plan, false): SheetPage(keeping: plan, account)
      case .priceIncrease(let plan): SheetPage(priceIncreaseOf: plan, account, timeZone)
      case .payment(let plans): SheetPage(payingFor: plans, account)
      }
  }

  private init(managing plans: [SubscriptionPlan], _ account: Fact, _ timeZone: TimeZone) {
    let choices = plans.flatMap { plan in plan.actions.map { (plan, $0) } }
    self.init(
      title: "Change or cancel",
      facts: [account] + (plans.isEmpty ? [.noPlan] : plans.flatMap { $0.facts(in: timeZone) }),
      buttons: zip(Button.keys, choices).map { key, choice in
        Button(key, choice.0.label(of: choice.1), detail: choice.0.text(of: choice.1, in: timeZone))
      },
      declineLabel: "Done", declineHint: "done, nothing changes", working: "Opening",
      whatNext: [
        "Each number opens a sheet, which shows the change and asks again.",
        "Enter and esc close the sheet and change nothing.",
      ])
  }

  private init(
    disablingRenewalOf plan: SubscriptionPlan, _ account: Fact, _ timeZone: TimeZone
  ) {
    self.init(
      title: "Turn off renewal",
      facts: [account, Fact("Your plan", plan.disablingText(in: timeZone))],
      note: plan.hasBillingIssue
        ? "Nothing is charged." : "Nothing more is charged. You can turn it on again until then.",
      buttons: [Button("t", "Turn off")],
      declineHint: "not now, nothing changes", working: "Turning renewal off",
      whatNext: ["t turns the renewal of \(plan.displayName) off."])
  }

  private init(
    enablingRenewalOf plan: SubscriptionPlan, _ account: Fact, _ timeZone: TimeZone
  ) {
    self.init(
      title: "Turn on renewal",
      facts: [account, Fact("Your plan", plan.enablingText(in: timeZone))],
      note: "Nothing is charged today.", buttons: [Button("t", "Turn on")],
      declineHint: "not now, nothing changes", working: "Turning renewal on",
      whatNext: ["t turns the renewal of \(plan.displayName) on again."])
  }

  private init(sharing plan: SubscriptionPlan, _ account: Fact) {
    self.init(
      title: "Share with family", facts: [account, Fact("Your plan", plan.sharingText)],
      note: "Up to five family members get it at no cost. You can stop sharing at any time.",
      buttons: [Button("s", "Share")], declineHint: "not now, nothing changes", working: "Sharing",
      whatNext: ["s shares \(plan.displayName) with your family."])
  }

  private init(keeping plan: SubscriptionPlan, _ account: Fact) {
    self.init(
      title: "Stop sharing", facts: [account, Fact("Your plan", plan.keepingText)],
      note: "You keep it. You can share it again.",
      buttons: [Button("s", "Stop sharing")], declineHint: "not now, nothing changes",
      working: "Stopping",
      whatNext: ["s stops sharing \(plan.displayName) with your family."])
  }

  private init(
    priceIncreaseOf plan: SubscriptionPlan, _ account: Fact, _ timeZone: TimeZone
  ) {
    let end = plan.hasBillingIssue ? " now" : plan.endText(in: timeZone)
    self.init(
      title: "Answer the new price", price: plan.priceIncrease?.newPrice.text ?? "",
      facts: [account, Fact("Your plan", plan.priceIncreaseText(in: timeZone))],
      note: plan.silenceText(in: timeZone),
      buttons: [
        Button("a", "Agree", detail: "nothing is charged today"),
        Button("d", "Decline", detail: "\(plan.displayName) ends\(end)"),
      ], declineHint: "not now, nothing changes", working: "Answering",
      whatNext: [
        "a agrees to the new price. d declines it, and the plan ends.",
        "Enter and esc leave the question open. \(plan.answerText)",
      ])
  }

  private init(payingFor plans: [SubscriptionPlan], _ account: Fact) {
    let waiting =
      plans.isEmpty
      ? [Fact("To pay", "nothing, because no payment has failed")]
      : plans.map { Fact("To pay", $0.paymentText) }
    self.init(
      title: "Fix payment", facts: [account] + waiting,
      note: "This is a test store. No money moves.", shortNote: "Test store. No money moves.",
      buttons: [Button("p", "Fix payment")],
      declineHint: "not now, nothing is charged", working: "Charging",
      unfinished: "1 payment still finishing in the background",
      whatNext: ["p updates the payment method. The store then charges the failed payments."])
  }
}

extension SheetPage.Fact {
  fileprivate static let noPlan = SheetPage.Fact("Your plan", "you have no subscription")
}

extension SubscriptionPlan {
  fileprivate func endText(in timeZone: TimeZone) -> String {
    expirationDate.map { " on \($0.day(in: timeZone))" } ?? ""
  }

  /// The consequence if the customer does not answer a price increase.
  fileprivate func silenceText(in timeZone: TimeZone) -> String {
    hasBillingIssue
      ? "If you pay and do not answer, \(displayName) ends after that period."
      : "If you do not answer, \(displayName) ends as well."
  }

  /// The time until which the customer can answer a price increase.
  fileprivate var answerText: String {
    hasBillingIssue
      ? "You can answer until the period ends that you then pay for."
      : "You can answer until the period ends."
  }

  /// The subscription, and a price increase that it has.
  fileprivate func facts(in timeZone: TimeZone) -> [SheetPage.Fact] {
    let name = groupDisplayName.isEmpty ? "Your plan" : groupDisplayName
    let plan = SheetPage.Fact(name, sentence(in: timeZone))
    guard isActive, priceIncrease?.isAgreed == false else { return [plan] }
    let text =
      willAutoRenew ? priceIncreaseText(in: timeZone) : "you declined it, so the plan ends"
    return [plan, SheetPage.Fact("New price", text)]
  }

  fileprivate func label(of action: SubscriptionSheet.Action) -> String {
    switch action {
    case .order(let productID, _): alternative(productID).map(label) ?? ""
    case .disableAutoRenew: "Turn off renewal"
    case .enableAutoRenew: "Turn on renewal"
    case .setFamilySharing(_, true): "Share with family"
    case .setFamilySharing(_, false): "Stop sharing"
    case .showPriceIncrease, .answerPriceIncrease: "Answer the new price"
    case .showPayment, .fixPayment: "Fix payment"
    }
  }

  fileprivate func text(
    of action: SubscriptionSheet.Action, in timeZone: TimeZone
  ) -> String {
    switch action {
    case .order(let productID, _):
      alternative(productID).map { text(of: $0, in: timeZone) } ?? ""
    case .disableAutoRenew: disablingText(in: timeZone)
    case .enableAutoRenew: enablingText(in: timeZone)
    case .setFamilySharing(_, true): sharingText
    case .setFamilySharing(_, false): keepingText
    case .showPriceIncrease, .answerPriceIncrease: "agree to the new price, or decline it"
    case .showPayment, .fixPayment: paymentText
    }
  }

  private func alternative(_ productID: Product.ID) -> Alternative? {
    alternatives.first { $0.productID == productID }
  }
}

import TerminalUI

// The keys for a customer's actions on a subscription: the same on every screen.
extension Demo {
  /// The keys for a failed payment and a pending price increase.
  var paymentCommands: [Command] { planCommands(of: [.fixPayment, .answerPrice], .action) }

  /// The key for managing plans.
  func managementCommands(_ group: KeyGroup) -> [Command] { planCommands(of: [.manage], group) }

  /// Requests a refund of the selected transaction of the history.
  var refunding: [Command] {
    guard tab == .history, detail == nil, let store = launchResult?.store, let selectedEntry,
      selectedEntry.purchase.owned.revocationDate == nil,
      !selectedEntry.purchase.owned.isFamilyShared
    else { return [] }
    let asked =
      selectedEntry.purchase.refundRequest == nil ? nil : "its refund was already requested"
    return [
      Command(
        keys.key(.refund), label: CommandName.refund.title,
        action: .refund(selectedEntry.purchase.owned.transactionID),
        disabledReason: asked ?? store.reasonNotToSheet ?? busyReason)
    ]
  }

  /// Whether the keys of the plans are enabled.
  var offersSheets: Bool { launchResult.map { $0.store.reasonNotToSheet == nil } ?? false }

  private func planCommands(of actions: [PlanAction], _ group: KeyGroup) -> [Command] {
    guard let store else { return [] }
    return actions.filter(store.planActions.contains).map { action in
      Command(
        keys.key(action.command), label: action.label, group: group, action: .plan(action),
        disabledReason: earlyReason ?? store.reasonNotToSheet ?? busyReason)
    }
  }

  /// The effects of a plan's key.
  func effects(of action: PlanAction) -> [Effect] {
    let groups = store?.subscriptions.filter { !$0.status.nextActions.isEmpty } ?? []
    switch action {
    case .fixPayment: return [.fixPayment]
    case .answerPrice:
      let asked = groups.filter { $0.status.nextActions.contains(.answerPrice) }
      return (inView(asked) ?? asked.first).map { [.answerPrice(groupID: $0.id)] } ?? []
    case .manage, .resume:
      return [.managePlans(groupID: groups.count == 1 ? groups[0].id : inView(groups)?.id)]
    }
  }

  /// The group of the plan in view or selected.
  private func inView(_ groups: [PlanGroup]) -> PlanGroup? {
    if case .plan(_, let id) = selectedRepair { return groups.first { $0.id == id } }
    let plan = detail ?? selectedProduct
    return groups.first { group in
      group.productID == plan || plan.flatMap { store?.product($0)?.plan }?.groupID == group.id
    }
  }
}

extension Store {
  /// Whether the customer has, or had, a subscription to this product.
  func isOwnPlan(_ id: String) -> Bool { subscriptions.contains { $0.productID == id } }

  /// All actions on the customer's own subscriptions.
  ///
  /// If there is any action, managing them is also one.
  fileprivate var planActions: Set<PlanAction> {
    let actions = subscriptions.flatMap(\.status.nextActions)
    return actions.isEmpty ? [] : Set(actions).union([.manage])
  }

  /// The reason why the App Store cannot show a sheet, as the end of a sentence; `nil` if it can.
  var reasonNotToSheet: String? {
    if isSignedOut { return "this device is signed out" }
    if clockJumpedTo != nil { return "the store waits for its operator" }
    return offlineSince == nil ? nil : "the store cannot be reached"
  }
}

import StoreAPI
import StoreOperatorAPI
import Testing

@testable import StoreEngine

@Suite struct ControlRuleTests {
  @Test func `each control has one rule, and a name of its own`() {
    for control in OperatorControls.all {
      let hasRule = control is any ControlRule.Type
      #expect(hasRule != (control is any StoreRulesControl.Type), "\(control.name)")
    }
    #expect(Set(OperatorControls.all.map { $0.name }).count == OperatorControls.all.count)
  }

  @Test func `a control of a transaction or a subscription has a result that a decision makes`() {
    let made: Set<OperatorResult.Name> = [
      .refunded, .refundDeclined, .refundReversed, .deleted, .expired, .renewal, .subscription,
    ]
    let controls = OperatorControls.all.filter {
      $0 is any LedgerRule.Type
        && ($0 is any TransactionControl.Type || $0 is any SubscriptionControl.Type)
    }
    for control in controls { #expect(made.contains(control.result), "\(control.name)") }
    #expect(controls.count > 10)
  }
}

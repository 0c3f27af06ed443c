import StoreAPI
import StoreOperatorAPI
import Testing

@testable import StoreEngine

@Suite struct ControlRuleTests {
  @Test func `each control has one rule, and a name of its own`() {
    for control in OperatorControls.all {
      #expect(control is any ControlRule.Type, "\(control.name)")
    }
    #expect(Set(OperatorControls.all.map { $0.name }).count == OperatorControls.all.count)
  }
}

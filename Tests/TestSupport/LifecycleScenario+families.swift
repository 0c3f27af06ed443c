import AppStorePayloads
import StoreAPI
import StoreEngine
import StoreOperatorAPI

// The customer is a family member here; `bob` organizes the family and pays.
extension LifecycleScenario {
  static let families: [LifecycleScenario] = access + withdrawals

  private static let standard = "subscription.standard"
  private static let car = "nonconsumable.utilityvehicle"
  private static let leave = Step.command(.removeFamilyMember(account: "alice"))
  private static let join = Step.command(.addFamilyMember(account: "alice", organizer: "bob"))

  private static let access: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.subscribed, .initialBuy), when: "by a family member",
      steps: [.beginFamily, .familyBuys(standard)],
      transaction: "standard PURCHASE 0, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21", status: .active),
    LifecycleScenario(
      StoreNotification(.subscribed, .resubscribe), when: "back in the family",
      steps: [.beginFamily, .familyBuys(standard), leave, join],
      transaction: "standard PURCHASE 0, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21", status: .active),
    LifecycleScenario(
      StoreNotification(.subscribed, .resubscribe), when: "by a refund that is taken back",
      steps: [.beginFamily, .familyBuys(standard), .refundFamily, .reverseFamilyRefund],
      transaction: "standard PURCHASE 0, 2026-01-21 to 2026-02-21",
      renewalInfo: "ends on 2026-02-21", status: .active),
    LifecycleScenario(
      StoreNotification(.oneTimeCharge), when: "by a family member",
      steps: [.beginFamily, .familyBuys(car)],
      transaction: "utilityvehicle PURCHASE 0, 2026-01-21"),
  ]

  private static let withdrawals: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.revoke), when: "of a plan, by who leaves the family",
      steps: [.beginFamily, .familyBuys(standard), leave],
      transaction: "standard PURCHASE 0, 2026-01-21 to 2026-02-21, revoked 2026-01-21",
      renewalInfo: "ends on 2026-02-21", status: .revoked),
    LifecycleScenario(
      StoreNotification(.revoke), when: "of a plan, by who does not share it any more",
      steps: [
        .beginFamily, .familyBuys(standard),
        .command(.setFamilySharing(isOn: false, account: "bob")),
      ],
      transaction: "standard PURCHASE 0, 2026-01-21 to 2026-02-21, revoked 2026-01-21",
      renewalInfo: "ends on 2026-02-21", status: .revoked),
    LifecycleScenario(
      StoreNotification(.revoke), when: "of a plan, by the purchaser's refund",
      steps: [.beginFamily, .familyBuys(standard), .refundFamily],
      transaction: "standard PURCHASE 0, 2026-01-21 to 2026-02-21, revoked 2026-01-21",
      renewalInfo: "ends on 2026-02-21", status: .revoked),
    LifecycleScenario(
      StoreNotification(.revoke), when: "of a car",
      steps: [.beginFamily, .familyBuys(car), .refundFamily],
      transaction: "utilityvehicle PURCHASE 0, 2026-01-21, revoked 2026-01-21"),
  ]
}

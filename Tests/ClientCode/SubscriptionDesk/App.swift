import ClientSupport
import OpenStoreKit

/// Uses ``SubscriptionManager``, as the app's screens do.
@MainActor
package enum SubscriptionDeskApp {
  package static func run(_ fixture: ClientFixture) async throws {
    let manager = SubscriptionManager()
    await manager.launch()
    await fixture.waitUntilListening()
    for plan in manager.plans {
      print(plan.displayName, manager.price(of: plan), manager.offer(of: plan) ?? "no offer")
    }
    await subscribe(to: "subscription.pro", manager)
    print("eligible:", manager.isEligibleForTrial)

    // A lower level waits for the renewal.
    await subscribe(to: "subscription.standard", manager)
    try await fixture.advance("P2M")
    for await plan in Observations({ manager.currentPlan?.id })
    where plan == "subscription.standard" { break }
    show(manager)

    await manager.restore()
    print("alert:", manager.alert ?? "none", "loading:", manager.isLoading)
  }

  private static func subscribe(to id: String, _ manager: SubscriptionManager) async {
    guard let plan = manager.plans.first(where: { $0.id == id }) else { return }
    print("subscribed to \(id):", await manager.subscribe(to: plan))
    show(manager)
  }

  private static func show(_ manager: SubscriptionManager) {
    print(
      "now:", manager.currentPlan?.displayName ?? "-", "next:",
      manager.nextPlan?.displayName ?? "-", "on",
      manager.renewsOn?.formatted(.iso8601.year().month().day()) ?? "-")
  }
}

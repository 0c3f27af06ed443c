import OpenStoreKit

// An observable manager on the main actor, in Swift 6: screens read its properties, a restore
// button calls sync, and what is left unfinished is delivered at launch.

@MainActor
@Observable
final class SubscriptionManager {
  private(set) var plans: [Product] = []
  private(set) var currentPlan: Product?
  private(set) var nextPlan: Product?
  private(set) var renewsOn: Date?
  private(set) var isEligibleForTrial = false
  private(set) var isLoading = false
  private(set) var alert: String?

  @ObservationIgnored private var tasks: [Task<Void, Never>] = []

  init() {}

  func launch() async {
    tasks.append(
      Task { [weak self] in
        for await _ in Product.SubscriptionInfo.Status.updates { await self?.refresh() }
      })
    tasks.append(
      Task { [weak self] in
        for await case .verified(let transaction) in Transaction.updates {
          await self?.refresh()
          await transaction.finish()
        }
      })
    await load()
    for await case .verified(let transaction) in Transaction.unfinished {
      await transaction.finish()
    }
    await refresh()
  }

  func load() async {
    isLoading = true
    defer { isLoading = false }
    do {
      plans = try await Product.products(for: [
        "subscription.standard", "subscription.premium", "subscription.pro",
      ]).sorted { ($0.subscription?.groupLevel ?? 0) > ($1.subscription?.groupLevel ?? 0) }
    } catch StoreKitError.networkError(let error) {
      alert = error.localizedDescription
    } catch {
      alert = "Something went wrong."
    }
  }

  func price(of plan: Product) -> String {
    guard let period = plan.subscription?.subscriptionPeriod else { return plan.displayPrice }
    let unit = period.unit.formatted(plan.subscriptionPeriodUnitFormatStyle)
    return period == .monthly
      ? "\(plan.displayPrice) per \(unit)" : "\(plan.displayPrice) per \(period.value) \(unit)s"
  }

  func offer(of plan: Product) -> String? {
    guard isEligibleForTrial, let offer = plan.subscription?.introductoryOffer else { return nil }
    switch offer.paymentMode {
    case .freeTrial: return "Free for \(offer.period.value) \(offer.period.unit)"
    case .payUpFront: return "\(offer.displayPrice) for \(offer.period.value) \(offer.period.unit)"
    case .payAsYouGo: return "\(offer.displayPrice), \(offer.periodCount) times"
    default: return nil
    }
  }

  func subscribe(to plan: Product) async -> Bool {
    do {
      guard case .success(.verified(let transaction)) = try await plan.purchase() else {
        return false
      }
      await transaction.finish()
      await refresh()
      return true
    } catch let error as LocalizedError {
      alert = error.errorDescription
      return false
    } catch {
      return false
    }
  }

  func restore() async {
    do {
      try await AppStore.sync()
      await refresh()
    } catch StoreKitError.userCancelled {
      alert = nil
    } catch {
      alert = error.localizedDescription
    }
  }

  func refresh() async {
    guard let group = plans.first?.subscription else { return }
    isEligibleForTrial = await group.isEligibleForIntroOffer
    guard let status = try? await group.status.max(by: { level($0) > level($1) }),
      case .verified(let info) = status.renewalInfo
    else { return }
    let serves = status.state == .subscribed || status.state == .inGracePeriod
    currentPlan = serves ? plans.first { $0.id == info.currentProductID } : nil
    nextPlan = plans.first { $0.id == info.autoRenewPreference }
    renewsOn = info.willAutoRenew ? info.renewalDate : nil
  }

  private func level(_ status: Product.SubscriptionInfo.Status) -> Int {
    let id = status.transaction.unsafePayloadValue.productID
    return plans.first { $0.id == id }?.subscription?.groupLevel ?? .max
  }
}

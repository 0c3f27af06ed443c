import OpenStoreKit

// Client code in the manner of StoreKit's users of 2023: qualified names, one observable class, a
// listener, a dictionary's keys as identifiers. The listener is a plain task where real code often
// detaches it: a detached task asks the process's session, and tests have one for each task.

typealias Transaction = StoreKit.Transaction
typealias RenewalInfo = StoreKit.Product.SubscriptionInfo.RenewalInfo
typealias RenewalState = StoreKit.Product.SubscriptionInfo.RenewalState

enum GarageError: Error {
  case notVerified
}

@MainActor
@Observable
final class GarageKeeper {
  private(set) var cars: [Product] = []
  private(set) var plans: [Product] = []
  private(set) var purchasedCars: [Product] = []
  private(set) var purchasedPlans: [Product] = []
  private(set) var planState: RenewalState?
  private(set) var nextPlan: String?
  private(set) var failure: StoreKitError?

  private let pictures = [
    "nonconsumable.car": "🚗", "nonconsumable.racecar": "🏎", "subscription.standard": "🗺",
    "subscription.pro": "🗺",
  ]

  func listenForTransactions() -> Task<Void, any Error> {
    Task {
      for await result in Transaction.updates {
        let transaction = try self.checkVerified(result)
        await self.refresh()
        await transaction.finish()
      }
    }
  }

  func requestProducts() async {
    do {
      for product in try await Product.products(for: pictures.keys) {
        switch product.type {
        case .nonConsumable: cars.append(product)
        case .autoRenewable: plans.append(product)
        default: break
        }
      }
    } catch {
      failure = error as? StoreKitError
    }
    cars.sort { $0.price < $1.price }
    plans.sort { $0.price < $1.price }
  }

  func purchase(_ product: Product) async throws -> Transaction? {
    switch try await product.purchase() {
    case .success(let verification):
      let transaction = try checkVerified(verification)
      await refresh()
      await transaction.finish()
      return transaction
    case .userCancelled, .pending: return nil
    @unknown default: return nil
    }
  }

  func isPurchased(_ product: Product) -> Bool {
    purchasedCars.contains(product) || purchasedPlans.contains(product)
  }

  func refresh() async {
    var cars: [Product] = []
    var plans: [Product] = []
    for await result in Transaction.currentEntitlements {
      guard let transaction = try? checkVerified(result) else { continue }
      switch transaction.productType {
      case .nonConsumable:
        cars += self.cars.filter { $0.id == transaction.productID }
      case .autoRenewable:
        plans += self.plans.filter { $0.id == transaction.productID }
      default: break
      }
    }
    (purchasedCars, purchasedPlans) = (cars, plans)
    let status = try? await self.plans.first?.subscription?.status.first
    planState = status?.state
    nextPlan =
      (status.flatMap { try? checkVerified($0.renewalInfo) } as RenewalInfo?)?
      .autoRenewPreference
  }

  func checkVerified<T>(_ result: VerificationResult<T>) throws -> T {
    switch result {
    case .unverified: throw GarageError.notVerified
    case .verified(let safe): return safe
    }
  }
}

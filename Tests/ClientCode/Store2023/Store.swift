// Users cast and unwrap by force.
// swift-format-ignore-file: NeverForceUnwrap

import OpenStoreKit

// An app's store as it was written in 2023: purchased products instead of identifiers, the
// entitlements read whole at each change, a pass of one year that the app ends by itself, a level
// of service for each plan. Swift 5, with `@Observable` for `ObservableObject`.

typealias Transaction = StoreKit.Transaction
typealias RenewalInfo = StoreKit.Product.SubscriptionInfo.RenewalInfo
typealias RenewalState = StoreKit.Product.SubscriptionInfo.RenewalState

enum StoreError: Error {
  case failedVerification
}

enum ServiceTier: Int, Comparable {
  case none = 0
  case standard = 1
  case premium = 2
  case pro = 3

  static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

@Observable
class Store {
  private(set) var cars: [Product] = []
  private(set) var fuel: [Product] = []
  private(set) var subscriptions: [Product] = []
  private(set) var nonRenewables: [Product] = []

  private(set) var purchasedCars: [Product] = []
  private(set) var purchasedNonRenewables: [Product] = []
  private(set) var purchasedSubscriptions: [Product] = []
  private(set) var subscriptionGroupStatus: RenewalState?

  /// The app's own clock.
  @ObservationIgnored var now: () -> Date = { Date() }
  @ObservationIgnored var updateListenerTask: Task<Void, Error>?
  @ObservationIgnored private(set) var launchTask: Task<Void, Never>?
  @ObservationIgnored private let productIdToEmoji: [String: String]

  init(productIdToEmoji: [String: String]) {
    self.productIdToEmoji = productIdToEmoji
    updateListenerTask = listenForTransactions()

    launchTask = Task {
      await requestProducts()
      await updateCustomerProductStatus()
    }
  }

  deinit {
    updateListenerTask?.cancel()
  }

  func listenForTransactions() -> Task<Void, Error> {
    Task.detached {
      for await result in Transaction.updates {
        do {
          let transaction = try self.checkVerified(result)
          await self.updateCustomerProductStatus()
          await transaction.finish()
        } catch {
          print("Transaction failed verification")
        }
      }
    }
  }

  @MainActor
  func requestProducts() async {
    do {
      let storeProducts = try await Product.products(for: productIdToEmoji.keys)
      let byType = Dictionary(grouping: storeProducts, by: \.type)
      cars = sortByPrice(byType[.nonConsumable] ?? [])
      subscriptions = sortByPrice(byType[.autoRenewable] ?? [])
      nonRenewables = sortByPrice(byType[.nonRenewable] ?? [])
      fuel = sortByPrice(byType[.consumable] ?? [])
    } catch {
      print("Failed product request from the App Store server: \(error)")
    }
  }

  func purchase(_ product: Product) async throws -> Transaction? {
    let result = try await product.purchase()

    switch result {
    case .success(let verification):
      let transaction = try checkVerified(verification)
      await updateCustomerProductStatus()
      await transaction.finish()
      return transaction
    case .userCancelled, .pending:
      return nil
    default:
      return nil
    }
  }

  func isPurchased(_ product: Product) async throws -> Bool {
    switch product.type {
    case .nonRenewable:
      return purchasedNonRenewables.contains(product)
    case .nonConsumable:
      return purchasedCars.contains(product)
    case .autoRenewable:
      return purchasedSubscriptions.contains(product)
    default:
      return false
    }
  }

  func checkVerified<T>(_ result: VerificationResult<T>) throws -> T {
    switch result {
    case .unverified:
      throw StoreError.failedVerification
    case .verified(let safe):
      return safe
    }
  }

  @MainActor
  func updateCustomerProductStatus() async {
    var purchasedCars: [Product] = []
    var purchasedSubscriptions: [Product] = []
    var purchasedNonRenewables: [Product] = []

    for await result in Transaction.currentEntitlements {
      do {
        let transaction = try checkVerified(result)

        switch transaction.productType {
        case .nonConsumable:
          if let car = cars.first(where: { $0.id == transaction.productID }) {
            purchasedCars.append(car)
          }
        case .nonRenewable:
          if let pass = nonRenewables.first(where: { $0.id == transaction.productID }),
            transaction.productID == "nonRenewing.standard"
          {
            // StoreKit knows no end of a pass: this one lasts a year.
            let end = Calendar(identifier: .gregorian).date(
              byAdding: DateComponents(year: 1), to: transaction.purchaseDate)!
            if now() < end {
              purchasedNonRenewables.append(pass)
            }
          }
        case .autoRenewable:
          if let plan = subscriptions.first(where: { $0.id == transaction.productID }) {
            purchasedSubscriptions.append(plan)
          }
        default:
          break
        }
      } catch {
        print()
      }
    }

    self.purchasedCars = purchasedCars
    self.purchasedNonRenewables = purchasedNonRenewables
    self.purchasedSubscriptions = purchasedSubscriptions
    subscriptionGroupStatus = try? await subscriptions.first?.subscription?.status.first?.state
  }

  func emoji(for productId: String) -> String {
    productIdToEmoji[productId]!
  }

  func sortByPrice(_ products: [Product]) -> [Product] {
    products.sorted(by: { $0.price < $1.price })
  }

  func tier(for productId: String) -> ServiceTier {
    switch productId {
    case "subscription.standard":
      return .standard
    case "subscription.premium":
      return .premium
    case "subscription.pro":
      return .pro
    default:
      return .none
    }
  }
}

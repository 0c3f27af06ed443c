// Users cast and unwrap by force.
// swift-format-ignore-file: NeverForceUnwrap

import OpenStoreKit

// An app's store as it was written in 2021: a plain class in Swift 5, identifiers from a property
// list, a detached listener, ownership asked from the latest transaction. Where Apple's platforms
// have `ObservableObject` and `@Published`, it is `@Observable`; nothing else is changed.

typealias Transaction = StoreKit.Transaction
typealias RenewalInfo = StoreKit.Product.SubscriptionInfo.RenewalInfo
typealias RenewalState = StoreKit.Product.SubscriptionInfo.RenewalState

enum StoreError: Error {
  case failedVerification
}

@Observable
class Store {
  private(set) var cars: [Product]
  private(set) var fuel: [Product]
  private(set) var subscriptions: [Product]
  private(set) var purchasedIdentifiers = Set<String>()

  @ObservationIgnored var updateListenerTask: Task<Void, Error>? = nil
  @ObservationIgnored private(set) var launchTask: Task<Void, Never>? = nil
  @ObservationIgnored private let productIdToEmoji: [String: String]

  init(propertyList data: Data) {
    if let plist = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let emoji = plist as? [String: String]
    {
      productIdToEmoji = emoji
    } else {
      productIdToEmoji = [:]
    }

    // Filled by requestProducts().
    cars = []
    fuel = []
    subscriptions = []

    // Listen before anything is bought, so that nothing is missed.
    updateListenerTask = listenForTransactions()

    launchTask = Task {
      await requestProducts()
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
          await self.updatePurchasedIdentifiers(transaction)
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

      var newCars: [Product] = []
      var newSubscriptions: [Product] = []
      var newFuel: [Product] = []

      for product in storeProducts {
        switch product.type {
        case .consumable:
          newFuel.append(product)
        case .nonConsumable:
          newCars.append(product)
        case .autoRenewable:
          newSubscriptions.append(product)
        default:
          print("Unknown product")
        }
      }

      cars = sortByPrice(newCars)
      subscriptions = sortByPrice(newSubscriptions)
      fuel = sortByPrice(newFuel)
    } catch {
      print("Failed product request: \(error)")
    }
  }

  func purchase(_ product: Product) async throws -> Transaction? {
    let result = try await product.purchase()

    switch result {
    case .success(let verification):
      let transaction = try checkVerified(verification)
      await updatePurchasedIdentifiers(transaction)
      await transaction.finish()
      return transaction
    case .userCancelled, .pending:
      return nil
    default:
      return nil
    }
  }

  func isPurchased(_ productIdentifier: String) async throws -> Bool {
    guard let result = await Transaction.latest(for: productIdentifier) else {
      return false
    }
    let transaction = try checkVerified(result)

    // An upgraded subscription is not the one in use.
    return transaction.revocationDate == nil && !transaction.isUpgraded
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
  func updatePurchasedIdentifiers(_ transaction: Transaction) async {
    if transaction.revocationDate == nil {
      purchasedIdentifiers.insert(transaction.productID)
    } else {
      purchasedIdentifiers.remove(transaction.productID)
    }
  }

  func emoji(for productId: String) -> String {
    productIdToEmoji[productId]!
  }

  func sortByPrice(_ products: [Product]) -> [Product] {
    products.sorted(by: { $0.price < $1.price })
  }
}

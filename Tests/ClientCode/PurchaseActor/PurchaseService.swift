// Users cast and unwrap by force.
// swift-format-ignore-file: NeverForceUnwrap

import OpenStoreKit

// Purchases behind an actor, in Swift 6: the purchase itself runs on the main actor, the actor
// keeps what is owned, and screens read a stream of events.

enum PurchaseEvent: Sendable, Equatable {
  case owned(Set<Product.ID>)
  case renewed(productID: String, transactionID: UInt64)
  case failed(String)
}

actor PurchaseService {
  private var products: [Product.ID: Product] = [:]
  private var owned: Set<Product.ID> = []
  private var listener: Task<Void, Never>?
  private let account: UUID
  private let (stream, continuation) = AsyncStream<PurchaseEvent>.makeStream()

  init(account: UUID) {
    self.account = account
  }

  nonisolated var events: AsyncStream<PurchaseEvent> { stream }

  func start() {
    listener = Task(priority: .background) { [weak self] in
      for await update in Transaction.updates {
        await self?.handle(update)
      }
    }
  }

  func stop() {
    listener?.cancel()
    continuation.finish()
  }

  func load(_ ids: [Product.ID]) async throws(StoreKitError) {
    do {
      for product in try await Product.products(for: ids) { products[product.id] = product }
    } catch {
      throw error as! StoreKitError
    }
  }

  func buy(_ id: Product.ID, quantity: Int = 1) async -> Product.PurchaseResult? {
    guard let product = products[id] else { return nil }
    var options: Set<Product.PurchaseOption> = [.appAccountToken(account)]
    if quantity > 1 { options.insert(.quantity(quantity)) }
    do {
      let result = try await product.purchase(options: options)
      if case .success(let verification) = result { await deliver(verification) }
      return result
    } catch let error as Product.PurchaseError {
      continuation.yield(.failed(error.recoverySuggestion ?? error.localizedDescription))
    } catch {
      continuation.yield(.failed(error.localizedDescription))
    }
    return nil
  }

  func refresh() async {
    var current: Set<Product.ID> = []
    for await case .verified(let transaction) in Transaction.currentEntitlements
    where transaction.appAccountToken == account && !transaction.isUpgraded {
      current.insert(transaction.productID)
    }
    owned = current
    continuation.yield(.owned(current))
  }

  private func handle(_ update: VerificationResult<Transaction>) async {
    guard let transaction = try? update.payloadValue else { return }
    if transaction.reason == .renewal {
      continuation.yield(
        .renewed(productID: transaction.productID, transactionID: transaction.originalID))
    }
    await deliver(update)
  }

  private func deliver(_ verification: VerificationResult<Transaction>) async {
    guard case .verified(let transaction) = verification else { return }
    await transaction.finish()
    await refresh()
  }
}

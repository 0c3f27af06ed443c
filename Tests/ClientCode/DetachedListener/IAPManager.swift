import OpenStoreKit

// A shared manager with a delegate, in Swift 5: every name is written in full, listeners run
// detached and capture the manager, which is not Sendable, and each signed transaction is sent
// to the app's own server.

protocol IAPManagerDelegate: AnyObject {
  func manager(_ manager: IAPManager, didUnlock productID: StoreKit.Product.ID)
  func manager(
    _ manager: IAPManager, didChange state: StoreKit.Product.SubscriptionInfo.RenewalState)
  func manager(_ manager: IAPManager, shouldSend token: String)
}

final class IAPManager: NSObject {
  static let shared = IAPManager()

  weak var delegate: IAPManagerDelegate?
  private var listeners: [Task<Void, Never>] = []
  private var delivered = Set<UInt64>()
  private let queue = DispatchQueue(label: "purchases")

  func start() {
    listeners = [
      Task.detached { [unowned self] in
        for await result in StoreKit.Transaction.updates {
          await self.handle(result)
        }
      },
      Task.detached { [unowned self] in
        for await status in StoreKit.Product.SubscriptionInfo.Status.updates {
          self.delegate?.manager(self, didChange: status.state)
        }
      },
    ]
  }

  func stop() {
    listeners.forEach { $0.cancel() }
    listeners = []
  }

  func buy(_ id: StoreKit.Product.ID, completion: @escaping (Error?) -> Void) {
    Task {
      do {
        guard let product = try await StoreKit.Product.products(for: [id]).first else {
          throw StoreKit.Product.PurchaseError.productUnavailable
        }
        if case .success(let result) = try await product.purchase() { await handle(result) }
        completion(nil)
      } catch {
        completion(error)
      }
    }
  }

  /// The group's rank, from the product's JSON: some clients read it there.
  func rank(of product: StoreKit.Product) -> Int? {
    struct Representation: Decodable {
      struct Attributes: Decodable {
        let subscriptionFamilyRank: Int?
      }
      let attributes: Attributes
    }
    return try? JSONDecoder().decode(Representation.self, from: product.jsonRepresentation)
      .attributes.subscriptionFamilyRank
  }

  private func handle(_ result: StoreKit.VerificationResult<StoreKit.Transaction>) async {
    guard case .verified(let transaction) = result else { return }
    let isNew = queue.sync { delivered.insert(transaction.id).inserted }
    if isNew && transaction.revocationDate == nil {
      delegate?.manager(self, didUnlock: transaction.productID)
      delegate?.manager(self, shouldSend: result.jwsRepresentation)
    }
    await transaction.finish()
  }
}

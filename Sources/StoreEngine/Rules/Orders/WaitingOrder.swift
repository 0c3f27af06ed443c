package import AppStorePayloads
package import Foundation
package import StoreAPI

/// An order that waits: nothing is charged until it is approved or resolved.
package struct WaitingOrder: Codable, Hashable, Sendable {
  /// The time for which an order waits for approval before it lapses, in seconds of the store's
  /// clock.
  ///
  /// Source: "Approve what kids buy with Ask to Buy" in Apple Support.
  package static let lifetime: TimeInterval = 24 * 60 * 60

  /// A number of the customer's transactions that no transaction has.
  package let number: TransactionID
  package let key: OrderKey
  package let request: OrderRequest
  /// The app server's decision about the introductory offer; `nil` if it was not asked.
  ///
  /// The signature was checked when the order came.
  package let isIntroductoryOfferAllowed: Bool?
  package let type: ProductType
  package let cause: WaitingCause
  /// The date since which it waits.
  package let date: Date
  /// The device that ordered, or the one that delivers instead since that one was removed.
  package var device: Int64

  enum CodingKeys: String, CodingKey, CaseIterable {
    case number, key, request, isIntroductoryOfferAllowed, type, cause, date, device
  }

  /// The date on which it lapses; `nil` if it waits until somebody resolves or declines it.
  package var dueDate: Date? {
    cause == .askToBuy ? date.addingTimeInterval(Self.lifetime) : nil
  }
}

extension WaitingOrder {
  /// The order as it is sold when the wait ends: at the terms of that time.
  var order: Order {
    Order(
      key: key, productID: request.productID, quantity: request.quantity,
      appAccountToken: request.appAccountToken, offer: request.offer)
  }

  /// The order's offer; the nonce of its signature was used when the order came.
  var offer: SaleOffer {
    if let isIntroductoryOfferAllowed {
      return .introductory(isAllowed: isIntroductoryOfferAllowed)
    }
    return switch request.offer {
    case .winBack(let id): .winBack(id)
    case .promotional(let id, _), .promotionalJWS(let id, _): .promotional(id)
    case .introductoryOfferEligibility, .code, nil: .automatic
    }
  }

  /// Whether an order of the same product would be the same wish: only consumables are bought twice.
  func includes(_ productID: String) -> Bool {
    request.productID == productID && type != .consumable
  }
}

extension CatalogueSnapshot {
  /// Returns why an order must wait; `nil` if it is sold at once.
  ///
  /// Codes are redeemed at once. Source: "Approve what kids buy with Ask to Buy" in Apple Support.
  func waitingCause(of order: Order) -> WaitingCause? {
    guard order.offer?.offerCode == nil else { return nil }
    if rules.askToBuy || order.simulatesAskToBuy == true { return .askToBuy }
    return rules.interruptedPurchases ? .interrupted : nil
  }
}

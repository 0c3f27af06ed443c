// Users cast and unwrap by force.
// swift-format-ignore-file: NeverForceUnwrap

import OpenStoreKit

// Switches over everything that StoreKit answers with, in Swift 5: an app's own error under the
// name of StoreKit's, members of its own on StoreKit's types, tuples, and members that are
// deprecated today.

enum StoreKitError: Error {
  case unverified(reason: String)
  case nothingToBuy
}

extension Product {
  var isSubscription: Bool {
    switch type {
    case .autoRenewable, .nonRenewable: return true
    case .consumable, .nonConsumable: return false
    default: return false
    }
  }

  /// Not StoreKit's member of this name, which belongs to the subscription.
  var isEligibleForIntroOffer: Bool {
    get async {
      guard let subscription = subscription, subscription.introductoryOffer != nil else {
        return false
      }
      return await subscription.isEligibleForIntroOffer
    }
  }

  var periodText: String {
    guard let period = subscription?.subscriptionPeriod else { return "once" }
    switch period.unit {
    case .day: return period.value == 7 ? "a week" : "\(period.value) days"
    case .week: return "\(period.value) weeks"
    case .month: return period.value == 1 ? "a month" : "\(period.value) months"
    case .year: return "a year"
    @unknown default: return "?"
    }
  }
}

class StatusText {
  typealias Purchased = (transaction: Transaction, isNew: Bool)

  func purchase(_ product: Product) async throws -> Purchased? {
    let result: Product.PurchaseResult
    do {
      result = try await product.purchase()
    } catch {
      switch error as! StoreKit.StoreKitError {
      case .userCancelled: return nil
      case .networkError(let urlError): throw urlError
      case .systemError(let error): throw error
      case .notAvailableInStorefront, .notEntitled: throw StoreKitError.nothingToBuy
      default: throw error
      }
    }
    return try await process(result)
  }

  private func process(_ result: Product.PurchaseResult) async throws -> Purchased? {
    switch result {
    case let .success(.verified(transaction)):
      let isNew = transaction.id == transaction.originalID
      await transaction.finish()
      return (transaction, isNew)
    case let .success(.unverified(_, error)):
      throw StoreKitError.unverified(reason: "\(error)")
    case .pending, .userCancelled:
      return nil
    @unknown default:
      return nil
    }
  }

  func describe(_ status: Product.SubscriptionInfo.Status) throws -> String {
    let info = try status.renewalInfo.payloadValue
    let transaction = try status.transaction.payloadValue
    switch status.state {
    case .subscribed:
      return info.willAutoRenew
        ? "renews as \(info.autoRenewPreference ?? "?")" : "ends on \(day(info.renewalDate))"
    case .inGracePeriod: return "access until \(day(info.gracePeriodExpirationDate))"
    case .inBillingRetryPeriod: return "your payment failed"
    case .expired: return expired(info)
    case .revoked: return "taken back on \(day(transaction.revocationDate))"
    default: return "unknown"
    }
  }

  private func expired(_ info: Product.SubscriptionInfo.RenewalInfo) -> String {
    switch info.expirationReason {
    case .autoRenewDisabled: return "you cancelled"
    case .billingError: return "your payment failed for good"
    case .didNotConsentToPriceIncrease: return "you did not agree to the price"
    case .productUnavailable: return "it is no longer sold"
    case .unknown, nil: return "it ended"
    default: return "it ended"
    }
  }

  func describe(_ transaction: Transaction) -> String {
    var words: [String] = []
    switch transaction.ownershipType {
    case .purchased: words.append("yours")
    case .familyShared: words.append("your family's")
    default: break
    }
    switch transaction.offerType {
    case .introductory: words.append("introductory")
    case .promotional: words.append("promotional")
    case .code: words.append("by code")
    case .none: break
    default: break
    }
    switch transaction.environmentStringRepresentation {
    case "Production": words.append("for money")
    default: words.append("for nothing")
    }
    words.append(transaction.reasonStringRepresentation.lowercased())
    return words.joined(separator: ", ")
  }
}

func day(_ date: Date?) -> String {
  date.map { $0.formatted(.iso8601.year().month().day()) } ?? "?"
}

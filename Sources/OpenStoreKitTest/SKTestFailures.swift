public import Foundation
public import OpenStoreKit
import StoreAPI

/// The errors with which a test can make StoreKit's calls fail; see
/// ``SKTestSession/setSimulatedError(_:forAPI:)``.
public enum SKTestFailures {
  /// An error of loading products.
  public enum LoadProducts: LocalizedError {
    /// An error that most calls have.
    case generic(StoreKitError)

    /// The error's own description, in English.
    public var errorDescription: String? { storeKitError.errorDescription }
  }

  /// An error of a purchase.
  public enum Purchase: LocalizedError {
    /// An error that most calls have.
    case generic(StoreKitError)
    /// An error that only purchases have.
    case purchase(Product.PurchaseError)

    /// The error's own description, in English.
    public var errorDescription: String? {
      switch self {
      case .generic(let error): error.errorDescription
      case .purchase(let error): error.errorDescription
      }
    }
  }

  /// An error of a verification.
  public enum Verification: LocalizedError, Equatable, Hashable {
    /// A certificate was revoked.
    case revokedCertificate
    /// The certificates do not lead to the store's root.
    case invalidCertificateChain
    /// The value was signed for another device.
    case invalidDeviceVerification
    /// The signed data is malformed.
    case invalidEncoding
    /// The signature does not match the value.
    case invalidSignature
    /// A required property is missing.
    case missingRequiredProperties

    /// A sentence that describes the error, in English.
    public var errorDescription: String? {
      simulated.flatMap { VerificationResult<Never>.VerificationError($0.name)?.errorDescription }
    }
  }

  /// An error of the app transaction.
  public enum AppTransaction: LocalizedError {
    /// An error that most calls have.
    case generic(StoreKitError)

    /// The error's own description, in English.
    public var errorDescription: String? { storeKitError.errorDescription }
  }

  /// An error of `AppStore.sync()`.
  public enum AppStoreSync: LocalizedError {
    /// An error that most calls have.
    case generic(StoreKitError)

    /// The error's own description, in English.
    public var errorDescription: String? { storeKitError.errorDescription }
  }

  /// An error of asking for the statuses of subscriptions.
  public enum SubscriptionStatus: LocalizedError {
    /// An error that most calls have.
    case generic(StoreKitError)

    /// The error's own description, in English.
    public var errorDescription: String? { storeKitError.errorDescription }
  }

  /// An error of the sheet in which customers redeem offer codes.
  public enum OfferCodeRedeem: LocalizedError {
    /// An error that most calls have.
    case generic(StoreKitError)

    /// The error's own description, in English.
    public var errorDescription: String? { storeKitError.errorDescription }
  }

  /// An error of the sheet in which customers manage their subscriptions.
  public enum ManageSubscriptions: LocalizedError {
    /// An error that most calls have.
    case generic(StoreKitError)

    /// The error's own description, in English.
    public var errorDescription: String? { storeKitError.errorDescription }
  }

  /// An error of the sheet in which customers ask for a refund.
  public enum RefundRequest: LocalizedError {
    /// An error that most calls have.
    case generic(StoreKitError)
    /// An error that only requests for refunds have.
    case refundRequest(Transaction.RefundRequestError)

    /// The error's own description, in English.
    public var errorDescription: String? {
      switch self {
      case .generic(let error): error.errorDescription
      case .refundRequest(let error): error.errorDescription
      }
    }
  }
}

/// A call of StoreKit whose error can be simulated.
public protocol StoreKitAPI: Sendable {
  /// The errors that the call can have.
  associatedtype Failure: Error
}

/// Loading products: `Product.products(for:)`.
public struct StoreKitLoadProductsAPI: StoreKitAPI {
  /// The errors that the call can have.
  public typealias Failure = SKTestFailures.LoadProducts
}

/// A purchase: `Product.purchase(options:)`.
public struct StoreKitPurchaseAPI: StoreKitAPI {
  /// The errors that the call can have.
  public typealias Failure = SKTestFailures.Purchase
}

/// The verification of everything that the store signs.
public struct StoreKitVerificationAPI: StoreKitAPI {
  /// The errors that a verification can have.
  public typealias Failure = SKTestFailures.Verification
}

/// The app transaction: `AppTransaction.shared` and `AppTransaction.refresh()`.
public struct StoreKitAppTransactionAPI: StoreKitAPI {
  /// The errors that the call can have.
  public typealias Failure = SKTestFailures.AppTransaction
}

/// Restoring purchases: `AppStore.sync()`.
public struct StoreKitAppStoreSyncAPI: StoreKitAPI {
  /// The errors that the call can have.
  public typealias Failure = SKTestFailures.AppStoreSync
}

/// Asking for the statuses of subscriptions, such as `Product.SubscriptionInfo.status`.
public struct StoreKitSubscriptionStatusAPI: StoreKitAPI {
  /// The errors that the call can have.
  public typealias Failure = SKTestFailures.SubscriptionStatus
}

/// The sheet in which customers redeem offer codes: `AppStore.presentOfferCodeRedeemSheet(in:)`.
public struct StoreKitOfferCodeRedeemAPI: StoreKitAPI {
  /// The errors that the call can have.
  public typealias Failure = SKTestFailures.OfferCodeRedeem
}

/// The sheet in which customers manage their subscriptions: `AppStore.showManageSubscriptions(in:)`.
public struct StoreKitManageSubscriptionsAPI: StoreKitAPI {
  /// The errors that the call can have.
  public typealias Failure = SKTestFailures.ManageSubscriptions
}

/// The sheet in which customers ask for a refund: `Transaction.beginRefundRequest(in:)`.
public struct StoreKitRefundRequestAPI: StoreKitAPI {
  /// The errors that the call can have.
  public typealias Failure = SKTestFailures.RefundRequest
}

extension StoreKitAPI where Self == StoreKitLoadProductsAPI {
  /// Loading products.
  public static var loadProducts: Self { Self() }
}

extension StoreKitAPI where Self == StoreKitPurchaseAPI {
  /// A purchase.
  public static var purchase: Self { Self() }
}

extension StoreKitAPI where Self == StoreKitVerificationAPI {
  /// The verification of what the store signs.
  public static var verification: Self { Self() }
}

extension StoreKitAPI where Self == StoreKitAppTransactionAPI {
  /// The app transaction.
  public static var appTransaction: Self { Self() }
}

extension StoreKitAPI where Self == StoreKitAppStoreSyncAPI {
  /// Restoring purchases.
  public static var appStoreSync: Self { Self() }
}

extension StoreKitAPI where Self == StoreKitSubscriptionStatusAPI {
  /// Asking for the statuses of subscriptions.
  public static var subscriptionStatus: Self { Self() }
}

extension StoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
  /// The sheet in which customers redeem offer codes.
  public static var offerCodeRedeem: Self { Self() }
}

extension StoreKitAPI where Self == StoreKitManageSubscriptionsAPI {
  /// The sheet in which customers manage their subscriptions.
  public static var manageSubscriptions: Self { Self() }
}

extension StoreKitAPI where Self == StoreKitRefundRequestAPI {
  /// The sheet in which customers ask for a refund.
  public static var refundRequest: Self { Self() }
}

/// Aliases of this module's types for client code that qualifies them with `StoreKit`.
///
/// `StoreKit.Transaction` compiles in a file that imports `OpenStoreKit`.
public enum StoreKit {
  /// ``OpenStoreKit/Product``.
  public typealias Product = OpenStoreKit.Product
  /// ``OpenStoreKit/Transaction``.
  public typealias Transaction = OpenStoreKit.Transaction
  /// ``OpenStoreKit/VerificationResult``.
  public typealias VerificationResult = OpenStoreKit.VerificationResult
  /// ``OpenStoreKit/AppTransaction``.
  public typealias AppTransaction = OpenStoreKit.AppTransaction
  /// ``OpenStoreKit/AppStore``.
  public typealias AppStore = OpenStoreKit.AppStore
  /// ``OpenStoreKit/Storefront``.
  public typealias Storefront = OpenStoreKit.Storefront
  /// ``OpenStoreKit/StoreKitError``.
  public typealias StoreKitError = OpenStoreKit.StoreKitError
  /// ``OpenStoreKit/Message``.
  public typealias Message = OpenStoreKit.Message
  /// ``Product/SubscriptionInfo``.
  public typealias SubscriptionInfo = Product.SubscriptionInfo
  /// ``Product/SubscriptionInfo/Status``.
  public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
  /// ``Product/SubscriptionInfo/RenewalInfo``.
  public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo
  /// ``Product/SubscriptionInfo/RenewalState``.
  public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState
  /// ``Product/SubscriptionPeriod``.
  public typealias SubscriptionPeriod = Product.SubscriptionPeriod
}

/// The short name of ``Product/SubscriptionInfo``.
public typealias SubscriptionInfo = Product.SubscriptionInfo
/// The short name of ``Product/SubscriptionInfo/Status``.
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
/// The short name of ``Product/SubscriptionInfo/RenewalInfo``.
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo
/// The short name of ``Product/SubscriptionInfo/RenewalState``.
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState
/// The short name of ``Product/SubscriptionPeriod``.
public typealias SubscriptionPeriod = Product.SubscriptionPeriod

import Foundation
import StoreAPI
import StoreEngine

extension SKTestError {
  /// The error of a store that cannot be opened.
  init(_ error: StoreOpeningError) {
    self.init(.serviceUnavailable, reason: error.description)
  }

  /// The error of a control that the store refused, with the store's reason.
  init(_ error: StoreError) { self.init(Code(error), reason: error.description) }

  /// The error of a control that failed for a reason without an error code of Apple's.
  static func refused(_ reason: String) -> SKTestError {
    SKTestError(.invalidAction, reason: reason)
  }
}

extension SKTestError.Code {
  fileprivate init(_ error: StoreError) {
    switch error {
    case .notSubscribed: self = .noSubscriptionFound
    case .unknownTransaction, .orderNotWaiting: self = .noTransactionFound
    case .unknownProduct: self = .invalidProductIdentifier
    case .unavailable: self = .serviceUnavailable
    default: self = .invalidAction
    }
  }
}

/// The stable code of a ``StoreFault`` in JSON, and its HTTP status.
///
/// A code is never renamed and never used again for another fault.
package enum FaultCode: String, Codable, Hashable, Sendable, CaseIterable {
  case unavailable
  case unauthorized
  case signInRefused
  case tooManyAttempts
  case accountExists
  case invalidPassword
  case unknownProduct
  case invalidQuantity
  case quoteChanged
  case orderKeyReused
  case orderKeyClosed
  case unknownTransaction
  case alreadyRefunded
  case nothingToRefund
  case notSubscribed
  case severalSubscribers
  case unknownAccount
  case unknownDevice
  case deviceExists
  case tooManyDevices
  case invalidName
  case clockMovedBackwards
  case clockBeyondCertificates

  /// The HTTP status code.
  package var status: Int {
    switch self {
    case .unauthorized, .signInRefused: 401
    case .unknownProduct, .unknownTransaction, .unknownAccount, .unknownDevice: 404
    case .accountExists, .quoteChanged, .orderKeyReused, .orderKeyClosed, .alreadyRefunded,
      .nothingToRefund, .notSubscribed, .severalSubscribers, .deviceExists, .tooManyDevices,
      .clockMovedBackwards, .clockBeyondCertificates:
      409
    case .invalidPassword, .invalidQuantity, .invalidName: 422
    case .tooManyAttempts: 429
    case .unavailable: 503
    }
  }
}

extension StoreFault {
  /// The fault's code; `nil` for a fault that this version does not know.
  package var code: FaultCode? {
    switch self {
    case .unavailable: .unavailable
    case .unauthorized: .unauthorized
    case .signInRefused: .signInRefused
    case .tooManyAttempts: .tooManyAttempts
    case .accountExists: .accountExists
    case .invalidPassword: .invalidPassword
    case .unknownProduct: .unknownProduct
    case .invalidQuantity: .invalidQuantity
    case .quoteChanged: .quoteChanged
    case .orderKeyReused: .orderKeyReused
    case .orderKeyClosed: .orderKeyClosed
    case .unknownTransaction: .unknownTransaction
    case .alreadyRefunded: .alreadyRefunded
    case .nothingToRefund: .nothingToRefund
    case .notSubscribed: .notSubscribed
    case .severalSubscribers: .severalSubscribers
    case .unknownAccount: .unknownAccount
    case .unknownDevice: .unknownDevice
    case .deviceExists: .deviceExists
    case .tooManyDevices: .tooManyDevices
    case .invalidName: .invalidName
    case .clockMovedBackwards: .clockMovedBackwards
    case .clockBeyondCertificates: .clockBeyondCertificates
    case .unknown: nil
    }
  }

  /// The code in JSON, also of a fault that this version does not know.
  package var codeName: String {
    if case .unknown(let code, _) = self { code } else { code?.rawValue ?? "" }
  }
}

package import HTTPTypes

/// The word by which a refusal of the store is known on the wire.
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
}

extension FaultCode {
  package var status: HTTPResponse.Status {
    switch self {
    case .unavailable: .serviceUnavailable
    case .unauthorized, .signInRefused: .unauthorized
    case .tooManyAttempts: .tooManyRequests
    case .unknownProduct, .unknownTransaction, .unknownAccount, .unknownDevice: .notFound
    case .invalidPassword, .invalidQuantity, .invalidName: .unprocessableContent
    case .accountExists, .quoteChanged, .orderKeyReused, .orderKeyClosed, .alreadyRefunded,
      .nothingToRefund, .notSubscribed, .severalSubscribers, .deviceExists,
      .tooManyDevices, .clockMovedBackwards, .clockBeyondCertificates:
      .conflict
    }
  }
}

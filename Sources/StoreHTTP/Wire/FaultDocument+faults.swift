import Foundation
import StoreAPI

// The one table of faults on the wire: what is written above is read below.

extension FaultDocument.Details {
  init(_ fault: StoreFault) {
    self.init(code: fault.code, message: fault.description)
    switch fault {
    case .unauthorized, .signInRefused, .invalidPassword: break
    case .unavailable(let reason): self.reason = reason
    case .tooManyAttempts(let retryAfter): self.retryAfter = retryAfter
    case .unknownProduct(let id): productID = id
    case .invalidQuantity(let quantity, let allowed):
      self.quantity = quantity
      minimum = allowed.lowerBound
      maximum = allowed.upperBound
    case .quoteChanged(let quote): self.quote = quote
    case .orderKeyReused(let key), .orderKeyClosed(let key): self.key = key
    case .unknownTransaction(let id), .nothingToRefund(let id): transactionID = id
    case .alreadyRefunded(let id, let date):
      transactionID = id
      self.date = date
    case .notSubscribed(let id, let account):
      productID = id
      self.account = account
    case .severalSubscribers(let id, let accounts):
      productID = id
      self.accounts = accounts
    case .accountExists(let name), .unknownAccount(let name), .unknownDevice(let name),
      .deviceExists(let name), .invalidName(let name):
      self.name = name
    case .tooManyDevices(let limit): maximum = limit
    case .clockMovedBackwards(let from, let to):
      self.from = from
      self.to = to
    case .clockBeyondCertificates(let date, let last):
      self.date = date
      self.last = last
    }
  }

  var fault: StoreFault? {
    switch code {
    case .unauthorized: .unauthorized
    case .signInRefused: .signInRefused
    case .invalidPassword: .invalidPassword
    case .unavailable: reason.map(StoreFault.unavailable)
    case .tooManyAttempts: retryAfter.map(StoreFault.tooManyAttempts)
    case .unknownProduct: productID.map(StoreFault.unknownProduct)
    case .invalidQuantity:
      if let quantity, let minimum, let maximum, minimum <= maximum {
        .invalidQuantity(quantity, allowed: minimum...maximum)
      } else {
        nil
      }
    case .quoteChanged: quote.map(StoreFault.quoteChanged)
    case .orderKeyReused: key.map(StoreFault.orderKeyReused)
    case .orderKeyClosed: key.map(StoreFault.orderKeyClosed)
    case .unknownTransaction: transactionID.map(StoreFault.unknownTransaction)
    case .nothingToRefund: transactionID.map(StoreFault.nothingToRefund)
    case .alreadyRefunded:
      if let transactionID, let date { .alreadyRefunded(transactionID, date) } else { nil }
    case .notSubscribed: productID.map { .notSubscribed($0, account: account) }
    case .severalSubscribers:
      if let productID, let accounts {
        .severalSubscribers(productID, accounts: accounts)
      } else {
        nil
      }
    case .accountExists: name.map(StoreFault.accountExists)
    case .unknownAccount: name.map(StoreFault.unknownAccount)
    case .unknownDevice: name.map(StoreFault.unknownDevice)
    case .deviceExists: name.map(StoreFault.deviceExists)
    case .tooManyDevices: maximum.map(StoreFault.tooManyDevices)
    case .invalidName: name.map(StoreFault.invalidName)
    case .clockMovedBackwards:
      if let from, let to { .clockMovedBackwards(from: from, to: to) } else { nil }
    case .clockBeyondCertificates:
      if let date, let last { .clockBeyondCertificates(date, last: last) } else { nil }
    }
  }
}

extension StoreFault {
  var code: FaultCode {
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
    }
  }
}

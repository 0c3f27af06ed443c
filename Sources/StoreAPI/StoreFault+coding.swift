// In JSON `{"code": "unknownProduct", "message": "…", "productID": "car"}`: the code says which of
// the other fields are there. What `encode` writes, `init` reads.
extension StoreFault: Codable {
  fileprivate enum Key: String, CodingKey {
    case code
    /// The sentence for people.
    case message
    case account
    case accounts
    case date
    case from
    case key
    case last
    case maximum
    case minimum
    case name
    case productID
    case quantity
    case quote
    case reason
    case retryAfter
    case to
    case transactionID
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(codeName, forKey: .code)
    try container.encode(message, forKey: .message)
    switch self {
    case .unauthorized, .signInRefused, .invalidPassword, .unknown: break
    case .unavailable(let reason): try container.encode(reason, forKey: .reason)
    case .tooManyAttempts(let seconds): try container.encode(seconds, forKey: .retryAfter)
    case .unknownProduct(let id): try container.encode(id, forKey: .productID)
    case .invalidQuantity(let quantity, let allowed):
      try container.encode(quantity, forKey: .quantity)
      try container.encode(allowed.lowerBound, forKey: .minimum)
      try container.encode(allowed.upperBound, forKey: .maximum)
    case .quoteChanged(let quote): try container.encode(quote, forKey: .quote)
    case .orderKeyReused(let key), .orderKeyClosed(let key):
      try container.encode(key, forKey: .key)
    case .unknownTransaction(let id), .nothingToRefund(let id):
      try container.encode(id, forKey: .transactionID)
    case .alreadyRefunded(let id, let date):
      try container.encode(id, forKey: .transactionID)
      try container.encode(date, forKey: .date)
    case .notSubscribed(let id, let account):
      try container.encode(id, forKey: .productID)
      try container.encodeIfPresent(account, forKey: .account)
    case .severalSubscribers(let id, let accounts):
      try container.encode(id, forKey: .productID)
      try container.encode(accounts, forKey: .accounts)
    case .accountExists(let name), .unknownAccount(let name), .unknownDevice(let name),
      .deviceExists(let name), .invalidName(let name):
      try container.encode(name, forKey: .name)
    case .tooManyDevices(let limit): try container.encode(limit, forKey: .maximum)
    case .clockMovedBackwards(let from, let to):
      try container.encode(from, forKey: .from)
      try container.encode(to, forKey: .to)
    case .clockBeyondCertificates(let date, let last):
      try container.encode(date, forKey: .date)
      try container.encode(last, forKey: .last)
    }
  }

  /// Reads a code that this version does not know as ``unknown(code:message:)``.
  ///
  /// - Throws: `DecodingError` if a field is missing that a known code needs.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name: String = try container.value(.code)
    guard let code = FaultCode(rawValue: name) else {
      self = .unknown(code: name, message: try container.value(.message))
      return
    }
    self = try container.fault(code)
  }

  private var message: String {
    if case .unknown(_, let message) = self { message } else { description }
  }
}

extension KeyedDecodingContainer<StoreFault.Key> {
  fileprivate func fault(_ code: FaultCode) throws -> StoreFault {
    switch code {
    case .unauthorized: .unauthorized
    case .signInRefused: .signInRefused
    case .invalidPassword: .invalidPassword
    case .unavailable: .unavailable(try value(.reason))
    case .tooManyAttempts: .tooManyAttempts(retryAfter: try value(.retryAfter))
    case .unknownProduct: .unknownProduct(try value(.productID))
    case .invalidQuantity: .invalidQuantity(try value(.quantity), allowed: try allowed())
    case .quoteChanged: .quoteChanged(try value(.quote))
    case .orderKeyReused: .orderKeyReused(try value(.key))
    case .orderKeyClosed: .orderKeyClosed(try value(.key))
    case .unknownTransaction: .unknownTransaction(try value(.transactionID))
    case .nothingToRefund: .nothingToRefund(try value(.transactionID))
    case .alreadyRefunded: .alreadyRefunded(try value(.transactionID), try value(.date))
    case .notSubscribed:
      .notSubscribed(
        try value(.productID), account: try decodeIfPresent(String.self, forKey: .account))
    case .severalSubscribers:
      .severalSubscribers(try value(.productID), accounts: try value(.accounts))
    case .accountExists: .accountExists(try value(.name))
    case .unknownAccount: .unknownAccount(try value(.name))
    case .unknownDevice: .unknownDevice(try value(.name))
    case .deviceExists: .deviceExists(try value(.name))
    case .tooManyDevices: .tooManyDevices(limit: try value(.maximum))
    case .invalidName: .invalidName(try value(.name))
    case .clockMovedBackwards: .clockMovedBackwards(from: try value(.from), to: try value(.to))
    case .clockBeyondCertificates:
      .clockBeyondCertificates(try value(.date), last: try value(.last))
    }
  }

  private func allowed() throws -> ClosedRange<Int> {
    let (minimum, maximum): (Int, Int) = (try value(.minimum), try value(.maximum))
    guard minimum <= maximum else {
      throw DecodingError.dataCorruptedError(
        forKey: .minimum, in: self, debugDescription: "\(minimum) is more than \(maximum)")
    }
    return minimum...maximum
  }
}

extension KeyedDecodingContainer {
  /// The value of a key, of the type that is asked for.
  ///
  /// - Throws: `DecodingError` if it is missing or of another kind.
  func value<Value: Decodable>(_ key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }
}

import StoreAPI

/// The errors that a StoreKit configuration file simulates.
///
/// Files of the formats 3 and later list them by call (`_storeKitErrors`). Older ones let purchases fail
/// (`_failTransactionsEnabled`) with one error (`_storeKitError`); a listed error of purchases comes first.
/// A list that cannot be read is ignored.
///
/// Apple does not document the numbers of the errors. In the list a number is read as the position among
/// the cases of StoreKit's error type, in the order of its interface: the numbers in Xcode's files fit it.
/// The older number is read as a code of `SKError`.
struct ConfigurationErrors {
  /// The errors of the calls that fail.
  private(set) var simulated: SimulatedErrors = [:]
  /// The switches of the file that are on but are not simulated as it says.
  private(set) var ignored: [UnsupportedSetting] = []

  init(_ settings: ConfigurationObject) {
    do {
      for call in try settings.failingCalls() { add(call) }
    } catch {
      ignore("simulated errors that cannot be read", .simulatedErrors)
    }
    if simulated[.purchase] == nil, (try? settings.flag(.failsTransactions)) == true {
      addPurchase(code: try? settings.decodeIfPresent(Int.self, forKey: .purchaseError))
    }
  }

  private mutating func add(_ call: FailingCall) {
    guard let api = SimulatedAPI(inFile: call.name) else {
      return ignore("the simulated error of '\(call.name)'", .simulatedErrors)
    }
    let isKnown = simulate(call.choice.name(of: api), of: api)
    if !isKnown {
      ignore("the choice of an error of '\(call.name)'", failing: api, .simulatedErrors)
    }
  }

  private mutating func addPurchase(code: Int?) {
    let isKnown = simulate(SimulatedError.Name(purchaseErrorCode: code ?? 0), of: .purchase)
    if !isKnown {
      ignore("the error with the number \(code ?? 0)", failing: .purchase, .purchaseError)
    }
  }

  /// Lets a call fail with its first error if the file's choice is not known.
  private mutating func simulate(_ name: SimulatedError.Name?, of api: SimulatedAPI) -> Bool {
    simulated[api] = (name ?? api.errors.first).map { SimulatedError($0) }
    return name != nil
  }

  private mutating func ignore(
    _ meaning: String, failing api: SimulatedAPI? = nil, _ key: ConfigurationKey
  ) {
    let instead = api.flatMap { simulated[$0] }.map { ", which fails with '\($0.name.rawValue)'" }
    ignored.append(UnsupportedSetting(key: key.rawValue, meaning: meaning + (instead ?? "")))
  }
}

/// A call whose error a file simulates.
private struct FailingCall {
  enum Choice {
    /// The file chooses none.
    case first
    case position(Int, of: SimulatedErrorType)
    case unreadable

    /// The error; `nil` if this call has no such error.
    func name(of api: SimulatedAPI) -> SimulatedError.Name? {
      switch self {
      case .first: api.errors.first
      case .position(let index, let type):
        api.errorTypes.contains(type) && type.names.indices.contains(index)
          ? type.names[index] : nil
      case .unreadable: nil
      }
    }
  }

  let name: String
  let choice: Choice

  /// Returns `nil` for a call that is not enabled.
  init?(_ object: ConfigurationObject) throws {
    guard try object.flag(.isEnabled) else { return nil }
    name = try object.text(.name)
    choice = Choice(object)
  }
}

extension FailingCall.Choice {
  init(_ object: ConfigurationObject) {
    do {
      guard let chosen = try object.object(.chosenError) else {
        self = .first
        return
      }
      let index = try chosen.decode(Int.self, forKey: .index)
      let type = SimulatedErrorType(inFile: try chosen.decode(String.self, forKey: .type))
      self = type.map { .position(index, of: $0) } ?? .unreadable
    } catch {
      self = .unreadable
    }
  }
}

extension ConfigurationObject {
  fileprivate func failingCalls() throws -> [FailingCall] {
    try list(.simulatedErrors) { try FailingCall($0) }.compactMap(\.self)
  }
}

extension SimulatedError.Name {
  /// The error of a purchase by its code of `SKError`, one of those that SKTestSession's `failureError` has.
  fileprivate init?(purchaseErrorCode code: Int) {
    switch code {
    case 0: self = .unknown
    case 11: self = .invalidOfferIdentifier
    case 12: self = .invalidOfferSignature
    case 13: self = .missingOfferParameters
    case 14: self = .invalidOfferPrice
    default: return nil
    }
  }
}

extension SimulatedErrorType {
  /// The type of this name in a StoreKit configuration file.
  fileprivate init?(inFile name: String) {
    switch name {
    case "generic": self = .generic
    case "purchase": self = .purchase
    case "verification": self = .verification
    case "refund request": self = .refundRequest
    default: return nil
    }
  }
}

extension SimulatedAPI {
  /// The call of this name in a StoreKit configuration file; `nil` for one that no session has.
  fileprivate init?(inFile name: String) {
    switch name {
    case "Load Products": self = .loadProducts
    case "Purchase": self = .purchase
    case "Verification": self = .verification
    case "App Store Sync": self = .appStoreSync
    case "Subscription Status": self = .subscriptionStatus
    case "App Transaction": self = .appTransaction
    case "Offer Code Redeem Sheet": self = .offerCodeRedeem
    case "Manage Subscriptions Sheet": self = .manageSubscriptions
    case "Refund Request Sheet": self = .refundRequest
    default: return nil
    }
  }
}

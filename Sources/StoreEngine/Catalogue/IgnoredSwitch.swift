import StoreAPI

/// A switch of a StoreKit configuration file that is on and that a store does not obey yet.
package struct IgnoredSwitch: Hashable, Sendable {
  /// The key in `settings`.
  package var key: String
  /// What Xcode's store would do.
  package var meaning: String
}

extension Catalogue.Settings {
  /// Returns a sentence about the switches of a file that are ignored; `nil` if none is.
  package func notice(ofFile name: String, except keys: Set<String> = []) -> String? {
    let ignored = ignoredSwitches.filter { !keys.contains($0.key) }
    guard !ignored.isEmpty else { return nil }
    let list = ignored.map { "\($0.meaning) (\($0.key))" }.joined(separator: ", ")
    return "\(name) turns on what this store does not do yet, and it is ignored: \(list)"
  }
}

extension ConfigurationObject {
  /// Reads the switches that are on and that a store does not obey; one of another type is off.
  func ignoredSwitches() -> [IgnoredSwitch] {
    let switches: [(Key, String)] = [(.disablesDialogs, "purchases without asking")]
    let on = switches.filter { (try? flag($0.0)) == true }
    return on.map { IgnoredSwitch(key: $0.0.rawValue, meaning: $0.1) } + ignoredErrors
  }

  private var ignoredErrors: [IgnoredSwitch] {
    failingCalls.compactMap { call in
      guard let api = SimulatedAPI(inFile: call.name) else {
        return "the simulated error of '\(call.name)'"
      }
      guard call.choosesError, let error = api.errors.first else { return nil }
      return "the choice of an error of '\(call.name)', which fails with '\(error.rawValue)'"
    }.map { IgnoredSwitch(key: Key.simulatedErrors.rawValue, meaning: $0) }
  }
}

extension ConfigurationObject {
  /// Reads the calls that fail in Xcode's store.
  ///
  /// What the number of an error means is not documented: every call fails with its first error.
  func simulatedErrors() -> SimulatedErrors {
    var apis = failingCalls.compactMap { SimulatedAPI(inFile: $0.name) }
    if (try? flag(.failsTransactions)) == true { apis.append(.purchase) }
    return apis.reduce(into: [:]) { errors, api in errors[api] = api.errors.first.map { .init($0) }
    }
  }

  /// A call of which an error is simulated, and whether the file chooses another than the first.
  fileprivate typealias FailingCall = (name: String, choosesError: Bool)

  fileprivate var failingCalls: [FailingCall] {
    let calls: [FailingCall?]? = try? list(.simulatedErrors) { error in
      guard try error.flag(.isEnabled) else { return nil }
      return (try error.text(.name), error.hasObject(.chosenError))
    }
    return (calls ?? []).compactMap(\.self)
  }
}

extension ConfigurationObject {
  fileprivate func hasObject(_ key: Key) -> Bool {
    do {
      return try object(key) != nil
    } catch {
      return true
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

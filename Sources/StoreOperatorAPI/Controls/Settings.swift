package import StoreAPI

/// A control that sets or reads a setting of the store.
///
/// Everything due is settled first.
package protocol SettingControl: OperatorControl {}

extension SettingControl {
  package static var result: OperatorResult.Name { .settings }
  package static var isRepeatable: Bool { true }
}

/// A control that sets one of the store's rules, and names it.
package protocol StoreRulesControl: SettingControl {
  /// Sets the rule.
  func apply(to rules: inout StoreRules)
}

// The store's settings.
extension OperatorCommand {
  static let ofSettings: [any OperatorControl.Type] = [
    SetTimeRate.self, SetStorefront.self, SetLocale.self, SetRenewalLimit.self, SetGracePeriod.self,
    SetRenewalsFail.self, SetAskToBuy.self, SetInterruptedPurchases.self, SetSimulatedError.self,
    ClearSimulatedErrors.self, SetNotificationURL.self, Settings.self,
  ]

  /// Sets the time rate of periods that begin from now on; a period that has begun keeps its end.
  package struct SetTimeRate: StoreRulesControl {
    package let timeRate: TimeRate
    /// The original name of the type, because names in JSON never change.
    package static let name = "setPace"
    package static let summary = "Sets the time rate of periods that begin from now on."

    private enum CodingKeys: String, CodingKey { case timeRate = "pace" }

    package func apply(to rules: inout StoreRules) { rules.timeRate = timeRate }
  }

  /// Sets the country of the store, in ISO 3166-1 alpha-3; purchases stay.
  ///
  /// Prices are those of the new storefront. If its currency is another, the prices that subscribers
  /// keep or were asked about end: they renew at the new storefront's price, and the rest of an offer
  /// costs what the offer costs there.
  package struct SetStorefront: SettingControl {
    package let storefront: String
    package static let summary = "Sets the country of the store. Purchases stay."
    package static let errors: [StoreErrorCode] = [.unknownStorefront]
  }

  /// Sets the language of names and descriptions: a language, or a language and a country, such as
  /// `de` or `de_DE`.
  ///
  /// Purchases stay.
  ///
  /// A product without a name in this language keeps its name in `en_US`, or else its first name. Prices
  /// keep the format of the storefront.
  package struct SetLocale: SettingControl {
    package let locale: String
    package static let summary =
      "Sets the language of names and descriptions, such as de or de_DE. Purchases stay."
    package static let errors: [StoreErrorCode] = [.unknownLocale]
  }

  /// Sets whether a subscription renews at most twelve times at an accelerated time rate, as in Apple's
  /// sandbox.
  ///
  /// A new store has the limit.
  package struct SetRenewalLimit: StoreRulesControl {
    package let isOn: Bool
    package static let summary =
      "Sets whether a subscription renews at most twelve times at an accelerated time rate."

    package func apply(to rules: inout StoreRules) { rules.isRenewalLimited = isOn }
  }

  /// Sets the grace period, in which a subscriber keeps access while a renewal cannot be charged, and
  /// the type of renewals that have one; without a type, all have one.
  ///
  /// A grace period that has begun keeps its end.
  package struct SetGracePeriod: StoreRulesControl {
    package let gracePeriod: GracePeriod
    package let renewalType: GracePeriodRenewalType?
    package static let summary =
      "Sets the grace period of subscribers whose renewal cannot be charged, in days; 0 is off."

    package func apply(to rules: inout StoreRules) {
      rules.gracePeriod = gracePeriod
      rules.gracePeriodRenewalType = renewalType ?? .allRenewals
    }
  }

  /// Sets whether every renewal of the store fails, as if no customer's payment worked.
  ///
  /// Turning it off does not charge renewals that have failed: ``RecoverBilling`` does.
  package struct SetRenewalsFail: StoreRulesControl {
    package let isOn: Bool
    package static let summary = "Sets whether every renewal fails."

    package func apply(to rules: inout StoreRules) { rules.renewalsFail = isOn }
  }

  /// Sets whether orders wait for approval.
  ///
  /// Orders that wait already keep waiting.
  package struct SetAskToBuy: StoreRulesControl {
    package let isOn: Bool
    package static let summary = "Sets whether orders wait for approval."

    package func apply(to rules: inout StoreRules) { rules.askToBuy = isOn }
  }

  /// Sets whether orders are interrupted: each waits until its customer has taken a step in their
  /// account's settings.
  ///
  /// Orders that wait already keep waiting.
  package struct SetInterruptedPurchases: StoreRulesControl {
    package let isOn: Bool
    package static let summary = "Sets whether orders wait for a step in the customer's account."

    package func apply(to rules: inout StoreRules) { rules.interruptedPurchases = isOn }
  }

  /// Makes a StoreKit call fail in every session of the store; without an error, the call works again.
  ///
  /// The store itself works as before: a session throws the error instead of returning the call's
  /// result. The control fails if the call cannot throw this error.
  package struct SetSimulatedError: SettingControl {
    package let api: SimulatedAPI
    package let error: SimulatedError?
    package static let summary =
      "Simulates an error of a StoreKit call in every session at the store; without an error, none."
    package static let errors: [StoreErrorCode] = [.invalidSimulatedError]
  }

  /// Ends every simulated error.
  package struct ClearSimulatedErrors: SettingControl {
    package static let summary = "Ends all simulated errors."
  }

  /// Sets the URL to which the store sends the notifications of events from now on; without a URL it
  /// sends none.
  ///
  /// Waiting notifications are sent to the new URL.
  package struct SetNotificationURL: SettingControl {
    package let url: String?
    /// Whether a notification that fails is sent again, as in Apple's production environment.
    package let retries: Bool
    /// Whether the URL may lead to an address of the machine's own network.
    package let allowsOwnNetwork: Bool
    /// The version of the notifications; `nil` for version 2.
    package let version: NotificationVersion?
    package static let summary =
      "Sets the URL that gets notifications; without one, none are sent."
    package static let errors: [StoreErrorCode] = [.invalidNotificationURL]
  }

  /// Reads the settings and changes none.
  package struct Settings: SettingControl {
    package static let summary = "Reads the settings."
    package static let isQuestion = true
  }

  package static func setTimeRate(timeRate: TimeRate) -> Self {
    Self(SetTimeRate(timeRate: timeRate))
  }
  package static func setStorefront(storefront: String) -> Self {
    Self(SetStorefront(storefront: storefront))
  }
  package static func setLocale(locale: String) -> Self { Self(SetLocale(locale: locale)) }
  package static func setRenewalLimit(isOn: Bool) -> Self { Self(SetRenewalLimit(isOn: isOn)) }
  package static func setGracePeriod(
    gracePeriod: GracePeriod, renewalType: GracePeriodRenewalType? = nil
  ) -> Self {
    Self(SetGracePeriod(gracePeriod: gracePeriod, renewalType: renewalType))
  }
  package static func setRenewalsFail(isOn: Bool) -> Self { Self(SetRenewalsFail(isOn: isOn)) }
  package static func setAskToBuy(isOn: Bool) -> Self { Self(SetAskToBuy(isOn: isOn)) }
  package static func setInterruptedPurchases(isOn: Bool) -> Self {
    Self(SetInterruptedPurchases(isOn: isOn))
  }
  package static func setSimulatedError(api: SimulatedAPI, error: SimulatedError?) -> Self {
    Self(SetSimulatedError(api: api, error: error))
  }
  package static var clearSimulatedErrors: Self { Self(ClearSimulatedErrors()) }
  package static func setNotificationURL(
    url: String?, retries: Bool = false, allowsOwnNetwork: Bool = false,
    version: NotificationVersion = .v2
  ) -> Self {
    Self(
      SetNotificationURL(
        url: url, retries: retries, allowsOwnNetwork: allowsOwnNetwork,
        version: version == .v2 ? nil : version))
  }
  package static var settings: Self { Self(Settings()) }
}

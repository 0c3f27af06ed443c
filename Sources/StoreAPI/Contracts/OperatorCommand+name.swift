extension OperatorCommand {
  /// The most bytes of a command in JSON: a catalogue of 4 MiB, in which every byte may be escaped.
  package static let sizeLimit = 2 * 4 * 1024 * 1024 + 1024

  /// Whether a command whose answer was lost may be sent again, because sending it twice has the
  /// same effect and the same answer as sending it once.
  package var isRepeatable: Bool {
    switch name {
    // They change nothing, or set a value.
    case .clock, .setClock, .setPace, .setStorefront, .setLocale, .setRenewalLimit,
      .setGracePeriod, .setRenewalsFail, .setAskToBuy, .setInterruptedPurchases, .setSimulatedError,
      .clearSimulatedErrors, .settings, .transactions, .subscriptions, .offerCodes, .orders,
      .subscription, .accounts, .families, .setFamilySharing:
      true
    // Its order has a key.
    case .buy: true
    // The clock would move twice, a second reset would delete the purchases after the first, and any
    // other would be refused although the first succeeded, or would affect a new subscription,
    // sign-in or device that was created after the first.
    default: false
    }
  }
}

extension OperatorCommand {
  /// Whether a command changes nothing.
  package var isQuestion: Bool {
    switch name {
    case .clock, .settings, .transactions, .subscriptions, .offerCodes, .orders, .subscription,
      .accounts, .families:
      true
    default: false
    }
  }

  /// Whether a command may take long, and reports its progress.
  package var reportsProgress: Bool { name == .advance || name == .acceptClock }
}

// In JSON the name is the only key, with the parameters below it, each under its label: `{"refund":
// {"transactionID": "1000000001"}}`, `{"clock": {}}`. Names and labels are never renamed.
extension OperatorCommand {
  /// A command's name in JSON and in the log.
  package enum CodingKeys: String, CodingKey, CaseIterable, Sendable {
    case clock
    case setClock
    case acceptClock
    case setClockBack
    case advance
    case setPace
    case setStorefront
    case setLocale
    case setRenewalLimit
    case setGracePeriod
    case setRenewalsFail
    case setAskToBuy
    case setInterruptedPurchases
    case setSimulatedError
    case clearSimulatedErrors
    case settings
    case setPrice
    case withdraw
    case undoWithdraw
    case importCatalogue
    case createOfferKey
    case createOfferCodes
    case offerCodes
    case transactions
    case subscriptions
    case orders
    case approve
    case decline
    case resolve
    case refund
    case declineRefund
    case reverseRefund
    case buy
    case delete
    case subscription
    case expire
    case disableAutoRenew
    case enableAutoRenew
    case renew
    case failBilling
    case recoverBilling
    case extend
    case requestPriceIncreaseConsent
    case answerPriceIncrease
    case accounts
    case addAccount
    case setPassword
    case signOut
    case removeDevice
    case families
    case addFamilyMember
    case removeFamilyMember
    case setFamilySharing
    case reset
  }

  package var name: CodingKeys {
    switch self {
    case .clock: .clock
    case .setClock: .setClock
    case .acceptClock: .acceptClock
    case .setClockBack: .setClockBack
    case .advance: .advance
    case .setPace: .setPace
    case .setStorefront: .setStorefront
    case .setLocale: .setLocale
    case .setRenewalLimit: .setRenewalLimit
    case .setGracePeriod: .setGracePeriod
    case .setRenewalsFail: .setRenewalsFail
    case .setAskToBuy: .setAskToBuy
    case .setInterruptedPurchases: .setInterruptedPurchases
    case .setSimulatedError: .setSimulatedError
    case .clearSimulatedErrors: .clearSimulatedErrors
    case .settings: .settings
    case .setPrice: .setPrice
    case .withdraw: .withdraw
    case .undoWithdraw: .undoWithdraw
    case .importCatalogue: .importCatalogue
    case .createOfferKey: .createOfferKey
    case .createOfferCodes: .createOfferCodes
    case .offerCodes: .offerCodes
    case .transactions: .transactions
    case .subscriptions: .subscriptions
    case .orders: .orders
    case .approve: .approve
    case .decline: .decline
    case .resolve: .resolve
    case .refund: .refund
    case .declineRefund: .declineRefund
    case .reverseRefund: .reverseRefund
    case .buy: .buy
    case .delete: .delete
    case .subscription: .subscription
    case .expire: .expire
    case .disableAutoRenew: .disableAutoRenew
    case .enableAutoRenew: .enableAutoRenew
    case .renew: .renew
    case .failBilling: .failBilling
    case .recoverBilling: .recoverBilling
    case .extend: .extend
    case .requestPriceIncreaseConsent: .requestPriceIncreaseConsent
    case .answerPriceIncrease: .answerPriceIncrease
    case .accounts: .accounts
    case .addAccount: .addAccount
    case .setPassword: .setPassword
    case .signOut: .signOut
    case .removeDevice: .removeDevice
    case .families: .families
    case .addFamilyMember: .addFamilyMember
    case .removeFamilyMember: .removeFamilyMember
    case .setFamilySharing: .setFamilySharing
    case .reset: .reset
    }
  }
}

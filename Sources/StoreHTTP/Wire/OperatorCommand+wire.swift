package import StoreAPI

extension OperatorCommand: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "OperatorCommand", CodingKeys.allCases.map { .record($0.record) })

  /// Every error with which some command is refused.
  static let refusals: [StoreErrorCode] = {
    let all = Set(CodingKeys.allCases.flatMap { $0.record.command?.refusals ?? [] })
    return StoreErrorCode.allCases.filter(all.contains)
  }()
}

extension OperatorCommand.CodingKeys {
  /// The shape of a command, with what the document says about it.
  fileprivate var record: Schema.Record {
    switch self {
    case .clock: command("Reads the store's time.", .done)
    case .setClock:
      command("Stops the clock, or lets it run again.", .done, ["frozen": .boolean])
    case .acceptClock:
      command(
        "Accepts a jump of the machine's clock. Everything that is due until then happens.",
        .advanced, refusing: [.clockBeyondCertificates])
    case .setClockBack:
      command(
        "Sets the store's time back, to a date after which nothing has happened.", .done,
        ["date": .date], refusing: [.clockNotSet])
    case .advance:
      command(
        "Moves the clock forward. Everything that is due in between happens at its own time.",
        .advanced,
        ["move": ClockMove.schema], refusing: [.clockMovedBackwards, .clockBeyondCertificates])
    case .setPace:
      command(
        "Sets the time rate of periods that begin from now on.", .settings,
        ["pace": Pace.schema])
    case .setStorefront:
      command(
        "Sets the country of the store. Purchases stay.", .settings,
        ["storefront": .string], refusing: [.unknownStorefront])
    case .setLocale:
      command(
        "Sets the language of names and descriptions, such as de or de_DE. Purchases stay.",
        .settings, ["locale": .string], refusing: [.unknownLocale])
    case .setRenewalLimit:
      command(
        "Sets whether a subscription renews at most twelve times at an accelerated time rate.",
        .settings, ["isOn": .boolean])
    case .setGracePeriod:
      command(
        "Sets the grace period of subscribers whose renewal cannot be charged, in days; 0 is off.",
        .settings, ["gracePeriod": GracePeriod.schema],
        optional: ["renewalType": GracePeriodRenewalType.schema])
    case .setRenewalsFail:
      command("Sets whether every renewal fails.", .settings, ["isOn": .boolean])
    case .setAskToBuy:
      command("Sets whether orders wait for approval.", .settings, ["isOn": .boolean])
    case .setInterruptedPurchases:
      command(
        "Sets whether orders wait for a step in the customer's account.", .settings,
        ["isOn": .boolean])
    case .setSimulatedError:
      command(
        "Simulates an error of a StoreKit call in every session at the store; without an error, none.",
        .settings, ["api": SimulatedAPI.schema], optional: ["error": SimulatedError.schema],
        refusing: [.invalidSimulatedError])
    case .clearSimulatedErrors: command("Ends all simulated errors.", .settings)
    case .settings: command("Reads the settings.", .settings)
    case .setPrice:
      command(
        "Sets the price of a product, and reports the effect on its subscribers.", .catalogue,
        [
          "productID": .string, "price": .number,
          "policy": .choice(PriceChangePolicy.allCases.map(\.rawValue)),
        ], refusing: [.unknownProduct, .invalidPrice, .consentRequired])
    case .withdraw:
      command(
        "Takes a product off sale. Customers keep what they own.", .catalogue,
        ["productID": .string],
        refusing: [.unknownProduct])
    case .undoWithdraw:
      command(
        "Sells a product again that was taken off sale.", .catalogue, ["productID": .string],
        refusing: [.unknownProduct])
    case .importCatalogue:
      command(
        "Imports the text of a StoreKit configuration file, of at most 4 MiB, as the catalogue.",
        .catalogue, ["configuration": .string], refusing: [.invalidCatalogue])
    case .createOfferKey:
      command(
        "Creates a key with which an app's server signs offers. Only the answer has its private half.",
        .offerKey)
    case .createOfferCodes:
      command(
        "Creates offer codes with the present terms of the catalogue's offer.", .offerCodes,
        ["request": OfferCodeRequest.schema],
        refusing: [.offerCodeExists, .invalidOfferCode])
    case .offerCodes:
      command("Lists the offer codes that were made last, newest first.", .offerCodes)
    case .transactions:
      command(
        "Lists a page of the transactions of the store, or of one account, newest first; the next one "
          + "begins at its revision.", .transactions,
        optional: ["account": .name, "revision": .revision],
        refusing: [.unknownAccount, .invalidRequestRevision])
    case .subscriptions:
      command(
        "Lists a page of the subscriptions of the store, including ended ones; the next one begins "
          + "at its revision.", .subscriptions, optional: ["revision": .revision],
        refusing: [.invalidRequestRevision])
    case .orders: command("Lists the waiting orders.", .orders)
    case .approve: sale("Sells an order that waits for approval, at the present terms.")
    case .decline:
      command(
        "Declines a waiting order, so that nothing is sold.", .orderDeclined,
        ["orderID": .transactionID],
        refusing: [.orderNotWaiting, .clockNotAccepted, .certificatesNotValid])
    case .resolve: sale("Sells an interrupted order, at the present terms.")
    case .refund:
      command(
        "Refunds the rest of a transaction's price, or a percentage of it in thousandths, and revokes "
          + "the purchase. The reason is 1 for an issue with the app, else 0.",
        .refunded, ["transactionID": .transactionID],
        optional: ["reason": .boundedInteger(0...1), "percentage": .percentage],
        refusing: [
          .unknownTransaction, .familyShared, .alreadyRefunded, .nothingToRefund,
          .invalidRefundPercentage, .clockNotAccepted, .certificatesNotValid,
        ])
    case .declineRefund:
      command(
        "Declines a customer's request for the refund of a transaction.", .refundDeclined,
        ["transactionID": .transactionID],
        refusing: [
          .unknownTransaction, .noRefundRequest, .clockNotAccepted, .certificatesNotValid,
        ])
    case .reverseRefund:
      command(
        "Reverses a refund. The customer of a plan has access again until its expiration date.",
        .refundReversed, ["transactionID": .transactionID],
        refusing: [
          .unknownTransaction, .familyShared, .notRefunded, .refundNotReversible,
          .clockNotAccepted, .certificatesNotValid,
        ])
    case .buy:
      command(
        "Buys for a customer, now or on a date in the past. A copy of the order is not charged again.",
        .bought, ["purchase": OperatorPurchase.schema],
        refusing: [
          .unknownAccount, .invalidPurchaseDate, .unknownProduct, .invalidQuantity, .unknownOffer,
          .ineligibleForOffer, .invalidOfferPrice, .unknownOfferCode, .offerCodeExpired,
          .offerCodeRedeemed, .quoteChanged, .orderKeyReused, .orderKeyClosed,
          .clockNotAccepted, .certificatesNotValid,
        ])
    case .delete:
      command(
        "Deletes a transaction, as if it had never existed. Nothing is refunded.", .deleted,
        ["transactionID": .transactionID],
        refusing: [
          .unknownTransaction, .familyShared, .clockNotAccepted, .certificatesNotValid,
        ])
    case .subscription:
      command(
        "Reads a subscription: its current or last transaction, its renewal and its status.",
        .subscription,
        ["subscription": SubscriptionReference.schema],
        refusing: SubscriptionReference.refusals)
    case .expire:
      control("Ends the current period of a subscription now, with renewal off.", .expired)
    case .disableAutoRenew: control("Turns off the renewal of a subscription.", .renewal)
    case .enableAutoRenew: control("Turns on the renewal of a subscription again.", .renewal)
    case .renew:
      control(
        "Ends the current period of a subscription now and renews it.",
        refusing: [.renewalIsOff, .billingIssue])
    case .failBilling: control("Makes the payment for a subscription's renewals fail.")
    case .recoverBilling:
      control("Resolves the billing problem of a subscription, and charges a failed renewal.")
    case .extend:
      control(
        "Extends the current period of a subscription by 1 to 90 days.",
        parameters: ["days": .integer], refusing: [.invalidExtension, .extensionRefused])
    case .requestPriceIncreaseConsent:
      control(
        "Asks a subscriber to agree to the present price of the next plan.",
        refusing: [.renewalIsOff, .unknownProduct])
    case .answerPriceIncrease:
      control(
        "Answers for a subscriber who was asked to agree to a higher price.",
        parameters: ["isAccepted": .boolean], refusing: [.noPriceIncrease])
    case .accounts: command("Lists every account of the store.", .accounts)
    case .addAccount:
      command(
        "Makes an account with a password, for a customer to sign in to.", .accountAdded,
        ["credentials": Credentials.schema],
        refusing: [.invalidName, .invalidPassword, .accountExists, .tooManyAttempts])
    case .setPassword:
      command(
        "Changes an account's password, and revokes every sign-in of the account.",
        .passwordChanged, ["credentials": Credentials.schema, "signsOutDevices": .boolean],
        refusing: [.unknownAccount, .invalidPassword, .tooManyAttempts])
    case .signOut:
      command(
        "Revokes every sign-in of an account, and returns how many there were.", .signedOut,
        ["account": .name], refusing: [.unknownAccount])
    case .removeDevice:
      command(
        "Signs a customer's device out permanently.", .deviceRemoved,
        ["device": .name, "account": .name], refusing: [.unknownAccount, .unknownDevice])
    case .families: command("Lists the families of the store.", .families)
    case .addFamilyMember:
      family(
        "Adds an account to a family, whose members share purchases.", ["account": .name],
        optional: ["organizer": .name])
    case .removeFamilyMember:
      family("Removes an account from its family.", ["account": .name])
    case .setFamilySharing:
      family(
        "Sets whether a family member shares purchases.", ["isOn": .boolean],
        optional: ["account": .name])
    case .reset: command("Deletes all purchases and begins a new epoch.", .done)
    }
  }

  /// A command about one subscription.
  private func control(
    _ summary: String, _ result: OperatorResult.CodingKeys = .subscription,
    parameters: [String: Schema] = [:], refusing refusals: [StoreErrorCode] = []
  ) -> Schema.Record {
    command(
      summary, result,
      parameters.merging(["subscription": SubscriptionReference.schema]) { $1 },
      refusing: SubscriptionReference.refusals + refusals
        + [.clockNotAccepted, .certificatesNotValid])
  }

  private func family(
    _ summary: String, _ required: [String: Schema], optional: [String: Schema] = [:]
  ) -> Schema.Record {
    command(
      summary, .families, required, optional: optional,
      refusing: [.unknownAccount, .familyRefused, .clockNotAccepted, .certificatesNotValid])
  }

  private func sale(_ summary: String) -> Schema.Record {
    command(
      summary, .orderSold, ["orderID": .transactionID],
      refusing: [
        .orderNotWaiting, .unknownProduct, .unknownOffer, .ineligibleForOffer, .clockNotAccepted,
        .certificatesNotValid,
      ])
  }

  private func command(
    _ summary: String, _ result: OperatorResult.CodingKeys, _ required: [String: Schema] = [:],
    optional: [String: Schema] = [:], refusing refusals: [StoreErrorCode] = []
  ) -> Schema.Record {
    let name = rawValue.prefix(1).uppercased() + rawValue.dropFirst() + "Command"
    let parameters = Schema.object(nil, required, optional: optional)
    var record = Schema.Record(name: name, required: [rawValue: parameters], optional: [:])
    record.command = Schema.Command(
      summary: summary, result: result.rawValue, refusals: refusals)
    return record
  }
}

extension OperatorPurchase: SchemaCodable {
  package static let schema = Schema.object(
    "OperatorPurchase", ["order": Order.schema, "account": .name],
    optional: [
      "purchaseDate": .date,
      "renewalBehavior": .choice(RenewalBehavior.allCases.map(\.rawValue)),
    ])
}

extension SubscriptionReference: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "SubscriptionReference",
    [
      .object(nil, ["productID": .string], optional: ["account": .name]),
      .object(nil, ["transactionID": .transactionID]),
    ])

  /// The errors of every command that names a subscription.
  fileprivate static let refusals: [StoreErrorCode] = [
    .unknownAccount, .unknownTransaction, .severalSubscribers, .notSubscribed, .familyShared,
  ]
}

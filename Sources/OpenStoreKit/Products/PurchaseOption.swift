import AppStorePayloads
import StoreAPI

extension Product {
  /// An option of a purchase.
  public struct PurchaseOption: Sendable {
    enum Kind: Sendable {
      case appAccountToken(UUID)
      case quantity(Int)
      case simulatesAskToBuyInSandbox(Bool)
      case offer(OrderOffer)
      case testOffer(TestOffer)
      case testDate(TestDate)
      case onStorefrontChange(@Sendable (Storefront) -> Bool)
      case custom(key: String, value: any Hashable & Sendable)
    }

    let kind: Kind

    /// An offer of a purchase that a test makes outside the app, which needs no signature.
    package enum TestOffer: Hashable, Sendable {
      /// The promotional offer with this ID.
      case promotional(id: String)
      /// A code of the offer with this reference name.
      case code(referenceName: String)
    }

    /// Redeems an offer code.
    package static func offerCode(_ code: String) -> PurchaseOption {
      PurchaseOption(kind: .offer(.code(code: OfferCode.normalized(code))))
    }

    /// The date of a purchase that a test makes outside the app, in the past.
    package struct TestDate: Hashable, Sendable {
      package let date: Date
      /// Whether a plan has one period and does not renew.
      package let cancelsRenewal: Bool

      package init(_ date: Date, cancelsRenewal: Bool) {
        self.date = date
        self.cancelsRenewal = cancelsRenewal
      }
    }

    /// An option that only purchases outside the app have.
    package static func testDate(_ date: TestDate) -> PurchaseOption {
      PurchaseOption(kind: .testDate(date))
    }

    /// The date of a purchase that a test makes outside the app; `nil` if it is another option.
    package var testDate: TestDate? {
      if case .testDate(let date) = kind { date } else { nil }
    }

    /// An option that only purchases outside the app have.
    package static func testOffer(_ offer: TestOffer) -> PurchaseOption {
      PurchaseOption(kind: .testOffer(offer))
    }

    /// The offer of a purchase that a test makes outside the app; `nil` if it is another option.
    package var testOffer: TestOffer? {
      if case .testOffer(let offer) = kind { offer } else { nil }
    }

    /// Adds the app's account to the transaction of the purchase and to its renewals.
    public static func appAccountToken(_ token: UUID) -> PurchaseOption {
      PurchaseOption(kind: .appAccountToken(token))
    }

    /// Sets the quantity: 1 to 10 of a consumable or a non-renewing subscription, otherwise 1.
    public static func quantity(_ quantity: Int) -> PurchaseOption {
      PurchaseOption(kind: .quantity(quantity))
    }

    /// Makes a test store handle the purchase as one that a parent must approve.
    ///
    /// `true` makes the order wait, regardless of the store's setting; `false` changes nothing.
    public static func simulatesAskToBuyInSandbox(_ simulates: Bool) -> PurchaseOption {
      PurchaseOption(kind: .simulatesAskToBuyInSandbox(simulates))
    }

    /// Buys a plan with one of its win-back offers.
    ///
    /// The offer must be among ``Product/SubscriptionInfo/RenewalInfo/eligibleWinBackOfferIDs``:
    /// otherwise the purchase throws ``PurchaseError/ineligibleForOffer``, and
    /// ``PurchaseError/invalidOfferIdentifier`` if the plan has no such win-back offer.
    public static func winBackOffer(_ offer: SubscriptionOffer) -> PurchaseOption {
      // Only introductory offers have no ID, and a store has no win-back offer without one.
      PurchaseOption(kind: .offer(.winBack(id: offer.id ?? "")))
    }

    /// Lets the app's server decide whether the customer may have the introductory offer.
    ///
    /// `compactJWS` is the decision, signed with a key of the app for offers. If it cannot be
    /// trusted, the purchase throws ``PurchaseError/invalidOfferSignature``.
    public static func introductoryOfferEligibility(compactJWS: String) -> PurchaseOption {
      PurchaseOption(kind: .offer(.introductoryOfferEligibility(compactJWS: compactJWS)))
    }

    /// Buys a plan with one of its promotional offers, which the app's server gives to the customer.
    ///
    /// The signature is the server's over the app, the product, the offer, the customer's account in
    /// the app and the other parameters; it is accepted for 24 hours, and once. The account must be
    /// that of ``appAccountToken(_:)``, or none.
    ///
    /// A present subscriber pays the offer's price from the next period, or at once for a plan of a
    /// higher level; a former one at once. The purchase throws
    /// ``PurchaseError/invalidOfferSignature`` if the signature cannot be trusted,
    /// ``PurchaseError/missingOfferParameters`` if a parameter is empty,
    /// ``PurchaseError/invalidOfferIdentifier`` if the plan has no such promotional offer,
    /// ``PurchaseError/ineligibleForOffer`` if the customer was never a subscriber of the group, or has
    /// redeemed an offer of it that has not begun, and ``PurchaseError/invalidOfferPrice`` if the offer
    /// costs no less than the plan.
    ///
    /// - Parameters:
    ///   - offerID: The offer's ID.
    ///   - keyID: The ID of the app's key for offers.
    ///   - nonce: The value that was signed and is used once.
    ///   - signature: The signature, in DER.
    ///   - timestamp: The time of the signature, in milliseconds since 1970.
    /// - Returns: The option to add to the purchase.
    public static func promotionalOffer(
      offerID: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int
    ) -> PurchaseOption {
      let signed = OfferSignature(
        keyID: keyID, nonce: LowercaseUUID(nonce), timestamp: Int64(timestamp),
        signature: signature.base64EncodedString())
      return PurchaseOption(kind: .offer(.promotional(id: offerID, signature: signed)))
    }

    /// Buys a plan with one of its promotional offers, as
    /// ``promotionalOffer(offerID:keyID:nonce:signature:timestamp:)``.
    ///
    /// - Parameters:
    ///   - offerID: The offer's ID.
    ///   - signature: The signature and its parameters.
    /// - Returns: The option to add to the purchase.
    public static func promotionalOffer(
      offerID: String, signature: SubscriptionOffer.Signature
    ) -> PurchaseOption {
      promotionalOffer(
        offerID: offerID, keyID: signature.keyID, nonce: signature.nonce,
        signature: signature.signature, timestamp: signature.timestamp)
    }

    /// Buys a plan with one of its promotional offers, which the app's server gives to the customer.
    ///
    /// Like ``promotionalOffer(offerID:keyID:nonce:signature:timestamp:)``; the token also names
    /// the offer, and it may name the customer, by one of their transactions.
    ///
    /// - Parameters:
    ///   - offerID: The offer's ID.
    ///   - compactJWS: The token that the server has signed.
    /// - Returns: The options to add to the purchase.
    public static func promotionalOffer(
      _ offerID: String, compactJWS: String
    ) -> [PurchaseOption] {
      [PurchaseOption(kind: .offer(.promotionalJWS(id: offerID, compactJWS: compactJWS)))]
    }

    /// Decides whether the purchase continues if the storefront has changed since the product was
    /// loaded.
    ///
    /// Without this option the purchase continues.
    public static func onStorefrontChange(
      shouldContinuePurchase: @Sendable @escaping (Storefront) -> Bool
    ) -> PurchaseOption {
      PurchaseOption(kind: .onStorefrontChange(shouldContinuePurchase))
    }

    /// Adds a value of the app's own; this store ignores it.
    public static func custom(key: String, value: String) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: value))
    }

    /// Adds a value of the app's own; this store ignores it.
    public static func custom(key: String, value: Double) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: value))
    }

    /// Adds a value of the app's own; this store ignores it.
    public static func custom(key: String, value: Bool) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: value))
    }

    /// Adds a value of the app's own; this store ignores it.
    public static func custom(key: String, value: Data) -> PurchaseOption {
      PurchaseOption(kind: .custom(key: key, value: value))
    }
  }
}

extension Product.PurchaseOption: Equatable, Hashable, CustomDebugStringConvertible {
  /// Closures cannot be compared, so all options with a closure are equal.
  private var identity: [AnyHashable] {
    switch kind {
    case .appAccountToken(let token): ["appAccountToken", token]
    case .quantity(let quantity): ["quantity", quantity]
    case .simulatesAskToBuyInSandbox(let simulates): ["simulatesAskToBuyInSandbox", simulates]
    case .offer(.winBack(let id)): ["winBackOffer", id]
    case .offer(.introductoryOfferEligibility(let jws)): ["introductoryOfferEligibility", jws]
    case .offer(.code(let code)): ["offerCode", code]
    case .offer(.promotional(let id, let signature)): ["promotionalOffer", id, signature]
    case .offer(.promotionalJWS(let id, let jws)): ["promotionalOffer", id, jws]
    case .testOffer(let offer): ["testOffer", offer]
    case .testDate(let date): ["testDate", date]
    case .onStorefrontChange: ["onStorefrontChange"]
    case .custom(let key, let value): ["custom", key, AnyHashable(value)]
    }
  }

  /// Returns whether both are the same option with the same value.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.identity == rhs.identity }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  /// The option's name and value.
  public var debugDescription: String {
    identity.map { "\($0)" }.joined(separator: " ")
  }
}

import OpenStoreKit
import TestSupport
import Testing

// StoreKit's members with the types that client code gives them: a change of one does not compile.

@Suite(.hangLimit) struct ShapeTests {
  @Test func `products, transactions and statuses have StoreKit's members`() async throws {
    let alice = try await Customer.onNewDevice()
    let pro = try await alice.product("subscription.pro")
    let bought = try await alice.buy("subscription.pro")
    try await StoreSession.$current.withValue(alice.session) {
      shape(of: pro)
      shape(of: try #require(pro.subscription))
      shape(of: try #require(pro.subscription?.introductoryOffer))
      try await shape(of: bought.transaction())
      let status = try #require(await bought.transaction().subscriptionStatus)
      try shape(of: status.renewalInfo.payloadValue)
      shape(of: bought.result)
      shape(of: try await AppTransaction.shared)
    }
  }

  @Test func `purchases, messages and sheets have StoreKit's members`() async throws {
    let alice = try await Customer.onNewDevice(sheets: ScriptedSheets(confirms: false))
    try await StoreSession.$current.withValue(alice.session) {
      let pro = try await alice.product("subscription.pro")
      for scene in [self, "a scene", 7] as [any Sendable] {
        let result = try await pro.purchase(confirmIn: scene, options: [.quantity(1)])
        guard case .userCancelled = result else { throw NoProduct(id: "a cancelled purchase") }
      }
      try await AppStore.showManageSubscriptions(in: self)
      try await AppStore.showManageSubscriptions(in: self, subscriptionGroupID: "3F19ED53")
      let _: Product.SubscriptionInfo.Status.Statuses = Product.SubscriptionInfo.Status.updates
      let _: StoreKit.Message.Messages = Message.messages
      let _: (Message) -> Message.Reason = { $0.reason }
      let _: @MainActor (Message) throws -> Void = { try $0.display(in: "a scene") }
      #expect(alice.sheets.subscriptionSheets.count == 2)
      for scene in [self, 7] as [any Sendable] { await AppStore.requestReview(in: scene) }
      try await wait { alice.sheets.reviewSheets > 0 }
    }
  }

  private func shape(of product: Product) {
    let _: (Product.ID, Product.ProductType, String, String) = (
      product.id, product.type, product.displayName, product.description
    )
    let _: (Decimal, String, Bool, Data) = (
      product.price, product.displayPrice, product.isFamilyShareable, product.jsonRepresentation
    )
    let _: Decimal.FormatStyle.Currency = product.priceFormatStyle
    let _: Product.SubscriptionPeriod.Unit.FormatStyle = product.subscriptionPeriodUnitFormatStyle
    let _: any FormatStyle & Sendable = product.subscriptionPeriodFormatStyle
    #expect(Set([product, product]).count == 1)
    #expect(product.debugDescription.contains(product.id))
  }

  private func shape(of info: SubscriptionInfo) {
    let _: (String, SubscriptionPeriod, Int, String) = (
      info.subscriptionGroupID, info.subscriptionPeriod, info.groupLevel, info.groupDisplayName
    )
    let _: (Product.SubscriptionOffer?, [Product.SubscriptionOffer], [Product.SubscriptionOffer]) =
      (info.introductoryOffer, info.promotionalOffers, info.winBackOffers)
    #expect(info.subscriptionPeriod == .monthly)
  }

  private func shape(of offer: Product.SubscriptionOffer) {
    let _: (String?, Product.SubscriptionOffer.OfferType, Decimal, String) = (
      offer.id, offer.type, offer.price, offer.displayPrice
    )
    let _: (SubscriptionPeriod, Int, Product.SubscriptionOffer.PaymentMode) = (
      offer.period, offer.periodCount, offer.paymentMode
    )
    let _: (String, String) = (
      offer.type.localizedDescription, offer.paymentMode.localizedDescription
    )
    var signature = Product.SubscriptionOffer.Signature(
      keyID: "key", nonce: UUID(), timestamp: 0, signature: Data())
    signature.timestamp = 1
    let options: Set<Product.PurchaseOption> = [
      .winBackOffer(offer), .introductoryOfferEligibility(compactJWS: "a.b.c"),
    ]
    #expect(options.count == 2)
    #expect(offer.paymentMode == .payUpFront)
  }

  private func shape(of transaction: Transaction) async throws {
    let _: (UInt64, UInt64, String?, String) = (
      transaction.id, transaction.originalID, transaction.webOrderLineItemID, transaction.productID
    )
    let _: (Product.ProductType, String?, String) = (
      transaction.productType, transaction.subscriptionGroupID, transaction.appBundleID
    )
    let _: (Date, Date, Date?, Date?, Date) = (
      transaction.purchaseDate, transaction.originalPurchaseDate, transaction.expirationDate,
      transaction.revocationDate, transaction.signedDate
    )
    let _: (Int, Bool, Transaction.Offer?, Transaction.RevocationReason?, UUID?) = (
      transaction.purchasedQuantity, transaction.isUpgraded, transaction.offer,
      transaction.revocationReason, transaction.appAccountToken
    )
    let _: (AppStore.Environment, Transaction.Reason, Storefront, Transaction.OwnershipType) = (
      transaction.environment, transaction.reason, transaction.storefront, transaction.ownershipType
    )
    let _: (Decimal?, Locale.Currency?, String, Data, UUID, Data) = (
      transaction.price, transaction.currency, transaction.appTransactionID,
      transaction.deviceVerification, transaction.deviceVerificationNonce,
      transaction.jsonRepresentation
    )
    let _: VerificationResult<Transaction>? = await Transaction.latest(for: transaction.productID)
    #expect(await Transaction.all(for: transaction.productID).first() == transaction)
    #expect(
      await Transaction.currentEntitlements(for: transaction.productID).first() == transaction)
  }

  private func shape(of info: SubscriptionRenewalInfo) throws {
    let _: (UInt64, String, Bool, String?) = (
      info.originalTransactionID, info.currentProductID, info.willAutoRenew,
      info.autoRenewPreference
    )
    let _: (SubscriptionRenewalInfo.ExpirationReason?, Bool, Date?, Date?, Date) = (
      info.expirationReason, info.isInBillingRetry, info.gracePeriodExpirationDate,
      info.renewalDate, info.recentSubscriptionStartDate
    )
    let _: (Transaction.Offer?, Decimal?, Locale.Currency?, [String], AppStore.Environment) = (
      info.offer, info.renewalPrice, info.currency, info.eligibleWinBackOfferIDs, info.environment
    )
    let _: (Date, Data, UUID, UUID?, String, Data) = (
      info.signedDate, info.deviceVerification, info.deviceVerificationNonce, info.appAccountToken,
      info.appTransactionID, info.jsonRepresentation
    )
    #expect(info.priceIncreaseStatus == .noIncreasePending)
  }

  private func shape(of result: Product.PurchaseResult) {
    guard case .success(let verification) = result else { return }
    let _: (String, Data, Data, Data, Data) = (
      verification.jwsRepresentation, verification.headerData, verification.payloadData,
      verification.signatureData, verification.signedData
    )
    let _: (Date, Data, UUID) = (
      verification.signedDate, verification.deviceVerification,
      verification.deviceVerificationNonce
    )
    _ = verification.signature
    #expect(verification.signatureData.count == 64)
  }

  private func shape(of result: VerificationResult<AppTransaction>) {
    let app = result.unsafePayloadValue
    let _: (UInt64?, String, String, UInt64?, String) = (
      app.appID, app.appTransactionID, app.appVersion, app.appVersionID, app.bundleID
    )
    let _: (AppStore.Environment, String, Date, AppStore.Platform, Date?) = (
      app.environment, app.originalAppVersion, app.originalPurchaseDate, app.originalPlatform,
      app.preorderDate
    )
    _ = result.signature
    #expect(result.signatureData.count == 64)
    #expect(!result.headerData.isEmpty)
  }
}

extension Transaction.Transactions {
  fileprivate func first() async -> Transaction? {
    for await result in self { return result.unsafePayloadValue }
    return nil
  }
}

import Foundation
import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `transaction`.
struct TransactionRow: StoreRecord {
  static let table = Table(
    "transaction", key: ["id"],
    columns: [
      "id", "customer", "original_id", "product_id", "type", "purchase_date",
      "original_purchase_date", "quantity", "app_account_token", "reason", "price", "storefront",
      "storefront_id", "currency", "locale", "group_id", "web_order_line_item_id",
      "expiration_date", "offer_type", "offer_id", "offer_discount_type", "offer_period",
      "revocation_date", "revocation_reason", "revocation_type", "revocation_percentage",
      "refunded", "is_upgraded", "is_finished", "device",
    ])

  var id: Int64
  var customer: Int64
  var originalId: Int64
  var productId: String
  var type: ProductType
  var purchaseDate: Int64
  var originalPurchaseDate: Int64
  var quantity: Int
  var appAccountToken: String?
  var reason: TransactionReason
  var price: Int64
  var storefront: String
  var storefrontId: String
  var currency: String
  var locale: String
  var groupId: String?
  var webOrderLineItemId: String?
  var expirationDate: Int64?
  var offerType: OfferType?
  var offerId: String?
  var offerDiscountType: OfferDiscountType?
  var offerPeriod: String?
  var revocationDate: Int64?
  var revocationReason: RevocationReason?
  var revocationType: RevocationType?
  var revocationPercentage: Int32?
  var refunded: Int64
  var isUpgraded: Bool
  var isFinished: Bool
  var device: Int64?

  init(_ transaction: LedgerTransaction, of customer: CustomerNumber) {
    id = Int64(transaction.id.rawValue)
    self.customer = customer.rawValue
    originalId = Int64(transaction.originalID.rawValue)
    productId = transaction.productID
    type = transaction.type
    purchaseDate = transaction.purchaseDate.millisecondsSince1970
    originalPurchaseDate = transaction.originalPurchaseDate.millisecondsSince1970
    quantity = transaction.quantity
    appAccountToken = transaction.appAccountToken?.description
    reason = transaction.reason
    price = transaction.price.milliunits
    storefront = transaction.storefront.countryCode
    storefrontId = transaction.storefront.id
    currency = transaction.storefront.currency
    locale = transaction.storefront.locale
    groupId = transaction.period?.groupID
    webOrderLineItemId = transaction.period?.webOrderLineItemID
    expirationDate = transaction.period?.expirationDate.millisecondsSince1970
    offerType = transaction.period?.offer?.type
    offerId = transaction.period?.offer?.id
    offerDiscountType = transaction.period?.offer?.discountType
    offerPeriod = transaction.period?.offer?.period.description
    revocationDate = transaction.revocation?.date.millisecondsSince1970
    revocationReason = transaction.revocation?.reason
    revocationType = transaction.revocation?.type
    revocationPercentage = transaction.revocation?.percentage
    refunded = transaction.refunded.milliunits
    isUpgraded = transaction.isUpgraded
    isFinished = transaction.isFinished
    device = transaction.device
  }

  var value: LedgerTransaction {
    LedgerTransaction(
      id: TransactionID(rawValue: UInt64(id)),
      originalID: TransactionID(rawValue: UInt64(originalId)), productID: productId, type: type,
      purchaseDate: Date(millisecondsSince1970: purchaseDate),
      originalPurchaseDate: Date(millisecondsSince1970: originalPurchaseDate),
      quantity: quantity,
      appAccountToken: appAccountToken.flatMap(UUID.init(uuidString:)).map(LowercaseUUID.init),
      reason: reason, price: Decimal(milliunits: price),
      storefront: StoreStorefront(
        id: storefrontId, countryCode: storefront, currency: currency, locale: locale),
      period: period, revocation: revocation, refunded: Decimal(milliunits: refunded),
      isUpgraded: isUpgraded, isFinished: isFinished, device: device)
  }

  private var period: LedgerTransaction.SubscriptionPeriod? {
    guard let groupId, let webOrderLineItemId, let expirationDate else { return nil }
    return .init(
      groupID: groupId, webOrderLineItemID: webOrderLineItemId,
      expirationDate: Date(millisecondsSince1970: expirationDate), offer: offer)
  }

  private var offer: AppliedOffer? {
    guard let offerType, let offerDiscountType,
      let period = offerPeriod.flatMap(Period.init(_:))
    else { return nil }
    return AppliedOffer(
      id: offerId, type: offerType, discountType: offerDiscountType, period: period)
  }

  private var revocation: LedgerTransaction.Revocation? {
    guard let revocationDate, let revocationReason, let revocationType, let revocationPercentage
    else { return nil }
    return .init(
      date: Date(millisecondsSince1970: revocationDate), reason: revocationReason,
      type: revocationType, percentage: revocationPercentage)
  }
}

extension TransactionRow {
  init(row: Row) throws {
    id = try row.decode(forColumn: "id")
    customer = try row.decode(forColumn: "customer")
    originalId = try row.decode(forColumn: "original_id")
    productId = try row.decode(forColumn: "product_id")
    type = try row.decode(forColumn: "type")
    purchaseDate = try row.decode(forColumn: "purchase_date")
    originalPurchaseDate = try row.decode(forColumn: "original_purchase_date")
    quantity = try row.decode(forColumn: "quantity")
    appAccountToken = try row.decode(forColumn: "app_account_token")
    reason = try row.decode(forColumn: "reason")
    price = try row.decode(forColumn: "price")
    storefront = try row.decode(forColumn: "storefront")
    storefrontId = try row.decode(forColumn: "storefront_id")
    currency = try row.decode(forColumn: "currency")
    locale = try row.decode(forColumn: "locale")
    groupId = try row.decode(forColumn: "group_id")
    webOrderLineItemId = try row.decode(forColumn: "web_order_line_item_id")
    expirationDate = try row.decode(forColumn: "expiration_date")
    offerType = try row.decode(forColumn: "offer_type")
    offerId = try row.decode(forColumn: "offer_id")
    offerDiscountType = try row.decode(forColumn: "offer_discount_type")
    offerPeriod = try row.decode(forColumn: "offer_period")
    revocationDate = try row.decode(forColumn: "revocation_date")
    revocationReason = try row.decode(forColumn: "revocation_reason")
    revocationType = try row.decode(forColumn: "revocation_type")
    revocationPercentage = try row.decode(forColumn: "revocation_percentage")
    refunded = try row.decode(forColumn: "refunded")
    isUpgraded = try row.decode(forColumn: "is_upgraded")
    isFinished = try row.decode(forColumn: "is_finished")
    device = try row.decode(forColumn: "device")
  }

  var arguments: StatementArguments {
    [
      id, customer, originalId, productId, type, purchaseDate, originalPurchaseDate, quantity,
      appAccountToken, reason, price, storefront, storefrontId, currency, locale, groupId,
      webOrderLineItemId, expirationDate, offerType, offerId, offerDiscountType, offerPeriod,
      revocationDate, revocationReason, revocationType, revocationPercentage, refunded, isUpgraded,
      isFinished, device,
    ]
  }
}

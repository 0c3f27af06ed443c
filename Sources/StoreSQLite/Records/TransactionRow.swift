import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `transaction`.
struct TransactionRow: StoreRecord {
  static let table = Table<TransactionRow>(
    "transaction", key: ["id"], rising: ["modified_sequence"],
    columns: [
      "id": { $0.value.id.column },
      "customer": { $0.customer.rawValue },
      "original_id": { $0.value.originalID.column },
      "product_id": { $0.value.productID },
      "type": { $0.value.type },
      "purchase_date": { $0.value.purchaseDate.millisecondsSince1970 },
      "original_purchase_date": { $0.value.originalPurchaseDate.millisecondsSince1970 },
      "quantity": { $0.value.quantity },
      "app_account_token": { $0.value.appAccountToken?.description },
      "reason": { $0.value.reason },
      "price": { $0.value.price.milliunits },
      "storefront": { $0.value.storefront.countryCode },
      "storefront_id": { $0.value.storefront.id },
      "currency": { $0.value.storefront.currency },
      "locale": { $0.value.storefront.locale },
      "group_id": { $0.value.period?.groupID },
      "web_order_line_item_id": { $0.value.period?.webOrderLineItemID },
      "expiration_date": { $0.value.period?.expirationDate.millisecondsSince1970 },
      "offer_type": { $0.value.period?.offer?.type },
      "offer_id": { $0.value.period?.offer?.id },
      "offer_discount_type": { $0.value.period?.offer?.discountType },
      "offer_period": { $0.value.period?.offer?.period.description },
      "offer_period_count": { $0.value.period?.offer?.periodCount },
      "revocation_date": { $0.value.revocation?.date.millisecondsSince1970 },
      "revocation_reason": { $0.value.revocation?.reason },
      "revocation_type": { $0.value.revocation?.type },
      "revocation_percentage": { $0.value.revocation?.percentage },
      "refunded": { $0.value.refunded.milliunits },
      "refund_amount": { $0.value.refundAmount?.milliunits },
      "is_upgraded": { $0.value.isUpgraded },
      "is_finished": { $0.value.isFinished },
      "device": { $0.value.device },
      "purchaser": { $0.value.shared?.purchaser.rawValue },
      "purchaser_transaction_id": {
        $0.value.shared.map { $0.transactionID.column }
      },
      "refund_request": { try $0.value.refundRequest.map(JSONText.encode) },
      "one_time_offer": { $0.value.oneTimeOffer },
      "modified_sequence": { $0.modifiedSequence },
    ])

  var customer: CustomerNumber
  var value: LedgerTransaction
  /// The sequence of the last event that changed the transaction's signed payload; 0 in a row that is
  /// written without such an event, which keeps the stored one.
  var modifiedSequence: Int64

  init(
    _ transaction: LedgerTransaction, of customer: CustomerNumber, modifiedAt sequence: Int64? = nil
  ) {
    self.customer = customer
    value = transaction
    modifiedSequence = sequence ?? 0
  }
}

extension TransactionRow {
  init(row: CheckedRow) throws {
    customer = try row.customer("customer")
    value = LedgerTransaction(
      id: try row.transactionID("id"), originalID: try row.transactionID("original_id"),
      productID: try row.decode(forColumn: "product_id"),
      type: try row.decode(forColumn: "type"), purchaseDate: try row.date("purchase_date"),
      originalPurchaseDate: try row.date("original_purchase_date"),
      quantity: try row.number("quantity", in: 1...10),
      appAccountToken: try row.uuidIfPresent("app_account_token"),
      reason: try row.decode(forColumn: "reason"), price: try row.amount("price"),
      storefront: try Self.storefront(row), period: try Self.period(row),
      revocation: try Self.revocation(row), refunded: try row.amount("refunded"),
      isUpgraded: try row.decode(forColumn: "is_upgraded"),
      isFinished: try row.decode(forColumn: "is_finished"),
      device: try row.numberIfPresent("device"),
      refundRequest: try JSONText.decodeIfPresent(row, of: Self.self, "refund_request"),
      shared: try Self.shared(row))
    value.refundAmount = try row.amountIfPresent("refund_amount")
    value.oneTimeOffer = try row.decode(forColumn: "one_time_offer")
    modifiedSequence = try row.number("modified_sequence")
  }

  private static func shared(_ row: CheckedRow) throws -> SharedSource? {
    guard let purchaser = try row.customerIfPresent("purchaser") else { return nil }
    return SharedSource(
      purchaser: purchaser, transactionID: try row.transactionID("purchaser_transaction_id"))
  }

  private static func storefront(_ row: CheckedRow) throws -> StoreStorefront {
    StoreStorefront(
      id: try row.decode(forColumn: "storefront_id"),
      countryCode: try row.decode(forColumn: "storefront"),
      currency: try row.decode(forColumn: "currency"),
      locale: try row.decode(forColumn: "locale"))
  }

  private static func period(_ row: CheckedRow) throws -> LedgerTransaction.SubscriptionPeriod? {
    guard let groupID = try row.decode(String?.self, forColumn: "group_id") else { return nil }
    return .init(
      groupID: groupID,
      webOrderLineItemID: try row.decode(forColumn: "web_order_line_item_id"),
      expirationDate: try row.date("expiration_date"), offer: try offer(row))
  }

  private static func offer(_ row: CheckedRow) throws -> AppliedOffer? {
    guard let type: OfferType = try row.decode(forColumn: "offer_type") else { return nil }
    let period = try Period(row.decode(String.self, forColumn: "offer_period"))
      .required("offer_period", of: Self.self)
    return AppliedOffer(
      id: try row.decode(forColumn: "offer_id"), type: type,
      discountType: try row.decode(forColumn: "offer_discount_type"), period: period,
      periodCount: try row.numberIfPresent("offer_period_count") ?? 1)
  }

  private static func revocation(_ row: CheckedRow) throws -> LedgerTransaction.Revocation? {
    guard let date = try row.dateIfPresent("revocation_date") else { return nil }
    return .init(
      date: date, reason: try row.decode(forColumn: "revocation_reason"),
      type: try row.decode(forColumn: "revocation_type"),
      percentage: try row.numberIfPresent("revocation_percentage", in: 0...100_000))
  }
}

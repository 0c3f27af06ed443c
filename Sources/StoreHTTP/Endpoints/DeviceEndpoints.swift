package import AppStorePayloads
package import Foundation
import HTTPTypes
package import StoreAPI

/// The requests of a signed-in device: `StoreBackend`.
///
/// Each request names, beside the device's token, the running instance of the app in the header
/// ``instanceHeader``: its own purchases do not come back to it as updates.
package enum DeviceEndpoints {
  package static let instanceHeader = "Skdemo-Instance"

  package static let storefront = Endpoint<NoInput, Answer<StoreStorefront>>(
    .get, "/v1/storefront", "storefront", for: .device, "The country of the store's prices.")

  package static let productIDs = Endpoint<NoInput, Answer<[String]>>(
    .get, "/v1/product-ids", "productIDs", for: .device,
    "The IDs of all products that are for sale, in the order of the catalogue.")

  package static let products = Endpoint<ProductIDs, Answer<[StoreProduct]>>(
    .get, "/v1/products", "products", for: .device,
    "The products with these IDs that are for sale; unknown IDs are left out. They stay the same "
      + "while the catalogue that every answer names does.")

  package static let quote = Endpoint<QuoteRequest, Answer<Quote>>(
    .get, "/v1/quote", "quote", for: .device, refusing: quoteRefusals,
    "The present effect and price of such an order, and its storefront.")

  package static let offerCode = Endpoint<OfferCodeInput, Answer<String>>(
    .get, "/v1/offer-code", "offerCode", for: .device, refusing: [.unknownOfferCode],
    "The ID of the product of an offer code.")

  package static let purchase = Endpoint<Order, Answer<OrderResult>>(
    .post, "/v1/purchases", "purchase", for: .device,
    refusing: quoteRefusals + [
      .quoteChanged, .orderKeyReused, .orderKeyClosed, .clockNotAccepted, .certificatesNotValid,
    ],
    "Sells once for each order key. The same order again gives the same result. The answer has the "
      + "data of /v1/holdings after the order, unless a consumable was sold.")

  package static let settle = Endpoint<OrderKeyInput, Answer<OrderResult?>>(
    .post, "/v1/purchases/settle", "settle", for: .device,
    "The result of an order whose answer was lost. If there is none, its key is closed permanently."
  )

  package static let purchases = Endpoint<NoInput, Answer<CustomerPurchases>>(
    .get, "/v1/holdings", "holdings", for: .device,
    "The data from which a client computes entitlements.")

  package static let unfinished = Endpoint<UnfinishedRequest, Answer<UnfinishedPage>>(
    .get, "/v1/transactions/unfinished", "unfinished", for: .device,
    "A page of the transactions that this device must deliver, as compact JWS, oldest first.")

  package static let transactions = Endpoint<TransactionsRequest, Answer<HistoryPage>>(
    .get, "/v1/transactions", "transactions", for: .device, refusing: [.invalidRequestRevision],
    "A page of the customer's transactions as compact JWS, newest first; the next one begins at its "
      + "revision.")

  package static let transaction = Endpoint<TransactionIDInput, Answer<String?>>(
    .get, "/v1/transaction", "transaction", for: .device,
    "One transaction of the customer as compact JWS; null if the customer has none with this ID.")

  package static let finish = Endpoint<TransactionIDs, Answer<FinishResult>>(
    .post, "/v1/transactions/finish", "finish", for: .device,
    "Marks transactions as delivered; answers which had not been marked before and which are "
      + "unknown.")

  package static let detectRollback = Endpoint<SignedTransactionInput, Answer<Bool>>(
    .post, "/v1/rollback", "detectRollback", for: .device,
    "Whether a transaction that the store has signed proves that the store was replaced by an "
      + "earlier copy. The store has then begun a new epoch.")

  package static let perform = Endpoint<CustomerCommand, Answer<Bool>>(
    .post, "/v1/subscriptions", "performCustomerCommand", for: .device,
    refusing: [
      .notSubscribed, .familyShared, .notFamilyShareable, .noPriceIncrease, .priceChanged,
      .unknownProduct,
      .unknownTransaction, .alreadyRefunded, .nothingToRefund, .duplicateRefundRequest,
      .invalidRefundText, .clockNotAccepted, .certificatesNotValid,
    ],
    "Changes the renewal or family sharing of the customer's subscriptions, updates the payment "
      + "method, at the prices that the customer was shown, or requests a refund. Returns whether "
      + "something changed.")

  package static let appTransaction = Endpoint<NoInput, Answer<String>>(
    .get, "/v1/app-transaction", "appTransaction", for: .device,
    "The customer's download of the app, as compact JWS.")

  package static let receipt = Endpoint<NoInput, Answer<Data>>(
    .get, "/v1/receipt", "receipt", for: .device,
    "The app receipt of this device: PKCS#7 signed data in DER, without finished consumables.")

  /// Answered as a stream of server-sent events, each of which carries one such answer.
  package static let updates = Endpoint<UpdatesRequest, Answer<StoreUpdate>>(
    .get, "/v1/updates", "updates", for: .device, as: .events,
    "A stream of all events after one, which other instances or the store caused, and of the "
      + "store's time whenever it is moved, frozen or run again.")

  private static let quoteRefusals: [StoreErrorCode] = [
    .unknownProduct, .invalidQuantity, .unknownOffer, .ineligibleForOffer, .invalidOfferSignature,
    .invalidOfferPrice, .missingOfferParameter, .unknownOfferCode, .offerCodeExpired,
    .offerCodeRedeemed,
  ]

  static let routes = [
    storefront.route, productIDs.route, products.route, quote.route, offerCode.route,
    purchase.route, settle.route,
    purchases.route,
    unfinished.route, transactions.route, transaction.route, finish.route,
    detectRollback.route, perform.route,
    appTransaction.route, receipt.route, updates.route,
  ]
}

package struct ProductIDs: SchemaCodable, Hashable {
  /// At most 1 000.
  package var ids: [String]

  package init(ids: [String]) {
    self.ids = ids
  }

  package static let schema = Schema.fields(
    of: Self.self, ["ids": .array(.string, atMost: 1_000)])
}

extension ProductIDs {
  /// A query without any `ids[]` asks for none.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    ids = try container.decodeIfPresent([String].self, forKey: .ids) ?? []
  }
}

package struct OfferCodeInput: SchemaCodable, Hashable {
  package var code: String

  package init(code: String) {
    self.code = code
  }
}

package struct OrderKeyInput: SchemaCodable, Hashable {
  package var key: OrderKey

  package init(key: OrderKey) {
    self.key = key
  }
}

package struct TransactionIDInput: SchemaCodable, Hashable {
  package var id: TransactionID

  package init(id: TransactionID) {
    self.id = id
  }
}

package struct UnfinishedRequest: SchemaCodable, Hashable {
  /// The ID after which the page begins.
  package var after: TransactionID?
  package var limit: Int

  package init(after: TransactionID?, limit: Int) {
    self.after = after
    self.limit = limit
  }

  package static let schema = Schema.fields(
    of: Self.self,
    ["limit": .boundedInteger(1...Int64(UnfinishedPage.limit)), "after": .transactionID])
}

package struct TransactionIDs: SchemaCodable, Hashable {
  package var ids: [TransactionID]

  package init(ids: [TransactionID]) {
    self.ids = ids
  }

  package static let schema = Schema.fields(
    of: Self.self, ["ids": .array(.transactionID, atMost: FinishResult.limit)])
}

package struct SignedTransactionInput: SchemaCodable, Hashable {
  /// As compact JWS.
  package var signedTransaction: String

  package init(signedTransaction: String) {
    self.signedTransaction = signedTransaction
  }

  package static let schema = Schema.fields(of: Self.self, ["signedTransaction": .jws])
}

extension SignedTransactionInput {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    signedTransaction = try container.decode(String.self, forKey: .signedTransaction)
    guard Array(signedTransaction.utf8).withUnsafeBytes(TextFormat.jws.matches) else {
      throw DecodingError.dataCorruptedError(
        forKey: .signedTransaction, in: container, debugDescription: "this is not a signed token")
    }
  }
}

package struct UpdatesRequest: SchemaCodable, Hashable {
  /// The header `Last-Event-ID` of a stream that resumes takes precedence.
  package var after: Int64
  /// Of the changes up to this event, the answer has only refunds and upgrades.
  package var known: Int64?

  package init(after: Int64, known: Int64?) {
    self.after = after
    self.known = known
  }
}

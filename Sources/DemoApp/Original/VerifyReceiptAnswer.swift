/// What the app needs from verifyReceipt's response.
struct VerifyReceiptAnswer: Decodable, Sendable {
  /// 0 if the receipt is valid.
  let status: Int
  /// The transactions in the order of the response: those that the customer has now, or if the
  /// receipt has no subscription, those of the receipt.
  let purchases: [ReceiptPurchase]
  let renewals: [ReceiptRenewal]

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: VerifyReceiptKey.self)
    status = try fields.decode(Int.self, forKey: "status")
    let latest = try fields.decodeIfPresent(
      [ReceiptPurchase].self, forKey: "latest_receipt_info")
    let receipt = try fields.decodeIfPresent(Receipt.self, forKey: "receipt")
    purchases = latest ?? receipt?.purchases ?? []
    renewals =
      try fields.decodeIfPresent([ReceiptRenewal].self, forKey: "pending_renewal_info") ?? []
  }

  private struct Receipt: Decodable {
    let purchases: [ReceiptPurchase]

    private enum CodingKeys: String, CodingKey { case purchases = "in_app" }
  }
}

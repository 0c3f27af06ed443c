import AppStorePayloads
import Foundation
import GRDB
import StoreEngine

// The nonces of signed offers that were used.
extension Database {
  func isUsed(_ nonce: OfferNonce) throws -> Bool {
    try Bool.fetchOne(
      cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM offer_nonce WHERE key_id = ? AND nonce = ?)"),
      arguments: [nonce.keyID.argument, nonce.text.argument]) ?? false
  }

  /// Remembers that a nonce was used, and forgets those whose signatures are no longer accepted.
  ///
  /// A nonce is deleted by the date of the newest signature, not by the machine's clock. That date is
  /// at most five minutes ahead.
  func remember(_ used: SignedNonce) throws {
    let date = used.date.millisecondsSince1970
    let first = date.clampedSum(-Int64(OfferNonce.retention * 1000))
    try cachedStatement(sql: "DELETE FROM offer_nonce WHERE signed_date < ?")
      .execute(arguments: [first])
    try cachedStatement(
      sql: "INSERT INTO offer_nonce (key_id, nonce, signed_date) VALUES (?, ?, ?)"
    ).execute(arguments: [used.nonce.keyID.argument, used.nonce.text.argument, date])
  }
}

import AppStorePayloads
import Foundation
import StoreAPI

/// The position at which a page of a history begins: after a transaction of an epoch.
///
/// A revision is this in text that clients need not understand. It names a transaction and not a row
/// number, so it stays valid while others are bought, finished and refunded.
struct HistoryPosition: Hashable, Sendable {
  /// The store's epoch in which the page before was read.
  var epoch: Int
  /// The last transaction of the page before.
  var last: TransactionID

  /// The text of this position: base64url, at most 64 characters.
  var revision: String {
    String(decoding: Data("\(epoch).\(last)".utf8).base64URLEncoded, as: UTF8.self)
  }
}

extension HistoryPosition {
  /// Reads a revision; `nil` for text that is not the revision of a position.
  init?(revision: String) {
    guard revision.utf8.count <= 64, let data = Data(base64URLEncoded: revision.utf8) else {
      return nil
    }
    let parts = String(decoding: data, as: UTF8.self).split(separator: ".")
    guard parts.count == 2, let epoch = Int(parts[0]), let last = TransactionID(String(parts[1]))
    else { return nil }
    self.init(epoch: epoch, last: last)
    // Only one text is the revision of a position: a leading zero, a sign or a second dot is refused.
    guard self.revision == revision else { return nil }
  }
}

extension StoreEngine {
  /// Returns the transaction after which the page at a revision begins; `nil` for the first page.
  ///
  /// - Parameters:
  ///   - revision: The revision of the page before; `nil` for the first page.
  ///   - epoch: The store's present epoch.
  ///   - transaction: Returns a transaction that the caller may list, or `nil` if there is none.
  /// - Returns: The transaction.
  /// - Throws: ``StoreAPI/StoreError/invalidRequestRevision(revision:)`` if the text is not a revision, if it is
  ///   of another epoch, or if the caller may not list its transaction; the errors of `transaction`.
  func historyPosition<Listed>(
    at revision: String?, in epoch: Int,
    _ transaction: (TransactionID) async throws(StoreError) -> Listed?
  ) async throws(StoreError) -> Listed? {
    guard let revision else { return nil }
    guard let position = HistoryPosition(revision: revision), position.epoch == epoch,
      let listed = try await transaction(position.last)
    else { throw .invalidRequestRevision(revision: revision) }
    return listed
  }
}

import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// A row that was read, with its texts, which are created once.
struct ListedRow: Equatable, Identifiable, Sendable {
  let row: ManagedRow
  let cells: RowCells
  /// Everything that a filter searches except the state, in lower case.
  private let text: String

  init(_ row: ManagedRow) {
    self.row = row
    cells = row.cells
    text = ([row.id.description] + cells.texts + row.payloadWords).joined(separator: "\n")
      .lowercased()
  }

  var id: TransactionID { row.id }

  func state(at now: Date) -> RowState { RowState(row, at: now) }

  /// Whether the row shows each of these words, in lower case, or its payload has it.
  func contains(_ words: [Substring], at now: Date) -> Bool {
    let state = state(at: now).text
    return words.allSatisfy { text.contains($0) || state.contains($0) }
  }
}

extension ManagedRow {
  fileprivate var payloadWords: [String] {
    switch self {
    case .order: []
    case .transaction(let listed): listed.transaction.words
    case .subscription(let subscription):
      subscription.transaction.transaction.words + subscription.renewalInfo.words
    }
  }
}

extension TransactionPayload {
  fileprivate var words: [String] {
    [
      transactionId.description, type.rawValue, transactionReason.rawValue,
      inAppOwnershipType.rawValue, storefront, currency,
    ] + [offerIdentifier].compactMap(\.self)
  }
}

extension RenewalInfoPayload {
  fileprivate var words: [String] { [autoRenewProductId, offerIdentifier].compactMap(\.self) }
}

import Foundation
import StoreAPI
import TerminalUI

/// What has become of an order or a transaction, in a word or two.
enum TransactionState: String {
  case waiting, refunded, upgraded, active, ended, finished, unfinished
  case notShared = "not shared"
  /// Its customer waits for the decision.
  case refundAsked = "refund asked"

  init(_ row: ManagedRow, at now: Date) {
    switch row {
    case .order: self = .waiting
    case .transaction(let listed): self.init(listed, at: now)
    }
  }

  private init(_ listed: OperatorTransaction, at now: Date) {
    let payload = listed.transaction
    self =
      if payload.revocationDate != nil {
        payload.inAppOwnershipType == .familyShared ? .notShared : .refunded
      } else if listed.refundRequest?.state == .pending {
        .refundAsked
      } else if payload.isUpgraded == true {
        .upgraded
      } else if !listed.isFinished {
        .unfinished
      } else if let end = payload.expiresDate {
        end > now ? .active : .ended
      } else {
        .finished
      }
  }

  var text: String { rawValue }

  var style: Style {
    switch self {
    case .active, .finished: .good
    case .unfinished, .waiting, .refundAsked: .warn
    case .refunded, .notShared: .bad
    case .upgraded, .ended: .muted
    }
  }
}

import Foundation
import StoreAPI
import TerminalUI

/// What has become of a transaction, as one word.
enum TransactionState: String {
  case refunded, upgraded, active, ended, finished, unfinished
  case notShared = "not shared"

  init(_ listed: OperatorTransaction, at now: Date) {
    let payload = listed.transaction
    self =
      if payload.revocationDate != nil {
        payload.inAppOwnershipType == .familyShared ? .notShared : .refunded
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
    case .unfinished: .warn
    case .refunded, .notShared: .bad
    case .upgraded, .ended: .muted
    }
  }
}

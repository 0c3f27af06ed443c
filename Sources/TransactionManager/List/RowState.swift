import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TerminalUI

/// The state of an order, a transaction or a subscription, in a word or two.
enum RowState: String {
  case waiting, refunded, upgraded, ended, finished, unfinished
  case notShared = "not shared"
  /// Its customer waits for the decision.
  case refundAsked = "refund requested"
  // The states of a subscription, and of the transaction of its current or last period.
  case subscribed, expired, revoked
  case gracePeriod = "grace period"
  case billingRetry = "billing retry"

  init(_ row: ManagedRow, at now: Date) {
    switch row {
    case .order: self = .waiting
    case .transaction(let listed): self.init(listed, at: now)
    case .subscription(let subscription): self.init(subscription.status)
    }
  }

  init(_ status: SubscriptionStatusCode) {
    self =
      switch status {
      case .active: .subscribed
      case .expired: .expired
      case .billingRetry: .billingRetry
      case .billingGracePeriod: .gracePeriod
      case .revoked: .revoked
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
      } else if let status = listed.status, status.isBillingIssue {
        RowState(status)
      } else if !listed.isFinished {
        .unfinished
      } else {
        payload.expiresDate.map { RowState(listed.status, until: $0, at: now) } ?? .finished
      }
  }

  // An earlier period has ended, and so has one that was current when it was read but is over now.
  private init(_ status: SubscriptionStatusCode?, until end: Date, at now: Date) {
    self =
      switch status {
      case nil, .active: end > now ? .subscribed : .ended
      case let status?: RowState(status)
      }
  }

  var text: String { rawValue }

  /// The sign before the word, which alone has a colour.
  var sign: String {
    switch self {
    case .subscribed: Glyphs.active
    case .finished: Glyphs.check
    case .gracePeriod, .refundAsked: Glyphs.attention
    case .billingRetry: Glyphs.paused
    case .unfinished, .waiting: Glyphs.pending
    case .refunded, .notShared, .revoked: Glyphs.refunded
    case .upgraded, .ended, .expired: Glyphs.none
    }
  }

  /// The style of the sign.
  ///
  /// A finished row needs no action.
  var style: Style {
    switch self {
    case .subscribed: .good
    case .unfinished, .waiting, .refundAsked, .gracePeriod, .billingRetry: .warn
    case .refunded, .notShared, .revoked: .bad
    case .finished, .upgraded, .ended, .expired: .muted
    }
  }

  /// Whether nothing more happens to the row.
  var isOver: Bool {
    switch self {
    case .finished, .upgraded, .ended, .expired: true
    default: false
    }
  }
}

extension SubscriptionStatusCode {
  fileprivate var isBillingIssue: Bool { self == .billingRetry || self == .billingGracePeriod }
}

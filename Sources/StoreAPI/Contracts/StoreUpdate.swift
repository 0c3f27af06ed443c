package import AppStorePayloads

/// A change that another instance or the store has made for a customer, or a change of the clock.
///
/// An update is complete: a device that applies it knows everything that has changed, or knows that it
/// must ask for the purchases.
package struct StoreUpdate: Codable, Hashable, Sendable {
  package indirect enum Change: Codable, Hashable, Sendable {
    /// A new or changed transaction, as compact JWS.
    case transaction(String)
    /// A subscription whose status or renewal has changed.
    case subscription(SignedSubscription)
    /// A transaction was finished on some device.
    case finished(TransactionID)
    /// An order begins to wait, or no longer waits: ask for the purchases again.
    case orders
    /// A transaction was deleted: forget it, and ask for the purchases anew.
    case deleted(TransactionID)
    /// The refund of a transaction was requested or declined; a granted one is ``transaction(_:)``.
    case refundRequest(TransactionRefundRequest)
    /// The store's clock was moved, stopped or started; the answer has the new time.
    case time
    /// The products or prices of the store have changed: ask for the products again.
    case products
    /// A change of a kind that this version does not know; its event has a number all the same.
    case unknown

    /// In JSON the case is the only key: `{"finished": "1000000001"}`.
    package enum CodingKeys: CodingKey, CaseIterable {
      case transaction
      case subscription
      case finished
      case deleted
      case orders
      case refundRequest
      case time
      case products
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self =
        switch container.allKeys.first {
        case .transaction: .transaction(try container.value(.transaction))
        case .subscription: .subscription(try container.value(.subscription))
        case .orders: .orders
        case .time: .time
        case .products: .products
        case .finished: .finished(try container.value(.finished))
        case .deleted: .deleted(try container.value(.deleted))
        case .refundRequest: .refundRequest(try container.value(.refundRequest))
        case nil: .unknown
        }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .transaction(let signed): try container.encode(signed, forKey: .transaction)
      case .subscription(let signed): try container.encode(signed, forKey: .subscription)
      case .finished(let id): try container.encode(id, forKey: .finished)
      case .deleted(let id): try container.encode(id, forKey: .deleted)
      case .orders: try container.encode([String: String](), forKey: .orders)
      case .refundRequest(let request): try container.encode(request, forKey: .refundRequest)
      case .time: try container.encode([String: String](), forKey: .time)
      case .products: try container.encode([String: String](), forKey: .products)
      case .unknown: break
      }
    }
  }

  /// The number of the event; it grows with every event of the store, of all customers.
  ///
  /// A change of the clock or of the catalogue is not an event and has the number of the last one.
  package var sequence: Int64
  package var change: Change
  /// The subscription of a changed transaction, as it is now; `nil` if the transaction has none.
  ///
  /// It comes with the transaction of the current period, and with the first of a stream. With a later
  /// one of an earlier period it is `nil`: such a transaction changes nothing of the subscription.
  /// A device of an earlier version ignores it and waits for ``Change/subscription(_:)``, which follows
  /// if the subscription has changed. A store of an earlier version does not send it.
  package var subscription: SignedSubscription?

  /// Whether it is an event of the customer, after which a stream can resume.
  package var isEvent: Bool { change != .time && change != .products }

  package init(sequence: Int64, change: Change, subscription: SignedSubscription? = nil) {
    self.sequence = sequence
    self.change = change
    self.subscription = subscription
  }
}

/// The error of a stream of updates that received nothing for longer than its heartbeats allow.
package struct HeartbeatTimeout: Error, Hashable, CustomStringConvertible {
  /// The store that sent nothing, and for how long, as the end of a sentence.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

import AppStorePayloads
import StoreAPI

/// How an order ended.
enum OrderEnd: Equatable, Sendable {
  case sold(Signed<TransactionPayload>, PurchaseEffect)
  /// Something else must happen first.
  case pending
  case cancelled
  /// The store refused, and no copy of the order will be sold.
  case refused(StoreError)
  /// It is not known whether the store sold, for this reason; the order's key stays open.
  case unknown(StoreError)
  case storefrontDeclined
  /// The order's key cannot be written to the disk, so the order was not sent.
  case notKept(DeviceStoreError)
  /// The store sold, and its answer cannot be read.
  case unreadable(SignatureError)
}

/// The effect of a successful purchase for the customer.
enum PurchaseEffect: Equatable, Sendable {
  case purchased
  case alreadyOwned
  /// The plan changes on this date, and nothing was charged.
  case scheduled(Date)
}

extension PurchaseEffect {
  init(_ purchase: Purchase, _ signed: Signed<TransactionPayload>, _ quote: Quote) {
    self = purchase.alreadyOwned ? .alreadyOwned : .purchased
    guard purchase.scheduled else { return }
    if case .change(_, let date) = quote.effect {
      self = .scheduled(date)
    } else if let date = signed.payload.expiresDate {
      self = .scheduled(date)
    }
  }
}

extension OrderEnd {
  /// The ending for the sheet that was confirmed.
  var ending: PurchaseSheet.Ending {
    switch self {
    case .sold(let signed, .purchased):
      .purchased(transactionID: signed.payload.transactionId.rawValue)
    case .sold(_, .alreadyOwned): .alreadyOwned
    case .sold(_, .scheduled(let date)): .scheduled(date)
    case .pending: .pending
    case .refused(let error), .unknown(let error): .failed(error.localSentence)
    case .notKept(let error): .failed(error.description)
    case .unreadable(let error): .failed(error.description)
    case .cancelled, .storefrontDeclined: preconditionFailure("the sheet was not confirmed")
    }
  }

  /// Whether a customer who has typed an offer code is shown the reason, and asked for another code.
  ///
  /// If the store does not answer, the app gets an error instead.
  var isAboutCode: Bool {
    switch self {
    case .sold, .pending, .cancelled, .storefrontDeclined, .unknown(.unavailable): false
    case .refused, .unknown, .notKept, .unreadable: true
    }
  }

  /// Returns the outcome for the app.
  ///
  /// - Throws: The errors of a purchase.
  func outcome(
    _ result: (Signed<TransactionPayload>) -> VerificationResult<Transaction>
  ) throws -> PurchaseOutcome {
    switch self {
    case .sold(let signed, let sale):
      var outcome = PurchaseOutcome(result: .success(result(signed)))
      if case .scheduled(let date) = sale { outcome.scheduledDate = date }
      outcome.alreadyOwned = sale == .alreadyOwned
      return outcome
    case .pending: return PurchaseOutcome(result: .pending)
    case .cancelled: return PurchaseOutcome(result: .userCancelled)
    case .refused(let error), .unknown(let error): throw error.purchaseError
    case .storefrontDeclined: throw StoreKitError.notAvailableInStorefront
    case .notKept(let error): throw StoreKitError.systemError(error)
    case .unreadable(let error):
      throw StoreKitError.systemError(SystemErrorReason(error.description))
    }
  }
}
